import { isDeepStrictEqual } from 'node:util';
import type { Answer } from './connection.ts';
import { Failure, shown } from './failure.ts';
import { exactly, filledText, list, object, oneOf, type Shape, text } from './shape.ts';

/** The contract's table: each status has one code. */
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

const fieldErrors = list(exactly({ path: text, message: filledText }));
/** The body of an error. */
export const errorBody = exactly(
  { code: filledText, message: filledText, request_id: filledText },
  { errors: fieldErrors, error: oneOf('invalid_token') },
);

/** Asserts that a value is that one. */
export function same(came: unknown, expected: unknown, what: string, answer?: Answer): void {
  if (!isDeepStrictEqual(came, expected))
    throw new Failure(`${what}: ${shown(expected)}`, shown(came), answer);
}

/** Asserts that something holds. `what` says it in words, `came` is what is shown when it does not. */
export function holds(condition: boolean, what: string, came: unknown, answer?: Answer): asserts condition {
  if (!condition) throw new Failure(what, shown(came), answer);
}

/** Asserts the shape of a value and gives it with its type. */
export function expectShape<T>(value: unknown, shape: Shape<T>, what: string, answer?: Answer): T {
  const problems = shape(value, what);
  if (problems.length > 0) throw new Failure(`${what} of the documented form`, problems.join('; '), answer);
  return value as T;
}

/** Asserts a status. */
export function status(answer: Answer, expected: number): void {
  if (answer.status !== expected) throw new Failure(`status ${expected}`, describe(answer), answer);
}

/** Asserts a success whose `data` has this shape, and nothing beside `code` and `data`. Gives `data`. */
export function data<T>(answer: Answer, shape: Shape<T>): T {
  status(answer, 200);
  json(answer);
  expectShape(
    answer.json,
    exactly({ code: oneOf('RESPONSE_SUCCESS'), data: object({}) }),
    'the answer',
    answer,
  );
  return expectShape((answer.json as { data: unknown }).data, shape, 'data', answer);
}

/** Asserts a success that returns no data: `{"code":"RESPONSE_SUCCESS"}` and nothing else. */
export function done(answer: Answer): void {
  status(answer, 200);
  json(answer);
  same(answer.json, { code: 'RESPONSE_SUCCESS' }, 'a success without data', answer);
}

/**
 * Asserts a refusal: the status, its code, the body of an error, and no data.
 * @param field the field that `errors[0].path` names
 */
export function refused(answer: Answer, expected: number, field?: string): void {
  if (answer.status !== expected)
    throw new Failure(`status ${expected} ${errorCodes[expected]}`, describe(answer), answer);
  json(answer);
  const body = expectShape(answer.json, errorBody, 'the error', answer);
  same(body.code, errorCodes[expected], 'code', answer);
  same(body.request_id, answer.requestId, 'request_id, as in the header X-Request-Id', answer);
  if (field === undefined) return;
  const named = body.errors?.map(({ path }) => path) ?? [];
  holds(named.includes(field), `errors to name the field ${field}`, body, answer);
}

function json(answer: Answer): void {
  const type = answer.headers.get('content-type') ?? '';
  holds(/^application\/json\b/.test(type), 'Content-Type: application/json', type, answer);
}

function describe(answer: Answer): string {
  return `${answer.status} ${answer.json === undefined ? `${answer.bytes.length} bytes` : shown(answer.json)}`;
}
