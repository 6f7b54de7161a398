import assert from 'node:assert/strict';
import { createClient, realtime, unwrap } from '@ringbinder/client';
import { until } from '@ringbinder/testkit';
import { freePort } from '@ringbinder/testkit/free-port.ts';
import { afterAll, test } from 'vitest';
import { tokenOf } from '../run/client.ts';
import { removeDirectories, usedDirectory } from '../run/directories.ts';
import { killServers, type Ringbinder, startRingbinder } from '../run/ringbinder.ts';

const KILLS = Number(process.env.REALTIME_KILLS ?? 4);
const SETTINGS = { CALLS_PER_MINUTE: '1000000' };
const TIMEOUT_MS = 60_000;

afterAll(async () => {
  await killServers();
  await removeDirectories();
});

test(`[CLIENT-3] [CLIENT-13] a server killed ${KILLS} times below its clients: nothing is lost, doubled or out of order`, async (t) => {
  const directory = await usedDirectory();
  const settings = { ...SETTINGS, PORT: String(await freePort()) };
  let server: Ringbinder = await startRingbinder(directory, settings);
  const demo = await server.demo();
  const baseUrl = `${server.origin}/v1/`;
  const clientOf = async (user: number) =>
    createClient({ baseUrl, token: await tokenOf({ ...demo, base_url: baseUrl }, user) });
  const [writer, reader] = [await clientOf(0), await clientOf(1)];
  const { id } = await unwrap(
    writer.api.POST('/{user_id}/binders', {
      params: { path: { user_id: 'me' } },
      body: { name: 'Killed' },
    }),
  );
  const params = { path: { binder_id: id } };
  const users = [{ user: { id: demo.users[1]?.id ?? '' } }];
  await unwrap(writer.api.POST('/{binder_id}/inviteuser', { params, body: { users } }));

  const channels = [writer, reader].map((client) => realtime(client, { random: () => 0.02 }));
  t.onTestFinished(async () => {
    for (const channel of channels) await channel.close();
  });
  const problems: string[] = [];
  const replicas = channels.map((channel) => {
    const replica = channel.subscribe(id);
    let last: number | undefined;
    replica.onChange((change) => {
      if (change.type === 'snapshot') {
        if (last !== undefined) problems.push(`a snapshot after ${last}`);
        last = replica.position?.seq;
      }
      if (change.type !== 'entries') return;
      for (const { seq } of change.entries) {
        if (seq !== (last ?? Number.NaN) + 1) problems.push(`${seq} after ${last}`);
        last = seq;
      }
    });
    return replica;
  });
  const [sending, following] = replicas;
  assert.ok(sending && following);
  const areLive = () => replicas.every(({ status }) => status.status === 'live');
  await until('both are live', areLive);

  let sent = 0;
  let isOver = false;
  const send = () => void sending.send(`m${sent++}`);
  // Send the next post as soon as one ends, so that kills hit every stage of a post.
  sending.onChange(({ type }) => {
    if (type === 'entries' && !isOver && sending.pending.length < 3) send();
  });
  for (let kill = 0; kill < KILLS; kill++) {
    const before = sent;
    send();
    await until('messages are under way', () => sent > before + 5 + (kill % 4), TIMEOUT_MS);
    await server.kill();
    for (let count = 0; count < 3; count++) send();
    server = await startRingbinder(directory, settings);
    await until('both are back', areLive, TIMEOUT_MS);
  }
  isOver = true;
  await until('all are sent', () => sending.pending.length === 0, TIMEOUT_MS);
  const expected = Array.from({ length: sent }, (_, index) => `m${index}`);
  await until('all are heard', () => (following.state?.messages.length ?? 0) >= sent, TIMEOUT_MS);
  const { messages } = await unwrap(
    reader.api.GET('/{binder_id}/messages', { params: { ...params, query: { limit: 1000 } } }),
  );
  assert.deepEqual(
    messages.map(({ text }) => text).toReversed(),
    expected,
    'posted once, in the order in which they were sent',
  );
  for (const { state } of replicas) assert.deepEqual(state?.messages.toReversed(), messages);
  assert.deepEqual(problems, []);
  t.annotate(`${sent} messages, ${KILLS} kills`);
});
