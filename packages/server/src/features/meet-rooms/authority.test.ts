import assert from 'node:assert/strict';
import { closeCodes } from '@ringbinder/protocol';
import { type Cast, type CreatedUser, startService, type TestService, until } from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { enter, hello } from './testing/meet-client.ts';
import { newLink, newMember, newToken, outcomeOf, scheduleMeet, startMeet } from './testing/meet-people.ts';

let service: TestService;
let cast: Cast;
beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  cast = await service.make.cast();
});
afterAll(() => service.close());

const SECONDS = 30;
const HAND = { type: 'hand', is_raised: true } as const;

const changeRole = async ({ id }: CreatedUser, type: string) => {
  const { token } = cast.owner;
  const answer = await service.call('POST', `/${cast.binderId}/users/${id}`, { token, json: { type } });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
};
const holderOf = async (sessionKey: string) => {
  const [row] = await service.env.db.query<{ node_id: string | null; node_lease_until: number | null }>(
    'SELECT node_id, node_lease_until FROM meets WHERE session_key = $1',
    [sessionKey],
  );
  return row;
};

test('[MEET-27] who begins a scheduled meet by joining stays in it: the process holds the meet on', async () => {
  const sessionKey = await scheduleMeet(service, cast, cast.editor);
  const { client } = await enter(service, sessionKey, cast.editor.token);
  const begun = await holderOf(sessionKey);
  assert.ok(begun?.node_id, 'the meet is held since before it began');
  await until('the lease is renewed', async () => {
    const now = await holderOf(sessionKey);
    return now?.node_id === begun.node_id && Number(now?.node_lease_until) > Number(begun.node_lease_until);
  });
  assert.equal(await outcomeOf(client, HAND), 'taken');
  assert.equal(await client.host('end'), 'done');
  assert.deepEqual(await holderOf(sessionKey), { node_id: null, node_lease_until: null });
});

test('[MEET-38] a binder that is handed over makes its new owner host of the meet at once, and the former one a member', async () => {
  const { owner, editor, viewer } = cast;
  const sessionKey = await startMeet(service, cast, editor);
  const first = await enter(service, sessionKey, owner.token);
  const next = await newMember(service, cast, 'editor');
  const second = await enter(service, sessionKey, next.token);
  const third = await enter(service, sessionKey, viewer.token);
  assert.deepEqual([first.welcome.role, second.welcome.role], ['host', 'member']);
  const link = await newLink(service, sessionKey, owner);
  const { body } = await service.call('POST', '/meets/guests', {
    json: { link: link.secret, name: 'Grace' },
  });
  const guest = await hello(service, sessionKey, body.data.token);
  await first.client.take('waiting', ({ guests }) => guests.length === 1);

  await changeRole(next, 'BOARD_OWNER');
  const becomes = (id: string, role: string) =>
    third.client.take('participant', ({ participant }) => participant.id === id && participant.role === role);
  await becomes(first.id, 'member');
  await becomes(second.id, 'host');
  const { guests } = await second.client.take('waiting', (frame) => frame.guests.length === 1);
  await first.client.take('waiting', (frame) => frame.guests.length === 0);
  for (const action of ['admit', 'lock', 'end'])
    assert.equal(await first.client.host(action, guests[0]?.id), 'RESPONSE_ERROR_PERMISSION', action);
  assert.equal(await second.client.host('admit', guests[0]?.id), 'done');
  await guest.take('welcome');
  for (const { client } of [first, second, third]) client.cut();
  guest.cut();
});

test('[MEET-38] a host who may only read from now on leads no more, by the channel and by calls, also where a host had named them', async () => {
  const { owner, editor } = cast;
  const sessionKey = await startMeet(service, cast, editor);
  const host = await enter(service, sessionKey, editor.token);
  const named = await newMember(service, cast, 'editor');
  const other = await enter(service, sessionKey, named.token);
  assert.equal(host.welcome.role, 'host');
  assert.equal(await host.client.host('make_host', other.id), 'done');
  for (const [user, { client }] of [
    [editor, host],
    [named, other],
  ] as const) {
    assert.equal(await client.host('lock'), 'done');
    await changeRole(user, 'BOARD_READ_ONLY');
    assert.equal(await client.host('unlock'), 'RESPONSE_ERROR_PERMISSION', user.id);
    const end = await service.call('POST', `/meets/${sessionKey}/end`, { token: user.token });
    assert.equal(end.status, 403, user.id);
  }
  for (const user of [editor, named]) await changeRole(user, 'BOARD_READ_WRITE');
  assert.equal(await other.client.host('unlock'), 'RESPONSE_ERROR_PERMISSION');
  assert.equal(await host.client.host('unlock'), 'done');
  const back = await enter(service, sessionKey, owner.readToken);
  assert.equal(back.welcome.role, 'member');
  for (const { client } of [host, other, back]) client.cut();
});

test('[MEET-37] with an expired token one receives for a minute and acts again with another one of the same person and client', async () => {
  const { owner, viewer } = cast;
  const sessionKey = await startMeet(service, cast, owner);
  const token = await newToken(service, cast, owner, { expiresIn: SECONDS });
  const { client } = await enter(service, sessionKey, token);
  const other = await enter(service, sessionKey, viewer.token);
  service.clock.advance(SECONDS * 1_000);
  const { deadline } = await client.take('invalid_token');
  assert.ok(deadline > service.clock.now() + 50_000 && deadline <= service.clock.now() + 60_000);
  assert.equal(await client.host('lock'), 'RESPONSE_ERROR_INVALID_TOKEN');
  assert.equal(await outcomeOf(client, HAND), 'refused');
  other.client.send({ type: 'reaction', emoji: '👏' });
  assert.equal((await client.take('reacted')).participant_id, other.id);
  client.send({ type: 'token', token: owner.token });
  assert.equal(await outcomeOf(client, HAND), 'taken');
  assert.equal(await client.host('lock'), 'done');
  client.send({ type: 'token', token: owner.readToken });
  assert.equal(await client.host('unlock'), 'RESPONSE_ERROR_PERMISSION');
  client.send({ type: 'token', token: await newToken(service, cast, owner) });
  assert.equal(await client.host('unlock'), 'done');
  const elsewhere = await service.make.client({ partnerId: cast.partner.id });
  const foreign = await newToken(service, { ...cast, client: elsewhere }, owner);
  client.send({ type: 'token', token: foreign });
  const { code, reason } = await client.closed;
  assert.deepEqual([code, /same user and client/.test(reason)], [4401, true]);
  other.client.cut();
});

test('[MEET-37] who comes with no other token in that minute is out when it is over', async () => {
  const sessionKey = await startMeet(service, cast, cast.owner);
  const token = await newToken(service, cast, cast.owner, { expiresIn: SECONDS });
  const { client } = await enter(service, sessionKey, token);
  const other = await enter(service, sessionKey, cast.viewer.token);
  service.clock.advance(SECONDS * 1_000);
  await client.take('invalid_token');
  service.clock.advance(60_000);
  assert.equal((await client.closed).code, closeCodes.invalidToken);
  await other.client.take('left');
  other.client.cut();
});

const ends: [string, (user: CreatedUser, token: string) => Promise<unknown>][] = [
  [
    'removed',
    ({ id }) =>
      service.call('POST', `/${cast.binderId}/removeuser`, { token: cast.owner.token, json: { id } }),
  ],
  [
    'disabled',
    async ({ id }) => {
      await service.env.db.query('UPDATE users SET disabled_at = 1 WHERE id = $1', [id]);
      await service.env.revocations.announce(service.env.db, 'any');
    },
  ],
  ['revoked', (_user, token) => service.call('POST', '/oauth/revoke', { form: { access_token: token } })],
];

for (const [what, end] of ends) {
  test(`[MEET-37] who is ${what} while another token is waited for is out at once`, async () => {
    const { owner, editor } = cast;
    const sessionKey = await startMeet(service, cast, owner);
    const token = await newToken(service, cast, editor, { expiresIn: SECONDS });
    const { client, id } = await enter(service, sessionKey, token);
    const other = await enter(service, sessionKey, cast.viewer.token);
    service.clock.advance(SECONDS * 1_000);
    await client.take('invalid_token');
    await end(editor, token);
    await other.client.take('left', ({ participant_id }) => participant_id === id);
    await client.closed;
    other.client.cut();
  });

  test(`[MEET-37] who is ${what} while the connection is lost loses the place that is kept, and what it still receives`, async () => {
    const { owner, editor } = cast;
    const sessionKey = await startMeet(service, cast, owner);
    const { client, id, welcome } = await enter(service, sessionKey, editor.token);
    const other = await enter(service, sessionKey, cast.viewer.token);
    client.cut();
    await end(editor, editor.token);
    const left = await other.client.take('left', ({ participant_id }) => participant_id === id);
    assert.notEqual(left.reason, 'lost', 'it is not waited for until the place is given up');
    const back = await hello(service, sessionKey, editor.token, welcome.resume);
    assert.ok([4400, 4401].includes((await back.closed).code));
    other.client.cut();
  });
}
