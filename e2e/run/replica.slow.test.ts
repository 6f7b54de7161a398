import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, beforeAll, test } from 'vitest';
import { read, tokenOf } from './client.ts';
import { emptyDirectory, removeDirectories } from './directories.ts';
import { postMessages, type Target } from './posting.ts';
import { freeze } from './processes.ts';
import {
  postgresqlNeeded,
  type ReplicatedServer,
  type ReplicatedServers,
  startReplicatedServers,
} from './replicated-postgresql.ts';
import { killServers, type Ringbinder, startRingbinder } from './ringbinder.ts';

let pair: ReplicatedServers;
let replica: ReplicatedServer;
let server: Ringbinder;
let target: Target;
let posted = 0;

beforeAll(async () => {
  if (postgresqlNeeded.skip) return;
  pair = await startReplicatedServers();
  replica = pair.servers[1];
  const urlOf = ({ port }: ReplicatedServer) => `postgres://ringbinder@127.0.0.1:${port}`;
  server = await startRingbinder(await emptyDirectory(), {
    CALLS_PER_MINUTE: '1000000',
    DATABASE_URL: `${urlOf(pair.servers[0])}/ringbinder`,
    // Without a database name in this address, the server uses that of DATABASE_URL.
    DATABASE_REPLICA_URL: urlOf(replica),
  });
  const demo = await server.demo();
  target = { base: demo.base_url, token: await tokenOf(demo), binder: demo.binder_id };
});
afterAll(async () => {
  await killServers();
  await pair?.stop();
  await removeDirectories();
});

const get = (path: string) => read(target.base, target.token, `${target.binder}/${path}`);

async function postAndRead(): Promise<void> {
  const prefix = `turn${posted++}`;
  const { done, tally } = await postMessages(target, 1, ({ acknowledged }) => acknowledged.size >= 1, {
    prefix,
  });
  await done;
  const [id] = [...tally.acknowledged.values()].map((each) => each.id);
  const { messages } = await get('messages?limit=3');
  assert.equal(messages[0].binder_comment_id ?? messages[0].id, id, JSON.stringify(messages[0]));
  const { results } = await get(`search?q=${prefix}`);
  assert.deepEqual(
    results.map(({ id: userId }: { id: string }) => userId),
    [String(id)],
  );
}

async function outcomes(): Promise<Record<string, number>> {
  const text = await (await fetch(`${server.origin}/metrics`)).text();
  const values = text.matchAll(/^database_replica_reads\{outcome="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...values].map(([, outcome, count]) => [outcome, Number(count)]));
}

async function readiness(): Promise<unknown> {
  const answer = await fetch(`${server.origin}/readyz`);
  const { checks } = (await answer.json()) as { checks: Record<string, string> };
  return [answer.status, checks.replica_production];
}

async function untilUsed(): Promise<void> {
  await until('the replica is used', async () => {
    const before = await outcomes();
    await get('messages');
    await get('search?q=turn');
    return Number((await outcomes()).replica) === Number(before.replica) + 2;
  });
  assert.deepEqual(await readiness(), [200, 'ok']);
}

const untilLeft = () =>
  until('/readyz tells that the replica is not used', async () => {
    const [status, state] = (await readiness()) as [number, string];
    assert.equal(status, 200);
    return state === 'unavailable';
  });
const log = () => readFileSync(join(server.directory, 'server.log'), 'utf8');
const lines = (text: string) => log().split(text).length - 1;

test(
  '[STORE-27] lists and searches are read on the replica, and have what was acknowledged',
  postgresqlNeeded,
  async () => {
    await untilUsed();
    for (let round = 0; round < 10; round++) await postAndRead();
    assert.equal((await outcomes()).failed, 0);
  },
);

test(
  '[STORE-27] a replica that is behind is asked for nothing that it does not have',
  postgresqlNeeded,
  async () => {
    // On a busy machine, the server may also leave the replica for other reasons.
    await until('a read finds that it is behind, and it is left for that', async () => {
      await replica.query('SELECT pg_wal_replay_resume()');
      await untilUsed();
      const { behind: before = 0 } = await outcomes();
      await replica.query('SELECT pg_wal_replay_pause()');
      await postAndRead();
      await postAndRead();
      await untilLeft();
      const { behind = 0 } = await outcomes();
      return behind > before && /it is more than a second behind/.test(log());
    });
    await postAndRead();
    await replica.query('SELECT pg_wal_replay_resume()');
    await untilUsed();
  },
);

test(
  '[STORE-27] a replica that is killed, away, silent and back fails no read, and is told of once',
  postgresqlNeeded,
  async () => {
    // On a busy machine, the server may leave the replica before the kill.
    const toldBefore = lines('replica: not in use');
    await untilUsed();
    await replica.kill();
    await postAndRead();
    await untilLeft();
    await until('it is told of', () => lines('replica: not in use') > toldBefore);
    const [told, usedAgain] = [lines('replica: not in use'), lines('replica: in use again')];
    for (let round = 0; round < 3; round++) await postAndRead();
    assert.equal(lines('replica: not in use'), told);
    await replica.restartAsStandby();
    await untilUsed();
    await until('that it is used again, too', () => lines('replica: in use again') > usedAgain);

    freeze(await replica.pids());
    const begun = performance.now();
    await postAndRead();
    await untilLeft();
    assert.ok(performance.now() - begun < 30_000);
    for (const pid of await replica.pids()) process.kill(pid, 'SIGCONT');
    await untilUsed();
  },
);

test('[STORE-27] a server that takes writes is no replica', postgresqlNeeded, async () => {
  await untilUsed();
  const toldBefore = log().length;
  await replica.promote();
  await untilLeft();
  assert.match(log().slice(toldBefore), /it is not a standby|it does not respond/);
  const { replica: reads } = await outcomes();
  await postAndRead();
  assert.equal((await outcomes()).replica, reads);
});
