import { isDeepStrictEqual } from 'node:util';
import type { Answer } from './connection.ts';
import { Failure, formatValue } from './failure.ts';

export const errorCodes: Readonly<Record<number, string>> = {
  400: 'RESPONSE_ERROR_INVALID_REQUEST',
  401: 'RESPONSE_ERROR_INVALID_TOKEN',
  403: 'RESPONSE_ERROR_PERMISSION',
  404: 'RESPONSE_ERROR_NOT_FOUND',
  409: 'RESPONSE_ERROR_CONFLICT',
  412: 'RESPONSE_ERROR_PRECONDITION_FAILED',
  413: 'RESPONSE_ERROR_EXCEED_LIMIT',
  429: 'RESPONSE_ERROR_TOO_MANY_REQUESTS',
  500: 'RESPONSE_ERROR_FAILED',
  503: 'RESPONSE_ERROR_SERVICE_UNAVAILABLE',
};

export interface ErrorBody {
  code: string;
  message: string;
  request_id: string;
  reason?: string;
  params?: object;
  errors?: { path: string; message: string; reason?: string }[];
}

export function status(answer: Answer, expected: number): void {
  if (answer.status !== expected) throw new Failure(`status ${expected}`, describe(answer));
}

export function data<T = unknown>(answer: Answer): T {
  const body = json(answer, 200) as { code: unknown; data: T };
  const { code, data: value, ...more } = body;
  const isData = code === 'RESPONSE_SUCCESS' && typeof value === 'object' && value !== null;
  if (!isData || Object.keys(more).length > 0)
    throw new Failure('{"code":"RESPONSE_SUCCESS","data":…}', formatValue(body));
  return value;
}

export function listed<T>(answer: Answer): T[] {
  return Object.values(data<object>(answer)).find(Array.isArray) ?? [];
}

export function done(answer: Answer): void {
  const expected = { code: 'RESPONSE_SUCCESS' };
  const body = json(answer, 200);
  if (!isDeepStrictEqual(body, expected)) throw new Failure(formatValue(expected), formatValue(body));
}

export function refused(answer: Answer, expected: number, field?: string): void {
  const body = json(answer, expected) as ErrorBody;
  const isError = body.code === errorCodes[expected] && Boolean(body.message) && !('data' in body);
  if (!isError || body.request_id !== answer.requestId)
    throw new Failure(`${errorCodes[expected]} with the request id of X-Request-Id`, formatValue(body));
  if (field !== undefined && !body.errors?.some(({ path }) => path === field))
    throw new Failure(`errors to name the field ${field}`, formatValue(body));
}

function json(answer: Answer, expected: number): object {
  status(answer, expected);
  const type = answer.headers.get('content-type') ?? '';
  if (!/^application\/json\b/.test(type)) throw new Failure('Content-Type: application/json', type);
  if (typeof answer.json !== 'object' || answer.json === null)
    throw new Failure('a JSON object', formatValue(answer.json));
  return answer.json;
}

function describe(answer: Answer): string {
  return `${answer.status} ${answer.json === undefined ? `${answer.bytes.length} bytes` : formatValue(answer.json)}`;
}

export function pluck<T, K extends keyof T>(list: readonly T[], name: K): T[K][] {
  return list.map((each) => each[name]);
}

export function rows<T, K extends keyof T>(list: readonly T[], ...names: K[]): T[K][][] {
  return list.map((each) => names.map((name) => each[name]));
}
