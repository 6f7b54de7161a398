import assert from 'node:assert/strict';
import { type Cast, expectRefusal, startService, type TestService } from '@ringbinder/testkit';
import { createCaller } from '@ringbinder/testkit/caller.ts';
import { createFactory } from '@ringbinder/testkit/factory.ts';
import { afterAll, beforeAll, test } from 'vitest';
import type { Environment } from '../../environment/environment.ts';
import { startMailServer } from '../oauth/testing/mail-server.ts';
import { meetMails } from './mail.ts';
import { repeatMeets } from './series.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const weekly = { frequency: 'weekly', timezone: 'Europe/Berlin' };
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

interface ListedMeet {
  session_key: string;
  status: string;
  starts: string;
  start_time: number;
  end_time: number;
  host: { id: string };
}

const call = (method: string, path: string, json?: unknown, token = cast.editor.token) =>
  service.call(method, path, { token, ...(json === undefined ? {} : { json }) });

async function schedule(json: object): Promise<ListedMeet> {
  const start_time = service.clock.now() + HOUR_MS;
  const times = { start_time, end_time: start_time + HOUR_MS };
  const plan = { name: 'Jour fixe', binder_id: cast.binderId, ...times, ...json };
  const { status, body } = await call('POST', '/meets/schedule', plan);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

async function change({ session_key }: ListedMeet, json: object): Promise<ListedMeet> {
  const { status, body } = await call('POST', `/meets/${session_key}`, json);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

const repeat = async () => {
  const scheduled = await Promise.all([service, beside].map(({ env }) => repeatMeets(env)));
  return scheduled.reduce((sum, count) => sum + count, 0);
};

async function newest(): Promise<ListedMeet> {
  const { body } = await call('GET', `/${cast.binderId}/meets?limit=1`);
  return body.data.meets[0];
}

async function cancel({ session_key }: ListedMeet): Promise<void> {
  assert.equal((await call('DELETE', `/meets/${session_key}`)).status, 200);
}

async function nextOf(meet: ListedMeet): Promise<ListedMeet> {
  await cancel(meet);
  assert.equal(await repeat(), 1);
  return newest();
}

async function endSeries(meet: ListedMeet): Promise<void> {
  await change(meet, { repeat: null });
  await cancel(meet);
  assert.equal(await repeat(), 0);
}

function lastSunday(month: number): { year: number; day: number } {
  const year = new Date(service.clock.now()).getUTCFullYear() + 2;
  const last = new Date(Date.UTC(year, month, 0));
  return { year, day: last.getUTCDate() - last.getUTCDay() };
}

test('[MEET-48] in the sandbox, a daily meet starts at nine in the evening before and after a clock change', async (t) => {
  const started = await startService({ environments: ['production', 'sandbox'], background: true });
  t.onTestFinished(() => started.close());
  const env = started.environments.sandbox as Environment;
  const sandbox = createCaller(`${started.origin}${env.basePath}`, () => undefined);
  const make = createFactory(env);
  const moveClock = async (token: string, json: object) => {
    const { status, body } = await sandbox('POST', '/sandbox/clock', { token, json });
    assert.equal(status, 200, JSON.stringify(body));
  };
  const { year, day } = lastSunday(3);
  const saturday = Date.UTC(year, 2, day - 1, 19);
  const admin = await make.user();
  await env.db.query("UPDATE users SET role = 'admin' WHERE id = $1", [admin.id]);
  await env.revocations.announce(env.db, 'any');
  await moveClock(admin.token, { set: saturday, freeze: true });
  const { owner, binderId } = await make.cast();
  await env.db.query("UPDATE users SET role = 'admin' WHERE id = $1", [owner.id]);
  await env.revocations.announce(env.db, 'any');
  const { token } = owner;
  const starts = saturday + HOUR_MS;
  const json = {
    name: 'Late shift',
    binder_id: binderId,
    start_time: starts,
    end_time: starts + HOUR_MS,
    repeat: { ...weekly, frequency: 'daily' },
  };
  const scheduled = await sandbox('POST', '/meets/schedule', { token, json });
  assert.equal(scheduled.status, 200, JSON.stringify(scheduled.body));
  assert.deepEqual(scheduled.body.data.repeat, json.repeat);
  await moveClock(token, { advance: 'PT3H' });
  const { body } = await sandbox('GET', `/${binderId}/meets`, { token });
  assert.deepEqual(
    body.data.meets.map(({ status, start_time }: ListedMeet) => [status, start_time]),
    [
      ['SESSION_SCHEDULED', starts + 23 * HOUR_MS],
      ['SESSION_ENDED', starts],
    ],
  );
});

test('[MEET-48] two processes schedule the next meet once, with its invitations, and without a message', async () => {
  const first = await schedule({ repeat: weekly, agenda: 'News', auto_recording: true });
  const { viewer, sameOrg } = cast;
  const users = [{ user: { id: viewer.id } }, { user: { id: sameOrg.id } }];
  const invitation = { session_key: first.session_key, users, message: 'Please come' };
  assert.equal((await call('POST', '/meets/inviteuser', invitation)).status, 200);
  const send = () => Promise.all([meetMails.work(service.env), meetMails.work(beside.env)]);
  await send();
  const mailCount = mailServer.mails.length;
  const messages = async () => (await call('GET', `/${cast.binderId}/messages`)).body.data.messages.length;
  await call('POST', `/${cast.binderId}/removeuser`, { id: sameOrg.id }, cast.owner.token);
  assert.equal(await repeat(), 0);
  await cancel(first);
  const messageCount = await messages();
  assert.equal(await repeat(), 1);
  assert.equal(await repeat(), 0);
  const next = await newest();
  const { session_key, starts, ends, start_time, end_time, ...same } = (
    await call('GET', `/meets/${next.session_key}`)
  ).body.data;
  assert.notEqual(session_key, first.session_key);
  assert.ok(Math.abs(start_time - first.start_time - 7 * DAY_MS) <= HOUR_MS);
  assert.equal(end_time - start_time, HOUR_MS);
  assert.deepEqual(
    [same.name, same.agenda, same.auto_recording, same.repeat, same.host.id, same.status],
    ['Jour fixe', 'News', true, weekly, cast.editor.id, 'SESSION_SCHEDULED'],
  );
  const { entries } = (await call('GET', `/${cast.binderId}/feed?limit=500`)).body.data;
  const last = entries.slice(-2);
  assert.deepEqual(
    last.map(({ kind }: { kind: string }) => kind),
    ['meet_scheduled', 'meet_invited'],
  );
  assert.deepEqual([last[0].body.repeated, last[1].body.user_ids], [true, [viewer.id]]);
  assert.equal(await messages(), messageCount);
  await send();
  const mails = mailServer.mails.slice(mailCount).filter((mail) => !/^Subject: Cancelled/m.test(mail));
  assert.deepEqual(mails, []);
  await endSeries(next);
});

test('[MEET-48] a failure while the next meet is scheduled leaves it due', async () => {
  const first = await schedule({ repeat: weekly });
  await cancel(first);
  await service.env.db.query('ALTER TABLE meet_invitations RENAME COLUMN message TO text');
  try {
    const failures: unknown[] = [];
    assert.equal(await repeatMeets(service.env, (error) => failures.push(error)), 0);
    assert.equal(failures.length, 1);
  } finally {
    await service.env.db.query('ALTER TABLE meet_invitations RENAME COLUMN text TO message');
  }
  assert.equal(await repeat(), 1);
  await endSeries(await newest());
});

test('[MEET-48] a monthly meet on the 31st is on the last day of a shorter month, until its last day', async () => {
  const year = new Date(service.clock.now()).getUTCFullYear() + 2;
  const start_time = Date.UTC(year, 0, 31, 9);
  const until = `${year}-04-30`;
  const times = { start_time, end_time: start_time + HOUR_MS };
  let meet = await schedule({ ...times, repeat: { frequency: 'monthly', timezone: 'UTC', until } });
  const days = [meet.starts.slice(0, 10)];
  for (let month = 2; month <= 4; month++) {
    // A change of the agenda does not start another series.
    await change(meet, { agenda: 'News', start_time: meet.start_time });
    meet = await nextOf(meet);
    days.push(meet.starts.slice(0, 10));
  }
  const february = new Date(Date.UTC(year, 2, 0)).getUTCDate();
  assert.deepEqual(days, [`${year}-01-31`, `${year}-02-${february}`, `${year}-03-31`, until]);
  await cancel(meet);
  assert.equal(await repeat(), 0);
});

test('[MEET-48] a time that a clock change skips is moved once, and a two-weekly meet stays at its time', async () => {
  const { year, day } = lastSunday(3);
  const start_time = Date.UTC(year, 2, day - 1, 1, 30);
  const times = { start_time, end_time: start_time + HOUR_MS };
  const first = await schedule({ ...times, repeat: { ...weekly, frequency: 'daily' } });
  const skipped = await nextOf(first);
  assert.equal(skipped.start_time, Date.UTC(year, 2, day, 1, 30));
  const after = await nextOf(skipped);
  assert.equal(after.start_time, Date.UTC(year, 2, day + 1, 0, 30));
  const moved = await change(after, {
    start_time: Date.UTC(year, 2, day - 3, 8),
    repeat: { ...weekly, frequency: 'two_weekly' },
  });
  const next = await nextOf(moved);
  assert.equal(next.start_time, Date.UTC(year, 2, day - 3 + 14, 7));
  await endSeries(next);
});

test('[MEET-48] a meet that moves takes the series with it, and a host who left gives it to the owner', async () => {
  const first = await schedule({ repeat: { ...weekly, timezone: 'UTC' } });
  const moved = await change(first, { start_time: first.start_time + DAY_MS });
  const { id: editorId } = cast.editor;
  const setRole = async (type: string) => {
    const changed = await call('POST', `/${cast.binderId}/users/${editorId}`, { type }, cast.owner.token);
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
  };
  await setRole('BOARD_READ_ONLY');
  assert.equal(
    (await call('DELETE', `/meets/${moved.session_key}`, undefined, cast.owner.token)).status,
    200,
  );
  assert.equal(await repeat(), 1);
  const next = await newest();
  assert.deepEqual([next.start_time, next.host.id], [first.start_time + 8 * DAY_MS, cast.owner.id]);
  await setRole('BOARD_READ_WRITE');
  await call('POST', `/meets/${next.session_key}`, { repeat: null }, cast.owner.token);
});

test('[MEET-48] changes of other fields keep the series, and apply to the next meet too', async () => {
  const first = await schedule({ repeat: weekly, agenda: 'News' });
  const end_time = first.end_time + HOUR_MS;
  const changed = { name: 'Jour fixe, long', agenda: 'Numbers', end_time, auto_recording: true };
  for (const json of [changed, { ...changed, repeat: weekly }]) {
    const { name, agenda, end_time: end, auto_recording, repeat } = Object(await change(first, json));
    assert.deepEqual([name, agenda, end, auto_recording, repeat], [...Object.values(changed), weekly]);
    await change(first, {
      name: 'Jour fixe',
      agenda: 'News',
      end_time: first.end_time,
      auto_recording: false,
    });
  }
  await change(first, changed);
  const next = await nextOf(first);
  const { name, agenda, auto_recording } = Object(next);
  assert.deepEqual([name, agenda, auto_recording], [changed.name, changed.agenda, true]);
  assert.equal(next.end_time - next.start_time, 2 * HOUR_MS);
  await endSeries(next);
});

test('[MEET-48] the last meet can be moved past the last day, and then ends the series', async () => {
  const first = await schedule({});
  const until = new Date(first.start_time + DAY_MS).toISOString().slice(0, 10);
  await change(first, { repeat: { ...weekly, until } });
  await change(first, { start_time: first.start_time + 3 * DAY_MS });
  await cancel(first);
  assert.equal(await repeat(), 0);
});

test('[MEET-48] a zone that this server does not know ends the series, and holds up no other', async () => {
  const [unknown, known] = [await schedule({ repeat: weekly }), await schedule({ repeat: weekly })];
  await service.env.db.query(
    `UPDATE meets SET repeat = jsonb_set(repeat, '{timezone}', '"Mars/Base"') WHERE session_key = $1`,
    [unknown.session_key],
  );
  await cancel(unknown);
  await cancel(known);
  assert.equal(await repeat(), 1);
  await endSeries(await newest());
});

test('[MEET-48] people who are disabled get no mails of a series, and hold up no mails of others', async () => {
  const { viewer } = cast;
  const people = await Promise.all(
    Array.from({ length: 25 }, () =>
      service.make.user({ partner: { id: viewer.partnerId, orgId: viewer.orgId } }),
    ),
  );
  const first = await schedule({ repeat: weekly });
  const invite = async (meet: ListedMeet, invited: readonly { id: string }[]) => {
    const users = invited.map(({ id }) => ({ user: { id } }));
    const json = { session_key: meet.session_key, users };
    assert.equal((await call('POST', '/meets/inviteuser', json)).status, 200);
  };
  await invite(first, people);
  await service.env.db.query('UPDATE users SET disabled_at = 1 WHERE id = ANY($1)', [
    people.map(({ id }) => id),
  ]);
  const next = await nextOf(first);
  const other = await schedule({});
  await invite(other, [viewer]);
  const before = mailServer.mails.length;
  await meetMails.work(service.env);
  const mails = mailServer.mails.slice(before).filter((mail) => !/^Subject: Cancelled/m.test(mail));
  assert.deepEqual(
    mails.map((mail) => /^To: <?([^>\s]+)/m.exec(mail)?.[1]),
    [viewer.email],
  );
  await cancel(other);
  await endSeries(next);
});

test('[MEET-48] a wrong time zone and a last day before the start are refused', async () => {
  const planned = await schedule({});
  const day = new Date(planned.start_time - 2 * DAY_MS).toISOString().slice(0, 10);
  for (const [json, path] of [
    [{ ...weekly, timezone: 'Berlin' }, 'repeat.timezone'],
    [{ ...weekly, timezone: '+01:00' }, 'repeat.timezone'],
    [{ ...weekly, until: day }, 'repeat.until'],
    [{ ...weekly, until: '2026-02-30' }, 'repeat.until'],
    [{ ...weekly, frequency: 'yearly' }, 'repeat.frequency'],
  ] as const)
    expectRefusal(await call('POST', `/meets/${planned.session_key}`, { repeat: json }), 400, path);
  const instant = await call('POST', `/${cast.binderId}/meets`, {});
  const path = `/meets/${instant.body.data.session_key}`;
  assert.equal((await call('POST', path, { repeat: weekly })).status, 412);
});
