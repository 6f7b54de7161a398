import assert from 'node:assert/strict';
import {
  type CreatedClient,
  type CreatedPartner,
  type CreatedUser,
  expectRefusal,
  stateOf,
} from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, beforeEach, test } from 'vitest';
import { createChat } from './testing/chat.ts';

let partner: CreatedPartner;
let client: CreatedClient;
let ann: CreatedUser;
let ben: CreatedUser;
beforeAll(async () => {
  partner = await service.make.partner();
  client = await service.make.client({ partnerId: partner.id });
});
beforeEach(async () => {
  ann = await service.make.user({ partner, client, name: 'Ann' });
  ben = await service.make.user({ partner, client, name: 'Ben' });
});

const send = (from: CreatedUser, json: unknown, headers: Record<string, string> = {}) =>
  service.call('POST', '/me/messages', { token: from.token, json, headers });
const write = (from: CreatedUser, to: CreatedUser, text = 'Hello') =>
  send(from, { user: { user_id: to.id }, message: { text } });
const postText = async (from: CreatedUser, to: CreatedUser, text?: string): Promise<string> => {
  const { status, body } = await write(from, to, text);
  assert.equal(status, 200, body.message);
  return body.data.binder_id;
};
const bindersOf = async (user: CreatedUser) => {
  const { body } = await service.call('GET', '/me/binders', { token: user.token });
  return body.data.binders.map(({ binder }: { binder: { id: string } }) => binder.id);
};

test('[MSG-10] twenty at once, from both sides, make exactly one binder, and none is lost', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      index % 2 ? postText(ann, ben, `text ${index}`) : postText(ben, ann, `text ${index}`),
    ),
  );
  assert.equal(new Set(answers).size, 1);
  const [binderId = ''] = answers;
  assert.deepEqual(await bindersOf(ann), [binderId]);
  assert.deepEqual(await bindersOf(ben), [binderId]);
  const chat = createChat(service, binderId, ann.token);
  assert.deepEqual(
    (await chat.list()).map(({ text }) => text).toSorted(),
    Array.from({ length: 20 }, (_, index) => `text ${index}`).toSorted(),
  );
  const log = await chat.log();
  assert.deepEqual(
    log.map(({ seq }) => seq),
    log.map((_, index) => index + 1),
  );
});

const writeToGroup = (from: CreatedUser, others: readonly CreatedUser[]) =>
  send(from, { users: others.map(({ id }) => ({ user_id: id })), message: { text: 'Hello all' } });
const openGroup = async (from: CreatedUser, ...others: CreatedUser[]): Promise<string> => {
  const { status, body } = await writeToGroup(from, others);
  assert.equal(status, 200, body.message);
  return body.data.binder_id;
};

test('[MSG-69] many at once, by each of the three and in any order, make exactly one binder', async () => {
  const cem = await service.make.user({ partner, client, name: 'Cem' });
  const people = [ann, ben, cem];
  const answers = await Promise.all(
    Array.from({ length: 18 }, (_, index) => {
      const [from = ann, ...others] = [...people.slice(index % 3), ...people.slice(0, index % 3)];
      return openGroup(from, ...(index % 2 ? others : others.toReversed()));
    }),
  );
  const [binderId = ''] = answers;
  assert.deepEqual(new Set(answers), new Set([binderId]));
  for (const person of people) assert.deepEqual(await bindersOf(person), [binderId]);
  assert.equal((await createChat(service, binderId, cem.token).list()).length, 18);
  const { body } = await service.call('GET', `/${binderId}`, { token: ben.token });
  assert.equal(body.data.conversation, true);
  assert.deepEqual(body.data.name.split(', ').toSorted(), ['Ann', 'Ben', 'Cem']);
  assert.equal(body.data.name.split(', ')[0], body.data.owner.name, 'the name begins with the first writer');
});

test('[MSG-69] semicolons separate names of which one contains a comma', async () => {
  const [one, other] = [
    await service.make.user({ partner, client, name: 'Müller, Anna' }),
    await service.make.user({ partner, client, name: 'Cem' }),
  ];
  const { body } = await service.call('GET', `/${await openGroup(one, other)}`, { token: one.token });
  assert.equal(body.data.name, 'Müller, Anna; Cem');
});

test('[MSG-69] other people are another conversation, one user is the pair, and a user twice is one', async () => {
  const cem = await service.make.user({ partner, client, name: 'Cem' });
  const pair = await postText(ann, ben);
  assert.equal(await openGroup(ben, ann), pair);
  assert.equal(await openGroup(ben, ann, ann), pair);
  const group = await openGroup(ann, ben, cem);
  assert.notEqual(group, pair);
  assert.equal(await openGroup(cem, ben, ann, ben), group);
  const leaving = await service.call('POST', `/${group}/removeuser`, {
    token: cem.token,
    json: { id: cem.id },
  });
  assert.equal(leaving.status, 200);
  assert.notEqual(await openGroup(ann, ben, cem), group, 'people who left are not brought back');
});

test('[MSG-69] nine people at most, oneself and unknown people are refused, and user or users is given', async () => {
  const others = await Promise.all(Array.from({ length: 9 }, () => service.make.user({ partner, client })));
  const stranger = await service.make.user();
  const before = await stateOf(service, '');
  expectRefusal(await writeToGroup(ann, others), 400, 'users');
  expectRefusal(await writeToGroup(ann, []), 400, 'users');
  expectRefusal(await writeToGroup(ann, [ben, ann]), 400, 'users[1].user_id');
  expectRefusal(await writeToGroup(ann, [ben, stranger]), 404, 'users[1].user_id');
  const user = { user_id: ben.id };
  expectRefusal(await send(ann, { user, users: [user], message: { text: 'x' } }), 400, 'user');
  assert.deepEqual(await stateOf(service, ''), before);
  assert.ok(await openGroup(ann, ...others.slice(1)));
});

test('[MSG-10] pairs do not share a binder, bots and people of other orgs of the partner are reached', async () => {
  const bot = await service.make.user({ partner, client, isBot: true });
  const otherOrg = await service.make.user({ partner, client, orgId: await service.make.org(partner.id) });
  const binders = [
    await postText(ann, ben),
    await postText(ann, bot),
    await postText(ann, otherOrg),
    await postText(ben, bot),
  ];
  assert.equal(new Set(binders).size, 4);
  assert.equal(await postText(bot, ann), binders[1]);
  assert.equal(await postText(otherOrg, ann), binders[2]);
});

test('[MSG-10] long names of people make a name that a binder can have', async () => {
  const long = await service.make.user({ partner, client, name: '👋'.repeat(255) });
  const binderId = await postText(ann, long);
  const { body } = await service.call('GET', `/${binderId}`, { token: ann.token });
  assert.equal(body.data.name, `Ann, ${'👋'.repeat(250)}`);
});

test('[MSG-10] [HTTP-19] nobody, someone of another partner and someone disabled are 404; oneself is 400', async () => {
  const otherPartner = await service.make.user();
  const disabled = await service.make.user({ partner, client });
  await service.env.db.query('UPDATE users SET disabled_at = 1 WHERE id = $1', [disabled.id]);
  const before = await stateOf(service, '');
  for (const user_id of [`U${'0'.repeat(22)}`, otherPartner.id, disabled.id]) {
    const answer = await send(ann, { user: { user_id }, message: { text: 'x' } });
    expectRefusal(answer, 404, 'user.user_id');
  }
  expectRefusal(await write(ann, ann), 400, 'user.user_id');
  assert.deepEqual(await stateOf(service, ''), before);
  const rows = await service.env.db.query('SELECT FROM direct_binders WHERE $1 IN (user_a, user_b)', [
    ann.id,
  ]);
  assert.equal(rows.length, 0);
});

test('[MSG-10] [IDEM-2] repeated with its Idempotency-Key it is posted once, also when the repetitions come at once', async () => {
  const json = { user: { user_id: ben.id }, message: { text: 'once' } };
  const answers = await Promise.all([1, 2, 3].map(() => send(ann, json, { 'idempotency-key': 'direct-1' })));
  for (const { body } of answers) assert.deepEqual(body.data, answers[0]?.body.data);
  const binderId = answers[0]?.body.data.binder_id;
  assert.deepEqual(await bindersOf(ben), [binderId]);
  assert.equal((await createChat(service, binderId, ben.token).list()).length, 1);
});
