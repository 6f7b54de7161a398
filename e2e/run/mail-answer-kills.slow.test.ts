import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { DOMAIN, sendAnswer } from '@ringbinder/server/features/mail-answers/testing/answers.ts';
import { dovecotNeeded, startDovecot } from '@ringbinder/server/features/mail-answers/testing/dovecot.ts';
import { startMailServer } from '@ringbinder/server/features/oauth/testing/mail-server.ts';
import { freePort } from '@ringbinder/testkit/free-port.ts';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, test } from 'vitest';
import { read, tokenOf } from './client.ts';
import { emptyDirectory, removeDirectories } from './directories.ts';
import { killServers, type Ringbinder, startRingbinder } from './ringbinder.ts';

afterAll(async () => {
  await killServers();
  await removeDirectories();
});

const ANSWERS = 16;
const RETRY_MS = 50;

async function requestAnswer(server: Ringbinder, { mails }: { mails: string[] }) {
  const demo = await server.demo();
  const [owner, person] = [await tokenOf(demo), await tokenOf(demo, 1)];
  const post = async (token: string, path: string, json: object) => {
    const response = await fetch(demo.base_url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(json),
    });
    assert.equal(response.status, 200, await response.text());
  };
  const { binders } = await read(demo.base_url, person, 'me/binders');
  for (const { binder } of binders) await post(person, `${binder.id}/readmark`, {});
  await post(person, 'me/notification_settings', { mail: 'at_once' });
  await post(owner, `${demo.binder_id}/messages`, { message: { text: 'Shall we?' } });
  const mail = await until('a mail', () => mails[0]);
  const [, to = ''] = /^Reply-To:\s+(\S+)/m.exec(mail) ?? [];
  assert.ok(to, mail);
  return {
    to,
    from: demo.users[1]?.email ?? '',
    async answers({ demo }: Ringbinder): Promise<string[]> {
      const { messages } = await read((await demo()).base_url, owner, `${(await demo()).binder_id}/messages`);
      return messages
        .map(({ text }: { text: string }) => text)
        .filter((text: string) => /^Answer/.test(text))
        .toSorted();
    },
  };
}

const textOf = (number: number) => `Answer ${number}`;
const expected = Array.from({ length: ANSWERS }, (_, number) => textOf(number)).toSorted();

test('[ANSWER-5] kill -9 amid answers to a mail that the server sent loses and repeats none', async () => {
  const mailServer = await startMailServer();
  const port = await freePort();
  const settings = {
    INBOUND_MAIL: `smtp://127.0.0.1:${port}`,
    INBOUND_MAIL_DOMAIN: DOMAIN,
    SMTP_URL: mailServer.url,
  };
  const directory = await emptyDirectory();
  let server = await startRingbinder(directory, settings);
  const { to, from, answers } = await requestAnswer(server, mailServer);

  let accepted = 0;
  const deliver = async (number: number) => {
    const answer = { from, to, text: textOf(number), messageId: `<${number}@ann.test.example>` };
    while ((await sendAnswer(port, answer).catch(() => undefined)) !== 250) await sleep(RETRY_MS);
    accepted++;
  };
  const delivering = Promise.all(Array.from({ length: ANSWERS }, (_, number) => deliver(number)));
  for (const count of [1, 6]) {
    await until(`${count} answers`, () => accepted >= count);
    await server.kill();
    server = await startRingbinder(directory, settings);
  }
  await delivering;
  assert.deepEqual(await answers(server), expected);
  await server.stop();
  await mailServer.close();
});

test('[ANSWER-14] kill -9 amid answers from a mailbox loses and repeats none', dovecotNeeded, async () => {
  const mailServer = await startMailServer();
  const dovecot = await startDovecot();
  const settings = {
    INBOUND_MAIL: dovecot.urlWith({ isSecure: true }),
    INBOUND_MAIL_DOMAIN: DOMAIN,
    SMTP_URL: mailServer.url,
    NODE_EXTRA_CA_CERTS: dovecot.certificate,
  };
  const directory = await emptyDirectory();
  let server = await startRingbinder(directory, settings);
  const { to, from, answers } = await requestAnswer(server, mailServer);
  const deliver = (number: number) =>
    dovecot.deliver(
      `From: ${from}\r\nTo: ${to}\r\nMessage-ID: <${number}@ann.test.example>\r\n\r\n${textOf(number)}\r\n`,
    );
  const delivering = Promise.all(Array.from({ length: ANSWERS }, (_, number) => deliver(number)));
  for (const count of [1, 6]) {
    await until(`${count} answers`, async () => (await answers(server)).length >= count);
    await server.kill();
    server = await startRingbinder(directory, settings);
  }
  await delivering;
  // After a failure, the server waits a minute before it reads an email again.
  await until('an empty mailbox', async () => (await dovecot.flags()).length === 0, 180_000);
  assert.deepEqual(await answers(server), expected);
  await server.stop();
  await dovecot.close();
  await mailServer.close();
});
