import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { eventually, INDEXED_WITHIN_SECONDS } from '../eventually.ts';
import { data, done, refused } from '../expect.ts';
import type { Person } from '../people.ts';
import type { BinderFixture } from '../trial.ts';
import type { Binder, Home, Message, PostedMessage, Thread, UnreadThreads } from '../types.ts';

const test = checks('threads');

const replyTo = (id: number, text: string, more: object = {}) => ({
  message: { text, ...more },
  reply_to: { binder: { comment_id: id } },
  thread_only: true,
});

const post = async (person: Person, { path }: BinderFixture, body: object): Promise<number> =>
  data<PostedMessage>(await person.post(`${path}/messages`, body)).binder_comment_id;

const threadOf = async (person: Person, { path }: BinderFixture, id: number) =>
  data<Thread>(await person.get(`${path}/messages/${id}/replies`));

test('[MSG-47] [MSG-48] [MSG-49] [MSG-50] replies are a thread of the first message', async (t) => {
  const fixture = await t.binder();
  const root = await fixture.postText('When?');
  const first = await post(t.editor, fixture, replyTo(root, 'Soon'));
  const second = await post(t.owner, fixture, replyTo(first, 'How soon?'));
  const { thread_id, message, replies } = await threadOf(t.viewer, fixture, second);
  assert.equal(thread_id, root);
  assert.deepEqual(
    replies.map(({ id, thread_id, thread_only }) => ({ id, thread_id, thread_only })),
    [first, second].map((id) => ({ id, thread_id: root, thread_only: true })),
  );
  assert.equal(message?.replies?.count, 2);
  assert.deepEqual(message?.replies?.users, [t.editor.id, t.owner.id]);
  done(await t.owner.delete(`${fixture.path}/messages/${second}`));
  const { replies: summary } = data<Message>(await t.owner.get(`${fixture.path}/messages/${root}`));
  assert.equal(summary?.count, 1);
  const alone = { message: { text: 'x' }, thread_only: true };
  refused(await t.owner.post(`${fixture.path}/messages`, alone), 400, 'thread_only');
});

test('[MSG-60] a message mentions all other members', async (t) => {
  const fixture = await t.binder();
  const id = await post(t.owner, fixture, { message: { text: '@all', mention_all: true } });
  const message = data<Message>(await t.viewer.get(`${fixture.path}/messages/${id}`));
  assert.equal(message.mention_all, true);
  assert.ok(message.mentions?.includes(t.viewer.id) && !message.mentions.includes(t.owner.id));
});

test('[MSG-57] [MSG-59] a message is forwarded with its author, and not edited', async (t) => {
  const fixture = await t.binder();
  const target = await t.binder();
  const id = await fixture.postText('The rate is 3 %', t.owner);
  const body = { source_id: fixture.id, message_id: id, text: 'See:' };
  const path = `${target.path}/forwardmessage`;
  refused(await t.viewer.post(path, body), 403);
  refused(await t.editor.post(path, { ...body, message_id: id + 1000 }), 404, 'message_id');
  const { binder_comment_id } = data<PostedMessage>(await t.editor.post(path, body));
  const copy = `${target.path}/messages/${binder_comment_id}`;
  const message = data<Message>(await t.viewer.get(copy));
  assert.deepEqual([message.text, message.forwarded?.user.id], ['The rate is 3 %', t.owner.id]);
  refused(await t.editor.post(copy, { message: { text: 'Changed' } }), 403);
});

test('[MSG-51] [MSG-52] [MSG-53] [HOME-7] followers of a thread have a mark, and see its replies', async (t) => {
  const fixture = await t.binder();
  const root = await fixture.postText('Who?', t.owner);
  const unread = async () => data<Binder>(await t.viewer.get(fixture.path)).unread_feeds;
  const before = await unread();
  const reply = await post(t.editor, fixture, replyTo(root, 'Me'));
  assert.equal(await unread(), before);
  const followers = async () => (await threadOf(t.owner, fixture, root)).followers.map(({ id }) => id).sort();
  assert.deepEqual(await followers(), [t.owner.id, t.editor.id].sort());
  const follow = `${fixture.path}/messages/${root}/follow`;
  done(await t.viewer.post(follow, {}));
  done(await t.viewer.delete(follow));
  assert.deepEqual(await followers(), [t.owner.id, t.editor.id].sort());
  const threads = async () => data<UnreadThreads>(await t.owner.get(`${fixture.path}/threads`)).threads;
  assert.deepEqual(await threads(), [{ thread_id: root, read_message_id: 0, unread: 1 }]);
  const home = async () =>
    data<Home>(await t.owner.get('/me/activity?filter=mentions&limit=100')).items.filter(
      ({ binder }) => binder.id === fixture.id,
    );
  const [item] = await eventually(INDEXED_WITHIN_SECONDS, home, ({ length }) => length === 1);
  assert.ok(item?.type === 'reply');
  assert.deepEqual([item.message.id, item.is_unread], [reply, true]);
  const marked = await t.owner.post(`${fixture.path}/messages/${root}/replies/readmark`, {});
  assert.deepEqual(data(marked), { message_id: reply });
  assert.deepEqual(await threads(), []);
});
