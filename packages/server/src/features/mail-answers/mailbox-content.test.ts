import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import type { FetchMessageObject, ImapFlow } from 'imapflow';
import { test } from 'vitest';
import { MAX_HEAD_BYTES } from './mail-sizes.ts';
import { contentOf } from './mailbox-content.ts';

const HEAD = Buffer.alloc(MAX_HEAD_BYTES, 'a');
const REST = Buffer.alloc(1000, 'b');

function readContent(size: number | undefined, next: { source?: Buffer } | false): Promise<Buffer> {
  const client: Pick<ImapFlow, 'fetchOne'> = { fetchOne: async () => next && (next as FetchMessageObject) };
  return buffer(contentOf(client, 1, { size, source: HEAD }));
}

test('[ANSWER-14] a mail is complete only when all of its size was read', async () => {
  const whole = Buffer.concat([HEAD, REST]);
  for (const size of [whole.length, undefined, 10])
    assert.deepEqual(await readContent(size, { source: REST }), whole);
  assert.deepEqual(await readContent(HEAD.length, { source: Buffer.alloc(0) }), HEAD);
  await assert.rejects(readContent(whole.length, {}), /cannot be read/);
  await assert.rejects(readContent(whole.length, false), /deleted/);
  for (const source of [REST.subarray(1), Buffer.alloc(0)])
    await assert.rejects(readContent(whole.length, { source }), /shorter than its size/);
});
