import assert from 'node:assert/strict';
import {
  adminOf,
  type CreatedUser,
  departures,
  startService,
  type TestService,
  until,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { expireMeets } from '../meets/reminders.ts';
import { createMeetNodes } from './nodes.ts';
import { enter, hello, type MeetClient } from './testing/meet-client.ts';
import { admit, enterAsGuest, newGuest, newLink, newMember, startMeet } from './testing/meet-people.ts';

let here: TestService;
let there: TestService;
beforeAll(async () => {
  here = await startService();
  there = await startService({ beside: here });
  for (const each of [here, there]) each.env.config.internalUrl = each.origin;
});
afterAll(async () => {
  await there.close();
  await here.close();
});

test('[MEET-27] a meet lives on one process, and others pass its connections on', async () => {
  const { owner, viewer, editor, otherPartner, binderId } = await here.make.cast();
  const start = async (at: TestService): Promise<string> => {
    const { body } = await at.call('POST', `/${binderId}/meets`, { token: owner.token, json: {} });
    return body.data.session_key;
  };
  const [first, second] = [await start(here), await start(there)];
  const a = await enter(here, first, owner.token);
  const b = await enter(there, first, viewer.token);
  await a.client.take('participant', ({ participant }) => participant.id === b.id);
  b.client.send({ type: 'hand', is_raised: true });
  await a.client.take('participant', ({ participant }) => participant.has_hand_raised);
  const c = await enter(there, second, owner.token);
  const d = await enter(here, second, editor.token);
  await c.client.take('participant', ({ participant }) => participant.id === d.id);

  const outsider = await hello(there, first, otherPartner.token);
  assert.equal(
    (await outsider.take('refused')).code,
    'RESPONSE_ERROR_PERMISSION',
    'asked by the other one too',
  );
  const forged = await fetch(`${here.base}/meets/${first}/channel`, {
    headers: { 'x-ringbinder-meet-forward': `${Date.now()}.${'A'.repeat(16)}.AAAA.${'A'.repeat(43)}` },
  });
  assert.equal(forged.status, 400);

  assert.equal(await a.client.host('remove', b.id), 'done');
  assert.equal((await b.client.take('ended')).reason, 'removed');

  await there.env.db.query(
    `UPDATE meets SET node_id = 'gone http://127.0.0.1:9', node_lease_until = 0
    WHERE session_key = $1`,
    [first],
  );
  const again = await until('the other one has it', async () => {
    const { client, welcome } = await enter(there, first, viewer.token);
    const alone = welcome.participants.length === 1;
    if (!alone) client.cut();
    return alone ? client : undefined;
  });
  await a.client.closed;
  const back = await enter(here, first, owner.token);
  await again.take('participant', ({ participant }) => participant.id === back.id);
  for (const client of [again, back.client, c.client, d.client]) client.cut();
});

test('[MEET-27] [MEET-35] a meet that moves lets go of who waits and of its recording, and has them again where it goes on', async () => {
  const { owner, binderId } = await here.make.cast();
  const { token } = owner;
  const { body } = await here.call('POST', `/${binderId}/meets`, { token, json: {} });
  const sessionKey = body.data.session_key;
  const host = await enter(here, sessionKey, token);
  const links = await here.call('POST', `/meets/${sessionKey}/links`, { token, json: {} });
  const link = new URL(links.body.data.url).hash.slice(1);
  const welcomed = await here.call('POST', '/meets/guests', { json: { link, name: 'Grace' } });
  const guest = await hello(here, sessionKey, welcomed.body.data.token);
  await guest.take('lobby');
  assert.equal(
    await until('the media process runs', async () => {
      const answer = await host.client.host('start_recording');
      return answer === 'RESPONSE_ERROR_SERVICE_UNAVAILABLE' ? undefined : answer;
    }),
    'done',
  );
  const rows = () =>
    here.env.db.query<{ state: string }>('SELECT state FROM meet_recording_jobs WHERE binder_id = $1', [
      binderId,
    ]);
  assert.deepEqual(
    (await rows()).map(({ state }) => state),
    ['recording'],
  );

  await here.env.db.query(
    `UPDATE meets SET node_id = 'gone http://127.0.0.1:9', node_lease_until = 0 WHERE session_key = $1`,
    [sessionKey],
  );
  await host.client.closed;
  await guest.closed;
  await until('the recording is no longer written', async () =>
    (await rows()).every(({ state }) => state !== 'recording'),
  );
  const back = await enter(there, sessionKey, token);
  if (!back.welcome.is_recording) await back.client.take('meet', ({ is_recording }) => is_recording);
  await expect
    .poll(async () => (await rows()).map(({ state }) => state).toSorted())
    .toEqual(['composing', 'recording']);
  const again = await hello(there, sessionKey, welcomed.body.data.token);
  await again.take('lobby');
  await back.client.take('waiting', ({ guests }) => guests.some(({ name }) => name === 'Grace'));
  for (const client of [back.client, again]) client.cut();
});

test('[MEET-27] a process that has just taken a meet keeps its lease while the room opens', async (t) => {
  const { owner, binderId } = await here.make.cast();
  const { body } = await here.call('POST', `/${binderId}/meets`, { token: owner.token, json: {} });
  const key: string = body.data.session_key;
  const read = async () => {
    const [row] = await here.env.db.query<{ node_id: string | null; node_lease_until: number }>(
      'SELECT node_id, node_lease_until FROM meets WHERE session_key = $1',
      [key],
    );
    assert.ok(row);
    return row;
  };
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  t.onTestFinished(() => void vi.useRealTimers());
  const nodes = createMeetNodes(here.env, { has: () => false, abandon: () => undefined });
  await nodes.acquire(key);
  const taken = await read();
  vi.advanceTimersByTime(4_000);
  await until('the lease is renewed', async () => (await read()).node_lease_until > taken.node_lease_until);
  assert.equal((await read()).node_id, taken.node_id);
  vi.advanceTimersByTime(16_000);
  await until('the lease is released', async () => (await read()).node_id === null);
  await nodes.end();
});

test('[MEET-27] a meet that has just ended does not count as moved', async (t) => {
  const { owner, binderId } = await here.make.cast();
  const { token } = owner;
  const start = async (): Promise<string> => {
    const { body } = await here.call('POST', `/${binderId}/meets`, { token, json: {} });
    return body.data.session_key;
  };
  const [ended, running] = [await start(), await start()];
  const leaseOf = async (key: string) => {
    const [row] = await here.env.db.query<{ node_lease_until: number | null }>(
      'SELECT node_lease_until FROM meets WHERE session_key = $1',
      [key],
    );
    return row?.node_lease_until ?? 0;
  };
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  t.onTestFinished(() => void vi.useRealTimers());
  const moved: string[] = [];
  const nodes = createMeetNodes(here.env, { has: () => true, abandon: (key) => moved.push(key) });
  await nodes.acquire(ended);
  await nodes.acquire(running);
  const taken = await leaseOf(running);
  assert.equal((await here.call('POST', `/meets/${ended}/end`, { token, json: {} })).status, 200);
  vi.advanceTimersByTime(4_000);
  await until('the other lease is renewed', async () => (await leaseOf(running)) > taken);
  await nodes.end();
  assert.deepEqual(moved, []);
});

test('[MEET-46] a meet whose process died ends after 15 minutes, unless its plan goes on or somebody comes back', async () => {
  const { owner, binderId } = await here.make.cast();
  const { token } = owner;
  const { db, clock } = here.env;
  const start = async () => {
    const { body } = await here.call('POST', `/${binderId}/meets`, { token, json: {} });
    const key: string = body.data.session_key;
    const { client } = await enter(here, key, token);
    return { key, client };
  };
  const lapse = (key: string, minutes: number) =>
    db.query(
      `UPDATE meets SET node_id = 'gone http://127.0.0.1:9',
         node_lease_until = (extract(epoch FROM clock_timestamp()) * 1000)::bigint - $2 WHERE session_key = $1`,
      [key, minutes * 60_000],
    );
  const statusOf = async (key: string): Promise<string> =>
    (await here.call('GET', `/meets/status/${key}`, { token })).body.data.status;

  const [lost, recent, planned, rejoined] = [await start(), await start(), await start(), await start()];
  const meets = [lost, recent, planned, rejoined];
  for (const { key } of meets) await lapse(key, 16);
  for (const { client } of meets) await client.closed;
  await lapse(recent.key, 14);
  await db.query('UPDATE meets SET ends_at = $2 WHERE session_key = $1', [planned.key, clock.now() + 60_000]);
  const back = await enter(there, rejoined.key, token);
  const round = () => Promise.all([expireMeets(here.env), expireMeets(there.env)]);
  await round();
  assert.equal(await statusOf(lost.key), 'SESSION_STARTED', 'its process may be about to renew the lease');
  await round();
  assert.deepEqual(await Promise.all(meets.map(({ key }) => statusOf(key))), [
    'SESSION_ENDED',
    'SESSION_STARTED',
    'SESSION_STARTED',
    'SESSION_STARTED',
  ]);
  const { entries } = (await here.call('GET', `/${binderId}/feed?after=0&limit=100`, { token })).body.data;
  assert.equal(entries.filter(({ kind }: { kind: string }) => kind === 'meet_ended').length, 1);
  await db.query('UPDATE meets SET ends_at = $2 WHERE session_key = $1', [planned.key, clock.now() - 1]);
  await round();
  await round();
  assert.equal(await statusOf(planned.key), 'SESSION_ENDED');
  back.client.cut();
});

test('[MEET-46] a meet that an earlier release released, without the time, ends 15 minutes after it was found', async () => {
  const { owner, binderId } = await here.make.cast();
  const { token } = owner;
  const { body } = await here.call('POST', `/${binderId}/meets`, { token, json: {} });
  const key: string = body.data.session_key;
  const statusOf = async (): Promise<string> =>
    (await here.call('GET', `/meets/status/${key}`, { token })).body.data.status;
  const { db } = here.env;
  await db.query('UPDATE meets SET attendee_ids = NULL WHERE session_key = $1', [key]);
  for (let round = 0; round < 3; round++) await expireMeets(here.env);
  assert.equal(await statusOf(), 'SESSION_STARTED');
  await db.query('UPDATE meets SET node_lease_until = node_lease_until - 900000 WHERE session_key = $1', [
    key,
  ]);
  for (let round = 0; round < 2; round++) await expireMeets(here.env);
  assert.equal(await statusOf(), 'SESSION_ENDED');
});

test('[MEET-32] a guest link that is revoked puts out who came by it, in the lobby and in the meet, whichever process took the call', async () => {
  const { owner, binderId } = await here.make.cast();
  const { token } = owner;
  const { body } = await here.call('POST', `/${binderId}/meets`, { token, json: {} });
  const sessionKey: string = body.data.session_key;
  const links = `/meets/${sessionKey}/links`;
  const host = await enter(here, sessionKey, token);
  const makeLink = async () => {
    const { data } = (await here.call('POST', links, { token, json: {} })).body;
    return { id: data.id as string, secret: new URL(data.url).hash.slice(1) };
  };
  const come = async (link: string, name: string) => {
    const guest = await here.call('POST', '/meets/guests', { json: { link, name } });
    const client = await hello(there, sessionKey, guest.body.data.token);
    await client.take('lobby');
    return client;
  };
  const admit = async (name: string) => {
    const { guests } = await host.client.take('waiting', (frame) =>
      frame.guests.some((each) => each.name === name),
    );
    await host.client.host('admit', guests.find((each) => each.name === name)?.id);
  };
  const [revoked, stored] = [await makeLink(), await makeLink()];
  const inside = await come(revoked.secret, 'Inside');
  await admit('Inside');
  const { participant_id: insideId } = await inside.take('welcome');
  const other = await come(stored.secret, 'Other');
  await admit('Other');
  await other.take('welcome');
  const waiting = await come(revoked.secret, 'Waiting');
  await host.client.take('waiting', ({ guests }) => guests.some(({ name }) => name === 'Waiting'));

  assert.equal((await there.call('DELETE', `${links}/${revoked.id}`, { token })).status, 200);
  for (const client of [inside, waiting]) {
    const { reason, message } = await client.take('ended');
    assert.deepEqual([reason, message], ['link_revoked', 'the link that you joined with was revoked']);
    await client.closed;
  }
  const left = await host.client.take('left', (frame) => frame.participant_id === insideId);
  assert.equal(left.reason, 'removed');
  await until('nobody waits', () => {
    const last = host.client.frames.filter(({ type }) => type === 'waiting').at(-1);
    return last?.type === 'waiting' && last.guests.length === 0;
  });
  await here.env.db.query('UPDATE meet_guest_links SET expires_at = 0 WHERE id = $1', [stored.id]);
  assert.equal((await here.call('DELETE', `${links}/${(await makeLink()).id}`, { token })).status, 200);
  other.send({ type: 'hand', is_raised: true });
  await host.client.take('participant', ({ participant }) => participant.has_hand_raised);
  for (const client of [host.client, other]) client.cut();
});

async function outBy(client: MeetClient, reason: string, since: number): Promise<void> {
  assert.equal((await client.take('ended')).reason, reason);
  await client.closed;
  assert.ok(performance.now() - since < 2_000, 'within two seconds');
}

test('[MEET-32] guests go within two seconds when who made their link leaves, is disabled, or may no longer write', async () => {
  const cast = await here.make.cast();
  const { owner, binderId } = cast;
  const admin = await adminOf(here, owner);
  const demote = async (_: TestService, { person }: { person: CreatedUser }) => {
    const json = { type: 'BOARD_READ_ONLY' };
    await there.call('POST', `/${binderId}/users/${person.id}`, { token: owner.token, json });
  };
  for (const depart of [...Object.values(departures), demote]) {
    const person = await newMember(here, cast, 'editor');
    const sessionKey = await startMeet(here, cast, person);
    const { client: host } = await enter(here, sessionKey, owner.token);
    const inside = await enterAsGuest(here, sessionKey, { host, owner: person });
    const waiting = await hello(
      here,
      sessionKey,
      await newGuest(here, (await newLink(here, sessionKey, person)).secret),
    );
    await waiting.take('lobby');
    const own = await enterAsGuest(here, sessionKey, { host, owner, name: 'Own' });
    await depart(there, { binderId, owner, admin, person });
    const since = performance.now();
    for (const client of [inside.client, waiting]) await outBy(client, 'link_revoked', since);
    assert.equal(await host.host('mute', own.id), 'done', 'others stay');
    for (const client of [host, own.client]) client.cut();
  }
});

test('[MEET-40] guests by the session key go within two seconds when their org lets guests in by links alone', async () => {
  const cast = await here.make.cast();
  const sessionKey = await startMeet(here, cast, cast.owner);
  const admin = await adminOf(here, cast.owner);
  const { client: host } = await enter(here, sessionKey, cast.owner.token);
  const inside = await hello(here, sessionKey, await newGuest(here, sessionKey));
  await admit(host, inside);
  const waiting = await hello(here, sessionKey, await newGuest(here, sessionKey, 'Late'));
  await waiting.take('lobby');
  const json = { guests_by_session_key: false };
  const changed = await there.call('POST', `/orgs/${cast.owner.orgId}`, { token: admin.token, json });
  assert.equal(changed.status, 200);
  const since = performance.now();
  for (const client of [inside, waiting]) await outBy(client, 'link_revoked', since);
  host.cut();
});

test('[MEET-39] what a host has decided about a guest holds where the meet goes on in another process', async () => {
  const cast = await here.make.cast();
  const sessionKey = await startMeet(here, cast, cast.owner);
  const { client: host } = await enter(here, sessionKey, cast.owner.token);
  const { secret } = await newLink(here, sessionKey, cast.owner);
  const tokens = await Promise.all(
    ['Denied', 'Removed', 'Inside'].map((name) => newGuest(here, secret, name)),
  );
  const [denied, removed, inside] = tokens as [string, string, string];
  await hello(here, sessionKey, denied);
  const { guests } = await host.take('waiting', (frame) => frame.guests.length === 1);
  assert.equal(await host.host('deny', guests[0]?.id), 'done');
  const welcomed = await admit(host, await hello(here, sessionKey, removed), 'Removed');
  assert.equal(await host.host('remove', welcomed.participant_id), 'done');
  await admit(host, await hello(here, sessionKey, inside), 'Inside');

  await here.env.db.query(
    `UPDATE meets SET node_id = 'gone http://127.0.0.1:9', node_lease_until = 0 WHERE session_key = $1`,
    [sessionKey],
  );
  await host.closed;
  const { client: back } = await enter(there, sessionKey, cast.owner.token);
  for (const [token, reason] of [
    [denied, 'denied'],
    [removed, 'removed'],
  ] as const)
    assert.equal((await (await hello(there, sessionKey, token)).take('ended')).reason, reason);
  await (await hello(there, sessionKey, inside)).take('welcome');
  back.cut();
});
