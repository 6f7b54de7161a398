import assert from 'node:assert/strict';
import type { Message } from '@ringbinder/protocol';
import { type Cast, expectRefusal } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeEach, test } from 'vitest';
import { catchUpAll } from '../../../log/testing/catch-up-all.ts';
import { activity } from '../../home/index.ts';
import { type Chat, createChat } from '../testing/chat.ts';

let cast: Cast;
let chat: Chat;
let root: number;
beforeEach(async () => {
  cast = await service.make.cast();
  chat = createChat(service, cast.binderId, cast.owner.token);
  root = await chat.post('When?');
});

const replyTo = (id: number) => ({ reply_to: { binder: { comment_id: id } } });

async function reply(to: number, token = cast.editor.token, more: object = {}): Promise<number> {
  const { status, body } = await chat.send(
    { message: { text: 'Reply', ...more }, ...replyTo(to), thread_only: true },
    token,
  );
  assert.equal(status, 200, body.message);
  return body.data.binder_comment_id;
}

const pathOf = (id: number, rest: string) => `/${cast.binderId}/messages/${id}/${rest}`;

async function readThread(id: number, token = cast.owner.token, query = '') {
  const { status, body } = await service.call('GET', `${pathOf(id, 'replies')}${query}`, { token });
  assert.equal(status, 200, body.message);
  return body.data;
}

async function call(method: string, path: string, token: string, json?: object) {
  const { status, body } = await service.call(method, path, { token, ...(json && { json }) });
  assert.equal(status, 200, body.message);
  return body.data;
}

const idsOf = (messages: readonly Message[]) => messages.map(({ id }) => id);
const followersOf = async (id: number) =>
  (await readThread(id)).followers.map((user: { id: string }) => user.id).sort();
const unreadOf = async (id: number, token: string) => (await readThread(id, token)).unread;
const named = (...people: { id: string }[]) => people.map(({ id }) => id).sort();

test('[MSG-47] a reply to a reply belongs to the thread of the first message, also in the log', async () => {
  const first = await reply(root);
  const second = await chat.post('And?', cast.owner.token, replyTo(first));
  const messages = await chat.list();
  const byId = new Map(messages.map((message) => [message.id, message]));
  assert.deepEqual(
    [first, second].map((id) => byId.get(id)?.thread_id),
    [root, root],
  );
  assert.equal(byId.get(second)?.reply_to?.binder?.comment_id, first);
  assert.equal(byId.get(root)?.thread_id, undefined);
  assert.deepEqual([byId.get(first)?.thread_only, byId.get(second)?.thread_only], [true, undefined]);
  const posted = (await chat.log()).filter(({ kind }) => kind === 'message_posted');
  assert.deepEqual(
    posted.slice(-2).map(({ body }) => {
      const { id, thread_id, thread_only } = body as Partial<Message>;
      return { id, thread_id, thread_only };
    }),
    [
      { id: first, thread_id: root, thread_only: true },
      { id: second, thread_id: root, thread_only: undefined },
    ],
  );
});

test('[MSG-48] thread_only needs a reply to a message, and is refused otherwise by name', async () => {
  const before = await chat.list();
  expectRefusal(await chat.send({ message: { text: 'x' }, thread_only: true }), 400, 'thread_only');
  const { body } = await service.call('POST', `/${cast.binderId}/todos`, {
    token: cast.owner.token,
    json: { name: 'a to-do' },
  });
  const reply_to = { todo: { id: body.data.todos[0].id } };
  expectRefusal(await chat.send({ message: { text: 'x' }, reply_to, thread_only: true }), 400, 'thread_only');
  const todo = { message: { text: 'x', action: 'todo' }, thread_only: true };
  expectRefusal(await chat.send(todo), 400, 'thread_only');
  assert.deepEqual(await chat.list(), before);
});

test('[MSG-49] the first message summarises its replies, and a deletion changes the summary', async () => {
  const one = await reply(root);
  const two = await reply(root, cast.owner.token);
  await reply(one);
  const summary = async () => (await chat.get(root)).body.data.replies;
  const { last_time, ...rest } = await summary();
  assert.deepEqual(rest, { count: 3, users: [cast.editor.id, cast.owner.id] });
  assert.equal(last_time, (await chat.list())[0]?.created_time);
  await chat.remove(two, cast.owner.token);
  assert.deepEqual((await summary()).users, [cast.editor.id]);
  const deleted = (await chat.log()).findLast(({ kind }) => kind === 'message_deleted');
  assert.deepEqual(deleted?.body, { id: two, thread_id: root });
});

test('[MSG-50] the replies of a thread are listed in pages, oldest first, by any message of it', async () => {
  const ids = [await reply(root), await reply(root), await reply(root)];
  const seen: number[] = [];
  let cursor = '';
  do {
    const page = await readThread(root, cast.viewer.token, `?limit=2${cursor}`);
    assert.equal(page.message.id, root);
    seen.push(...idsOf(page.replies));
    cursor = page.next_cursor ? `&cursor=${page.next_cursor}` : '';
  } while (cursor);
  assert.deepEqual(seen, ids);
  const byReply = await readThread(ids[1] ?? 0);
  assert.deepEqual([byReply.thread_id, idsOf(byReply.replies)], [root, ids]);
  const alone = await readThread(await chat.post('Nobody answers'));
  assert.deepEqual([alone.replies, alone.followers], [[], []]);
});

test('[MSG-50] replies outlive the first message, which is then absent', async () => {
  const only = await reply(root);
  await chat.remove(root);
  const { message, replies, thread_id } = await readThread(root);
  assert.deepEqual([message, idsOf(replies), thread_id], [undefined, [only], root]);
  await chat.remove(only, cast.editor.token);
  const gone = await service.call('GET', pathOf(root, 'replies'), { token: cast.owner.token });
  assert.equal(gone.status, 404);
});

test('[MSG-50] [MSG-51] a stranger reads, follows and marks nothing', async () => {
  await reply(root);
  const { token } = await service.make.user({ partner: cast.partner, client: cast.client });
  for (const [method, rest, json] of [
    ['GET', 'replies'],
    ['POST', 'follow'],
    ['DELETE', 'follow'],
    ['POST', 'replies/readmark', {}],
  ] as const) {
    const { status } = await service.call(method, pathOf(root, rest), { token, ...(json && { json }) });
    assert.equal(status, 403, `${method} ${rest}`);
    const missing = await service.call(method, pathOf(999_999, rest), {
      token: cast.viewer.token,
      ...(json && { json }),
    });
    assert.equal(missing.status, 404, `${method} ${rest}`);
  }
  assert.equal((await service.call('GET', `/${cast.binderId}/threads`, { token })).status, 403);
  assert.deepEqual(await followersOf(root), named(cast.owner, cast.editor));
});

test('[MSG-51] authors and mentioned people follow; a mention does not bring back who left, a reply does', async () => {
  const { owner, editor, viewer } = cast;
  await reply(root, editor.token, { mentions: [viewer.id] });
  assert.deepEqual(await followersOf(root), named(owner, editor, viewer));
  await call('DELETE', pathOf(root, 'follow'), viewer.token);
  await call('DELETE', pathOf(root, 'follow'), owner.token);
  await call('DELETE', pathOf(root, 'follow'), owner.token);
  await reply(root, editor.token, { mentions: [viewer.id] });
  assert.deepEqual(await followersOf(root), named(editor));
  await reply(root, owner.token);
  assert.deepEqual(await followersOf(root), named(owner, editor));
  await Promise.all([1, 2, 3].map(() => call('POST', pathOf(root, 'follow'), viewer.token)));
  assert.deepEqual(await followersOf(root), named(owner, editor, viewer));
  assert.equal(await unreadOf(root, viewer.token), 0);
});

test('[MSG-51] a mention that is added by an edit makes a person follow, and the edit does not bring back its author', async () => {
  const id = await reply(root);
  await call('DELETE', pathOf(root, 'follow'), cast.editor.token);
  await chat.edit(id, { text: 'See @Vi', mentions: [cast.viewer.id] }, cast.editor.token);
  assert.deepEqual(await followersOf(root), named(cast.owner, cast.viewer));
  await reply(root, cast.owner.token);
  await reply(root, cast.editor.token);
  assert.deepEqual(await followersOf(root), named(cast.owner, cast.editor, cast.viewer));
  assert.equal(await unreadOf(root, cast.editor.token), 0, 'what came before the own reply is read');
});

test('[MSG-52] the mark of a thread counts unread replies of others and never moves back', async () => {
  const ids = [await reply(root), await reply(root)];
  assert.equal(await unreadOf(root, cast.owner.token), 2);
  assert.equal(await unreadOf(root, cast.editor.token), 0);
  const unread = await call('GET', `/${cast.binderId}/threads`, cast.owner.token);
  assert.deepEqual(unread.threads, [{ thread_id: root, read_message_id: 0, unread: 2 }]);
  const mark = (json: object, token = cast.owner.token) =>
    call('POST', pathOf(root, 'replies/readmark'), token, json);
  assert.deepEqual(await mark({ message_id: ids[0] }), { message_id: ids[0] });
  assert.equal(await unreadOf(root, cast.owner.token), 1);
  assert.deepEqual(await mark({}), { message_id: ids[1] });
  assert.deepEqual(await mark({ message_id: ids[0] }), { message_id: ids[1] });
  assert.deepEqual((await call('GET', `/${cast.binderId}/threads`, cast.owner.token)).threads, []);
  assert.deepEqual(await mark({}, cast.viewer.token), { message_id: 0 });
  const other = await service.call('POST', pathOf(root, 'replies/readmark'), {
    token: cast.owner.token,
    json: { message_id: root },
  });
  expectRefusal(other, 404, 'message_id');
});

test('[MSG-53] a reply that stays in its thread counts in unread_feeds only for whom it mentions', async () => {
  const { viewer } = cast;
  const start = (await chat.binder(viewer.token)).unread_feeds;
  await reply(root);
  assert.equal((await chat.binder(viewer.token)).unread_feeds, start);
  await reply(root, undefined, { mentions: [viewer.id] });
  assert.equal((await chat.binder(viewer.token)).unread_feeds, start + 1);
  await chat.post('For all', cast.editor.token, replyTo(root));
  assert.equal((await chat.binder(viewer.token)).unread_feeds, start + 2);
});

test('[HOME-7] followers see replies of their threads, unread until the thread is read', async () => {
  const { owner, editor, viewer } = cast;
  await call('POST', pathOf(root, 'follow'), viewer.token);
  const id = await reply(root);
  const repliesOf = async (token: string) => {
    await catchUpAll(service.env, activity);
    const { items } = await call('GET', '/me/activity?filter=mentions', token);
    return items.map(({ type, message, is_unread }: Record<string, object>) => ({
      type,
      message,
      is_unread,
    }));
  };
  const message = { id, text: 'Reply', thread_id: root, thread_only: true };
  assert.deepEqual(await repliesOf(viewer.token), [{ type: 'reply', message, is_unread: true }]);
  assert.deepEqual(await repliesOf(owner.token), [{ type: 'reply', message, is_unread: true }]);
  assert.deepEqual(await repliesOf(editor.token), []);
  await call('POST', `/${cast.binderId}/readmark`, viewer.token, {});
  assert.deepEqual((await repliesOf(viewer.token))[0].is_unread, true);
  await call('POST', pathOf(root, 'replies/readmark'), viewer.token, {});
  assert.deepEqual((await repliesOf(viewer.token))[0].is_unread, false);
  await call('DELETE', pathOf(root, 'follow'), owner.token);
  await reply(root);
  assert.equal((await repliesOf(owner.token)).length, 1);
  assert.equal((await repliesOf(viewer.token)).length, 2);
});
