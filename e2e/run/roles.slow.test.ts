import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { startReceiver } from '@ringbinder/testkit/receiver.ts';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, test } from 'vitest';
import { tokenOf } from './client.ts';
import { emptyDirectory, removeDirectories } from './directories.ts';
import { killServers, startRingbinder } from './ringbinder.ts';
import { newSharedDatabase } from './shared-database.ts';

const database = newSharedDatabase('roles');
afterAll(async () => {
  await killServers();
  await database.drop();
  await removeDirectories();
});

test('[DELIV-11] a process that answers calls leaves the pushing to workers, which answer none', async (t) => {
  const receiver = await startReceiver();
  t.onTestFinished(() => receiver.close());
  const shared = { DATABASE_URL: database.url, SECRET_KEY: randomBytes(32).toString('hex') };
  const directory = await emptyDirectory();
  const api = await startRingbinder(directory, { ...shared, ROLE: 'api' });
  const demo = await api.demo();
  const headers = { authorization: `Bearer ${await tokenOf(demo)}`, 'content-type': 'application/json' };
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${demo.base_url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    assert.ok(answer.ok || answer.status === 409, `${path}: ${answer.status} ${await answer.text()}`);
  };
  const target = { webhook_url: receiver.url, allow_private_network: true, events: ['comment_posted'] };
  await post(`partners/${demo.partner_id}/bots/${demo.bot.client_id}`, target);
  await post(`${demo.binder_id}/addorguser`, { users: [{ user: { id: demo.bot.user_id } }] });
  const texts = Array.from({ length: 20 }, (_, number) => `for the workers ${number}`);
  for (const text of texts) await post(`${demo.binder_id}/messages`, { message: { text } });
  assert.equal(receiver.all.length, 0, 'the first would have come by now');
  const workers = await Promise.all(
    [1, 2].map(async () => startRingbinder(directory, { ...shared, ROLE: 'worker' })),
  );
  await until('the events are pushed', () => receiver.received.length >= texts.length);
  const received = receiver.received.map(({ event }) =>
    event.message_type === 'comment_posted' ? event.event.comment.text : event.message_type,
  );
  assert.deepEqual(received, texts);
  for (const { origin } of workers) {
    for (const path of ['/healthz', '/readyz', '/metrics'])
      assert.equal((await fetch(`${origin}${path}`)).status, 200, path);
    assert.equal((await fetch(`${origin}/v1/me`, { headers })).status, 400);
  }
  for (const each of [api, ...workers]) assert.equal((await each.stop()).code, 0);
});
