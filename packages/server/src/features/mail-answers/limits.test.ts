import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Cast, startService, type TestService, until } from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { examineInstallation } from '../../doctor/doctor.ts';
import { openMailListener } from './listener.ts';
import { MAX_MAIL_BYTES } from './mail-sizes.ts';
import { newTextOf } from './new-text.ts';
import { readMail } from './read-mail.ts';
import {
  DOMAIN,
  inboundConfig,
  replyAddress,
  sendAnswer,
  sendRaw,
  startListener,
} from './testing/answers.ts';

const MAX_FILE_BYTES = 256 * 1024;

let service: TestService;
let listener: Awaited<ReturnType<typeof startListener>>;
let cast: Cast;
let to: string;
beforeAll(async () => {
  const config = { ...inboundConfig, smtpUrl: 'smtp://127.0.0.1:1', maxUploadBytes: MAX_FILE_BYTES };
  service = await startService({ config });
  listener = await startListener(service);
});
afterAll(async () => {
  await listener.close();
  await service.close();
});
beforeEach(async () => {
  cast = await service.make.cast();
  to = await newAddress();
});

async function newAddress(): Promise<string> {
  const message = { text: 'Shall we?' };
  const { body } = await service.call('POST', `/${cast.binderId}/messages`, {
    token: cast.owner.token,
    json: { message },
  });
  const messageId = body.data.binder_comment_id;
  return replyAddress(service, { userId: cast.editor.id, binderId: cast.binderId, messageId });
}

const from = () => cast.editor.email;
const answer = (parts: object = {}, port = listener.port) =>
  sendAnswer(port, { from: from(), to, text: 'Yes', ...parts });
const head = () => `From: ${from()}\r\nTo: ${to}\r\nMessage-ID: <x@test.example>\r\n`;
const raw = (mail: string | Buffer) => sendRaw(listener.port, { from: from(), to }, mail);

async function listPosts(): Promise<[string, string | undefined][]> {
  const { body } = await service.call('GET', `/${cast.binderId}/messages`, { token: cast.owner.token });
  return body.data.messages
    .filter((each: { user: { id: string } }) => each.user.id === cast.editor.id)
    .map(({ text, file }: { text: string; file?: { name: string } }) => [text, file?.name]);
}

async function assertNothing(): Promise<void> {
  assert.deepEqual(await listPosts(), []);
  assert.equal((await service.env.files.temporaryUsage()).count, 0);
}

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Unused buffers are freed in the background after the first garbage collection. */
async function liveBytes(): Promise<number> {
  collectGarbage();
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

async function openClient(port = listener.port) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  const answered = async () => {
    await until('an answer', () => /^\d{3} .*\r\n$/m.test(received) || socket.destroyed);
    const text = received;
    received = '';
    return text;
  };
  return {
    socket,
    greeting: await answered(),
    answered,
    ask(command: string) {
      socket.write(`${command}\r\n`);
      return answered();
    },
  };
}

test('[ANSWER-10] a mail that is announced as too large is refused before it is sent', async () => {
  const client = await openClient();
  assert.match(await client.ask('EHLO test.example'), new RegExp(`SIZE ${MAX_MAIL_BYTES}\r\n`));
  assert.match(await client.ask(`MAIL FROM:<${from()}> SIZE=${MAX_MAIL_BYTES + 1}`), /^552 /);
  client.socket.destroy();
});

test('[ANSWER-10] a mail of 50 MB is refused, and is not buffered', async () => {
  const client = await openClient();
  await client.ask('EHLO test.example');
  for (const command of [`MAIL FROM:<${from()}>`, `RCPT TO:<${to}>`])
    assert.match(await client.ask(command), /^250 /);
  assert.match(await client.ask('DATA'), /^354 /);
  const line = `${'QUFB'.repeat(18)}\r\n`;
  const chunk = Buffer.from(line.repeat(10_000));
  const type = 'Content-Type: application/octet-stream; name=a\r\nContent-Transfer-Encoding: base64\r\n';
  client.socket.write(`${head()}${type}\r\n`);
  const before = await liveBytes();
  let highest = 0;
  for (let sent = 0; sent < 50 * 1024 ** 2; sent += chunk.length) {
    if (!client.socket.write(chunk)) await new Promise((resolve) => client.socket.once('drain', resolve));
    if (sent % (12 * chunk.length) === 0) highest = Math.max(highest, (await liveBytes()) - before);
  }
  assert.match(await client.ask('.'), /^552 /);
  assert.ok(highest < MAX_MAIL_BYTES, `${highest}`);
  client.socket.destroy();
  await assertNothing();
});

test('[ANSWER-10] a text that is too large to be held in memory is refused', async () => {
  const text = `${'Yes '.repeat(18)}\r\n`.repeat(40_000);
  assert.equal(await raw(`${head()}\r\n${text}`), 552);
  assert.equal(await raw(`${head()}Content-Type: text/html\r\n\r\n${text}`), 552);
  await assertNothing();
});

test('[ANSWER-10] a bomb of nested parts is refused', async () => {
  const open = (depth: number) =>
    `Content-Type: multipart/mixed; boundary="b${depth}"\r\n\r\n--b${depth}\r\n`;
  const nested = Array.from({ length: 5_000 }, (_, depth) => open(depth)).join('');
  assert.equal(await raw(`${head()}${nested}\r\nYes\r\n`), 554);
  const part = '--b\r\nContent-Type: text/plain\r\n\r\nYes\r\n';
  assert.equal(
    await raw(`${head()}Content-Type: multipart/mixed; boundary=b\r\n\r\n${part.repeat(5_000)}--b--\r\n`),
    554,
  );
  await assertNothing();
  const message = 'Content-Type: message/rfc822\r\n\r\n';
  assert.equal(await raw(`${head()}${message.repeat(5_000)}`), 250);
  assert.deepEqual(await listPosts(), [['', 'attachment']]);
});

test('[ANSWER-10] a bomb of headers is refused', async () => {
  const many = Array.from({ length: 20_000 }, (_, number) => `X-${number}: ${number}\r\n`).join('');
  assert.equal(await raw(`${head()}${many}\r\nYes\r\n`), 554);
  assert.equal(await raw(`${head()}Subject: ${'x'.repeat(200_000)}\r\n\r\nYes\r\n`), 554);
  await assertNothing();
});

test('[ANSWER-10] deep HTML and a text for which the parser would take minutes are refused in time', async () => {
  const begun = performance.now();
  assert.equal(await answer({ text: undefined, html: '<div>'.repeat(50_000) }), 554);
  assert.equal(await answer({ text: 'Op \nschreef\n'.repeat(5_000) }), 554);
  assert.throws(() => newTextOf('Op \nschreef\n'.repeat(5_000)), /malformed/);
  assert.ok(performance.now() - begun < 10_000);
  await assertNothing();
});

test('[ANSWER-10] longer texts, larger files and more files than the API takes are not posted', async () => {
  assert.equal(await answer({ text: 'x'.repeat(65_537) }), 554);
  const file = (size: number, number = 0) => ({ filename: `${number}.txt`, content: 'x'.repeat(size) });
  assert.equal(await answer({ attachments: [file(1), file(MAX_FILE_BYTES + 1)] }), 554);
  assert.equal(
    await answer({ attachments: Array.from({ length: 11 }, (_, number) => file(1, number)) }),
    554,
  );
  await assertNothing();
  assert.equal(await answer({ text: '👋'.repeat(60_000), attachments: [file(MAX_FILE_BYTES)] }), 250);
  assert.equal((await listPosts()).length, 1);
});

test('[ANSWER-10] a file that fills a mail is posted', async () => {
  const { config } = service.env;
  config.maxUploadBytes = MAX_MAIL_BYTES;
  try {
    const content = randomBytes(18 * 1024 ** 2);
    assert.equal(await answer({ attachments: [{ filename: 'large.bin', content }] }), 250);
  } finally {
    config.maxUploadBytes = MAX_FILE_BYTES;
  }
  assert.deepEqual(await listPosts(), [['Yes', 'large.bin']]);
});

test('[ANSWER-10] a quota that is used up posts neither the text nor the files', async () => {
  await service.env.db.query(`UPDATE orgs SET max_bytes = 1 WHERE id = $1`, [cast.owner.orgId]);
  assert.equal(await answer({ attachments: [{ filename: 'a.txt', content: 'More' }] }), 554);
  await assertNothing();
});

test('[ANSWER-11] a mail whose connection ends is not posted, and leaves no files', async () => {
  const client = await openClient();
  await client.ask('EHLO test.example');
  for (const command of [`MAIL FROM:<${from()}>`, `RCPT TO:<${to}>`, 'DATA']) await client.ask(command);
  const type = 'Content-Type: application/octet-stream; name=a\r\n\r\n';
  client.socket.write(`${head()}${type}${'Half of the file\r\n'.repeat(8_000)}`);
  await until('a file', async () => (await service.env.files.temporaryUsage()).count === 1);
  client.socket.destroy();
  await until('no file', async () => (await service.env.files.temporaryUsage()).count === 0);
  await assertNothing();
});

test('[ANSWER-11] a mail whose connection ended before its turn is incomplete', async () => {
  const stream = new PassThrough().destroy();
  const { signal } = new AbortController();
  const reading = readMail(stream, {
    store: service.env.files,
    maxFileBytes: 1,
    admit: () => assert.fail(),
    signal,
  });
  await assert.rejects(reading, { refusal: 'incomplete' });
});

test('[ANSWER-11] forged mails and those of programs are not answers of the person', async () => {
  for (let number = 0; number < 10; number++) {
    assert.equal(await answer({ from: 'eve@test.example' }), 550);
    assert.equal(await answer({ headers: { 'Auto-Submitted': 'auto-replied' } }), 250);
  }
  assert.equal(await answer(), 250);
  assert.equal((await listPosts()).length, 1);
});

test('[ANSWER-11] a person has 20 answers a minute, and more are refused for now', async () => {
  for (let number = 0; number < 20; number++) assert.equal(await answer(), 250);
  assert.equal(await answer(), 451);
  assert.equal((await listPosts()).length, 20);
});

/** Sends an email up to the middle of its attached file. */
async function openMail(port = listener.port) {
  const client = await openClient(port);
  await client.ask('EHLO test.example');
  for (const command of [`MAIL FROM:<${from()}>`, `RCPT TO:<${to}>`, 'DATA']) await client.ask(command);
  const type = 'Content-Type: application/octet-stream; name=a\r\n';
  const { count } = await service.env.files.temporaryUsage();
  client.socket.write(`${head()}X-Number: ${count}\r\n${type}\r\n${'Half of the file\r\n'.repeat(8_000)}`);
  await until('a file', async () => (await service.env.files.temporaryUsage()).count === count + 1);
  return { socket: client.socket, answered: client.answered, end: () => client.ask('Rest\r\n.') };
}

test('[ANSWER-11] two mails of a person are read at once, and slow ones do not keep others from answering', async () => {
  const slow = [await openMail(), await openMail()];
  assert.equal(await answer(), 451);
  const [own, ownAddress] = [cast, to];
  cast = await service.make.cast();
  to = await newAddress();
  assert.equal(await answer(), 250);
  [cast, to] = [own, ownAddress];
  for (const mail of slow) {
    assert.match(await mail.end(), /^250 /);
    mail.socket.destroy();
  }
  assert.equal(await answer({ messageId: '<other@test.example>' }), 250);
});

test('[ANSWER-11] the tenth refused recipient of a connection is the last', async () => {
  const client = await openClient();
  await client.ask('EHLO test.example');
  await client.ask(`MAIL FROM:<${from()}>`);
  for (let number = 0; number < 10; number++)
    assert.match(await client.ask(`RCPT TO:<reply+p${number}-${'0'.repeat(32)}@${DOMAIN}>`), /^550 /);
  assert.match(await client.ask(`RCPT TO:<${to}>`), /^421 /);
  await until('the end', () => client.socket.readyState !== 'open');
  client.socket.destroy();
});

test('[ANSWER-11] one recipient a mail, neither sign-in nor STARTTLS, and 50 connections', async () => {
  const client = await openClient();
  const offered = await client.ask('EHLO test.example');
  assert.doesNotMatch(offered, /STARTTLS|AUTH/);
  assert.match(await client.ask('AUTH PLAIN AGEAYg=='), /^5\d\d /);
  assert.match(await client.ask('STARTTLS'), /^5\d\d /);
  await client.ask(`MAIL FROM:<${from()}>`);
  await client.ask(`RCPT TO:<${to}>`);
  assert.match(await client.ask(`RCPT TO:<${to.replace('reply+', 'reply+x')}>`), /^4\d\d /);
  const others = await Promise.all(Array.from({ length: 49 }, () => openClient()));
  const refused = await openClient();
  assert.match(refused.greeting, /^421 /);
  for (const { socket } of [client, ...others, refused]) socket.destroy();
  await expect.poll(async () => (await openClient()).greeting).toMatch(/^220 /);
});

test('[ANSWER-11] a stop refuses new connections, and ends those that are idle', async () => {
  const other = await startListener(service);
  const client = await openClient(other.port);
  const closing = other.close();
  assert.match(await client.answered(), /^421 /);
  await closing;
  await assert.rejects(answer({}, other.port));
});

test('[ANSWER-11] a stop waits for a mail that arrives, and for no other connection', async () => {
  const other = await startListener(service);
  const idle = await openClient(other.port);
  const mail = await openMail(other.port);
  const closing = other.close(10 * 60_000);
  assert.match(await idle.answered(), /^421 /);
  assert.match(await mail.end(), /^250 /);
  await closing;
  assert.equal((await listPosts()).length, 1);
});

test('[ANSWER-12] answers are counted by outcome, and the log has no addresses, names and texts', async () => {
  const other = await startListener(service);
  try {
    service.logLines.length = 0;
    const attachments = [{ filename: 'secret-name.txt', content: 'secret-file' }];
    assert.equal(await answer({ text: 'secret-text', attachments }, other.port), 250);
    assert.equal(await answer({ headers: { 'Auto-Submitted': 'auto-generated' } }, other.port), 250);
    assert.equal(await answer({ from: 'secret-sender@test.example' }, other.port), 550);
    assert.equal(await answer({ text: '> quote' }, other.port), 554);
    assert.deepEqual(await other.counts(), { accepted: 1, automatic: 1, wrong_sender: 1, empty: 1 });
    const lines = service.logLines.join('');
    for (const reason of ['automatic', 'wrong_sender', 'empty'])
      assert.ok(lines.includes(`"${reason}"`), reason);
    assert.doesNotMatch(lines, /@|secret|reply\+/);
  } finally {
    await other.close();
  }
});

test('[ANSWER-13] the settings are checked at the start, and by the doctor', async () => {
  const variables = {
    INBOUND_MAIL: 'smtp://127.0.0.1:2525',
    INBOUND_MAIL_DOMAIN: 'Answers.test.example',
    SMTP_URL: 'smtp://127.0.0.1:25',
  };
  const { inboundMail, inboundMailDomain } = readConfig(variables);
  assert.deepEqual(
    [inboundMail, inboundMailDomain],
    [{ listener: { host: '127.0.0.1', port: 2525 } }, 'answers.test.example'],
  );
  const read = (INBOUND_MAIL: string) => readConfig({ ...variables, INBOUND_MAIL }).inboundMail;
  assert.deepEqual(read('smtp://[::]:25'), { listener: { host: '::', port: 25 } });
  const mailbox = {
    host: 'mail.example',
    port: 993,
    isSecure: true,
    user: 'a@b',
    password: 'p/%',
    folder: 'INBOX',
  };
  assert.deepEqual(read('imaps://a%40b:p%2F%25@mail.example'), { mailbox });
  const plain = { ...mailbox, port: 1143, isSecure: false, folder: 'Answers/New' };
  assert.deepEqual(read('imap://a%40b:p%2F%25@mail.example:1143/Answers/New'), { mailbox: plain });
  const wrong = [
    '2525',
    'smtp://0.0.0.0',
    'http://0.0.0.0:25',
    'smtp://a:b@0.0.0.0:25',
    'smtp://0.0.0.0:25/x',
    'imaps://mail.example/INBOX',
    'imaps://ann@mail.example/INBOX',
    'imaps://ann:secret%zz@mail.example/INBOX',
    'imaps://ann:secret@mail.example/INBOX?x=y',
  ];
  for (const INBOUND_MAIL of wrong)
    assert.throws(() => readConfig({ ...variables, INBOUND_MAIL }), /^\w*Error: INBOUND_MAIL must be/);
  for (const INBOUND_MAIL_DOMAIN of ['a b', 'x@y', '-a', 'a..b', `${'a.'.repeat(100)}a`])
    assert.throws(() => readConfig({ ...variables, INBOUND_MAIL_DOMAIN }), /INBOUND_MAIL_DOMAIN must be/);
  for (const missing of ['INBOUND_MAIL_DOMAIN', 'SMTP_URL'])
    assert.throws(
      () => readConfig({ ...variables, [missing]: '' }),
      new RegExp(`INBOUND_MAIL needs ${missing}`),
    );
});

test('[ANSWER-13] an address that is in use fails the start, and the doctor tells what answers', async () => {
  const listenAddress = { host: '127.0.0.1', port: listener.port };
  const parts = { environments: [service.env], count: () => undefined, log: service.env.log };
  await assert.rejects(
    openMailListener({ listenAddress, domain: 'x.example', ...parts }),
    /INBOUND_MAIL.*EADDRINUSE/,
  );
  const find = async (port: number) => {
    const findings = await examineInstallation({
      DATA_DIR: service.directory,
      INBOUND_MAIL: `smtp://127.0.0.1:${port}`,
      INBOUND_MAIL_DOMAIN: 'x.example',
      SMTP_URL: 'smtp://127.0.0.1:1',
    });
    const { state, detail } = findings.find(({ name }) => name === 'INBOUND_MAIL') ?? {};
    return `${state} ${detail}`;
  };
  assert.match(await find(listener.port), /^ok the service answers/);
  assert.match(await find(1), /^ok .*is free/);
});
