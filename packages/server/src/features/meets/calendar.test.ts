import assert from 'node:assert/strict';
import { makeLiveRecording } from '@ringbinder/page-renderer/testing';
import {
  type Cast,
  expectRefusal,
  startService,
  stateOf,
  type TestService,
  uploadFile,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { startMailServer } from '../oauth/testing/mail-server.ts';
import { foldLine } from './calendar.ts';
import { meetMails } from './mail.ts';
import { expireMeets, remindOfMeets } from './reminders.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let service: TestService;
let beside: TestService;
let cast: Cast;
beforeAll(async () => {
  mailServer = await startMailServer();
  const config = { smtpUrl: mailServer.url, mailFrom: 'Ringbinder <no@test.example>' };
  service = await startService({ config });
  beside = await startService({ beside: service, config });
  cast = await service.make.cast();
});
afterAll(async () => {
  await beside.close();
  await service.close();
  await mailServer.close();
});

const call = (method: string, path: string, json?: unknown, token = cast.editor.token) =>
  service.call(method, path, { token, ...(json === undefined ? {} : { json }) });
async function schedule(json: object = {}): Promise<{ session_key: string; start_time: number }> {
  const start_time = service.clock.now() + HOUR_MS;
  const times = { start_time, end_time: start_time + HOUR_MS };
  const { status, body } = await call('POST', '/meets/schedule', {
    name: 'Signing',
    binder_id: cast.binderId,
    ...times,
    ...json,
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}
async function kindsOf(key: string): Promise<string[]> {
  const { body } = await call('GET', `/${cast.binderId}/feed?limit=500`);
  return body.data.entries
    .filter(({ body }: { body: { session_key?: string } }) => body.session_key === key)
    .map(({ kind }: { kind: string }) => kind);
}
async function calendarOf(key: string, token = cast.viewer.token): Promise<string[]> {
  const answer = await fetch(`${service.origin}/v1/meets/${key}/ics`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.deepEqual(
    [answer.status, answer.headers.get('content-type')],
    [200, 'text/calendar; charset=utf-8'],
  );
  const text = await answer.text();
  assert.ok(text.endsWith('\r\n') && !/[^\r]\n/.test(text));
  for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line);
  return text.replaceAll('\r\n ', '').split('\r\n');
}

test('[MEET-17] a meet is an entry of a calendar, with its changes and its end', async () => {
  const name = 'Verträge; "alles", \\ und 📋 noch viel mehr, damit die Zeile lang genug wird';
  const { session_key, start_time } = await schedule({ name, agenda: 'Erstens,\nzweitens' });
  const lines = await calendarOf(session_key);
  const utc = (at: number) => `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const url = `${service.origin}/b/${cast.binderId}/meet/${session_key}`;
  for (const line of [
    `UID:${session_key}@127.0.0.1`,
    `DTSTART:${utc(start_time)}`,
    `DTEND:${utc(start_time + HOUR_MS)}`,
    'SUMMARY:Verträge\\; "alles"\\, \\\\ und 📋 noch viel mehr\\, damit die Zeile lang genug wird',
    `DESCRIPTION:Erstens\\,\\nzweitens\\n\\n${url}`,
    `URL:${url}`,
    `ORGANIZER;CN="${cast.editor.name}":invalid:nomail`,
    'SEQUENCE:0',
    'STATUS:CONFIRMED',
  ])
    assert.ok(lines.includes(line), `${line} in\n${lines.join('\n')}`);
  await call('POST', `/meets/${session_key}`, { start_time: start_time + HOUR_MS });
  const moved = await calendarOf(session_key);
  assert.ok(moved.includes('SEQUENCE:1') && moved.includes(`DTEND:${utc(start_time + 2 * HOUR_MS)}`));
  await call('DELETE', `/meets/${session_key}`);
  const cancelled = await calendarOf(session_key);
  assert.ok(cancelled.includes('SEQUENCE:2') && cancelled.includes('STATUS:CANCELLED'));
  const other = await call('GET', `/meets/${session_key}/ics`, undefined, cast.sameOrg.token);
  assert.equal(other.status, 403);
  assert.deepEqual(foldLine(`${'x'.repeat(73)}📋y`), `${'x'.repeat(73)}\r\n 📋y`);
});

test('[MEET-18] a meet is reminded of ten minutes before, once, again when it was put off, and ends when nobody comes', async () => {
  const { session_key, start_time } = await schedule();
  const remind = async () => {
    const each = await Promise.all([service, beside].map(({ env }) => remindOfMeets(env)));
    return each.reduce((sum, count) => sum + count, 0);
  };
  const wait = (until: number) => {
    for (const { clock } of [service, beside]) clock.advance(until - clock.now());
  };
  assert.equal(await remind(), 0);
  wait(start_time - 9 * MINUTE_MS);
  assert.equal(await remind(), 1);
  assert.equal(await remind(), 0);
  const later = start_time + HOUR_MS;
  await call('POST', `/meets/${session_key}`, { start_time: later });
  wait(later - 9 * MINUTE_MS);
  assert.equal(await remind(), 1);
  wait(later + HOUR_MS);
  const ended = await Promise.all([service, beside].map(({ env }) => expireMeets(env)));
  assert.deepEqual(ended.toSorted(), [0, 1]);
  assert.deepEqual(await kindsOf(session_key), [
    'meet_scheduled',
    'meet_reminded',
    'meet_updated',
    'meet_reminded',
    'meet_ended',
  ]);
  const { body } = await call('GET', `/meets/status/${session_key}`);
  assert.equal(body.data.status, 'SESSION_ENDED');
  const running = await schedule();
  await service.env.db.query(`UPDATE meets SET state = 'SESSION_STARTED' WHERE session_key = $1`, [
    running.session_key,
  ]);
  wait(running.start_time + 2 * HOUR_MS);
  assert.deepEqual([await remind(), await expireMeets(service.env)], [0, 0]);
});

test('[MEET-4] people are invited to a meet by id, unique id or address, join its binder, and get one mail with the meet', async () => {
  const { session_key, start_time } = await schedule();
  const invite = (users: object[], more: object = {}, token = cast.editor.token) =>
    call('POST', '/meets/inviteuser', { session_key, users, ...more }, token);
  const { viewer, sameOrg, otherOrg } = cast;
  const users = [
    { user: { id: viewer.id } },
    { user: { unique_id: sameOrg.uniqueId } },
    { user: { email: otherOrg.email, org_id: otherOrg.orgId } },
    { user: { email: 'new@example.org' } },
  ];
  const before = mailServer.mails.length;
  assert.equal((await invite(users, { message: 'Please come' })).status, 200);
  assert.equal((await call('GET', `/meets/${session_key}`, undefined, sameOrg.token)).status, 200);
  assert.deepEqual((await kindsOf(session_key)).slice(-1), ['meet_invited']);
  const send = () => Promise.all([meetMails.work(service.env), meetMails.work(beside.env)]);
  await send();
  const mails = mailServer.mails.slice(before);
  const addressees = mails.map((mail) => /^To: <?([^>\s]+)/m.exec(mail)?.[1]);
  assert.deepEqual(addressees.toSorted(), [viewer, sameOrg, otherOrg].map(({ email }) => email).toSorted());
  assert.match(mails[0] ?? '', /text\/calendar/);
  assert.match(mails[0] ?? '', /> Please come/);
  assert.equal((await invite(users.slice(0, 1))).status, 200);
  await send();
  assert.equal(mailServer.mails.length, before + 3);
  await call('POST', `/meets/${session_key}`, { start_time: start_time + 30 * MINUTE_MS });
  await send();
  assert.equal(mailServer.mails.length, before + 6);
  await call('DELETE', `/meets/${session_key}`);
  await send();
  assert.match(mailServer.mails.at(-1) ?? '', /^Subject: Cancelled: Signing/m);
  assert.equal(mailServer.mails.length, before + 9);

  const other = await schedule({ email_off: true });
  const path = { session_key: other.session_key };
  assert.equal((await invite(users, path)).status, 200);
  await send();
  assert.equal(mailServer.mails.length, before + 9);
  assert.equal((await invite(users)).status, 404);
  assert.equal((await invite(users, path, viewer.token)).status, 403);
  assert.equal((await invite(users, path, cast.otherPartner.token)).status, 403);
  const unknown = await invite([{ user: { unique_id: 'nobody' } }], path);
  assert.deepEqual([unknown.status, unknown.body.errors[0].path], [404, 'users[0].user']);
  assert.equal((await invite([], path)).status, 400);
});

test('[MEET-4] [TX-47] a member who is disabled is not invited to a meet, and the refusal says why', async () => {
  const { session_key } = await schedule();
  const person = await service.make.user({ partner: cast.partner });
  const invite = (...ids: string[]) =>
    call('POST', '/meets/inviteuser', { session_key, users: ids.map((id) => ({ user: { id } })) });
  assert.equal((await invite(person.id)).status, 200);
  const stored = await stateOf(service, cast.binderId);
  await service.env.db.query('UPDATE users SET disabled_at = 1 WHERE id = $1', [person.id]);
  const refused = await invite(cast.viewer.id, person.id, cast.otherOrg.id);
  expectRefusal(refused, 412, 'users[1].user');
  assert.match(refused.body.message, /is disabled/);
  assert.deepEqual(await stateOf(service, cast.binderId), stored, 'all or none');
});

test('[MEET-6] recordings are listed by meet and by binder, play without a token, and go with their page', async () => {
  const { body } = await call('POST', `/${cast.binderId}/meets`, { name: 'Recorded' });
  const { session_key, id } = body.data;
  const bytes = await makeLiveRecording({ format: 'webm', seconds: 2 });
  const to = { binderId: cast.binderId, token: cast.editor.token };
  const { fileId, pages } = await uploadFile(service, to, Uint8Array.from(bytes), 'Recorded.webm');
  const pageId = pages[0].id;
  await service.env.db.query(
    `INSERT INTO meet_recordings (binder_id, meet_id, file_id, page_id, started_at, ended_at, created_at)
     VALUES ($1, $2, $3, $4, $5::bigint, $5::bigint + 2000, $5::bigint)`,
    [cast.binderId, id, fileId, pageId, service.clock.now()],
  );
  for (const named of [session_key, cast.binderId]) {
    const list = await call('GET', `/meets/recordings/${named}`, undefined, cast.viewer.token);
    const [listed, ...more] = list.body.data.recordings;
    assert.deepEqual([list.body.data.count, more.length, listed.page_id], [1, 0, pageId]);
    const answer = await fetch(listed.download_url);
    const content = await answer.arrayBuffer();
    assert.deepEqual(
      [answer.status, answer.headers.get('content-type'), content.byteLength],
      [200, listed.content_type, listed.content_length],
    );
    assert.equal(
      (await call('GET', `/meets/recordings/${named}`, undefined, cast.otherPartner.token)).status,
      403,
    );
  }
  await call('DELETE', `/${cast.binderId}/pages/${pageId}`);
  const list = await call('GET', `/meets/recordings/${session_key}`);
  assert.deepEqual(list.body.data, { count: 0, recordings: [], preparing: [] });
});
