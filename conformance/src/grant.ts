import assert from 'node:assert/strict';
import type { Answer } from './connection.ts';
import { type ErrorBody, errorCodes, status } from './expect.ts';
import type { TokenAnswer } from './types.ts';

export function granted(answer: Answer) {
  status(answer, 200);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  return answer.json as TokenAnswer;
}

export function refusedGrant(answer: Answer, error: string, names?: string): void {
  const expected = error === 'invalid_client' ? 401 : 400;
  status(answer, expected);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  const body = answer.json as ErrorBody & { error: string; error_description: string };
  assert.match(body.error_description, /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
  assert.deepEqual(body.error, error);
  assert.deepEqual(body.code, errorCodes[expected]);
  assert.deepEqual(body.request_id, answer.requestId);
  if (names !== undefined)
    assert.ok(body.error_description.includes(names), `a description that names ${names}`);
}
