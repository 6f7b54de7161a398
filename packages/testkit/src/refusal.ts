import assert from 'node:assert/strict';
import type { Answer } from './caller.ts';

/**
 * The field must be named in `errors` and in the message.
 *
 * @param what describes the case if the assertion fails
 */
export function expectRefusal({ status, body }: Answer, expected: number, path: string, what = path): void {
  assert.equal(status, expected, `${what}: ${JSON.stringify(body)}`);
  assert.equal(body.errors?.[0]?.path, path, `${what}: ${body.message}`);
  assert.ok(body.message.includes(path), `${what}: ${body.message}`);
}
