import assert from 'node:assert/strict';
import {
  type Answer,
  type Cast,
  type CreatedUser,
  followCursor,
  startService,
  type TestService,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { admitToMeet, endMeet, findMeetToJoin, startMeet } from './index.ts';

const HOUR_MS = 60 * 60 * 1000;
let service: TestService;
/** Another process on the same database. */
let beside: TestService;
let cast: Cast;
beforeAll(async () => {
  service = await startService();
  beside = await startService({ beside: service });
  cast = await service.make.cast();
});
afterAll(async () => {
  await beside.close();
  await service.close();
});

const iso = (hours: number) => new Date(service.clock.now() + hours * HOUR_MS).toISOString();
const call = (method: string, path: string, json?: unknown, token = cast.editor.token) =>
  service.call(method, path, { token, ...(json === undefined ? {} : { json }) });
const expectRefusal = (answer: Answer, status: number, path?: string) => {
  assert.equal(answer.status, status, JSON.stringify(answer.body));
  if (path !== undefined) assert.equal(answer.body.errors[0].path, path);
};
/** Schedules a meet of an hour in the binder, by the editor. */
async function schedule(json: Record<string, unknown> = {}, token = cast.editor.token) {
  const wanted = { name: 'Signing', starts: iso(1), ends: iso(2), binder_id: cast.binderId, ...json };
  const { status, body } = await call('POST', '/meets/schedule', wanted, token);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}
const begin = async (json: object = {}) =>
  (await call('POST', `/${cast.binderId}/meets`, json)).body.data.session_key as string;
async function entries(binderId = cast.binderId) {
  const { body } = await call('GET', `/${binderId}/feed`, undefined, cast.owner.token);
  return body.data.entries as { seq: number; kind: string; actor: { id: string }; body: never }[];
}
const lastKinds = async (count: number) => (await entries()).slice(-count).map(({ kind }) => kind);
const actorOf = ({ id }: CreatedUser) => ({ userId: id });

test('[MEET-1] [MEET-3] [MEET-8] [MEET-16] a meet is scheduled in a binder or in one of its own, read, changed and listed', async () => {
  const wanted = { agenda: 'Questions', auto_recording: true };
  const made = await schedule(wanted);
  assert.match(made.session_key, /^M[0-9A-Za-z]{22}$/);
  const [entry, message] = (await entries()).slice(-2);
  assert.deepEqual([entry?.kind, message?.kind], ['meet_scheduled', 'message_posted']);
  const { created_time, updated_time, starts, ends, ...rest } = made;
  assert.deepEqual(rest, {
    ...wanted,
    id: made.id,
    session_key: made.session_key,
    schedule_binder_id: cast.binderId,
    binder_name: 'Test binder',
    name: 'Signing',
    status: 'SESSION_SCHEDULED',
    host: { id: cast.editor.id, name: cast.editor.name },
    start_time: Date.parse(starts),
    end_time: Date.parse(ends),
    startmeet_url: `${service.origin}/b/${cast.binderId}/meet/${made.session_key}`,
    revision: entry?.seq,
  });
  for (const time of [created_time, updated_time, starts, ends])
    assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const path = `/meets/${made.session_key}`;
  assert.deepEqual((await call('GET', path, undefined, cast.viewer.token)).body.data, made);

  // Put off without a new end, it is as long as it was.
  const later = Date.parse(starts) + 30 * 60_000;
  const moved = await call('POST', path, { start_time: later, agenda: '' });
  assert.deepEqual(
    [moved.body.data.starts, moved.body.data.ends, moved.body.data.agenda, moved.body.data.name],
    [new Date(later).toISOString(), new Date(later + HOUR_MS).toISOString(), '', 'Signing'],
  );
  assert.ok(moved.body.data.revision > made.revision);
  const list = await call('GET', `/${cast.binderId}/meets`, undefined, cast.viewer.token);
  assert.deepEqual(list.body.data.meets[0].starts, moved.body.data.starts);

  // As existing clients do: milliseconds, an offset, and a binder of its own.
  const start_time = service.clock.now() + HOUR_MS;
  const own = await schedule({
    binder_id: undefined,
    starts: undefined,
    ends: new Date(start_time + 3 * HOUR_MS).toISOString().replace('Z', '+01:00'),
    start_time,
  });
  assert.equal(own.end_time, start_time + 2 * HOUR_MS);
  assert.notEqual(own.schedule_binder_id, cast.binderId);
  const binder = await call('GET', `/${own.schedule_binder_id}`);
  assert.deepEqual([binder.body.data.name, binder.body.data.owner.id], ['Signing', cast.editor.id]);
});

test('[MEET-1] [MEET-3] what no meet can be is refused, and names the field', async () => {
  const wanted = { name: 'x', starts: iso(1), ends: iso(2), binder_id: cast.binderId };
  const before = await entries();
  for (const [change, status, field] of [
    [{ name: undefined }, 400, 'name'],
    [{ name: '' }, 400, 'name'],
    [{ name: 'x'.repeat(256) }, 400, 'name'],
    [{ agenda: 7 }, 400, 'agenda'],
    [{ starts: undefined }, 400, 'starts'],
    [{ ends: undefined }, 400, 'ends'],
    [{ starts: 'tomorrow' }, 400, 'starts'],
    [{ starts: '2027-02-03T10:00:00' }, 400, 'starts'],
    [{ starts: '2027-02-33T10:00:00Z' }, 400, 'starts'],
    [{ starts: '2027-02-29T10:00:00Z' }, 400, 'starts'],
    [{ starts: '2027-04-31T10:00:00+02:00' }, 400, 'starts'],
    [{ ends: '2027-04-30T24:00:00Z' }, 400, 'ends'],
    [{ ends: '2027-04-30T23:59:60Z' }, 400, 'ends'],
    [{ ends: wanted.starts }, 400, 'ends'],
    [{ ends: iso(24 * 8) }, 400, 'ends'],
    [{ starts: iso(-2), ends: iso(-1) }, 412, 'ends'],
    [{ start_time: 1 }, 400, 'start_time'],
    [{ start_time: -1 }, 400, 'start_time'],
    [{ auto_recording: 'often' }, 400, 'auto_recording'],
    [{ binder_id: 'x' }, 400, 'binder_id'],
    [{ binder_id: `B${'0'.repeat(22)}` }, 404, undefined],
  ] as const)
    expectRefusal(await call('POST', '/meets/schedule', { ...wanted, ...change }), status, field);
  assert.deepEqual(await entries(), before);
  const { session_key } = await schedule();
  expectRefusal(await call('POST', `/meets/${session_key}`, {}), 400);
  expectRefusal(await call('POST', `/meets/${session_key}`, { ends: iso(0.5) }), 400, 'ends');
  expectRefusal(await call('GET', `/meets/M${'0'.repeat(22)}`), 404);
  expectRefusal(await call('GET', '/meets/nothing'), 400, 'session_key');
});

test('[MEET-2] [MEET-5] a meet begins at once, is planned and begun, ended or called off, each once', async () => {
  const named = await call('POST', `/${cast.binderId}/meets`, {});
  assert.deepEqual([named.body.data.name, named.body.data.status], ['Test binder', 'SESSION_STARTED']);
  assert.equal(named.body.data.starts, named.body.data.started_time);
  assert.ok(!('ends' in named.body.data));
  assert.deepEqual(await lastKinds(2), ['meet_started', 'message_posted']);
  const path = `/meets/${named.body.data.session_key}`;
  const status = async (key: string) => (await call('GET', `/meets/status/${key}`)).body.data.status;
  expectRefusal(await call('DELETE', path), 412);
  expectRefusal(await call('POST', path, { ends: iso(3) }), 412);
  assert.equal((await call('POST', path, { name: 'Okafor' })).body.data.name, 'Okafor');
  assert.equal((await call('POST', `${path}/end`)).status, 200);
  expectRefusal(await call('POST', `${path}/end`), 412);
  assert.deepEqual(await lastKinds(2), ['meet_ended', 'message_posted']);
  assert.equal(await status(named.body.data.session_key), 'SESSION_ENDED');
  expectRefusal(await call('POST', path, { name: 'Late' }), 412);
  expectRefusal(await call('DELETE', path), 412);

  // Ten who come first at the same time, on two processes, begin it once; and end it once.
  const planned = await schedule();
  const row = await findMeetToJoin(service.env, planned.session_key);
  assert.ok(row);
  const before = (await entries()).length;
  const each = Array.from({ length: 10 }, (_, index) => (index % 2 ? service : beside).env);
  const begun = await Promise.all(each.map((env) => startMeet(env, row, actorOf(cast.editor))));
  assert.deepEqual(new Set(begun.map(({ state }) => state)), new Set(['SESSION_STARTED']));
  assert.equal((await entries()).length, before + 2);
  const ended = await Promise.all(each.map((env) => endMeet(env, row, null)));
  assert.equal(ended.filter(Boolean).length, 1);
  assert.equal((await entries()).length, before + 4);
  assert.equal(await findMeetToJoin(service.env, planned.session_key), undefined);

  const off = await schedule();
  assert.equal((await call('DELETE', `/meets/${off.session_key}`)).status, 200);
  assert.equal(await status(off.session_key), 'SESSION_DELETED');
  expectRefusal(await call('GET', `/meets/${off.session_key}`), 404);
  expectRefusal(await call('DELETE', `/meets/${off.session_key}`), 404);
  const listed = await call('GET', `/${cast.binderId}/meets`);
  assert.ok(!listed.body.data.meets.some(({ id }: { id: number }) => id === off.id));
});

test('[MEET-7] the meets of a person are those of some days, of all binders, page by page', async () => {
  const { owner, binderId } = await service.make.cast();
  const other = await service.make.binder(owner);
  const make = (hours: number, binder_id: string, name: string) =>
    schedule({ name, binder_id, starts: iso(hours), ends: iso(hours + 1) }, owner.token);
  await make(50, binderId, 'c');
  await make(2, other, 'b');
  await make(1, binderId, 'a');
  await make(24 * 20, other, 'd');
  const off = await make(3, other, 'off');
  await call('DELETE', `/meets/${off.session_key}`, undefined, owner.token);
  await call('POST', `/${binderId}/meets`, { name: 'now' }, owner.token);
  const names = async (query: string) => {
    const get = (cursor: string) => call('GET', `/me/meets?${query}${cursor}`, undefined, owner.token);
    const all: string[] = [];
    for await (const { meets } of followCursor(get))
      all.push(...meets.map(({ name }: { name: string }) => name));
    return all;
  };
  assert.deepEqual(await names(''), ['now', 'a', 'b', 'c', 'd']);
  assert.deepEqual(await names('days=3&limit=1'), ['now', 'a', 'b', 'c']);
  assert.deepEqual(await names(`starts=${encodeURIComponent(iso(2.5))}&days=1`), ['now', 'b']);
  for (const [query, field] of [
    ['days=31', 'days'],
    ['days=0', 'days'],
    ['starts=soon', 'starts'],
  ])
    expectRefusal(await call('GET', `/me/meets?${query}`), 400, field);
  expectRefusal(await call('GET', `/${cast.owner.id}/meets`, undefined, cast.editor.token), 403);
});

test('[MEET-13] who may write plans and begins, the host and the owner change, end and call off, readers join', async () => {
  const { session_key } = await schedule();
  const path = `/meets/${session_key}`;
  const body = { name: 'x', starts: iso(1), ends: iso(2), binder_id: cast.binderId };
  for (const [person, write, lead, read] of [
    [cast.viewer, 403, 403, 200],
    [cast.colleague, 403, 403, 403],
    [cast.stranger, 403, 403, 403],
  ] as const) {
    const { token } = person;
    expectRefusal(await call('POST', '/meets/schedule', body, token), write);
    expectRefusal(await call('POST', `/${cast.binderId}/meets`, {}, token), write);
    expectRefusal(await call('POST', path, { name: 'x' }, token), lead);
    expectRefusal(await call('DELETE', path, undefined, token), lead);
    expectRefusal(await call('POST', `${path}/end`, undefined, token), lead);
    for (const shown of [path, `/meets/status/${session_key}`, `/${cast.binderId}/meets`])
      assert.equal((await call('GET', shown, undefined, token)).status, read);
  }
  assert.equal((await call('POST', path, { name: 'By the owner' }, cast.owner.token)).status, 200);
  const owned = await schedule({}, cast.owner.token);
  expectRefusal(await call('DELETE', `/meets/${owned.session_key}`), 403);
  expectRefusal(await service.call('GET', path, {}), 401);

  // A person who may read joins what runs, and does not begin what does not.
  const { env } = service;
  assert.equal((await admitToMeet(env, actorOf(cast.editor), session_key)).role, 'host');
  assert.equal((await admitToMeet(env, actorOf(cast.owner), session_key)).role, 'host');
  await assert.rejects(admitToMeet(env, actorOf(cast.viewer), session_key), { status: 403 });
  const { meet } = await admitToMeet(env, actorOf(cast.editor), session_key);
  await startMeet(env, meet, actorOf(cast.editor));
  assert.equal((await admitToMeet(env, actorOf(cast.viewer), session_key)).role, 'member');
  await assert.rejects(admitToMeet(env, actorOf(cast.colleague), session_key), { status: 403 });
  await endMeet(env, meet, actorOf(cast.editor));
  await assert.rejects(admitToMeet(env, actorOf(cast.viewer), session_key), { status: 412 });
});

test('[MEET-15] what becomes of a meet is told in the chat and the conversations, and a message may answer it', async () => {
  const { session_key, name } = await schedule({ name: 'Told' });
  await call('DELETE', `/meets/${session_key}`);
  const key = await begin({ name: 'Told now' });
  await call('POST', `/meets/${key}/end`, undefined, cast.owner.token);
  const { body } = await call('GET', `/${cast.binderId}/messages?limit=4`);
  assert.deepEqual(
    body.data.messages.map(({ text, reply_to, user }: never) => [
      text,
      reply_to,
      (user as { id: string }).id,
    ]),
    [
      ['Meet ended: Told now', { meet: { session_key: key } }, cast.owner.id],
      ['Meet started: Told now', { meet: { session_key: key } }, cast.editor.id],
      ['Meet cancelled: Told', { meet: { session_key } }, cast.editor.id],
      [`Meet scheduled: ${name}`, { meet: { session_key } }, cast.editor.id],
    ],
  );
  const { body: told } = await call('GET', `/${cast.binderId}/conversations?count=8`);
  assert.deepEqual(
    told.data.feeds
      .filter(({ object }: { object: { object_type: string } }) => object.object_type === 'meet')
      .map(({ verb, object }: { verb: string; object: { id: string } }) => [verb, object.id]),
    [
      ['update', key],
      ['create', key],
      ['delete', session_key],
      ['create', session_key],
    ],
  );
  const reply = (to: string, binderId = cast.binderId) =>
    call('POST', `/${binderId}/messages`, {
      message: { text: 'Yes' },
      reply_to: { meet: { session_key: to } },
    });
  assert.equal((await reply(key)).status, 200);
  expectRefusal(await reply(session_key), 404, 'reply_to.meet.session_key');
  const other = await service.make.binder(cast.editor);
  expectRefusal(await reply(key, other), 404, 'reply_to.meet.session_key');
});
