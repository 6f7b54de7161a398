import assert from 'node:assert/strict';
import type { Message } from '@ringbinder/protocol';
import type { Answer, Cast } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { type Chat, createChat, type Entry } from './testing/chat.ts';

const CLIENTS = 200;

let cast: Cast;
let chat: Chat;
beforeAll(async () => {
  cast = await service.make.cast();
  chat = createChat(service, cast.binderId, cast.owner.token);
});

function messagesAfter(log: Entry[]): Message[] {
  const messages = new Map<number, Message>();
  for (const { kind, at, actor, body } of log) {
    const { id, text, reply_to, thread_id, mentions } = body;
    const before = messages.get(id);
    if (kind === 'message_posted') {
      const answered = reply_to?.binder?.comment_id;
      assert.ok(!before && (answered === undefined || messages.has(answered)), `${id} answers ${answered}`);
      const references = {
        ...(reply_to ? { reply_to, thread_id } : {}),
        ...(mentions ? { mentions } : {}),
      } as Partial<Message>;
      messages.set(id, { id, text, user: actor, ...references, created_time: at, updated_time: at });
    } else if (kind === 'message_edited') {
      assert.ok(before, `${id} was edited and is not there`);
      assert.equal(before.user.id, actor.id);
      const { mentions: _, ...rest } = before;
      messages.set(id, { ...rest, text, ...(mentions ? { mentions } : {}), updated_time: at });
    } else if (kind === 'message_deleted') {
      assert.equal(before?.user.id, actor.id);
      messages.delete(id);
    }
  }
  return [...messages.values()]
    .map((message) => ({ ...message, ...summaryOf([...messages.values()], message.id) }))
    .toSorted((one, other) => other.id - one.id);
}

function summaryOf(messages: readonly Message[], id: number): Pick<Message, 'replies'> {
  const replies = messages.filter(({ thread_id }) => thread_id === id);
  if (replies.length === 0) return {};
  const last_time = Math.max(...replies.map(({ created_time }) => created_time));
  const users = [...new Set(replies.map(({ user }) => user.id))];
  return { replies: { count: replies.length, last_time, users } };
}

test('[LOG-2] [MSG-8] [MSG-26] [MSG-27] [MSG-49] 200 clients who edit, delete, answer and post at once: the log explains the state', async () => {
  const authors = [cast.owner, cast.editor];
  const created: { id: number; token: string }[] = [];
  for (let count = 0; count < 20; count++) {
    const { token } = authors[count % 2] ?? cast.owner;
    created.push({ id: await chat.post(`message ${count}`, token), token });
  }
  const started = performance.now();
  const calls = Array.from({ length: CLIENTS }, async (_, index): Promise<[string, number, Answer]> => {
    const scattered = Math.imul(index + 1, 0x9e3779b1) >>> 20;
    const { id, token } = created[scattered % created.length] ?? { id: 0, token: '' };
    const text = `${index}`;
    switch (index % 5) {
      case 0:
        return ['delete', id, await chat.remove(id, index % 20 === 0 ? token : cast.viewer.token)];
      case 1:
        return ['edit', id, await chat.edit(id, { text, mentions: [cast.viewer.id] }, token)];
      case 2:
        return ['edit', id, await chat.edit(id, { text }, cast.editor.token)];
      case 3:
        return [
          'reply',
          id,
          await chat.send({ message: { text }, reply_to: { binder: { comment_id: id } } }),
        ];
      default:
        return ['post', id, await chat.send({ message: { text } }, token)];
    }
  });
  const answers = await Promise.all(calls);
  const took = performance.now() - started;

  const log = await chat.log();
  assert.deepEqual(
    log.map(({ seq }) => seq),
    log.map((_, index) => index + 1),
  );
  const messages = await chat.list();
  assert.deepEqual(messagesAfter(log), messages);
  const binder = await chat.binder();
  assert.deepEqual([binder.total_comments, binder.revision], [messages.length, log.length]);

  const deletions = new Map(
    log.filter(({ kind }) => kind === 'message_deleted').map(({ seq, body }) => [body.id, seq]),
  );
  const succeeded = answers.filter(([, , { status }]) => status === 200);
  assert.equal(log.length, 1 + created.length + succeeded.length, 'each success is one entry');
  for (const [what, id, { status, body }] of answers) {
    const report = `${what} ${id}: ${status} ${body.message}`;
    if (status === 503) continue;
    if (status === 404) assert.ok(deletions.has(id), report);
    else if (status === 200 && what !== 'delete' && what !== 'post')
      assert.ok(body.data.seq < (deletions.get(id) ?? Number.POSITIVE_INFINITY), report);
    else assert.ok(status === 200 || (status === 403 && what !== 'post' && what !== 'reply'), report);
  }
  for (const what of ['delete', 'edit', 'reply', 'post'])
    assert.ok(
      succeeded.some(([each]) => each === what),
      `no ${what} succeeded`,
    );
  assert.ok(took < 30_000, `${took} ms`);
});
