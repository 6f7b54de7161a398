import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { DemoFile } from '@ringbinder/server/features/demo/index.ts';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, test } from 'vitest';
import { read, tokenOf } from './client.ts';
import { databaseProcess, removeDirectories, usedDirectory } from './directories.ts';
import { postMessages, type Target } from './posting.ts';
import { killServers, startRingbinder } from './ringbinder.ts';

afterAll(async () => {
  await killServers();
  await removeDirectories();
});

const unlimited = { CALLS_PER_MINUTE: '1000000' };

async function botToken({ base_url, bot, org_id }: DemoFile): Promise<string> {
  const timestamp = String(Date.now());
  const signature = createHmac('sha256', bot.client_secret)
    .update(bot.client_id + org_id + timestamp)
    .digest('base64url');
  const query = new URLSearchParams({ client_id: bot.client_id, org_id, timestamp, signature });
  const answer = (await (await fetch(`${base_url}apps/token?${query}`)).json()) as { access_token: string };
  return answer.access_token;
}

interface Pulled {
  sequence: number;
  message: { message_type: string; event: { comment?: { id: string; text: string } } };
}

async function pullAll(base: string, token: string): Promise<Pulled[]> {
  const events: Pulled[] = [];
  for (let next = 0; ; ) {
    const part = await read(base, token, `apps/events?after=${next}&limit=200`);
    if (part.events.length === 0) return events;
    events.push(...part.events);
    next = part.next;
  }
}

test('[EVENT-19] [DELIV-8] [DELIV-9] kill -9 of the server, then of the database: a bot misses nothing and hears nothing twice', async () => {
  let server = await startRingbinder(await usedDirectory(), unlimited);
  const { directory } = server;
  let demo = await server.demo();
  const target: Target = { base: demo.base_url, token: await tokenOf(demo), binder: demo.binder_id };
  const added = await fetch(`${target.base}${target.binder}/addorguser`, {
    method: 'POST',
    headers: { authorization: `Bearer ${target.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ users: [{ user: { id: demo.bot.user_id } }] }),
  });
  assert.equal(added.status, 200);
  const { tally, done } = await postMessages(target, 16, ({ acknowledged }) => acknowledged.size >= 600);
  for (const count of [150, 300]) {
    await until(`${count} messages`, () => tally.acknowledged.size >= count);
    await server.kill();
    server = await startRingbinder(directory, unlimited);
    demo = await server.demo();
    target.base = demo.base_url;
  }
  await until('450 messages', () => tally.acknowledged.size >= 450);
  const database = await databaseProcess(directory);
  assert.ok(database);
  process.kill(database, 'SIGKILL');
  await done;
  const token = await botToken(demo);
  const events = await until('the bot has been told all', async () => {
    const events = await pullAll(target.base, token);
    return events.length > tally.acknowledged.size ? events : undefined;
  });
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    events.map((_, index) => index + 1),
  );
  const [installed, ...comments] = events;
  assert.equal(installed?.message.message_type, 'bot_installed');
  const expected = [...tally.acknowledged]
    .toSorted(([, one], [, other]) => one.seq - other.seq)
    .map(([text, { id }]) => ({ id: String(id), text, audio: null }));
  assert.deepEqual(
    comments.map(({ message }) => message.event.comment),
    expected,
  );
  await server.stop();
});
