import assert from 'node:assert/strict';
import { type Actors, type Answer, type CreatedUser, createActors, until } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, beforeEach, test } from 'vitest';

let actors: Actors;
let owner: CreatedUser;
let editor: CreatedUser;
let viewer: CreatedUser;
let bot: CreatedUser;
let sameOrg: CreatedUser;
let binderId: string;
beforeAll(async () => {
  actors = await createActors(service);
  ({ owner, editor, viewer, bot, sameOrg } = actors.users);
});
beforeEach(async () => {
  binderId = await actors.fixture();
});

type Call = () => Promise<Answer>;
const call =
  (user: CreatedUser, path: string, json: unknown): Call =>
  () =>
    service.call('POST', `/${binderId}/${path}`, { token: user.token, json });
const invite = (by: CreatedUser, users: CreatedUser[]) =>
  call(by, 'inviteuser', { users: users.map(({ id }) => ({ user: { id } })) });
const remove = (by: CreatedUser, user: CreatedUser) => call(by, 'removeuser', { id: user.id });
const change = (by: CreatedUser, user: CreatedUser, type: string) => call(by, `users/${user.id}`, { type });
const post = (by: CreatedUser) => call(by, 'messages', { message: { text: 'Hi' } });
const drop =
  (by: CreatedUser): Call =>
  () =>
    service.call('DELETE', `/${binderId}`, { token: by.token });

const log = () =>
  service.env.db.query<{ seq: number; kind: string; actor_id: string }>(
    'SELECT seq, kind, actor_id FROM binder_log WHERE binder_id = $1 ORDER BY seq',
    [binderId],
  );
const kinds = async () => (await log()).map(({ kind }) => kind);

/** All calls are authorised before the first one runs. */
async function queue(...calls: Call[]): Promise<number[]> {
  const { db } = service.env;
  const waiting = () =>
    db.query(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
  const answers: Promise<Answer>[] = [];
  await db.transaction(async (tx) => {
    await tx.query('SELECT FROM binders WHERE id = $1 FOR UPDATE', [binderId]);
    for (const each of calls) {
      answers.push(each());
      await until('the call waits', async () => (await waiting()).length === answers.length);
    }
  });
  return (await Promise.all(answers)).map(({ status }) => status);
}

async function atOnce(...calls: Call[]): Promise<number[]> {
  return (await Promise.all(calls.map((each) => each()))).map(({ status }) => status).sort();
}

test('[MEMBER-7] [LOG-2] of two editors who remove each other at once, one wins', async () => {
  for (let round = 0; round < 5; round++) {
    assert.deepEqual(await atOnce(remove(editor, bot), remove(bot, editor)), [200, 403]);
    await invite(owner, [editor, bot])();
  }
  const entries = await log();
  assert.equal(entries.filter(({ kind }) => kind === 'member_removed').length, 5);
  assert.deepEqual(
    entries.map(({ seq }) => seq),
    entries.map((_, index) => index + 1),
  );
});

test('[MEMBER-5] of twenty who add the same user at once, one adds', async () => {
  const statuses = await atOnce(...Array.from({ length: 20 }, () => invite(owner, [sameOrg])));
  assert.deepEqual(statuses, [200, ...Array(19).fill(409)]);
  assert.deepEqual(await kinds(), ['binder_created', 'member_added']);
});

test('[MEMBER-5] twenty users added at once, in lists that overlap, are all members once', async () => {
  const partner = { id: owner.partnerId, orgId: owner.orgId };
  const users = await Promise.all(Array.from({ length: 20 }, () => service.make.user({ partner })));
  const lists = users.map((user, index) => [user, users[(index + 1) % 20] ?? user]);
  const statuses = await atOnce(...lists.map((list) => invite(editor, list)));
  assert.ok(
    statuses.every((status) => status === 200 || status === 409),
    String(statuses),
  );
  assert.equal((await kinds()).filter((kind) => kind === 'member_added').length, 20);
});

test('[MEMBER-12] of two handings-over at once, one wins, and there is one owner', async () => {
  const statuses = await atOnce(
    change(owner, editor, 'BOARD_OWNER'),
    change(owner, viewer, 'BOARD_OWNER'),
    change(owner, bot, 'BOARD_OWNER'),
  );
  assert.deepEqual(statuses, [200, 403, 403]);
  const owners = await service.env.db.query(
    `SELECT m.user_id, b.owner_id FROM binder_members m JOIN binders b ON b.id = m.binder_id
     WHERE b.id = $1 AND m.role = 'owner'`,
    [binderId],
  );
  assert.equal(owners.length, 1);
  assert.equal(owners[0]?.user_id, owners[0]?.owner_id);
});

test('[MEMBER-9] a member who leaves while being removed goes once', async () => {
  assert.deepEqual(await queue(remove(viewer, viewer), remove(owner, viewer)), [200, 404]);
  await invite(owner, [viewer])();
  assert.deepEqual(await queue(remove(owner, viewer), remove(viewer, viewer)), [200, 403]);
});

test('[MEMBER-10] [LOG-1] a post that waits while its author is removed is refused', async () => {
  assert.deepEqual(await queue(remove(owner, editor), post(editor)), [200, 403]);
  assert.deepEqual(await kinds(), ['binder_created', 'member_removed']);
});

test('[MEMBER-11] a post that waits while its author becomes a viewer is refused', async () => {
  assert.deepEqual(await queue(change(owner, editor, 'BOARD_READ_ONLY'), post(editor)), [200, 403]);
  assert.deepEqual(await kinds(), ['binder_created', 'member_changed']);
});

test('[BINDER-12] whatever waits while the binder is deleted finds it gone', async () => {
  const statuses = await queue(
    drop(owner),
    post(editor),
    invite(editor, [sameOrg]),
    remove(viewer, viewer),
    change(owner, viewer, 'BOARD_OWNER'),
  );
  assert.deepEqual(statuses, [200, 404, 404, 404, 404]);
  assert.deepEqual(await kinds(), ['binder_created', 'binder_deleted']);
});

test('[LOG-1] a post that comes before the removal of its author stands before it in the log', async () => {
  assert.deepEqual(await queue(post(editor), remove(owner, editor)), [200, 200]);
  assert.deepEqual(await kinds(), ['binder_created', 'message_posted', 'member_removed']);
});
