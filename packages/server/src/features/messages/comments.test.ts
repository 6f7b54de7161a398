import assert from 'node:assert/strict';
import { type Cast, expectRefusal, stateOf } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { type Chat, createChat } from './testing/chat.ts';

let cast: Cast;
let chat: Chat;
beforeAll(async () => {
  cast = await service.make.cast();
  chat = createChat(service, cast.binderId, cast.editor.token);
});

const comment = (json: unknown, headers: Record<string, string> = {}) =>
  service.call('POST', `/${cast.binderId}/comments`, { token: cast.editor.token, json, headers });

test('[MSG-9] [HTTP-10] a text that cannot be is 400 and names text', async () => {
  const before = await stateOf(service, cast.binderId);
  for (const text of [undefined, null, 1, '', {}, ['x'], 'x'.repeat(65_537), 'nul \u0000', '\ud800'])
    expectRefusal(await comment({ text }), 400, 'text');
  for (const json of [null, [], 'x']) assert.equal((await comment(json)).status, 400);
  assert.deepEqual(await stateOf(service, cast.binderId), before);
});

test('[MSG-9] [IDEM-2] a comment repeated with its Idempotency-Key is posted once', async () => {
  const send = () => comment({ text: 'once' }, { 'idempotency-key': 'comment-1' });
  const answers = await Promise.all([send(), send(), send()]);
  for (const { body } of answers) assert.deepEqual(body.data, answers[0]?.body.data);
  assert.equal((await chat.list()).filter(({ text }) => text === 'once').length, 1);
});
