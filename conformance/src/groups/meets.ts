import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { data, done, refused } from '../expect.ts';
import type { Feed, Guest, GuestLink, Listing, Meet, MeetStatus, Message, Recordings } from '../types.ts';

const test = checks('meets');

const HOUR_MS = 3_600_000;
const iso = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

test('[MEET-1] [MEET-3] [MEET-8] [HTTP-35] a meet is scheduled, changed, listed and cancelled', async (t) => {
  const fixture = await t.binder();
  const wanted = { name: 'Prüfen 📋', agenda: 'Alles', starts: iso(1), ends: iso(2), auto_recording: true };
  const answer = await t.editor.post('/meets/schedule', { ...wanted, binder_id: fixture.id });
  const made = data<Meet>(answer);
  const { name, agenda, starts, ends, auto_recording } = made;
  assert.deepEqual({ name, agenda, starts, ends, auto_recording }, wanted);
  assert.deepEqual(
    [made.schedule_binder_id, made.status, made.start_time],
    [fixture.id, 'SESSION_SCHEDULED', Date.parse(wanted.starts)],
  );
  const path = `/meets/${made.session_key}`;
  assert.deepEqual(data<Meet>(await t.viewer.get(path)), made);
  const later = Date.parse(wanted.starts) + HOUR_MS;
  const moved = data<Meet>(await t.editor.post(path, { start_time: later }));
  const length = Date.parse(wanted.ends) - Date.parse(wanted.starts);
  assert.deepEqual([moved.start_time, moved.end_time], [later, later + length]);
  for (const [field, value] of [
    ['name', ''],
    ['starts', 'tomorrow'],
    ['starts', '2030-01-01T10:00:00'],
    ['starts', '2030-02-29T10:00:00Z'],
    ['ends', '2030-04-30T24:00:00Z'],
    ['ends', wanted.starts],
  ] as const)
    refused(
      await t.editor.post('/meets/schedule', { ...wanted, binder_id: fixture.id, [field]: value }),
      400,
      field,
    );
  done(await t.editor.delete(path));
  refused(await t.editor.get(path), 404);
  assert.equal(
    data<MeetStatus>(await t.editor.get(`/meets/status/${made.session_key}`)).status,
    'SESSION_DELETED',
  );
});

test('[MEET-2] [MEET-5] [MEET-15] a meet is started and ended, once, and told in the log', async (t) => {
  const fixture = await t.binder();
  const { session_key } = data<Meet>(await t.editor.post(`${fixture.path}/meets`, { name: 'Now' }));
  const status = async () => data<MeetStatus>(await t.viewer.get(`/meets/status/${session_key}`)).status;
  assert.equal(await status(), 'SESSION_STARTED');
  refused(await t.editor.delete(`/meets/${session_key}`), 412);
  done(await t.editor.post(`/meets/${session_key}/end`, {}));
  refused(await t.editor.post(`/meets/${session_key}/end`, {}), 412);
  assert.equal(await status(), 'SESSION_ENDED');
  const { entries } = data<Feed>(await t.viewer.get(`${fixture.path}/feed`));
  const kinds = entries.map(({ kind }) => kind).filter((kind) => kind.startsWith('meet_'));
  assert.deepEqual(kinds, ['meet_started', 'meet_ended']);
  const [told] = await fixture.messages('?limit=1');
  assert.deepEqual(told?.reply_to, { meet: { session_key } });
});

test('[MSG-46] what the service writes of a meet says so, and is changed by nobody', async (t) => {
  const fixture = await t.binder();
  await t.editor.post(`${fixture.path}/meets`, { name: 'Now' });
  const answer = await t.viewer.get(`${fixture.path}/messages?limit=1`);
  const [line] = data<Listing<'messages', Message>>(answer).messages;
  const path = `${fixture.path}/messages/${line?.id}`;
  for (const caller of [t.owner, t.editor]) {
    refused(await caller.post(path, { message: { text: 'x' } }), 403);
    refused(await caller.delete(path), 403);
  }
});

test('[MEET-7] [MEET-16] meets of a person and of a binder are listed', async (t) => {
  const fixture = await t.binder();
  const times = { starts: iso(30), ends: iso(31) };
  const json = { name: 'Listed', binder_id: fixture.id, ...times };
  const { session_key } = data<Meet>(await t.owner.post('/meets/schedule', json));
  const keys = async (path: string) =>
    data<Listing<'meets', Meet>>(await t.viewer.get(path)).meets.map((each) => each.session_key);
  assert.deepEqual(await keys(`${fixture.path}/meets`), [session_key]);
  const query = (hours: number) => `/me/meets?days=1&starts=${encodeURIComponent(iso(hours))}`;
  assert.ok((await keys(query(20))).includes(session_key), 'the meet');
  assert.ok(!(await keys(query(40))).includes(session_key), 'no meet of another day');
  refused(await t.viewer.get('/me/meets?days=31'), 400, 'days');
});

test('[MEET-13] who may not write schedules no meet, who does not lead it changes none', async (t) => {
  const fixture = await t.binder();
  const json = { name: 'x', starts: iso(1), ends: iso(2), binder_id: fixture.id };
  refused(await t.viewer.post('/meets/schedule', json), 403);
  refused(await t.viewer.post(`${fixture.path}/meets`, {}), 403);
  const { session_key } = data<Meet>(await t.owner.post('/meets/schedule', json));
  refused(await t.editor.post(`/meets/${session_key}`, { name: 'y' }), 403);
  refused(await t.editor.delete(`/meets/${session_key}`), 403);
});

test('[MEET-4] [MEET-6] [MEET-17] people are invited, and have the meet in their calendars', async (t) => {
  const fixture = await t.binder();
  const json = { name: 'One, two', starts: iso(1), ends: iso(2), binder_id: fixture.id };
  const { session_key } = data<Meet>(await t.owner.post('/meets/schedule', json));
  const invite = (users: object[]) =>
    t.editor.post('/meets/inviteuser', { session_key, users, email_off: true });
  done(await invite([{ user: { id: t.viewer.id } }, { user: { id: t.colleague.id } }]));
  assert.equal(data<Meet>(await t.colleague.get(`/meets/${session_key}`)).name, 'One, two');
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
