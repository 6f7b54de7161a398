import assert from 'node:assert/strict';
import type { Answer } from './caller.ts';

export function expectRefusal({ status, body }: Answer, expected: number, path: string, what = path): void {
  assert.equal(status, expected, `${what}: ${JSON.stringify(body)}`);
  assert.equal(body.errors?.[0]?.path, path, `${what}: ${body.message}`);
  assert.ok(body.message.includes(path), `${what}: ${body.message}`);
}
