import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBot } from '@ringbinder/bot-kit';
import { botEvents, eventKinds } from '@ringbinder/protocol';
import { signedHeaders } from '@ringbinder/server/features/bots/delivery/push.ts';
import { fastify } from 'fastify';
import { Webhook } from 'standardwebhooks';
import { Value } from 'typebox/value';
import { describe, test } from 'vitest';
import { defects } from '../testing/defects.ts';
import { correctSteps, startPlainReceiver } from '../testing/plain-receiver.ts';
import { checkReceiver, receiverGroups } from './certify.ts';

import { createDeliveries, randomId } from './deliveries.ts';
import { kinds, sampleEvent } from './events.ts';

const secret = `whsec_${randomBytes(24).toString('base64')}`;
const titles = receiverGroups.flatMap(({ checks }) => checks.map(({ title }) => title));
const names = { clientId: randomId('C'), orgId: randomId('O'), binderId: randomId('B') };
const options = { ...names, secret, timeoutMs: 15_000, verbose: true };

test('every delivery is signed as the service signs, and a foreign verifier takes it', () => {
  const { id, headers, body } = createDeliveries(secret, names)();
  const at = Number(headers['webhook-timestamp']) * 1000;
  const {
    'user-agent': _agent,
    'content-type': _type,
    'ringbinder-sequence': _sequence,
    ...signed
  } = headers;
  assert.deepEqual(signed, signedHeaders([secret], { messageId: id, body: body.toString() }, at));
  new Webhook(secret).verify(body.toString(), headers);
});

test('the samples are events of the contract, all kinds of them', () => {
  assert.deepEqual(kinds, eventKinds);
  for (const kind of kinds)
    assert.deepEqual(
      [...Value.Errors(botEvents[kind].schema, sampleEvent(kind, 'E1', names, Date.now()))],
      [],
      kind,
    );
});

const kit = () =>
  createBot({ ...names, clientSecret: 's', webhookSecret: secret, baseUrl: 'http://127.0.0.1:9/v1/' });

test('[CONF-2] a receiver of the kit passes everything, for node:http and for Fastify', async (t) => {
  const server = createServer(kit().listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.onTestFinished(() => void server.close());
  const app = fastify();
  app.register(kit().fastify, { prefix: '/hook' });
  t.onTestFinished(() => app.close());
  const urls = [
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    `${await app.listen({ port: 0, host: '127.0.0.1' })}/hook`,
  ];
  for (const url of urls) {
    const { lines } = await checkReceiver({ ...options, url });
    assert.match(
      lines.at(-1) ?? '',
      new RegExp(`^${titles.length} passed, 0 failed, 0 not applicable`),
      lines.join('\n'),
    );
  }
});

test('[CONF-2] so does one that links accounts, and whoever answers every GET alike has no links', async (t) => {
  const bot = kit().onAccountLink(() => undefined);
  const server = createServer(bot.listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  assert.deepEqual((await checkReceiver({ ...options, url })).failed, []);
  const steps = correctSteps(secret);
  steps.link = () => 200;
  const plain = await startPlainReceiver(steps);
  t.onTestFinished(() => plain.close());
  const { failed, lines } = await checkReceiver({ ...options, url: plain.url });
  assert.deepEqual(failed, []);
  assert.match(
    lines.join('\n'),
    /^a forged account_link_token: not applicable: it answers every GET alike$/m,
  );
});

test('every check has a receiver that only it finds fault with, and a right one passes', async (t) => {
  assert.deepEqual(Object.keys(defects), titles);
  const { url, close } = await startPlainReceiver(correctSteps(secret));
  t.onTestFinished(close);
  const { failed, lines } = await checkReceiver({ ...options, url });
  assert.deepEqual(failed, [], lines.join('\n'));
});

/** Checks whose defect also makes other checks fail. */
const broad = ['a signed event', 'a delivery in pieces'];
/** Checks whose defect prevents a response, so the timeout is short. */
const silent = ['a slow delivery, which delays no other', 'broken JSON, although signed'];

describe.concurrent('wrong receivers', () => {
  for (const [title, flaw] of Object.entries(defects)) {
    test(`[CONF-2] the check “${title}” finds the receiver that has it wrong`, async (t) => {
      const steps = correctSteps(secret);
      flaw(steps, secret);
      const { url, close } = await startPlainReceiver(steps);
      t.onTestFinished(close);
      const timeoutMs = silent.includes(title) ? 500 : options.timeoutMs;
      const { failed, lines } = await checkReceiver({ ...options, url, timeoutMs });
      const expected = broad.includes(title) ? failed.filter((each) => each === title) : failed;
      assert.deepEqual(expected, [title], lines.join('\n'));
    });
  }
});
