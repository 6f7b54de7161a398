import { type ClientFrame, clientFrames, type ServerFrame } from '@ringbinder/protocol';
import type { TSchema } from 'typebox';
import { ApiError, invalid } from '../../errors.ts';
import { compileValidator, describeInvalid, requireStorableJson } from '../../http/index.ts';
import type { SentEntry } from './tail.ts';

type Check = ((value: unknown) => boolean) & { errors?: unknown[] | null };

const checks = new Map<string, Check>(
  Object.entries(clientFrames).map(([type, schema]) => [type, checkOf(schema)]),
);

/** The same check as of a body: unknown fields are dropped. */
function checkOf(schema: TSchema): Check {
  return compileValidator({ schema, method: 'GET', url: '', httpPart: 'body' }) as Check;
}

/** Reads a frame of a client. Throws a 400 that names the field for anything else. */
export function readFrame(text: string): ClientFrame {
  const value = parse(text);
  requireStorableJson(text, value);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid('', 'a frame must be a JSON object');
  const { type } = value as { type?: unknown };
  const check = typeof type === 'string' ? checks.get(type) : undefined;
  if (check === undefined) throw invalid('type', `must be one of ${[...checks.keys()].join(', ')}`);
  if (!check(value)) throw describeInvalid((check.errors ?? []) as never, 'frame');
  return value as ClientFrame;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('', 'a frame must be JSON');
  }
}

/** A frame of the server in bytes. */
export function writeFrame(frame: ServerFrame): Buffer {
  return Buffer.from(JSON.stringify(frame));
}

/** A frame of entries whose JSON is there already. */
export function writeEntries(
  of: { binderId: string; epoch: string; id?: number | undefined },
  entries: readonly SentEntry[],
): Buffer {
  const { binderId: binder_id, epoch, id } = of;
  const head = JSON.stringify({ type: 'entries', id, binder_id, epoch });
  return Buffer.from(`${head.slice(0, -1)},"entries":[${entries.map(({ json }) => json).join(',')}]}`);
}

/** What a refusal says, as `refused` and `unsubscribed` tell it. A failure tells nothing of its inside. */
export function refusalOf(error: unknown): { code: string; message: string } {
  if (error instanceof ApiError) return { code: error.code, message: error.message };
  return { code: 'RESPONSE_ERROR_SERVICE_UNAVAILABLE', message: 'not now: try again' };
}
