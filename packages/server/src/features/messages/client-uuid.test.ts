import assert from 'node:assert/strict';
import { type Answer, expectRefusal } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { type Chat, createChat } from './testing/chat.ts';

let chat: Chat;
beforeAll(async () => {
  const { binderId, owner } = await service.make.cast();
  chat = createChat(service, binderId, owner.token);
});

test('[MSG-45] a message’s own name stands in its log entry, alone and among others, and nowhere else', async () => {
  const send = (client_uuid: unknown, more: object = {}) =>
    chat.send({ message: { text: 'named' }, client_uuid, ...more });
  const sent = await Promise.all([send('a-1'), send(undefined), send('a-2')]);
  const reply_to = { binder: { comment_id: sent[0].body.data.binder_comment_id } };
  sent.push(await send('a-3', { reply_to }));
  const entries = await chat.log();
  const nameOf = ({ body }: Answer) =>
    (entries.find(({ seq }) => seq === body.data.seq)?.body as { client_uuid?: string } | undefined)
      ?.client_uuid;
  assert.deepEqual(sent.map(nameOf), ['a-1', undefined, 'a-2', 'a-3']);
  assert.ok((await chat.list()).every((message) => !('client_uuid' in message)));
  for (const wrong of ['', 'x'.repeat(65), 7])
    expectRefusal(await send(wrong), 400, 'client_uuid', `${wrong}`);
});
