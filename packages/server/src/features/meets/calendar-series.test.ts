import assert from 'node:assert/strict';
import { type Cast, startService, type TestService } from '@ringbinder/testkit';
import ICAL from 'ical.js';
import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, test } from 'vitest';
import { startMailServer } from '../oauth/testing/mail-server.ts';
import { claimDueMails, markMailed } from './invitation-queries.ts';
import { meetMails } from './mail.ts';
import { expireMeets } from './reminders.ts';
import { repeatMeets } from './series.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const weekly = { frequency: 'weekly', timezone: 'Europe/Berlin' };
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let service: TestService;
let cast: Cast;
let start: number;
beforeAll(async () => {
  mailServer = await startMailServer();
  service = await startService({
    config: { smtpUrl: mailServer.url, mailFrom: 'Ringbinder <no@test.example>' },
  });
  start = tuesdayInMarch();
  service.clock.advance(start - HOUR_MS - service.clock.now());
  cast = await service.make.cast();
});
afterAll(async () => {
  await service.close();
  await mailServer.close();
});

interface ListedMeet {
  session_key: string;
  start_time: number;
}

const call = (method: string, path: string, json?: unknown) =>
  service.call(method, path, { token: cast.editor.token, ...(json === undefined ? {} : { json }) });

async function schedule(start_time: number, repeat: object): Promise<ListedMeet> {
  const json = { name: 'Jour fixe', binder_id: cast.binderId, start_time, end_time: start_time + HOUR_MS };
  const { status, body } = await call('POST', '/meets/schedule', { ...json, repeat });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

async function change({ session_key }: ListedMeet, json: object): Promise<void> {
  assert.equal((await call('POST', `/meets/${session_key}`, json)).status, 200);
}

async function invite({ session_key }: ListedMeet): Promise<void> {
  const users = [{ user: { id: cast.viewer.id } }];
  assert.equal((await call('POST', '/meets/inviteuser', { session_key, users })).status, 200);
}

async function cancel({ session_key }: ListedMeet): Promise<void> {
  assert.equal((await call('DELETE', `/meets/${session_key}`)).status, 200);
}

async function endSeries(meet: ListedMeet): Promise<void> {
  await change(meet, { repeat: null });
  await cancel(meet);
}

async function next(): Promise<ListedMeet> {
  assert.equal(await repeatMeets(service.env), 1);
  const { body } = await call('GET', `/${cast.binderId}/meets?limit=1`);
  return body.data.meets[0];
}

/** Returns the emails that become due, each with its calendar. */
async function send(): Promise<{ subject: string; text: string; calendar: string }[]> {
  const before = mailServer.mails.length;
  await meetMails.work(service.env);
  return Promise.all(
    mailServer.mails.slice(before).map(async (mail) => {
      const { subject = '', text = '', attachments } = await simpleParser(mail);
      const calendar = attachments.find(({ contentType }) => contentType === 'text/calendar');
      return { subject, text, calendar: calendar?.content.toString() ?? '' };
    }),
  );
}

async function calendarOf({ session_key }: ListedMeet): Promise<string> {
  const answer = await fetch(`${service.origin}/v1/meets/${session_key}/ics`, {
    headers: { authorization: `Bearer ${cast.viewer.token}` },
  });
  assert.equal(answer.status, 200);
  return answer.text();
}

/** Reads a calendar as a client does that knows no time zones. Returns at most `limit` dates of its entry. */
function read(calendar: string, limit = 4) {
  const component = new ICAL.Component(ICAL.parse(calendar));
  ICAL.TimezoneService.reset();
  for (const zone of component.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  const [entry, ...others] = component.getAllSubcomponents('vevent');
  assert.ok(entry && others.length === 0);
  const event = new ICAL.Event(entry);
  const dates: number[] = [];
  const iterator = event.iterator();
  for (let date = iterator.next(); date && dates.length < limit; date = iterator.next())
    dates.push(date.toJSDate().getTime());
  return {
    uid: event.uid,
    sequence: event.sequence,
    status: entry.getFirstPropertyValue('status'),
    isRecurring: event.isRecurring(),
    hours: event.duration.toSeconds() / 3600,
    dates,
  };
}

/** Returns 10:00 in Berlin on the Tuesday before the clocks change in March of next year. */
function tuesdayInMarch(): number {
  const year = new Date(service.clock.now()).getUTCFullYear() + 1;
  const last = new Date(Date.UTC(year, 3, 0));
  return Date.UTC(year, 2, last.getUTCDate() - last.getUTCDay() - 5, 9);
}

test('[MEET-17] a series is one entry of a calendar, with one invitation, without its cancelled meets', async () => {
  const until = new Date(start + 30 * DAY_MS).toISOString().slice(0, 10);
  const first = await schedule(start, { ...weekly, until });
  const { session_key } = first;
  await invite(first);
  const [invitation, ...more] = await send();
  assert.ok(invitation && more.length === 0);
  assert.match(invitation.text, /Every week, until \d+ April \d{4}/);
  assert.ok(invitation.text.includes(`${service.origin}/b/${cast.binderId}/meets\n`), invitation.text);
  const uid = `${session_key}@127.0.0.1`;
  const summer = (weeks: number) => start + weeks * 7 * DAY_MS - HOUR_MS;
  const all = [start, summer(1), summer(2), summer(3), summer(4)];
  const series = { uid, sequence: 0, status: 'CONFIRMED', isRecurring: true, hours: 1, dates: all };
  assert.deepEqual(read(invitation.calendar, 9), series);

  service.clock.advance(start + HOUR_MS - service.clock.now());
  assert.equal(await expireMeets(service.env), 1);
  const second = await next();
  assert.equal(second.start_time, all[1]);
  assert.deepEqual(await send(), []);
  assert.deepEqual(read(await calendarOf(second), 9), series);

  await cancel(second);
  const third = await next();
  const [cancellation, ...none] = await send();
  assert.deepEqual([cancellation?.subject, none], ['Cancelled: Jour fixe', []]);
  const dates = all.filter((at) => at !== second.start_time);
  const without = { ...series, sequence: 1, dates };
  assert.deepEqual(read(cancellation?.calendar ?? '', 9), without);
  assert.deepEqual(read(await calendarOf(third), 9), without);

  await change(third, { start_time: third.start_time + DAY_MS });
  const [moved] = await send();
  const later = [summer(2) + DAY_MS, summer(3) + DAY_MS, summer(4) + DAY_MS];
  assert.deepEqual(read(moved?.calendar ?? '', 9), { ...series, sequence: 2, dates: later });

  assert.deepEqual(await calendarOf(first), await calendarOf(third));

  await change(third, { repeat: null });
  const [ended] = await send();
  const single = { ...series, sequence: 3, isRecurring: false, dates: later.slice(0, 1) };
  assert.match(moved?.text ?? '', /has a new time:\n\n.+\nEvery week, until/);
  assert.match(ended?.text ?? '', /was changed:\n\n.+\nDoes not repeat\n/);
  assert.deepEqual(read(ended?.calendar ?? ''), single);
  await cancel(third);
  const [last] = await send();
  assert.deepEqual(read(last?.calendar ?? ''), { ...single, sequence: 4, status: 'CANCELLED' });
  assert.equal(await repeatMeets(service.env), 0);
});

test('[MEET-17] the calendar of a series has the dates on which the server schedules its meets', async () => {
  const january = (day: number) =>
    Date.UTC(new Date(service.clock.now()).getUTCFullYear() + 2, 0, day, 22, 30);
  for (const [day, frequency, timezone] of [
    [1, 'daily', 'America/New_York'],
    [5, 'two_weekly', 'asia/calcutta'],
    [28, 'monthly', 'UTC'],
    [29, 'monthly', 'Europe/Berlin'],
    [30, 'monthly', 'Europe/Berlin'],
    [30, 'monthly', 'Asia/Tokyo'],
  ] as const) {
    let meet = await schedule(january(day), { frequency, timezone });
    const { dates } = read(await calendarOf(meet), 5);
    const starts = [meet.start_time];
    while (starts.length < dates.length) {
      await cancel(meet);
      meet = await next();
      starts.push(meet.start_time);
    }
    assert.deepEqual(
      dates.map((at) => new Date(at).toISOString()),
      starts.map((at) => new Date(at).toISOString()),
      `${day} ${frequency} ${timezone}`,
    );
    await endSeries(meet);
  }
});

test('[MEET-17] a meet that takes place at the start of a cancelled one is in the calendar', async () => {
  const at = start + 60 * DAY_MS;
  const first = await schedule(at, { ...weekly, timezone: 'UTC' });
  await cancel(first);
  const second = await next();
  await cancel(second);
  const third = await next();
  const dates = [0, 1, 2, 3].map((weeks) => at + weeks * 7 * DAY_MS);
  assert.deepEqual(read(await calendarOf(third), 2).dates, dates.slice(2));
  await change(third, { start_time: at });
  assert.deepEqual(read(await calendarOf(third)).dates, dates);
  await cancel(third);
  const fourth = await next();
  assert.equal(fourth.start_time, dates[1]);
  assert.deepEqual(read(await calendarOf(fourth), 3).dates, dates.slice(1));
  await endSeries(fourth);
});

test('[MEET-4] the end of a series is mailed after the meet is over too', async () => {
  const first = await schedule(service.clock.now() + HOUR_MS, { ...weekly, timezone: 'UTC' });
  await invite(first);
  assert.equal((await send()).length, 1);
  await change(first, { repeat: null });
  service.clock.advance(2 * HOUR_MS);
  assert.equal(await expireMeets(service.env), 1);
  const [ended, ...more] = await send();
  assert.deepEqual([read(ended?.calendar ?? '').isRecurring, more], [false, []]);

  const second = await schedule(service.clock.now() + HOUR_MS, { ...weekly, timezone: 'UTC' });
  await invite(second);
  assert.equal((await send()).length, 1);
  const until = new Date(second.start_time).toISOString().slice(0, 10);
  await change(second, { repeat: { ...weekly, timezone: 'UTC', until } });
  service.clock.advance(2 * HOUR_MS);
  assert.equal(await expireMeets(service.env), 1);
  assert.deepEqual(await send(), []);
  assert.equal(await repeatMeets(service.env), 0);
  const [last] = await send();
  assert.equal(read(last?.calendar ?? '').isRecurring, false);
});

test('[MEET-17] a meet that an earlier version schedules is in the entry of its series', async () => {
  const scheduleAsBefore = async () => {
    const meet = await next();
    await service.env.db.query(
      'UPDATE meets SET series_key = NULL, plan_sequence = 0 WHERE session_key = $1',
      [meet.session_key],
    );
    await service.env.db.query(
      `UPDATE meet_invitations i SET mailed_at = NULL, mailed_repeat = NULL, mail_due_at = $2
       FROM meets m WHERE m.session_key = $1 AND i.binder_id = m.binder_id AND i.meet_id = m.id`,
      [meet.session_key, service.clock.now()],
    );
    return meet;
  };
  const first = await schedule(start + 90 * DAY_MS, { ...weekly, timezone: 'UTC' });
  await invite(first);
  const [invitation] = await send();
  const { uid, dates } = read(invitation?.calendar ?? '');
  await cancel(first);
  await send();
  const second = await scheduleAsBefore();
  const [another] = await send();
  const { sequence, ...series } = read(another?.calendar ?? '', 3);
  assert.deepEqual([series.uid, series.dates], [uid, dates.slice(1)]);
  assert.ok(sequence > 1);
  await cancel(second);
  await send();

  const third = await scheduleAsBefore();
  await cancel(third);
  const fourth = await next();
  const last = read(await calendarOf(fourth), 1);
  assert.deepEqual([last.uid, last.dates], [uid, [fourth.start_time]]);
  await endSeries(fourth);
});

test('[MEET-4] people whom an earlier version invited get the series with the next meet, once', async () => {
  const first = await schedule(service.clock.now() + HOUR_MS, { ...weekly, timezone: 'UTC' });
  await invite(first);
  await send();
  await service.env.db.query('UPDATE meet_invitations SET mailed_repeat = NULL');
  service.clock.advance(2 * HOUR_MS);
  assert.equal(await expireMeets(service.env), 1);
  const second = await next();
  const [mail, ...more] = await send();
  const { uid, sequence, isRecurring } = read(mail?.calendar ?? '');
  assert.deepEqual([uid, sequence, isRecurring], [`${first.session_key}@127.0.0.1`, 1, true]);
  assert.deepEqual([...more, ...(await send())], []);
  await endSeries(second);
  await send();
});

test('[MEET-4] a cancelled meet is mailed only to those who were invited to it by email', async () => {
  const first = await schedule(start + 120 * DAY_MS, weekly);
  await invite(first);
  await cancel(first);
  assert.deepEqual(await send(), []);
  const second = await next();
  const [invitation, ...more] = await send();
  assert.deepEqual([invitation?.subject.startsWith('Jour fixe'), more], [true, []]);
  await endSeries(second);
  assert.deepEqual(
    (await send()).map(({ subject }) => subject),
    ['Cancelled: Jour fixe'],
  );
});

test('[MEET-17] a series whose meets are all cancelled is cancelled in the calendar', async () => {
  const at = start + 150 * DAY_MS;
  const until = new Date(at + 7 * DAY_MS).toISOString().slice(0, 10);
  const first = await schedule(at, { ...weekly, until });
  await invite(first);
  await send();
  await cancel(first);
  const second = await next();
  const [without] = await send();
  assert.equal(read(without?.calendar ?? '').status, 'CONFIRMED');
  await cancel(second);
  const [last] = await send();
  const { uid, status, isRecurring } = read(last?.calendar ?? '');
  assert.deepEqual([uid, status, isRecurring], [`${first.session_key}@127.0.0.1`, 'CANCELLED', false]);
  assert.equal(await repeatMeets(service.env), 0);
});

test('[MEET-4] an invitation that is sent while the meet ends is sent once', async () => {
  const first = await schedule(service.clock.now() + HOUR_MS, weekly);
  await invite(first);
  const [due, ...others] = await claimDueMails(service.env.db, service.clock.now());
  assert.ok(due && others.length === 0);
  service.clock.advance(2 * HOUR_MS);
  assert.equal(await expireMeets(service.env), 1);
  const second = await next();
  await markMailed(service.env.db, due, service.clock.now());
  service.clock.advance(HOUR_MS);
  assert.deepEqual(await send(), []);
  await cancel(second);
  assert.equal((await send()).length, 1);
  await endSeries(await next());
  await send();
});

test('[MEET-4] the next meet of a series takes no email from the 50 that a person gets in a day', async () => {
  cast = await service.make.cast();
  const at = service.clock.now() + HOUR_MS;
  for (let count = 0; count < 26; count++) await invite(await schedule(at, weekly));
  assert.equal((await send()).length + (await send()).length, 26);
  service.clock.advance(2 * HOUR_MS);
  assert.equal(await expireMeets(service.env), 26);
  assert.equal(await repeatMeets(service.env), 26);
  await invite(await schedule(service.clock.now() + HOUR_MS, weekly));
  assert.equal((await send()).length, 1);
});
