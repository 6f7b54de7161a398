import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Failure, formatValue } from './failure.ts';
import { createOpenApiCheck } from './openapi.ts';

export interface Answer {
  method: string;
  path: string;
  status: number;
  headers: Headers;
  bytes: Buffer;
  json: unknown;
  requestId: string | null;
}

const released = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../docs/api/${name}`, import.meta.url), 'utf8'));
const check = createOpenApiCheck(released('openapi.json'), 'allow');
const channel = released('asyncapi.json');
const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false });
ajv.addSchema(channel, 'channel');

/**
 * Validates a response against the released OpenAPI document, and ids and times against the contract. Allows
 * unknown fields of newer servers. Throws a Failure.
 */
export function checkForm(answer: Answer): void {
  const { method, path, status, headers, json } = answer;
  const [route = ''] = path.replace(/^\/*/, '/').split('?');
  if (method === 'HEAD') return;
  try {
    check(method, route, status, headers.get('content-type') ?? '', json);
  } catch (error) {
    throw new Failure('an answer of the documented form', (error as Error).message);
  }
  const problems = problemsIn(json, '');
  if (problems.length > 0) throw new Failure('ids and times of the contract’s form', formatValue(problems));
}

export function checkFrame(frame: { type: string }): object {
  const payload = channel.components.messages[`server_${frame.type}`]?.payload.$ref;
  if (payload === undefined) throw new Error('a frame that is none');
  if (!ajv.validate(`channel${payload}`, frame)) throw new Error(ajv.errorsText());
  return frame;
}

const YEAR_2000_MS = 946_684_800_000;
const YEAR_3000_MS = 32_503_680_000_000;
const prefixed = (letter: string) => new RegExp(`^(${letter}[0-9A-Za-z]{22})?$`);

const texts: Readonly<Record<string, RegExp>> = {
  binder_id: prefixed('B'),
  user_id: prefixed('U'),
  org_id: prefixed('O'),
  file_id: prefixed('F'),
  page_uri: /^\/board\//,
  background_uri: /^\/board\//,
  page_number: /^\d+(\.\d+)?$/,
};

function problemsIn(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = `${path}${Array.isArray(value) ? `[${name}]` : `.${name}`}`;
    return fits(name, inner) ? problemsIn(inner, at) : [`${at} is ${formatValue(inner)}`];
  });
}

function fits(name: string, value: unknown): boolean {
  if (typeof value === 'string') return texts[name]?.test(value) ?? true;
  if (typeof value !== 'number') return true;
  // Times are in milliseconds: the range excludes seconds and microseconds.
  if (/_time$/.test(name)) return Number.isInteger(value) && value > YEAR_2000_MS && value < YEAR_3000_MS;
  // A read mark of 0 means that nothing was read.
  return /(^|_)id$/.test(name) ? Number.isSafeInteger(value) && value >= (name === 'id' ? 1 : 0) : true;
}
