import assert from 'node:assert/strict';
import { type Answer, expectRefusal } from '@ringbinder/testkit';
import type { Workflow } from './workflow.ts';

/** `JSON.stringify` omits a field with this value. */
export const missing = undefined;

export const long = (length: number) => 'x'.repeat(length);

export const notText = [null, 1, true, {}, ['x'], 'a\u0000b', 'lone \ud800'];

export async function refuseEach(
  workflow: Workflow,
  values: Record<string, unknown[]>,
  prefix: string,
  body: (more: Record<string, unknown>) => unknown,
  send: (body: unknown) => Promise<Answer>,
): Promise<void> {
  const state = await workflow.state();
  for (const [field, wrong] of Object.entries(values)) {
    for (const value of wrong) {
      const what = `${prefix}${field}: ${JSON.stringify(value)?.slice(0, 60)}`;
      expectRefusal(await send(body({ [field]: value })), 400, `${prefix}${field}`, what);
    }
  }
  assert.deepEqual(await workflow.state(), state, 'refused calls change nothing');
}
