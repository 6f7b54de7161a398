import assert from 'node:assert/strict';
import { type Actors, type CreatedUser, createActors, expectRefusal, stateOf } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, beforeEach, test } from 'vitest';
import { type Chat, createChat } from './testing/chat.ts';

let actors: Actors;
let owner: CreatedUser;
let editor: CreatedUser;
let viewer: CreatedUser;
let binderId: string;
let chat: Chat;
beforeAll(async () => {
  actors = await createActors(service);
  ({ owner, editor, viewer } = actors.users);
});
beforeEach(async () => {
  binderId = await actors.fixture();
  chat = createChat(service, binderId, editor.token);
});

const mention = (mentions: unknown) => chat.send({ message: { text: 'Look', mentions } });
const removeViewer = () =>
  service.call('POST', `/${binderId}/removeuser`, { token: owner.token, json: { id: viewer.id } });

test('[MSG-24] a message with a reply_to may mention, and one that mentions nobody shows no mentions', async () => {
  const first = await chat.post('first', undefined, { mentions: [] });
  const reply_to = { binder: { comment_id: first } };
  await chat.post('second', undefined, { mentions: [viewer.id], reply_to });
  const [second, shownFirst] = await chat.list();
  assert.deepEqual([second?.mentions, second?.reply_to], [[viewer.id], reply_to]);
  assert.ok(shownFirst && !('mentions' in shownFirst));
  assert.deepEqual((await chat.log()).at(-2)?.body, { id: first, text: 'first' });
});

test('[MSG-24] someone who is not in the binder is 412, named with the place, and nothing is posted', async () => {
  const before = await stateOf(service, binderId);
  const { sameOrg, otherOrg, otherPartner } = actors.users;
  for (const outsider of [sameOrg.id, otherOrg.id, otherPartner.id, `U${'0'.repeat(22)}`])
    expectRefusal(await mention([viewer.id, outsider]), 412, 'message.mentions[1]');
  const both = await mention([otherPartner.id, owner.id, sameOrg.id]);
  assert.deepEqual(
    both.body.errors.map(({ path }: { path: string }) => path),
    ['message.mentions[0]', 'message.mentions[2]'],
  );
  await removeViewer();
  const removed = await stateOf(service, binderId);
  expectRefusal(await mention([viewer.id]), 412, 'message.mentions[0]');
  assert.deepEqual(await stateOf(service, binderId), removed);
  assert.notDeepEqual(removed, before);
});

test('[MSG-24] [HTTP-10] mentions that are no list of up to 50 different ids are 400', async () => {
  const before = await stateOf(service, binderId);
  const many = Array.from({ length: 51 }, (_, number) => `U${String(number).padStart(22, '0')}`);
  for (const wrong of [null, viewer.id, 1, {}, [viewer.id, viewer.id], many])
    expectRefusal(await mention(wrong), 400, 'message.mentions');
  for (const wrong of [null, 1, '', 'me', binderId, `${viewer.id}x`, { id: viewer.id }, [viewer.id]])
    expectRefusal(await mention([owner.id, wrong]), 400, 'message.mentions[1]');
  expectRefusal(await mention(many.slice(1)), 412, 'message.mentions[0]');
  assert.deepEqual(await stateOf(service, binderId), before);
});

test('[MSG-24] fifty members are mentioned at once', async () => {
  const users: CreatedUser[] = [];
  const partner = { id: owner.partnerId, orgId: owner.orgId };
  for (let number = 0; number < 50; number++) users.push(await service.make.user({ partner }));
  const json = { users: users.map(({ id }) => ({ user: { id } })) };
  await service.call('POST', `/${binderId}/inviteuser`, { token: owner.token, json });
  const mentions = users.map(({ id }) => id);
  await chat.post('All of you', undefined, { mentions });
  assert.deepEqual((await chat.list())[0]?.mentions, mentions);
});

test('[MSG-26] an edit may go on mentioning someone who has left, but nobody else who is no member', async () => {
  const id = await chat.post('one', undefined, { mentions: [viewer.id] });
  await removeViewer();
  const edited = await chat.edit(id, { text: 'two', mentions: [owner.id, viewer.id] });
  assert.equal(edited.status, 200, edited.body.message);
  const before = await stateOf(service, binderId);
  const { otherPartner } = actors.users;
  expectRefusal(
    await chat.edit(id, { text: 'three', mentions: [viewer.id, otherPartner.id] }),
    412,
    'message.mentions[1]',
  );
  expectRefusal(await chat.edit(id, { text: 'x', mentions: [owner.id, owner.id] }), 400, 'message.mentions');
  assert.deepEqual(await stateOf(service, binderId), before);
  await chat.edit(id, { text: 'four', mentions: [] });
  expectRefusal(await chat.edit(id, { text: 'five', mentions: [viewer.id] }), 412, 'message.mentions[0]');
});

test('[IDEM-2] a message with mentions repeated with its Idempotency-Key is posted once', async () => {
  const json = { message: { text: 'once', mentions: [viewer.id] } };
  const headers = { 'idempotency-key': 'mention-1' };
  const answers = await Promise.all([1, 2, 3].map(() => chat.send(json, undefined, headers)));
  for (const { body } of answers) assert.deepEqual(body.data, answers[0]?.body.data);
  assert.equal((await chat.list()).length, 1);
});

test('[MSG-60] @all mentions every member but the author, and an edit adds or removes it', async () => {
  const others = [owner.id, viewer.id].sort();
  const { status, body } = await chat.send({ message: { text: 'Hi @all', mention_all: true } });
  assert.equal(status, 200, body.message);
  const { binder_comment_id: id } = body.data;
  const [message] = await chat.list();
  assert.equal(message?.mention_all, true);
  assert.deepEqual(message?.mentions?.toSorted(), others);
  const entry = (await chat.log()).at(-1);
  assert.deepEqual(entry?.body.mentions?.toSorted(), others);
  assert.equal((await chat.edit(id, { text: 'Still @all' })).status, 200);
  assert.equal((await chat.get(id)).body.data.mention_all, true);
  assert.equal((await chat.edit(id, { text: 'Nobody', mentions: [] })).status, 200);
  const edited = (await chat.get(id)).body.data;
  assert.deepEqual([edited.mention_all, edited.mentions], [undefined, undefined]);
  assert.equal((await chat.edit(id, { text: '@all', mention_all: true })).status, 200);
  assert.deepEqual((await chat.get(id)).body.data.mentions.toSorted(), others);
});

test('[MSG-51] those whom @all mentions do not follow the thread of the message', async () => {
  const { body } = await chat.send({ message: { text: 'Hi @all', mention_all: true } });
  const { binder_comment_id: id } = body.data;
  const reply_to = { binder: { comment_id: id } };
  await chat.post('thanks', owner.token, { reply_to });
  await chat.post('and a name', owner.token, { reply_to, mentions: [] });
  await chat.send({ message: { text: '@all again', mention_all: true }, reply_to });
  const thread = await service.call('GET', `/${binderId}/messages/${id}/replies`, { token: viewer.token });
  assert.equal(thread.body.data.is_following, false);
  const followers = thread.body.data.followers.map((each: { id: string }) => each.id);
  assert.deepEqual(followers.toSorted(), [editor.id, owner.id].toSorted());
});

test('[MSG-60] a viewer cannot mention all, a page cannot, and nothing but a boolean is accepted', async () => {
  const all = (mention_all: unknown, token?: string) =>
    chat.send({ message: { text: '@all', mention_all } }, token);
  assert.equal((await all(true, viewer.token)).status, 403);
  expectRefusal(await all('yes'), 400, 'message.mention_all');
  expectRefusal(
    await chat.send({ message: { text: 'x', action: 'todo', mention_all: true } }),
    400,
    'message.mention_all',
  );
});

test('[MSG-60] with more than 500 other members it is 412', async () => {
  await service.env.db.query(
    `WITH added AS (
       INSERT INTO users (id, partner_id, org_id, name, created_at, updated_at)
       SELECT 'U' || lpad(number::text, 22, '0'), partner_id, org_id, 'Many', 1, 1
       FROM users, generate_series(1, 500) AS number WHERE id = $2 RETURNING id
     ) INSERT INTO binder_members (binder_id, user_id, role, created_at, updated_at) SELECT $1, id, 'viewer', 1, 1 FROM added`,
    [binderId, owner.id],
  );
  const before = await stateOf(service, binderId);
  const answer = await chat.send({ message: { text: '@all', mention_all: true } });
  expectRefusal(answer, 412, 'message.mention_all');
  assert.deepEqual(await stateOf(service, binderId), before);
});
