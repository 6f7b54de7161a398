import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@ringbinder/server/storage/pool.ts';
import { readDatabaseAddress } from '@ringbinder/server/storage/server-list.ts';
import { type Receiver, startReceiver } from '@ringbinder/testkit/receiver.ts';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, beforeAll, test } from 'vitest';
import { assertNothingLost } from './assert-nothing-lost.ts';
import { read, tokenOf } from './client.ts';
import { emptyDirectory, removeDirectories } from './directories.ts';
import { followBinder } from './following.ts';
import { postMessages, type Tally, type Target } from './posting.ts';
import { freeze } from './processes.ts';
import {
  postgresqlNeeded,
  type ReplicatedServer,
  type ReplicatedServers,
  startReplicatedServers,
} from './replicated-postgresql.ts';
import { killServers, type Ringbinder, startRingbinder } from './ringbinder.ts';

const CLIENTS = 4;
const POSTS = 20;

let pair: ReplicatedServers;
let one: ReplicatedServer;
let other: ReplicatedServer;
let processes: Ringbinder[];
let target: Target;
let receiver: Receiver;
let channel: Awaited<ReturnType<typeof followBinder>>;
const all: Tally = { acknowledged: new Map(), refusals: new Map(), unanswered: 0 };

beforeAll(async () => {
  if (postgresqlNeeded.skip) return;
  pair = await startReplicatedServers();
  [one, other] = pair.servers;
  await pair.replicateSynchronously(one);
  receiver = await startReceiver();
  const directory = await emptyDirectory();
  const settings = {
    CALLS_PER_MINUTE: '1000000',
    SECRET_KEY: randomBytes(32).toString('hex'),
    DATABASE_URL: pair.urlOf('ringbinder'),
  };
  processes = [await startRingbinder(directory, settings)];
  processes.push(await startRingbinder(directory, settings));
  const [first] = processes;
  assert.ok(first);
  const demo = await first.demo();
  target = { base: demo.base_url, token: await tokenOf(demo), binder: demo.binder_id };
  const bot = { webhook_url: receiver.url, allow_private_network: true, events: ['comment_posted'] };
  await call(`partners/${demo.partner_id}/bots/${demo.bot.client_id}`, bot);
  await call(`${demo.binder_id}/addorguser`, { users: [{ user: { id: demo.bot.user_id } }] });
  channel = await followBinder({ ...target, base: `${processes[1]?.origin}/v1/` });
});

afterAll(async () => {
  channel?.close();
  await killServers();
  await pair?.stop();
  await receiver?.close();
  await removeDirectories();
});

async function call(path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${target.token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${target.base}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  assert.ok(answer.ok, `${path}: ${answer.status} ${await answer.text()}`);
}

const readiness = () =>
  Promise.all(processes.map(async ({ origin }) => (await fetch(`${origin}/readyz`)).status));

async function postThrough(prefix: string, failOver: (tally: Tally) => Promise<void>): Promise<Tally> {
  const enough = { is: false };
  const { tally, done } = await postMessages(target, CLIENTS, () => enough.is, { prefix });
  await until(`${POSTS} messages`, () => tally.acknowledged.size >= POSTS);
  await failOver(tally);
  const before = tally.acknowledged.size;
  await until(`${POSTS} messages more`, () => tally.acknowledged.size >= before + POSTS);
  enough.is = true;
  await done;
  for (const [text, stored] of tally.acknowledged) all.acknowledged.set(text, stored);
  await assertNothingLost(target, all);
  assert.deepEqual(
    [...tally.refusals.keys()].filter((refusal) => !refusal.startsWith('503 ')),
    [],
    'what was refused was told when to come again',
  );
  const seqs = [...all.acknowledged.values()].map(({ seq }) => seq).toSorted((a, b) => a - b);
  await until('the channel has heard all', () => channel.messages.length >= seqs.length);
  assert.deepEqual(channel.messages, seqs, 'once each, and in their order');
  await until('the bot was told all', () => new Set(sequences()).size >= seqs.length);
  assert.equal(new Set(sequences()).size, Math.max(...sequences()), 'the bot misses none');
  await until('both are ready', async () => (await readiness()).every((status) => status === 200));
  return tally;
}

const logOf = (process: Ringbinder) => readFileSync(join(process.directory, 'server.log'), 'utf8');
const sequences = () => receiver.received.map(({ sequence }) => sequence);

test(
  '[LOAD-10] a primary that is restarted amid posts (`pg_ctl restart -m fast`): 503 with Retry-After meanwhile, one line of the log, and all goes on by itself with nothing acknowledged lost',
  postgresqlNeeded,
  async () => {
    // On a busy machine, the start may also log an outage.
    const [first] = processes;
    const outages = () => (first ? logOf(first).split('database: unavailable').length - 1 : 0);
    const before = outages();
    await postThrough('restarted', async (tally) => {
      await one.restart();
      // Four clients post without a break, so at least one post was rejected or had no response.
      assert.ok(tally.refusals.size + tally.unanswered > 0);
    });
    const lines = outages() - before;
    assert.ok(lines >= 1 && lines <= 4, `${lines} lines`);
  },
);

test(
  '[STORE-25] kill -9 of the primary amid posts, and its synchronous standby promoted: the service goes on by itself, and what was acknowledged is there once, in the log, on the channel and at the bot',
  postgresqlNeeded,
  async (t) => {
    const tally = await postThrough('killed', async () => {
      await one.kill();
      await until('none is ready', async () => (await readiness()).every((status) => status === 503));
      await other.promote();
      const promotedAt = performance.now();
      await until('all are ready', async () => (await readiness()).every((status) => status === 200));
      assert.ok(performance.now() - promotedAt < 10_000, 'within seconds');
    });
    assert.ok(tally.refusals.size > 0);
    t.annotate(
      `${tally.acknowledged.size} posts, refused ${JSON.stringify([...tally.refusals])}, ${tally.unanswered} unanswered`,
    );
    const [first] = processes;
    assert.match(first ? logOf(first) : '', /database: primary changed/);
  },
);

test(
  '[STORE-25] a primary that is restarted as a standby is left: nothing is read or written there, and the one promoted then is found',
  postgresqlNeeded,
  async () => {
    await one.rebuildAsStandby();
    await pair.replicateSynchronously(other);
    await postThrough('demoted', async () => {
      await other.restartAsStandby();
      await until('none is ready', async () => (await readiness()).every((status) => status === 503));
      await assert.rejects(read(target.base, target.token, target.binder), / 503 /);
      await one.promote();
    });
  },
);

test(
  '[STORE-25] a primary that lives on beside the one that replaced it acknowledges nothing, and is left; of two that take writes the one promoted last is taken',
  postgresqlNeeded,
  async () => {
    await pair.replicateSynchronously(one);
    await postThrough('replaced', () => other.promote());
    // The old primary still accepts writes. A new process sees two primaries, this one first.
    await one.query("ALTER SYSTEM SET synchronous_standby_names = ''");
    await one.query('SELECT pg_reload_conf()');
    const late = openDatabase(
      { connectionString: readDatabaseAddress(pair.urlOf('ringbinder')) },
      { max: 1 },
    );
    try {
      await late.ping();
      assert.deepEqual(await late.query('SELECT inet_server_port() AS port'), [{ port: other.port }]);
    } finally {
      await late.close();
    }
    await assertNothingLost(target, all);
  },
);

test(
  '[STORE-26] a commit that stops waiting for its standby because somebody cancels it is not acknowledged, and its repetition finds it',
  postgresqlNeeded,
  async () => {
    await one.rebuildAsStandby();
    await pair.replicateSynchronously(other);
    const standby = await one.pids();
    freeze(standby);
    const { tally, done } = await postMessages(target, 1, ({ acknowledged }) => acknowledged.size >= 1, {
      prefix: 'cancelled',
    });
    const cancelled = await until('a commit waits, and is cancelled', async () => {
      const rows = await other.query(
        "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'",
      );
      return rows.length > 0;
    });
    assert.ok(cancelled);
    await until('it is refused', () => tally.refusals.size > 0);
    assert.equal(tally.acknowledged.size, 0);
    for (const pid of standby) process.kill(pid, 'SIGCONT');
    await done;
    for (const [text, stored] of tally.acknowledged) all.acknowledged.set(text, stored);
    await assertNothingLost(target, all);
  },
);

test(
  '[STORE-25] a primary that is set read-only under open connections is left for the one that is promoted',
  postgresqlNeeded,
  async () => {
    await postThrough('fenced', async () => {
      await other.query("ALTER SYSTEM SET default_transaction_read_only = 'on'");
      await other.query('SELECT pg_reload_conf()');
      await until('none is ready', async () => (await readiness()).every((status) => status === 503));
      await one.promote();
    });
    for (const each of processes) assert.deepEqual(await each.stop(), { code: 0, signal: null });
  },
);
