import assert from 'node:assert/strict';
import type { MeetClientFrame } from '@ringbinder/protocol';
import { type Cast, type CreatedUser, openRealtime, until } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeEach, test } from 'vitest';
import { logKnock, readMeet } from '../meets/index.ts';
import { enter, hello, type MeetClient, openMeet } from './testing/meet-client.ts';
import {
  admit,
  enterAsGuest,
  newGuest,
  newLink,
  newMember,
  newToken,
  outcomeOf,
  startMeet,
} from './testing/meet-people.ts';

let cast: Cast;
let sessionKey: string;
beforeEach(async () => {
  cast = await service.make.cast();
  sessionKey = await startMeet(service, cast, cast.owner);
});

const waitingNow = ({ frames }: MeetClient) => {
  const last = frames.filter(({ type }) => type === 'waiting').at(-1);
  return last?.type === 'waiting' ? last.guests : [];
};

test('[MEET-39] a guest has one place in the lobby and one in the meet: another connection takes it over', async () => {
  const { client: host } = await enter(service, sessionKey, cast.owner.token);
  const token = await newGuest(service, (await newLink(service, sessionKey, cast.owner)).secret);
  let guest = await hello(service, sessionKey, token);
  await guest.take('lobby');
  for (let each = 0; each < 60; each++) {
    const next = await hello(service, sessionKey, token);
    await next.take('lobby');
    assert.equal((await guest.take('ended')).reason, 'joined_elsewhere');
    guest = next;
  }
  await until('one waits', () => waitingNow(host).length === 1);
  assert.ok(host.frames.every((frame) => frame.type !== 'waiting' || frame.guests.length <= 1));
  const { participant_id: id, resume } = await admit(host, guest);
  const other = await hello(service, sessionKey, token);
  assert.equal((await other.take('welcome')).participant_id, id, 'the same place, without the secret');
  assert.equal((await guest.take('ended')).reason, 'joined_elsewhere');
  const again = await hello(service, sessionKey, token, resume);
  const { participants } = await again.take('welcome');
  assert.equal(participants.filter(({ role }) => role === 'guest').length, 1);
  for (const client of [host, again]) client.cut();
});

async function followCards({ token }: CreatedUser) {
  const client = await openRealtime(service, token);
  client.send({ type: 'subscribe_self', id: 1 });
  const { binders } = await client.take('binders');
  return { client, card: binders.find(({ binder }) => binder.id === cast.binderId) };
}

test('[MEET-47] a guest who waits while no host is in the meet is on the cards of those who may admit, until one joins', async () => {
  const knocks = async () => {
    const { entries } = (
      await service.call('GET', `/${cast.binderId}/feed?after=0&limit=100`, { token: cast.owner.token })
    ).body.data;
    return entries.filter(({ kind }: { kind: string }) => kind === 'meet_knocked').length;
  };
  const { client: member } = await enter(service, sessionKey, cast.editor.token);
  const { secret } = await newLink(service, sessionKey, cast.owner);
  const wait = async (name: string) => {
    const guest = await hello(service, sessionKey, await newGuest(service, secret, name));
    await guest.take('lobby');
    return guest;
  };
  const { client: owner } = await followCards(cast.owner);
  const { client: editor } = await followCards(cast.editor);
  const takeKnock = async (from = 0) => {
    const { card } = await owner.take(
      'binder_changed',
      (frame) => frame.card.waiting_guest?.session_key === sessionKey && frame.card.position.seq > from,
    );
    return card.position.seq;
  };
  const first = await wait('First');
  const knockedAt = await takeKnock();
  const second = await wait('Second');
  const readToken = await newToken(service, cast, cast.owner, { scope: 'read' });
  const { client: reader, welcome } = await enter(service, sessionKey, readToken);
  assert.equal(welcome.role, 'member', 'who cannot admit the guest does not end the knock');
  const later = await followCards(cast.owner);
  assert.equal(later.card?.waiting_guest?.session_key, sessionKey);
  assert.equal(await knocks(), 1);

  const { client: host, id } = await enter(service, sessionKey, cast.owner.token);
  const cleared = [owner, later.client].map((client) =>
    client.take(
      'binder_changed',
      ({ card: { waiting_guest, position } }) => waiting_guest === undefined && position.seq >= knockedAt,
    ),
  );
  const clearedAt = Math.max(...(await Promise.all(cleared)).map(({ card }) => card.position.seq));
  const third = await wait('Third');
  await host.take('waiting', (frame) => frame.guests.length === 3);
  assert.equal(await knocks(), 1);
  host.send({ type: 'leave' });
  await member.take('left', ({ participant_id }) => participant_id === id);
  const fourth = await wait('Fourth');
  const seq = await takeKnock(clearedAt);
  assert.equal(await knocks(), 2, 'the host has gone, and another guest waits');
  await editor.take('binder_changed', ({ card }) => card.position.seq >= seq);
  assert.ok(!editor.frames.some((frame) => frame.type === 'binder_changed' && frame.card.waiting_guest));
  for (const client of [member, first, second, third, fourth, reader]) client.cut();
  for (const client of [owner, editor, later.client]) await client.close();
});

test('[MEET-47] a further guest writes nothing and does not wait for those who write into the binder', async () => {
  const meet = await readMeet(service.env.db, sessionKey);
  await logKnock(service.env, meet);
  await service.env.db.transaction(async (tx) => {
    await tx.query('SELECT id FROM binders WHERE id = $1 FOR NO KEY UPDATE', [cast.binderId]);
    await logKnock(service.env, meet);
  });
});

test('[MEET-39] whom a host denies or removes does not wait again, nor come in by `resume`; another guest does', async () => {
  const { client: host } = await enter(service, sessionKey, cast.owner.token);
  const { secret } = await newLink(service, sessionKey, cast.owner);
  const [denied, removed] = [
    await newGuest(service, secret, 'Denied'),
    await newGuest(service, secret, 'Removed'),
  ];
  const first = await hello(service, sessionKey, denied);
  const { guests } = await host.take('waiting', (frame) => frame.guests.length === 1);
  assert.equal(await host.host('deny', guests[0]?.id), 'done');
  assert.equal((await first.take('ended')).reason, 'denied');
  const second = await hello(service, sessionKey, removed);
  const { participant_id: id, resume } = await admit(host, second, 'Removed');
  assert.equal(await host.host('remove', id), 'done');
  assert.equal((await second.take('ended')).reason, 'removed');
  for (const [token, reason, secretOfPlace] of [
    [denied, 'denied', undefined],
    [removed, 'removed', undefined],
    [removed, 'removed', resume],
  ] as const) {
    const again = await hello(service, sessionKey, token, secretOfPlace);
    assert.equal((await again.take('ended')).reason, reason);
    assert.deepEqual(
      again.frames.map(({ type }) => type),
      ['ended'],
    );
  }
  await hello(service, sessionKey, await newGuest(service, secret, 'Other'));
  await host.take('waiting', (frame) => frame.guests.some(({ name }) => name === 'Other'));
  assert.deepEqual(
    waitingNow(host).map(({ name }) => name),
    ['Other'],
  );
  host.cut();
});

test('[MEET-39] of two hosts who admit and deny a guest at the same moment one decides', async () => {
  const { client: host } = await enter(service, sessionKey, cast.owner.token);
  const other = await enter(service, sessionKey, cast.editor.token);
  assert.equal(await host.host('make_host', other.id), 'done');
  const { secret } = await newLink(service, sessionKey, cast.owner);
  for (let round = 0; round < 8; round++) {
    const name = `Guest ${round}`;
    const token = await newGuest(service, secret, name);
    const guest = await hello(service, sessionKey, token);
    const { guests } = await host.take('waiting', (frame) => frame.guests.some((each) => each.name === name));
    const id = guests.find((each) => each.name === name)?.id;
    const [first, second] = round % 2 === 0 ? [host, other.client] : [other.client, host];
    const [admitted, denied] = await Promise.all([first.host('admit', id), second.host('deny', id)]);
    assert.deepEqual([admitted, denied].toSorted(), ['RESPONSE_ERROR_NOT_FOUND', 'done']);
    const again = await hello(service, sessionKey, token);
    for (const client of [guest, again]) await client.take(admitted === 'done' ? 'welcome' : 'ended');
    again.cut();
  }
  for (const client of [host, other.client]) client.cut();
});

test('[MEET-39] `remove` puts a person out with all devices', async () => {
  const { client: host } = await enter(service, sessionKey, cast.owner.token);
  const devices = [];
  for (let each = 0; each < 3; each++) devices.push(await enter(service, sessionKey, cast.editor.token));
  devices[2]?.client.cut();
  assert.equal(await host.host('remove', devices[0]?.id), 'done');
  for (const { id } of devices) await host.take('left', ({ participant_id }) => participant_id === id);
  for (const { client } of devices.slice(0, 2)) assert.equal((await client.take('ended')).reason, 'removed');
  host.cut();
});

test('[MEET-39] a guest whose org is disabled is out, and a link of who left the binder lets nobody in', async () => {
  const { client: host } = await enter(service, sessionKey, cast.owner.token);
  const editor = await newMember(service, cast, 'editor');
  const meet = await startMeet(service, cast, editor);
  const { secret } = await newLink(service, meet, editor);
  const token = await newGuest(service, secret);
  const json = { id: editor.id };
  await service.call('POST', `/${cast.binderId}/removeuser`, { token: cast.owner.token, json });
  assert.equal(
    (await service.call('POST', '/meets/guests', { json: { link: secret, name: 'Late' } })).status,
    404,
  );
  assert.equal((await (await hello(service, meet, token)).closed).code, 4401);

  const guest = await enterAsGuest(service, sessionKey, { host, owner: cast.owner });
  await service.env.db.query('UPDATE orgs SET disabled_at = 1 WHERE id = $1', [cast.owner.orgId]);
  await service.env.revocations.announce(service.env.db, 'any');
  assert.equal((await guest.client.take('ended')).reason, 'link_revoked');
  assert.equal((await host.closed).code, 4401);
});

test('[MEET-29] a guest whose link was revoked does not come back by the link, the token or `resume`', async () => {
  const { client: host } = await enter(service, sessionKey, cast.owner.token);
  const { id, secret: link } = await newLink(service, sessionKey, cast.owner);
  const come = () => service.call('POST', '/meets/guests', { json: { link, name: 'Mallory' } });
  const { token } = (await come()).body.data;
  const guest = await hello(service, sessionKey, token);
  await guest.take('lobby');
  const { resume } = await admit(host, guest, 'Mallory');
  const revoked = await service.call('DELETE', `/meets/${sessionKey}/links/${id}`, {
    token: cast.owner.token,
  });
  assert.equal(revoked.status, 200);
  guest.cut();
  assert.equal((await come()).status, 404);
  for (const replayed of [undefined, resume]) {
    const again = await hello(service, sessionKey, token, replayed);
    assert.equal((await again.closed).code, 4401);
    assert.ok(!again.frames.some(({ type }) => type === 'welcome' || type === 'lobby'));
  }
  host.cut();
});

test('[STAGE-3] a guest who controls the stage turns only to pages that its presenter has shown in this meet', async () => {
  const { client: host, id: hostId } = await latest(cast.owner.token);
  const boards = await Promise.all([1, 2, 3].map(makeBoard));
  const [displayedName, unseen, byOther] = boards as [number, number, number];
  const editor = await enter(service, sessionKey, cast.editor.token);
  const token = await newGuest(service, (await newLink(service, sessionKey, cast.owner)).secret);
  const guest = await openMeet(service, sessionKey);
  guest.send({ type: 'hello', version: 1, token, plugin_version: 'latest' });
  const { participant_id: guestId } = await admit(host, guest);
  const ask = (client: MeetClient, frame: object) =>
    outcomeOf(client, { id: 1, ...frame } as MeetClientFrame);
  const put = (client: MeetClient, page_id: number) => ask(client, { type: 'stage', page_id });
  assert.equal(await put(editor.client, byOther), 'taken');
  assert.equal(await put(host, displayedName), 'taken');
  assert.equal(await put(guest, displayedName), 'refused', 'without control');
  assert.equal(await ask(guest, { type: 'control', action: 'request', participant_id: hostId }), 'taken');
  await host.take('control_requested');
  const allow = { type: 'control', action: 'allow', participant_id: guestId, abilities: [] };
  assert.equal(await ask(host, allow), 'taken');
  for (const page of [unseen, byOther, 999_999]) assert.equal(await put(guest, page), 'refused', `${page}`);
  assert.equal(await put(host, unseen), 'taken');
  assert.equal(await put(guest, displayedName), 'taken', 'back to what was shown');
  assert.equal(await put(guest, byOther), 'refused');
  for (const client of [host, editor.client, guest]) client.cut();
});

async function makeBoard(): Promise<number> {
  const json = { type: 'whiteboard', name: 'Plan', width: 800, height: 600 };
  const { body } = await service.call('POST', `/${cast.binderId}/pages`, { token: cast.owner.token, json });
  return body.data.page_id;
}

async function latest(token: string) {
  const client = await openMeet(service, sessionKey);
  client.send({ type: 'hello', version: 1, token, plugin_version: 'latest' });
  return { client, id: (await client.take('welcome')).participant_id };
}
