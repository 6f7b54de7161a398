import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { data, refused } from '../expect.ts';

const test = checks('sandbox');

test('[SANDBOX-3] [SANDBOX-4] the sandbox tells its time and lets nobody else move it; production has none of it', async (t) => {
  const person = await t.people.newcomer();
  const isSandbox = new URL(t.connection.base).pathname.startsWith('/sandbox/');
  const read = await person.get('/sandbox/clock');
  if (isSandbox) {
    const { now, frozen, offset } = data<{ now: number; frozen: boolean; offset: number }>(read);
    assert.deepEqual([typeof now, typeof frozen, typeof offset], ['number', 'boolean', 'number']);
  } else refused(read, 400);
  for (const [path, json] of [
    ['/sandbox/clock', { advance: 1 }],
    ['/sandbox/reset', {}],
  ] as const)
    refused(await person.post(path, json), isSandbox ? 403 : 400);
});
