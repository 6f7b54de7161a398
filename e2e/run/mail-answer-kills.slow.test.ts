import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { DOMAIN, sendAnswer } from '@ringbinder/server/features/mail-answers/testing/answers.ts';
import { startMailServer } from '@ringbinder/server/features/oauth/testing/mail-server.ts';
import { freePort } from '@ringbinder/testkit/free-port.ts';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, test } from 'vitest';
import { read, tokenOf } from './client.ts';
import { emptyDirectory, removeDirectories } from './directories.ts';
import { killServers, startRingbinder } from './ringbinder.ts';

afterAll(async () => {
  await killServers();
  await removeDirectories();
});

const ANSWERS = 16;
const RETRY_MS = 50;

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
  // So that the mail is about one binder.
  const { binders } = await read(demo.base_url, person, 'me/binders');
  for (const { binder } of binders) await post(person, `${binder.id}/readmark`, {});
  await post(person, 'me/notification_settings', { mail: 'at_once' });
  await post(owner, `${demo.binder_id}/messages`, { message: { text: 'Shall we?' } });
  const mail = await until('a mail', () => mailServer.mails[0]);
  const [, to = ''] = /^Reply-To:\s+(\S+)/m.exec(mail) ?? [];
  assert.ok(to, mail);
  const from = demo.users[1]?.email ?? '';

  let accepted = 0;
  /** As a mail server does: again until it is accepted. */
  const deliver = async (number: number) => {
    const answer = { from, to, text: `Answer ${number}`, messageId: `<${number}@ann.test.example>` };
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
  const base = (await server.demo()).base_url;
  const { messages } = await read(base, owner, `${demo.binder_id}/messages`);
  const texts = messages
    .map(({ text }: { text: string }) => text)
    .filter((text: string) => /^Answer/.test(text));
  const expected = Array.from({ length: ANSWERS }, (_, number) => `Answer ${number}`);
  assert.deepEqual(texts.toSorted(), expected.toSorted());
  await server.stop();
  await mailServer.close();
});
