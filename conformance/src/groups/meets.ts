import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { eventually } from '../eventually.ts';
import { data, done, listed, pluck, refused, status } from '../expect.ts';
import type { Activity, Binder, Guest, GuestLink, Meet, MeetStatus, Message, Recordings } from '../types.ts';

const test = checks('meets');

const HOUR_MS = 3_600_000;
const iso = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

test('[MEET-1] [MEET-3] [MEET-8] [HTTP-35] a meet is scheduled, changed, listed and cancelled', async (t) => {
  const fixture = await t.binder();
  const input = { name: 'Prüfen 📋', agenda: 'Alles', starts: iso(1), ends: iso(2), auto_recording: true };
  const answer = await t.editor.post('/meets/schedule', { ...input, binder_id: fixture.id });
  const createdMeet = data<Meet>(answer);
  const { name, agenda, starts, ends, auto_recording } = createdMeet;
  assert.deepEqual({ name, agenda, starts, ends, auto_recording }, input);
  assert.deepEqual(
    [createdMeet.schedule_binder_id, createdMeet.status, createdMeet.start_time],
    [fixture.id, 'SESSION_SCHEDULED', Date.parse(input.starts)],
  );
  assert.deepEqual(createdMeet.host, { id: t.editor.id, name: t.editor.name });
  const { binder_name } = createdMeet as Meet & { binder_name: string };
  assert.equal(binder_name, data<Binder>(await t.viewer.get(fixture.path)).name);
  assert.ok(
    createdMeet.startmeet_url?.endsWith(`/b/${fixture.id}/meet/${createdMeet.session_key}`),
    'the address of the meet',
  );
  const [scheduled, message] = (await fixture.entries()).slice(-2);
  assert.deepEqual([scheduled?.kind, message?.kind], ['meet_scheduled', 'message_posted']);
  assert.equal(createdMeet.revision, scheduled?.seq);
  const path = `/meets/${createdMeet.session_key}`;
  assert.deepEqual(data<Meet>(await t.viewer.get(path)), createdMeet);
  const later = Date.parse(input.starts) + HOUR_MS;
  const moved = data<Meet>(await t.editor.post(path, { start_time: later, agenda: '' }));
  const length = Date.parse(input.ends) - Date.parse(input.starts);
  assert.deepEqual([moved.start_time, moved.end_time], [later, later + length]);
  assert.deepEqual([moved.starts, moved.agenda, moved.name], [new Date(later).toISOString(), '', input.name]);
  assert.ok(moved.revision > createdMeet.revision, 'a greater revision');
  assert.deepEqual(pluck(listed<Meet>(await t.viewer.get(`${fixture.path}/meets`)), 'starts'), [
    moved.starts,
  ]);
  // Existing clients send times in milliseconds or with an offset, and no binder.
  const start_time = Date.now() + HOUR_MS;
  const shifted = new Date(start_time + 3 * HOUR_MS).toISOString().replace('Z', '+01:00');
  const own = data<Meet>(await t.editor.post('/meets/schedule', { name: 'Own', start_time, ends: shifted }));
  t.after(() => t.editor.delete(`/${own.schedule_binder_id}`));
  assert.equal(own.end_time, start_time + 2 * HOUR_MS);
  const binder = data<Binder>(await t.editor.get(`/${own.schedule_binder_id}`));
  assert.deepEqual([binder.name, binder.owner.id], ['Own', t.editor.id]);
  done(await t.editor.delete(path));
  refused(await t.editor.get(path), 404);
  refused(await t.editor.delete(path), 404);
  assert.deepEqual(listed(await t.viewer.get(`${fixture.path}/meets`)), []);
  const ended = data<MeetStatus>(await t.editor.get(`/meets/status/${createdMeet.session_key}`));
  assert.equal(ended.status, 'SESSION_DELETED');
});

test('[MEET-1] [MEET-3] a meet that cannot be is refused, and the field named', async (t) => {
  const fixture = await t.binder();
  const input = { name: 'x', starts: iso(1), ends: iso(2), binder_id: fixture.id };
  const { session_key } = data<Meet>(await t.editor.post('/meets/schedule', input));
  const seq = await fixture.seq();
  const cases: [field: string, value: unknown, expected?: number][] = [
    ['name', undefined],
    ['name', ''],
    ['name', 'x'.repeat(256)],
    ['agenda', 7],
    ['starts', undefined],
    ['ends', undefined],
    ['starts', 'tomorrow'],
    ['starts', '2030-02-03T10:00:00'],
    ['starts', '2030-02-33T10:00:00Z'],
    ['starts', '2030-02-29T10:00:00Z'],
    ['starts', '2030-04-31T10:00:00+02:00'],
    ['ends', '2030-04-30T24:00:00Z'],
    ['ends', '2030-04-30T23:59:60Z'],
    ['ends', input.starts],
    ['ends', iso(24 * 8)],
    ['start_time', 1],
    ['start_time', -1],
    ['auto_recording', 'often'],
    ['binder_id', 'x'],
  ];
  for (const [field, value] of cases)
    refused(await t.editor.post('/meets/schedule', { ...input, [field]: value }), 400, field);
  const past = { ...input, starts: iso(-2), ends: iso(-1) };
  refused(await t.editor.post('/meets/schedule', past), 412, 'ends');
  refused(await t.editor.post('/meets/schedule', { ...input, binder_id: `B${'0'.repeat(22)}` }), 404);
  refused(await t.editor.post(`/meets/${session_key}`, {}), 400);
  refused(await t.editor.post(`/meets/${session_key}`, { ends: iso(0.5) }), 400, 'ends');
  refused(await t.editor.get(`/meets/M${'0'.repeat(22)}`), 404);
  refused(await t.editor.get('/meets/nothing'), 400, 'session_key');
  assert.equal(await fixture.seq(), seq);
});

test('[MEET-48] a cancelled meet that repeats is followed by the next one, until the series ends', async (t) => {
  const fixture = await t.binder();
  const start = Date.now() + HOUR_MS;
  const repeat = { frequency: 'two_weekly', timezone: 'UTC' };
  const input = {
    name: 'Weekly',
    binder_id: fixture.id,
    start_time: start,
    end_time: start + HOUR_MS,
    repeat,
  };
  const meet = data<Meet>(await t.editor.post('/meets/schedule', input));
  assert.deepEqual(meet.repeat, repeat);
  for (const [wrong, field] of [
    [{ timezone: 'Berlin' }, 'repeat.timezone'],
    [{ frequency: 'often' }, 'repeat.frequency'],
    [{ until: '2020-01-01' }, 'repeat.until'],
  ] as const)
    refused(
      await t.editor.post(`/meets/${meet.session_key}`, { repeat: { ...repeat, ...wrong } }),
      400,
      field,
    );
  done(await t.editor.delete(`/meets/${meet.session_key}`));
  const list = async () => listed<Meet>(await t.viewer.get(`${fixture.path}/meets`));
  const [next] = await eventually(30, list, ({ length }) => length === 1);
  assert.ok(next && next.session_key !== meet.session_key);
  assert.deepEqual([next.name, next.start_time, next.repeat], ['Weekly', start + 14 * 24 * HOUR_MS, repeat]);
  const ended = data<Meet>(await t.editor.post(`/meets/${next.session_key}`, { repeat: null }));
  assert.equal(ended.repeat, undefined);
});

test('[MEET-42] a call is declined once, and only while it runs and by others', async (t) => {
  const fixture = await t.binder();
  const { session_key } = data<Meet>(await t.editor.post(`${fixture.path}/meets`, {}));
  const path = `/meets/${session_key}/decline`;
  done(await t.viewer.post(path, {}));
  done(await t.viewer.post(path, {}));
  refused(await t.editor.post(path, {}), 412);
  refused(await t.sameOrg.post(path, {}), 403);
  const answers = (await fixture.entries()).filter(({ kind }) => kind === 'meet_answered');
  assert.deepEqual(
    answers.map(({ actor, body }) => [actor.id, body.answer]),
    [[t.viewer.id, 'declined']],
  );
  done(await t.editor.post(`/meets/${session_key}/end`, {}));
  refused(await t.viewer.post(path, {}), 412);
});

test('[MEET-45] a meet that nobody has joined is ended on this condition, and a scheduled one is not', async (t) => {
  const fixture = await t.binder();
  const json = { name: 'Later', starts: iso(1), ends: iso(2), binder_id: fixture.id };
  const planned = data<Meet>(await t.editor.post('/meets/schedule', json));
  refused(await t.editor.post(`/meets/${planned.session_key}/end?unattended=true`, {}), 412);
  const { session_key } = data<Meet>(await t.editor.post(`${fixture.path}/meets`, {}));
  done(await t.editor.post(`/meets/${session_key}/end?unattended=true`, {}));
  const ended = data<MeetStatus>(await t.viewer.get(`/meets/status/${session_key}`));
  assert.equal(ended.status, 'SESSION_ENDED');
});

test('[MEET-2] [MEET-5] [MEET-15] a meet is started and ended, once, and told in the log', async (t) => {
  const fixture = await t.binder();
  const begun = data<Meet>(await t.editor.post(`${fixture.path}/meets`, { name: 'Now' }));
  const { session_key } = begun;
  assert.deepEqual([begun.starts, 'ends' in begun], [begun.started_time, false]);
  const stateNow = async () => data<MeetStatus>(await t.viewer.get(`/meets/status/${session_key}`)).status;
  assert.equal(await stateNow(), 'SESSION_STARTED');
  const path = `/meets/${session_key}`;
  refused(await t.editor.delete(path), 412);
  refused(await t.editor.post(path, { ends: iso(3) }), 412);
  assert.equal(data<Meet>(await t.editor.post(path, { name: 'Okafor' })).name, 'Okafor');
  done(await t.owner.post(`${path}/end`, {}));
  refused(await t.editor.post(`${path}/end`, {}), 412);
  refused(await t.editor.post(path, { name: 'Late' }), 412);
  refused(await t.editor.delete(path), 412);
  assert.equal(await stateNow(), 'SESSION_ENDED');
  const json = { name: 'Called off', starts: iso(1), ends: iso(2), binder_id: fixture.id };
  const { session_key: off } = data<Meet>(await t.editor.post('/meets/schedule', json));
  done(await t.editor.delete(`/meets/${off}`));
  const kinds = (await fixture.entries()).map(({ kind }) => kind).filter((kind) => kind.startsWith('meet_'));
  assert.deepEqual(kinds, ['meet_started', 'meet_updated', 'meet_ended', 'meet_scheduled', 'meet_cancelled']);
  const [now, later] = [{ meet: { session_key } }, { meet: { session_key: off } }];
  const chat = await fixture.messages();
  assert.deepEqual(pluck(chat, 'reply_to'), [later, later, now, now]);
  const names = ['Called off', 'Called off', 'Okafor', 'Now'];
  for (const [index, name] of names.entries())
    assert.ok(chat[index]?.text.includes(name), `a message that names ${name}`);
  assert.deepEqual([chat[2]?.user.id, chat[3]?.user.id], [t.owner.id, t.editor.id]);
  const activities = listed<Activity>(await t.viewer.get(`${fixture.path}/conversations`));
  const ofMeets = activities.filter(({ object }) => object.object_type === 'meet');
  assert.deepEqual(
    ofMeets.map(({ verb, object }) => [verb, object.id]),
    [
      ['delete', off],
      ['create', off],
      ['update', session_key],
      ['update', session_key],
      ['create', session_key],
    ],
  );
  const other = await t.binder();
  const reply = (to: { path: string }, reply_to: object) =>
    t.editor.post(`${to.path}/messages`, { message: { text: 'Yes' }, reply_to });
  data(await reply(fixture, now));
  refused(await reply(fixture, later), 404, 'reply_to.meet.session_key');
  refused(await reply(other, now), 404, 'reply_to.meet.session_key');
});

test('[MSG-46] what the service writes of a meet says so, and is changed by nobody', async (t) => {
  const fixture = await t.binder();
  await t.editor.post(`${fixture.path}/meets`, { name: 'Now' });
  const answer = await t.viewer.get(`${fixture.path}/messages?limit=1`);
  const [line] = listed<Message>(answer);
  const path = `${fixture.path}/messages/${line?.id}`;
  for (const caller of [t.owner, t.editor]) {
    refused(await caller.post(path, { message: { text: 'x' } }), 403);
    refused(await caller.delete(path), 403);
  }
});

test('[MEET-7] [MEET-16] meets of a person are those of some days, in all binders', async (t) => {
  const person = await t.people.newcomer();
  const [one, two] = [await t.binder(person), await t.binder(person)];
  const schedule = async (hours: number, binder_id: string, name: string) =>
    data<Meet>(
      await person.post('/meets/schedule', { name, binder_id, starts: iso(hours), ends: iso(hours + 1) }),
    );
  await schedule(50, one.id, 'c');
  await schedule(2, two.id, 'b');
  await schedule(1, one.id, 'a');
  await schedule(24 * 20, two.id, 'd');
  const { session_key } = await schedule(3, two.id, 'off');
  done(await person.delete(`/meets/${session_key}`));
  data(await person.post(`${one.path}/meets`, { name: 'now' }));
  const names = async (query: string) => pluck(listed<Meet>(await person.get(`/me/meets?${query}`)), 'name');
  assert.deepEqual(await names(''), ['now', 'a', 'b', 'c', 'd']);
  assert.deepEqual(await names('days=3'), ['now', 'a', 'b', 'c']);
  const { next_cursor } = data<{ next_cursor: string }>(await person.get('/me/meets?limit=2'));
  assert.deepEqual(await names(`cursor=${next_cursor}`), ['b', 'c', 'd']);
  assert.deepEqual(await names(`starts=${encodeURIComponent(iso(2.5))}&days=1`), ['now', 'b']);
  assert.deepEqual(pluck(listed<Meet>(await person.get(`${two.path}/meets`)), 'name').sort(), ['b', 'd']);
  for (const [query, field] of [
    ['days=31', 'days'],
    ['days=0', 'days'],
    ['starts=soon', 'starts'],
  ])
    refused(await person.get(`/me/meets?${query}`), 400, field);
  refused(await t.viewer.get(`/${person.id}/meets`), 403);
});

test('[MEET-13] who may not write schedules no meet, who does not lead it changes none', async (t) => {
  const fixture = await t.binder();
  const json = { name: 'x', starts: iso(1), ends: iso(2), binder_id: fixture.id };
  const [mine, owned] = [
    data<Meet>(await t.editor.post('/meets/schedule', json)),
    data<Meet>(await t.owner.post('/meets/schedule', json)),
  ];
  const path = `/meets/${mine.session_key}`;
  for (const [person, read] of [
    [t.viewer, 200],
    [t.sameOrg, 403],
    [t.outsider, 403],
  ] as const) {
    refused(await person.post('/meets/schedule', json), 403);
    refused(await person.post(`${fixture.path}/meets`, {}), 403);
    refused(await person.post(path, { name: 'y' }), 403);
    refused(await person.post(`${path}/end`, {}), 403);
    refused(await person.delete(path), 403);
    for (const visible of [path, `/meets/status/${mine.session_key}`, `${fixture.path}/meets`])
      status(await person.get(visible), read);
  }
  refused(await t.nobody.get(path), 401);
  data(await t.owner.post(path, { name: 'By the owner of the binder' }));
  refused(await t.editor.post(`/meets/${owned.session_key}`, { name: 'y' }), 403);
  refused(await t.editor.delete(`/meets/${owned.session_key}`), 403);
});

test('[MEET-4] [MEET-6] [MEET-17] people are invited, and have the meet in their calendars', async (t) => {
  const fixture = await t.binder();
  const json = { name: 'One, two', starts: iso(1), ends: iso(2), binder_id: fixture.id };
  const { session_key } = data<Meet>(await t.owner.post('/meets/schedule', json));
  const invite = (users: object[]) =>
    t.editor.post('/meets/inviteuser', { session_key, users, email_off: true });
  done(await invite([{ user: { id: t.viewer.id } }, { user: { id: t.sameOrg.id } }]));
  assert.equal(data<Meet>(await t.sameOrg.get(`/meets/${session_key}`)).name, 'One, two');
  refused(await invite([{ user: { unique_id: 'nobody-at-all' } }]), 404, 'users[0].user');
  refused(await invite([]), 400, 'users');
  const { bytes } = await t.viewer.get(`/meets/${session_key}/ics`);
  const text = bytes.toString();
  assert.ok(text.includes('\r\nSUMMARY:One\\, two\r\n'), 'the escaped name in a calendar');
  for (const named of [session_key, fixture.id])
    assert.equal(data<Recordings>(await t.viewer.get(`/meets/recordings/${named}`)).count, 0);
});

test('[MEET-14] a guest comes by a link until it is revoked', async (t) => {
  const fixture = await t.binder();
  const { session_key } = data<Meet>(await t.owner.post(`${fixture.path}/meets`, {}));
  const links = `/meets/${session_key}/links`;
  const { id, url } = data<GuestLink>(await t.owner.post(links, {}));
  const link = new URL(url).hash.slice(1);
  const come = () => t.nobody.post('/meets/guests', { link, name: 'Jane' });
  assert.deepEqual(data<Guest>(await come()).session_key, session_key);
  refused(await t.editor.post(links, {}), 403);
  done(await t.owner.delete(`${links}/${id}`));
  refused(await come(), 404, 'link');
});

test('[MEET-51] members answer the invitation to a meet, and change the answer', async (t) => {
  const fixture = await t.binder();
  const plan = { name: 'Plan', starts: iso(1), ends: iso(2), binder_id: fixture.id };
  const { session_key } = data<Meet>(await t.editor.post('/meets/schedule', plan));
  const users = [{ user: { id: t.viewer.id } }];
  done(await t.editor.post('/meets/inviteuser', { session_key, users, email_off: true }));
  const reply = (answer: string) => t.viewer.post(`/meets/${session_key}/reply`, { reply: answer });
  refused(await reply('perhaps'), 400, 'reply');
  for (const answer of ['declined', 'maybe']) done(await reply(answer));
  const { replies } = data<Meet>(await t.owner.get(`/meets/${session_key}`));
  assert.deepEqual(replies, { accepted: 0, maybe: 1, declined: 0, waiting: 0 });
});
