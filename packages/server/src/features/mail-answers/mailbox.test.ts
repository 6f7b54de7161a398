import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type Cast, startService, type TestService, until } from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inboundMail, type Mailbox } from '../../config/readers.ts';
import { examineInstallation } from '../../doctor/doctor.ts';
import { createMetrics } from '../../http/index.ts';
import { startMailServer } from '../oauth/testing/mail-server.ts';
import { startMailboxReader } from './mailbox.ts';
import { measureAnswers } from './metrics.ts';
import { countsOf, DOMAIN, replyAddress } from './testing/answers.ts';
import { type Dovecot, dovecotNeeded, startDovecot } from './testing/dovecot.ts';

const DAY_MS = 24 * 60 * 60_000;
const ADDRESS = `reply+p1-${'0'.repeat(32)}@${DOMAIN}`;

let service: TestService;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let dovecot: Dovecot;
let cast: Cast;
let to: string;
let number = 0;
const readers: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  mailServer = await startMailServer();
  service = await startService({
    config: {
      inboundMail: { listener: { host: '127.0.0.1', port: 0 } },
      inboundMailDomain: DOMAIN,
      smtpUrl: mailServer.url,
      maxUploadBytes: 1024 ** 2,
    },
  });
});
afterAll(async () => {
  await service.close();
  await mailServer.close();
});
beforeEach(async ({ onTestFinished }) => {
  mailServer.mails.length = 0;
  service.logLines.length = 0;
  dovecot = await startDovecot();
  cast = await service.make.cast();
  to = await newAddress();
  onTestFinished(async () => {
    for (const reader of readers.splice(0)) await reader.close();
    await dovecot.close();
  });
});

async function newAddress(): Promise<string> {
  const { body } = await service.call('POST', `/${cast.binderId}/messages`, {
    token: cast.owner.token,
    json: { message: { text: 'Shall we?' } },
  });
  const messageId = body.data.binder_comment_id;
  return replyAddress(service, { userId: cast.editor.id, binderId: cast.binderId, messageId });
}

async function startReader(url = dovecot.url, pollMs?: number) {
  const { mailbox } = inboundMail(url) as { mailbox: Mailbox };
  const metrics = createMetrics();
  const { env, environments } = service;
  const reader = await startMailboxReader({
    mailbox,
    domain: DOMAIN,
    environments: Object.values(environments),
    production: env,
    count: measureAnswers(metrics),
    log: env.log,
    ...(pollMs === undefined ? {} : { pollMs }),
  });
  const started = { close: () => reader.close(200), counts: () => countsOf(metrics) };
  readers.push(started);
  return started;
}

const mail = (text: string, headers = '', from = cast.editor.email) =>
  `From: ${from}\r\nTo: ${to}\r\nMessage-ID: <${++number}@test.example>\r\n${headers}\r\n${text}\r\n`;
const deliver = (text: string, headers = '', from = cast.editor.email) =>
  dovecot.deliver(mail(text, headers, from));

async function listPosts(): Promise<string[]> {
  const { body } = await service.call('GET', `/${cast.binderId}/messages?count=100`, {
    token: cast.owner.token,
  });
  return body.data.messages
    .filter((each: { user: { id: string } }) => each.user.id === cast.editor.id)
    .map(({ text }: { text: string }) => text)
    .toSorted();
}

const untilFlags = (expected: string[][]) =>
  expect.poll(() => dovecot.flags(), { timeout: 60_000 }).toEqual(expected);
const bounces = () => mailServer.mails.map((mail) => mail.replaceAll('=\n', ''));

test(
  '[ANSWER-14] mails that wait and mails that arrive are posted once, and deleted',
  dovecotNeeded,
  async () => {
    await deliver('First');
    const file =
      '--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\nA\r\n--b--';
    const reader = await startReader();
    await until('the first', async () => (await listPosts()).length === 1);
    await deliver(
      `--b\r\nContent-Type: text/plain\r\n\r\nSecond\r\n${file}`,
      'Content-Type: multipart/mixed; boundary=b\r\n',
    );
    await until('both', async () => (await listPosts()).length === 2);
    await untilFlags([]);
    assert.deepEqual([await listPosts(), await reader.counts()], [['First', 'Second'], { accepted: 2 }]);
  },
);

test(
  '[ANSWER-14] a mail that was posted before its deletion is deleted, and posted once',
  dovecotNeeded,
  async () => {
    const same = mail('Once');
    await dovecot.deliver(same);
    const reader = await startReader();
    await until('the mail', async () => (await listPosts()).length === 1);
    await dovecot.deliver(same);
    await until('both', async () => (await reader.counts()).repeated === 1);
    await untilFlags([]);
    assert.deepEqual(await listPosts(), ['Once']);
  },
);

test(
  '[ANSWER-14] a mail that a killed process left marked as deleted is removed, and not posted again',
  dovecotNeeded,
  async () => {
    await dovecot.deliver(mail('Posted before'), ['\\Deleted']);
    await deliver('Next');
    await startReader();
    await untilFlags([]);
    assert.deepEqual(await listPosts(), ['Next']);
  },
);

test(
  '[ANSWER-15] what is refused is flagged and stays; the person gets one mail a day, and nobody else any',
  dovecotNeeded,
  async () => {
    const flagged = [['\\Flagged']];
    const reader = await startReader();
    const refuse = async (outcome: string, count: number) => {
      await until(outcome, async () => (await reader.counts())[outcome] === count);
      await untilFlags(Array.from({ length: (await dovecot.flags()).length }, () => flagged[0] ?? []));
    };
    await deliver('Forged', '', 'eve@test.example');
    await refuse('wrong_sender', 1);
    await deliver('Forged again', '', 'eve@test.example');
    await refuse('wrong_sender', 2);
    to = ADDRESS;
    await deliver('Unknown');
    await refuse('unknown_address', 1);
    await dovecot.deliver(`Return-Path: <>\r\n${mail('A report')}`);
    await refuse('automatic', 1);
    const [bounce, ...others] = bounces();
    assert.equal(others.length, 0);
    assert.ok(bounce?.includes(`\nTo: ${cast.editor.email}\n`), bounce);
    assert.match(bounce ?? '', /Answer from the email address that got the notification/);
    assert.equal((await dovecot.flags()).length, 4);
    assert.deepEqual(await listPosts(), []);
    await service.env.db.query('UPDATE mail_bounces SET sent_at = sent_at - $1::bigint', [DAY_MS]);
    to = await newAddress();
    await service.env.db.query('UPDATE reply_addresses SET expires_at = 0');
    await deliver('Late');
    await refuse('expired', 1);
    assert.match(bounces()[1] ?? '', /The address that you answered has expired/);
  },
);

test(
  '[ANSWER-15] a mail that the mail server cannot read holds up no others, and is flagged in the end',
  dovecotNeeded,
  async () => {
    await deliver('Broken '.repeat(1000));
    await dovecot.truncate();
    await deliver('Fine');
    const reader = await startReader(dovecot.url, 1);
    await until('the other', async () => (await listPosts()).length === 1);
    await untilFlags([['\\Flagged']]);
    assert.deepEqual([await listPosts(), await reader.counts()], [['Fine'], { accepted: 1 }]);
    assert.match(service.logLines.join(''), /gave up/);
  },
);

test(
  '[ANSWER-15] the person is told when a refusal for now is given up, three days after the first try',
  dovecotNeeded,
  async ({ onTestFinished }) => {
    const { db } = service.env;
    const { transaction } = db;
    onTestFinished(() => {
      db.transaction = transaction;
    });
    db.transaction = () => Promise.reject(new Error('no space'));
    await deliver('Late');
    // The age of an email is counted from the first failure to read it, not from its arrival.
    service.clock.advance(4 * DAY_MS);
    const reader = await startReader(dovecot.url, 1);
    await until('two tries', async () => ((await reader.counts()).failed ?? 0) > 1);
    assert.deepEqual([await dovecot.flags(), bounces()], [[[]], []]);
    service.clock.advance(3 * DAY_MS);
    await untilFlags([['\\Flagged']]);
    assert.equal(bounces().length, 1);
    assert.match(bounces()[0] ?? '', /The server could not post it/);
  },
);

test(
  '[ANSWER-14] a mail to two addresses is an answer to both, whatever other addresses it has',
  dovecotNeeded,
  async () => {
    const both = [to, await newAddress()];
    to = [ADDRESS, ...both].join(', ');
    await deliver('Both');
    const reader = await startReader();
    await until('both', async () => (await listPosts()).length === 2);
    await untilFlags([]);
    assert.deepEqual([await listPosts(), await reader.counts()], [['Both', 'Both'], { accepted: 2 }]);
  },
);

test(
  '[ANSWER-14] a mail of which one address is refused is posted to the other, and stays',
  dovecotNeeded,
  async () => {
    const other = await newAddress();
    await service.env.db.query(
      'UPDATE reply_addresses SET expires_at = 0 WHERE id = (SELECT max(id) FROM reply_addresses)',
    );
    to = `${other}, ${to}`;
    await deliver('One');
    const reader = await startReader();
    await untilFlags([['\\Flagged']]);
    assert.deepEqual([await listPosts(), await reader.counts()], [['One'], { accepted: 1, expired: 1 }]);
  },
);

test(
  '[ANSWER-15] an expired address is told only to its enabled person, and not to programs',
  dovecotNeeded,
  async () => {
    await service.env.db.query('UPDATE reply_addresses SET expires_at = 0');
    const reader = await startReader();
    await deliver('A program', 'Auto-Submitted: auto-replied\r\n');
    await until('the first', async () => (await reader.counts()).automatic === 1);
    await service.env.db.query('UPDATE users SET disabled_at = 1 WHERE id = $1', [cast.editor.id]);
    await deliver('Disabled');
    await until('the second', async () => (await reader.counts()).disabled === 1);
    await untilFlags([['\\Flagged'], ['\\Flagged']]);
    assert.deepEqual(bounces(), []);
  },
);

test(
  '[ANSWER-15] a mail of 50 MB and a bomb of nested parts are refused, and others are posted',
  dovecotNeeded,
  async () => {
    const line = `${'QUFB'.repeat(18)}\r\n`;
    const type = 'Content-Type: application/octet-stream; name=a\r\nContent-Transfer-Encoding: base64\r\n';
    await deliver(line.repeat(Math.ceil((50 * 1024 ** 2) / line.length)), type);
    const open = (depth: number) =>
      `Content-Type: multipart/mixed; boundary="b${depth}"\r\n\r\n--b${depth}\r\n`;
    const bomb = Array.from({ length: 5_000 }, (_, depth) => open(depth)).join('');
    await dovecot.deliver(`${mail('').trimEnd()}\r\n${bomb}`);
    await dovecot.deliver(`${'X-Many: x\r\n'.repeat(20_000)}${mail('Long')}`);
    await deliver('Fine');
    const reader = await startReader();
    await until('the last', async () => (await listPosts()).length === 1);
    await untilFlags([['\\Flagged'], ['\\Flagged'], ['\\Flagged']]);
    assert.deepEqual(await reader.counts(), { accepted: 1, too_large: 1, malformed: 1, unknown_address: 1 });
    assert.deepEqual(await listPosts(), ['Fine']);
    assert.equal((await service.env.files.temporaryUsage()).count, 0);
  },
);

test('[ANSWER-14] a file of many chunks arrives as it was sent', dovecotNeeded, async () => {
  const content = randomBytes(700_000);
  const body = content.toString('base64').replace(/.{76}/g, '$&\r\n');
  const type = 'Content-Type: application/octet-stream; name=a.bin\r\nContent-Transfer-Encoding: base64\r\n';
  await deliver(body, type);
  await startReader();
  await until('the file', async () => (await listPosts()).length === 1);
  const { body: read } = await service.call('GET', `/${cast.binderId}/messages`, { token: cast.owner.token });
  const file = read.data.messages.find((each: { file?: object }) => each.file)?.file;
  const download = await fetch(`${service.base}/${cast.binderId}/files/${file.id}`, {
    headers: { authorization: `Bearer ${cast.owner.token}` },
  });
  assert.deepEqual(Buffer.from(await download.arrayBuffer()), content);
});

test(
  '[ANSWER-14] two processes read one mailbox, and each mail becomes one message',
  dovecotNeeded,
  async () => {
    const texts = Array.from({ length: 16 }, (_, index) => `Answer ${index + 10}`);
    const both = [await startReader(), await startReader()];
    await Promise.all(texts.map((text) => deliver(text)));
    await untilFlags([]);
    assert.deepEqual(await listPosts(), texts);
    const counts = await Promise.all(both.map(({ counts }) => counts()));
    assert.deepEqual(
      counts.map(({ accepted = 0 }) => accepted).toSorted((a, b) => a - b),
      [0, 16],
    );
    const [first, second] = counts[0]?.accepted ? both : both.toReversed();
    await first?.close();
    await deliver('Later');
    await until('the other', async () => (await second?.counts())?.accepted === 1);
  },
);

test('[ANSWER-16] the reader connects again after a restart of the mail server', dovecotNeeded, async () => {
  await startReader();
  await deliver('Before');
  await until('a mail', async () => (await listPosts()).length === 1);
  await dovecot.stop();
  await until('the failure', () => service.logLines.join('').includes('mailbox not read, retrying'));
  await dovecot.start();
  await deliver('Later');
  await until('the other', async () => (await listPosts()).length === 2);
});

test(
  '[ANSWER-16] a wrong password, folder or certificate is reported by the log and the doctor, without secrets',
  dovecotNeeded,
  async () => {
    const cases = [
      [dovecot.urlWith({ password: 'wrong-secret' }), /the user or the password is wrong/],
      [dovecot.urlWith({ folder: 'Missing' }), /the folder does not exist/],
      [dovecot.urlWith({ isSecure: true }), /DEPTH_ZERO_SELF_SIGNED_CERT/],
    ] as const;
    for (const [url, reason] of cases) {
      const reader = await startReader(url);
      await until('the failure', () => reason.test(service.logLines.join('')));
      await reader.close();
      const findings = await examineInstallation({
        DATA_DIR: service.directory,
        INBOUND_MAIL: url,
        INBOUND_MAIL_DOMAIN: DOMAIN,
        SMTP_URL: mailServer.url,
      });
      const { state, detail } = findings.find(({ name }) => name === 'INBOUND_MAIL') ?? {};
      assert.equal(state, 'FAIL');
      assert.match(detail ?? '', reason);
      assert.doesNotMatch(service.logLines.join('') + detail, /secret|se\/cret|answers@test/);
    }
    const findings = await examineInstallation({
      DATA_DIR: service.directory,
      INBOUND_MAIL: dovecot.url,
      INBOUND_MAIL_DOMAIN: DOMAIN,
      SMTP_URL: mailServer.url,
    });
    assert.equal(findings.find(({ name }) => name === 'INBOUND_MAIL')?.state, 'ok');
  },
);

test(
  '[ANSWER-16] a stop ends the attempt to connect to a mail server that never answers',
  dovecotNeeded,
  async ({ onTestFinished }) => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void silent.close());
    const connected = once(silent, 'connection');
    const { port } = silent.address() as AddressInfo;
    const reader = await startReader(`imap://ann:secret@127.0.0.1:${port}`);
    const [socket] = await connected;
    const ended = once(socket, 'close');
    await Promise.all([reader.close(), ended]);
    assert.doesNotMatch(service.logLines.join(''), /mailbox not read/);
  },
);
