import assert from 'node:assert/strict';
import { type CreatedUser, newVisitor, startService, type TestService, until } from '@ringbinder/testkit';
import { createCaller } from '@ringbinder/testkit/caller.ts';
import { createFactory } from '@ringbinder/testkit/factory.ts';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import type { Environment } from '../../environment/environment.ts';
import { catchUpAll } from '../../log/testing/catch-up-all.ts';
import { activity, messageReminders } from '../home/index.ts';
import { audioPart, postWithoutText } from '../messages/testing/forms.ts';
import { nextTimeOfDay } from '../notifications/index.ts';
import { startMailServer } from '../oauth/testing/mail-server.ts';
import { filePart } from '../pages/testing/form.ts';
import { createWorkflow, stepFor } from '../transactions/testing/workflow.ts';
import { claimMails, queueMails } from './queue.ts';
import { notificationMails } from './send.ts';
import { type ParsedMail, parseMail } from './testing/parse-mail.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let service: TestService;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let owner: CreatedUser;
let ann: CreatedUser;
let binderId: string;
beforeAll(async () => {
  mailServer = await startMailServer();
  service = await startService({
    config: {
      smtpUrl: mailServer.url,
      mailFrom: 'Ringbinder <no@test.example>',
      accessTokenSeconds: 60 * 24 * 60 * 60,
    },
  });
});
afterAll(async () => {
  await service.close();
  await mailServer.close();
});
beforeEach(async ({ onTestFinished }) => {
  onTestFinished(service.clock.freeze());
  await service.env.db.query('DELETE FROM mail_queue');
  mailServer.mails.length = 0;
  mailServer.answer = () => undefined;
  ({ owner } = await service.make.cast());
  ann = await service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });
  binderId = await service.make.binder(owner, [{ user: ann, role: 'editor' }]);
});

async function send(path: string, json: object, token = owner.token) {
  const { status, body } = await service.call('POST', path, { token, json });
  assert.equal(status, 200, body.message);
  return body.data;
}

const post = async (message: object, token = owner.token, to = binderId): Promise<number> =>
  (await send(`/${to}/messages`, { message }, token)).binder_comment_id;
const set = (json: object, person = ann) => send('/me/notification_settings', json, person.token);
const work = (onFailure = (error: unknown): void => assert.fail(String(error))) =>
  notificationMails.work(service.env, onFailure);
const queue = () =>
  service.env.db.query('SELECT * FROM mail_queue WHERE coalesce(claimed_until, due_at) IS NOT NULL');

async function mailed(ms: number, onFailure?: (error: unknown) => void): Promise<ParsedMail[]> {
  await catchUpAll(service.env, activity);
  service.clock.advance(ms);
  await work(onFailure);
  return mailServer.mails.splice(0).map(parseMail);
}

const counts = (mail: ParsedMail | undefined, ...texts: string[]) =>
  texts.map((text) => (mail?.text.split(text).length ?? 0) - 1);

test('[NOTIFY-20] nobody gets mail who, or whose org, has not chosen it', async () => {
  const settings = async (person: CreatedUser) =>
    (await service.call('GET', '/me/notification_settings', { token: person.token })).body.data;
  assert.deepEqual([(await settings(ann)).mail, (await settings(ann)).is_mail_available], ['none', true]);
  await post({ text: 'One' });
  await catchUpAll(service.env, activity);
  assert.deepEqual(await queue(), []);
  await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [owner.id]);
  await service.env.revocations.announce(service.env.db, 'any');
  await send(`/orgs/${owner.orgId}`, { notifications: { mail: 'daily' } });
  assert.equal((await settings(ann)).mail, 'daily');
  assert.equal((await set({ mail: 'at_once' })).mail, 'at_once');
  const { status, body } = await service.call('POST', '/me/notification_settings', {
    token: ann.token,
    json: { mail: 'often' },
  });
  assert.deepEqual([status, body.errors[0].path], [400, 'mail']);
  await service.env.db.query('UPDATE users SET email = NULL WHERE id = $1', [ann.id]);
  assert.equal((await settings(ann)).is_mail_available, false);
  await post({ text: 'Two' });
  await mailed(HOUR);
  assert.deepEqual(await queue(), []);
});

test('[NOTIFY-20] without SMTP_URL mail is unavailable, and nothing is queued', async () => {
  const { smtpUrl } = service.env.config;
  service.env.config.smtpUrl = undefined;
  try {
    assert.equal((await set({ mail: 'at_once' })).is_mail_available, false);
    await post({ text: 'One' });
    await catchUpAll(service.env, activity);
    assert.deepEqual(await queue(), []);
    assert.equal(await notificationMails.findNext?.(service.env, service.clock.now()), null);
  } finally {
    service.env.config.smtpUrl = smtpUrl;
  }
});

test('[NOTIFY-21] what is unread for 10 minutes is mailed once, and a second mail has only what is newer', async () => {
  await set({ mail: 'unread' });
  await post({ text: 'Alpha' });
  assert.deepEqual(await mailed(9 * MINUTE), []);
  await post({ text: 'Beta @Ann', mentions: [ann.id] });
  const [mail, ...others] = await mailed(MINUTE);
  assert.deepEqual(others, []);
  assert.equal(mail?.headers.to, ann.email);
  assert.deepEqual(counts(mail, 'Alpha', 'Beta @Ann'), [1, 1]);
  assert.deepEqual(await mailed(DAY), []);
  await post({ text: 'Gamma' });
  assert.deepEqual(await mailed(9 * MINUTE), []);
  const [second] = await mailed(MINUTE);
  assert.deepEqual(counts(second, 'Alpha', 'Beta', 'Gamma'), [0, 0, 1]);
  assert.deepEqual(await queue(), []);
});

test('[NOTIFY-24] a message without text has the name of its file, or a word in the language of the person', async () => {
  await set({ mail: 'at_once' });
  await service.env.db.query(`UPDATE users SET language = 'de' WHERE id = $1`, [ann.id]);
  await postWithoutText(service, { binderId, token: owner.token }, filePart('x', 'Vertrag.txt'));
  await postWithoutText(service, { binderId, token: owner.token }, audioPart());
  const [mail] = await mailed(5_000);
  assert.deepEqual(counts(mail, ': Vertrag.txt\n', ': Sprachnachricht\n'), [1, 1]);
});

test('[NOTIFY-21] a message that comes shortly before another is mailed waits its own 10 minutes', async () => {
  await set({ mail: 'unread' });
  const first = await post({ text: 'Alpha' });
  assert.deepEqual(await mailed(9 * MINUTE), []);
  await send(`/${binderId}/readmark`, { message_id: first }, ann.token);
  await post({ text: 'Beta' });
  assert.deepEqual(await mailed(2 * MINUTE), []);
  assert.deepEqual(await mailed(7 * MINUTE), []);
  assert.deepEqual(counts((await mailed(MINUTE))[0], 'Alpha', 'Beta'), [0, 1]);
});

test('[NOTIFY-21] the number of further messages counts only what no earlier mail had', async () => {
  await set({ mail: 'at_once' });
  const postAll = async (count: number) => {
    for (let number = 0; number < count; number++) await post({ text: `Message ${number}` });
  };
  await postAll(6);
  assert.deepEqual(counts((await mailed(5_000))[0], 'And 1 more'), [1]);
  await postAll(7);
  assert.deepEqual(counts((await mailed(MINUTE))[0], 'And 2 more'), [1]);
  await postAll(5);
  assert.deepEqual(counts((await mailed(MINUTE))[0], 'Message 0', 'more\n'), [1, 0]);
});

test('[NOTIFY-21] `at_once` mails after 5 seconds, and at most once a minute', async () => {
  await set({ mail: 'at_once' });
  await post({ text: 'Alpha' });
  assert.equal((await mailed(5_000)).length, 1);
  await post({ text: 'Beta' });
  assert.deepEqual(await mailed(5_000), []);
  await post({ text: 'Gamma' });
  assert.deepEqual(counts((await mailed(55_000))[0], 'Alpha', 'Beta', 'Gamma'), [0, 1, 1]);
  assert.deepEqual(await mailed(HOUR), []);
});

test('[NOTIFY-21] any number of messages in an hour is at most one small mail a window', async () => {
  await set({ mail: 'unread' });
  let mails = 0;
  for (let minute = 0; minute < 60; minute++) {
    const texts = Array.from({ length: 4 }, (_, number) => `Message ${minute}.${number}.`);
    await Promise.all(texts.map((text) => post({ text })));
    const found = await mailed(MINUTE);
    mails += found.length;
    for (const mail of found) assert.ok(mail.text.length < 5_000);
  }
  assert.equal(mails, 6);
});

test('[NOTIFY-22] the digest comes at 8:00 in the time zone of the person, after quiet hours', async () => {
  const zone = 'America/New_York';
  assert.equal(nextTimeOfDay('08:00', Date.UTC(2026, 2, 7, 18), zone), Date.UTC(2026, 2, 8, 12));
  assert.equal(nextTimeOfDay('08:00', Date.UTC(2026, 2, 6, 18), zone), Date.UTC(2026, 2, 7, 13));
  assert.equal(nextTimeOfDay('08:00', Date.UTC(2026, 9, 31, 18), zone), Date.UTC(2026, 10, 1, 13));
  assert.equal(nextTimeOfDay('08:00', Date.UTC(2026, 6, 1, 8), ''), Date.UTC(2026, 6, 2, 8));
  await send('/me', { timezone: zone }, ann.token);
  await set({ mail: 'daily' });
  const morning = nextTimeOfDay('08:00', service.clock.now() + DAY, zone);
  service.clock.advance(morning + HOUR - service.clock.now());
  await post({ text: 'Alpha' });
  assert.deepEqual(await mailed(12 * HOUR), []);
  await post({ text: 'Beta' });
  assert.deepEqual(await mailed(11 * HOUR - 1), []);
  assert.deepEqual(counts((await mailed(1))[0], 'Alpha', 'Beta'), [1, 1]);
  await set({ quiet_hours: { from: '22:00', to: '09:30' } });
  await post({ text: 'Gamma' });
  assert.deepEqual(await mailed(MINUTE), []);
  for (const hours of [23, 1, 1]) assert.deepEqual(await mailed(hours * HOUR), []);
  assert.deepEqual(counts((await mailed(HOUR / 2))[0], 'Alpha', 'Gamma'), [0, 1]);
  assert.deepEqual(await mailed(2 * DAY), []);
});

test('[NOTIFY-22] another choice applies to what waits', async () => {
  await set({ mail: 'daily' });
  await post({ text: 'Alpha' });
  assert.deepEqual(await mailed(10 * MINUTE), []);
  await set({ mail: 'at_once' });
  assert.equal((await mailed(0)).length, 1);
});

test('[NOTIFY-22] another time zone applies to a digest that waits', async () => {
  await set({ mail: 'daily' });
  const morning = nextTimeOfDay('08:00', service.clock.now() + DAY, 'UTC');
  service.clock.advance(morning + HOUR - service.clock.now());
  await post({ text: 'Alpha' });
  assert.deepEqual(await mailed(HOUR), []);
  await send('/me', { timezone: 'America/New_York' }, ann.token);
  assert.deepEqual(await mailed(HOUR), []);
  assert.equal((await mailed(3 * HOUR)).length, 1);
});

test('[NOTIFY-23] what was read on any device, and one’s own doings, are not mailed', async () => {
  await set({ mail: 'unread' });
  await set({ mail: 'unread' }, owner);
  const id = await post({ text: 'Ask @Ann', mentions: [ann.id] });
  assert.deepEqual(await mailed(9 * MINUTE), []);
  await send(`/${binderId}/readmark`, { message_id: id }, ann.token);
  assert.deepEqual(await mailed(HOUR), []);
  assert.deepEqual(await queue(), []);
});

test('[NOTIFY-23] quiet hours, do not disturb, muted binders and kinds apply as for pushes', async () => {
  await set({ mail: 'at_once' });
  const time = (ms: number) => new Date(service.clock.now() + ms).toISOString().slice(11, 16);
  await set({ quiet_hours: { from: time(-HOUR), to: time(HOUR) } });
  await post({ text: 'Alpha' });
  assert.deepEqual(await mailed(MINUTE), []);
  assert.deepEqual(await mailed(30 * MINUTE), []);
  assert.equal((await mailed(30 * MINUTE)).length, 1);
  await set({ quiet_hours: null });
  const until_time = service.clock.now() + HOUR;
  await send('/me', { status: { availability: 'do_not_disturb', until_time } }, ann.token);
  await post({ text: 'Beta' });
  assert.deepEqual(await mailed(5 * MINUTE), []);
  assert.deepEqual(await mailed(2 * HOUR), []);
  await send(`/me/binders/${binderId}`, { is_muted: true }, ann.token);
  await post({ text: 'Gamma' });
  assert.deepEqual(await mailed(HOUR), []);
  await post({ text: 'Ask @Ann', mentions: [ann.id] });
  assert.deepEqual(counts((await mailed(HOUR))[0], 'Beta', 'Gamma', 'Ask'), [0, 0, 1]);
  await send(`/me/binders/${binderId}`, { is_muted: false }, ann.token);
  await set({ kinds: ['reply'] });
  await post({ text: 'Delta' });
  assert.deepEqual(await mailed(HOUR), []);
});

test('[NOTIFY-40] a reminder of a message is mailed', async () => {
  await set({ mail: 'at_once' });
  const id = await post({ text: 'Call me back' });
  await send(`/${binderId}/readmark`, {}, ann.token);
  await mailed(HOUR);
  await send(`/${binderId}/messages/${id}/save`, { remind_time: service.clock.now() + HOUR }, ann.token);
  service.clock.advance(HOUR);
  await messageReminders.work(service.env);
  const mails = await mailed(MINUTE);
  assert.equal(mails.length, 1);
  assert.deepEqual(counts(mails[0], `Reminder: ${owner.name} wrote “Call me back”`), [1]);
});

test('[NOTIFY-23] a mention is mailed although a muted binder has hundreds of newer notifications', async () => {
  await set({ mail: 'at_once' });
  await post({ text: 'Ask @Ann', mentions: [ann.id] });
  const muted = await service.make.binder(owner, [{ user: ann, role: 'editor' }]);
  await send(`/me/binders/${muted}`, { is_muted: true }, ann.token);
  service.clock.advance(1);
  for (let count = 0; count <= 500; count += 20)
    await Promise.all(
      Array.from({ length: 20 }, () => send(`/${muted}/todos`, { name: 'Call', assignee_id: ann.id })),
    );
  assert.deepEqual(
    (await mailed(MINUTE)).map((mail) => counts(mail, 'Ask @Ann')),
    [[1]],
  );
});

test('[NOTIFY-23] who has left, is disabled or was erased gets no mail, and a changed address counts at once', async () => {
  const people = await Promise.all(
    ['left', 'disabled', 'erased', 'moved', 'off'].map(async (name) => {
      const partner = { id: owner.partnerId, orgId: owner.orgId };
      return [name, await service.make.user({ partner, name })] as const;
    }),
  );
  const users = Object.fromEntries(people);
  const members = people.map(([, user]) => ({ user, role: 'editor' as const }));
  const to = await service.make.binder(owner, members);
  for (const { user } of members) await set({ mail: 'unread' }, user);
  await post({ text: 'Alpha' }, owner.token, to);
  assert.deepEqual(await mailed(9 * MINUTE), []);
  assert.equal((await queue()).length, 5);
  const { db } = service.env;
  await db.query('DELETE FROM binder_members WHERE binder_id = $1 AND user_id = $2', [to, users.left?.id]);
  await db.query('UPDATE users SET disabled_at = 1 WHERE id = $1', [users.disabled?.id]);
  await db.query('UPDATE users SET email = NULL WHERE id = $1', [users.erased?.id]);
  await db.query('UPDATE users SET email = $2 WHERE id = $1', [users.moved?.id, 'new@test.example']);
  await set({ mail: 'none' }, users.off);
  const mails = await mailed(MINUTE);
  assert.deepEqual(
    mails.map(({ headers }) => headers.to),
    ['new@test.example'],
  );
  assert.deepEqual(await queue(), []);
});

test('[NOTIFY-23] a mail of a content-free org has no names, texts and ids of binders', async () => {
  await service.env.db.query(
    `UPDATE orgs SET notification_settings = '{"content_free": true, "mail": "at_once"}' WHERE id = $1`,
    [owner.orgId],
  );
  const id = await post({ text: 'Secret @Ann', mentions: [ann.id] });
  const [mail] = await mailed(5_000);
  assert.equal(mail?.subject, 'Something new waits for you.');
  assert.ok(mail.text.includes(`${service.origin}/home`));
  assert.equal(mail.headers.references, undefined);
  for (const text of ['Secret', owner.name, 'Test binder', binderId, `chat/${id}`, '<img'])
    assert.ok(!mail.text.includes(text) && !mail.html.includes(text), text);
});

test('[NOTIFY-24] a mail has what is new of each binder as text and HTML, with links', async () => {
  await set({ mail: 'daily' });
  const other = await service.make.binder(owner, [{ user: ann, role: 'editor' }]);
  for (let number = 1; number <= 7; number++) await post({ text: `Message ${number}` }, owner.token, other);
  const mention = await post({ text: '[b]Ask[/b] <i>@Ann</i>', mentions: [ann.id] });
  const { id } = await createWorkflow(service, { binderId, owner }).create([stepFor(ann)]);
  assert.deepEqual(await mailed(MINUTE), []);
  const [mail] = await mailed(DAY);
  assert.ok(mail);
  assert.equal(mail.subject, 'New in 2 binders');
  const place = `${service.origin}/b/${binderId}`;
  assert.ok(mail.text.includes(`${owner.name} mentioned you: Ask <i>@Ann</i>\n${place}/chat/${mention}\n`));
  assert.ok(mail.text.includes(`Your approval is needed: Budget\n${place}/transactions/${id}\n`));
  assert.ok(mail.text.includes(`${owner.name}: Message 7\n`));
  assert.ok(mail.text.includes('And 2 more'));
  assert.deepEqual(counts(mail, 'Message 2', 'Message 3'), [0, 1]);
  assert.ok(mail.html.includes('Ask &lt;i&gt;@Ann&lt;/i&gt;'));
  assert.ok(mail.html.includes(`href="${place}/transactions/${id}"`));
  const settings = `${service.origin}/home?settings=notifications`;
  assert.ok(mail.text.includes(`Change them: ${settings}\n`));
  assert.ok(mail.html.includes(`<a href="${settings}">Change settings</a>`));
  assert.ok(mail.html.includes('<meta name="color-scheme" content="light dark">'));
  assert.doesNotMatch(mail.html, /<img|<script|url\(/);
  assert.equal(mail.headers['auto-submitted'], 'auto-generated');
});

test('[NOTIFY-24] line breaks in names and texts add neither headers nor lines', async () => {
  await set({ mail: 'at_once' });
  const evil = 'Plan\r\nBcc: eve@test.example\u2028X';
  await service.env.db.query('UPDATE binders SET name = $2 WHERE id = $1', [binderId, evil]);
  await service.env.db.query('UPDATE users SET name = $2 WHERE id = $1', [owner.id, evil]);
  await post({ text: 'One\n\nhttps://evil.example' });
  const [mail] = await mailed(5_000);
  assert.equal(mail?.subject, 'New in Plan Bcc: eve@test.example X');
  assert.equal(mail.headers.bcc, undefined);
  assert.equal(mail.headers.to, ann.email);
  assert.ok(mail.text.includes('Plan Bcc: eve@test.example X: One https://evil.example\n'));
});

test('[NOTIFY-25] the link of a mail ends mails without a sign-in, by one POST of a mail service or a button', async () => {
  await set({ mail: 'at_once' });
  await post({ text: 'One' });
  const [mail] = await mailed(5_000);
  assert.equal(mail?.headers['list-unsubscribe-post'], 'List-Unsubscribe=One-Click');
  const [, url = ''] = /^<(.+)>$/.exec(mail.headers['list-unsubscribe'] ?? '') ?? [];
  assert.ok(mail.text.includes(url));
  const mode = async () =>
    (await service.call('GET', '/me/notification_settings', { token: ann.token })).body.data.mail;
  const visit = newVisitor(service.origin);
  const page = await visit.get(url.slice(service.origin.length));
  assert.equal(page.status, 200);
  assert.equal(await mode(), 'at_once');
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  for (const body of [new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), form, undefined]) {
    await set({ mail: 'at_once' });
    const { status } = await fetch(url, { method: 'POST', ...(body ? { body } : {}) });
    assert.equal(status, 200);
    assert.equal(await mode(), 'none');
  }
  await set({ mail: 'daily' });
  const token = new URL(url).searchParams.get('token') ?? '';
  const forged = [token.replace(ann.id, owner.id), `${token}x`, `${ann.id}.${'A'.repeat(43)}`, ''];
  for (const each of forged) {
    const target = new URL(url);
    target.searchParams.set('token', each);
    for (const method of ['GET', 'POST'])
      assert.equal((await fetch(target, { method })).status, 404, `${method} ${each}`);
  }
  assert.equal(await mode(), 'daily');
});

test('[NOTIFY-26] a mail that is sent again after a crash has the same Message-ID, and mails of a binder are a thread', async () => {
  await set({ mail: 'at_once' });
  await post({ text: 'One' });
  await catchUpAll(service.env, activity);
  service.clock.advance(5_000);
  const [claimed] = await service.env.db.query('SELECT * FROM mail_queue');
  const [first] = await mailed(0);
  // Simulate that the process died after sending the email and before storing the outcome.
  await service.env.db.query('DELETE FROM mail_marks');
  await service.env.db.query(
    'UPDATE mail_queue SET began_at = $1, claimed_until = $2, attempts = 1, sent_at = 0',
    [claimed?.began_at, service.clock.now() + MINUTE],
  );
  assert.deepEqual(await mailed(MINUTE - 1), []);
  const [second] = await mailed(1);
  assert.ok(first && second);
  assert.equal(second.headers['message-id'], first.headers['message-id']);
  await post({ text: 'Two' });
  const [third] = await mailed(MINUTE);
  assert.ok(third);
  assert.notEqual(third.headers['message-id'], first.headers['message-id']);
  assert.equal(third.headers['in-reply-to'], first.headers['in-reply-to']);
  assert.equal(third.headers.references, first.headers.references);
  assert.equal(third.subject, first.subject);
  const to = await service.make.binder(owner, [{ user: ann, role: 'editor' }]);
  await post({ text: 'Three' }, owner.token, to);
  const [elsewhere] = await mailed(MINUTE);
  assert.notEqual(elsewhere?.headers.references, first.headers.references);
});

test('[NOTIFY-26] one process sends each mail, and a claim delays what comes meanwhile, but loses nothing', async () => {
  await set({ mail: 'at_once' });
  await post({ text: 'One' });
  await Promise.all([catchUpAll(service.env, activity), catchUpAll(service.env, activity)]);
  service.clock.advance(5_000);
  await Promise.all(Array.from({ length: 4 }, () => work()));
  assert.equal(mailServer.mails.splice(0).length, 1);
  service.clock.advance(MINUTE);
  await post({ text: 'Two' });
  await catchUpAll(service.env, activity);
  service.clock.advance(5_000);
  const [claimed] = await claimMails(service.env.db, service.clock.now());
  assert.ok(claimed);
  await post({ text: 'Three' });
  assert.deepEqual(await mailed(MINUTE), []);
  assert.deepEqual(counts((await mailed(5 * MINUTE))[0], 'One', 'Two', 'Three'), [0, 1, 1]);
  assert.deepEqual(await mailed(HOUR), []);
});

test('[NOTIFY-26] a mail is not claimed before its reader’s news are stored', async () => {
  await set({ mail: 'at_once' });
  await post({ text: 'One' });
  await catchUpAll(service.env, activity);
  service.clock.advance(5_000);
  await service.env.db.transaction(async (tx) => {
    await queueMails(tx, [{ binderId, from: 0, to: 1_000 }], service.clock.now());
    await work();
    assert.deepEqual(mailServer.mails, []);
  });
  assert.equal((await mailed(0)).length, 1);
});

test('[NOTIFY-27] a busy mail server is asked again, with growing pauses', async () => {
  await set({ mail: 'at_once' });
  await post({ text: 'One' });
  mailServer.answer = (command) => (/^RCPT/.test(command) ? '451 later' : undefined);
  const failures: string[] = [];
  const onFailure = (error: unknown) => failures.push(String(error));
  assert.deepEqual(await mailed(5_000, onFailure), []);
  assert.deepEqual(await mailed(29_000, onFailure), []);
  assert.equal(failures.length, 1);
  assert.deepEqual(await mailed(1_000, onFailure), []);
  assert.equal(failures.length, 2);
  assert.deepEqual(await mailed(59_000, onFailure), []);
  assert.equal(failures.length, 2);
  mailServer.answer = () => undefined;
  await post({ text: 'Two' });
  assert.deepEqual(counts((await mailed(1_000))[0], 'One', 'Two'), [1, 1]);
  assert.ok(failures.every((failure) => !failure.includes('@')));
});

test('[NOTIFY-27] a recipient whom the mail server refuses is dropped after three attempts, and logged without address', async () => {
  await set({ mail: 'at_once' });
  const lines: unknown[] = [];
  const { log } = service.env;
  const warn = log.warn;
  log.warn = ((...line: unknown[]) => lines.push(line)) as typeof log.warn;
  try {
    await post({ text: 'One' });
    mailServer.answer = (command) => (/^RCPT/.test(command) ? `550 no ${ann.email}` : undefined);
    for (let round = 0; round < 5; round++) await mailed(HOUR, () => undefined);
  } finally {
    log.warn = warn;
  }
  assert.equal(lines.length, 3);
  assert.ok(JSON.stringify(lines[2]).includes('given up'));
  assert.ok(!JSON.stringify(lines).includes('@'));
  assert.deepEqual(await queue(), []);
  mailServer.answer = () => undefined;
  await post({ text: 'Two' });
  assert.deepEqual(counts((await mailed(HOUR))[0], 'One', 'Two'), [0, 1]);
});

test('[NOTIFY-27] without the mail server the others wait, and everything is mailed when it is back', async () => {
  await set({ mail: 'at_once' });
  const members = await Promise.all(
    Array.from({ length: 8 }, () =>
      service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } }),
    ),
  );
  for (const member of members) await set({ mail: 'at_once' }, member);
  const to = await service.make.binder(
    owner,
    members.map((user) => ({ user, role: 'editor' })),
  );
  await post({ text: 'One' }, owner.token, to);
  const { smtpUrl } = service.env.config;
  service.env.config.smtpUrl = 'smtp://127.0.0.1:1';
  let failures = 0;
  try {
    await mailed(5_000, () => failures++);
  } finally {
    service.env.config.smtpUrl = smtpUrl;
  }
  assert.equal(failures, 5);
  assert.equal((await mailed(MINUTE)).length, 8);
});

test('[NOTIFY-22] two days of the sandbox pass at once, with a digest each morning', async () => {
  const started = await startService({
    environments: ['production', 'sandbox'],
    background: true,
    config: { smtpUrl: mailServer.url, mailFrom: 'no@test.example', accessTokenSeconds: 4 * 24 * 60 * 60 },
  });
  try {
    const env = started.environments.sandbox as Environment;
    const make = createFactory(env);
    const call = createCaller(`${started.origin}${env.basePath}`, () => undefined);
    const cast = await make.cast();
    const { token } = cast.owner;
    await env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [cast.owner.id]);
    await env.revocations.announce(env.db, 'any');
    const ask = async (path: string, json: object, of = token) => {
      const { status, body } = await call('POST', path, { token: of, json });
      assert.equal(status, 200, body.message);
      return body.data;
    };
    const frozen = await ask('/sandbox/clock', { freeze: true });
    await ask('/me/notification_settings', { mail: 'daily' }, cast.editor.token);
    await ask(`/${cast.binderId}/messages`, { message: { text: 'Alpha' } });
    await ask('/sandbox/clock', { advance: 'P1D' });
    await ask(`/${cast.binderId}/messages`, { message: { text: 'Beta' } });
    const moved = await ask('/sandbox/clock', { advance: 'P1D' });
    assert.equal(moved.now - frozen.now, 2 * DAY);
    await until('two mails have arrived', () => mailServer.mails.length >= 2);
    const texts = mailServer.mails.map((mail) => counts(parseMail(mail), 'Alpha', 'Beta'));
    assert.deepEqual(texts, [
      [1, 0],
      [0, 1],
    ]);
  } finally {
    await started.close();
  }
});
