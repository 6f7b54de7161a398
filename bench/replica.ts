/**
 * What a read replica would take off the primary: two PostgreSQLs of Debian's, of which the second follows by streaming replication,
 * and the service's own statements, one after the other. Figures are of the processor, so that it does not matter which core works.
 *
 *   node bench/replica.ts
 */
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { emptyDirectory, removeDirectories } from '../e2e/run/directories.ts';
import { type ReplicatedServer, startReplicatedServers } from '../e2e/run/replicated-postgresql.ts';
import { startRingbinder } from '../e2e/run/ringbinder.ts';
import { accessBinder, binderPosition } from '../packages/server/src/access/index.ts';
import { findMessages, insertMessages } from '../packages/server/src/features/messages/queries.ts';
import { catchUp } from '../packages/server/src/features/search/indexer.ts';
import { readPagesSoon } from '../packages/server/src/features/search/page-texts.ts';
import { findThings, searchPosition } from '../packages/server/src/features/search/queries.ts';
import { type DatabasePool, openDatabase } from '../packages/server/src/storage/pool.ts';
import type { PositionQuery } from '../packages/server/src/storage/replica.ts';

const DATABASE = 'ringbinder';
/** Messages of a binder. The index of words is used from 50,000 on. */
const SIZES = [1_000, 10_000, 60_000];
const POSTS = 1_500;
const TEXT = 'a message of the usual length, as people write them';
const POSTERS = 8;
const NEWEST = { createdAt: Number.MAX_SAFE_INTEGER, type: '~', id: '~' };

/** Milliseconds of the processor that processes have had, by the scheduler, which counts in nanoseconds. */
function cpuMsOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const [ns = '0'] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    return sum + Number(ns) / 1e6;
  }, 0);
}

/** Milliseconds of the processor of one of `calls` calls: of all processes of a server, the backend and what writes for it. */
async function costOf(
  server: ReplicatedServer,
  calls: number,
  work: () => Promise<unknown>,
): Promise<number> {
  for (let call = 0; call < 10; call++) await work();
  const pids = await server.pids();
  const before = cpuMsOf(pids);
  for (let call = 0; call < calls; call++) await work();
  return (cpuMsOf(pids) - before) / calls;
}

/** Makes binders of these many messages, whose words are in the index, beside others of as many messages in all. */
async function seed(primary: ReplicatedServer): Promise<{ userId: string; binders: string[] }> {
  const url = `postgres://ringbinder@127.0.0.1:${primary.port}/${DATABASE}`;
  const server = await startRingbinder(await emptyDirectory(), { DATABASE_URL: url });
  const demo = await server.demo();
  await server.stop();
  const userId = demo.users[0]?.id ?? '';
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const binders = SIZES.map((size) => `BREPLICA${String(size).padStart(14, '0')}`);
  for (const [index, size] of SIZES.entries()) {
    const binder = binders[index];
    await client.query(
      `INSERT INTO binders SELECT (jsonb_populate_record(b, jsonb_build_object('id', $2::text, 'seq', $3::int, 'next_id', $3 + 1, 'total_messages', $3::int))).*
       FROM binders b WHERE id = $1`,
      [demo.binder_id, binder, size],
    );
    await client.query(
      `INSERT INTO binder_members (binder_id, user_id, role, created_at, updated_at) VALUES ($1, $2, 'owner', 0, 0)`,
      [binder, userId],
    );
    // Of all messages one in 50 has the first word, one in 2,000 the second.
    await client.query(
      `INSERT INTO messages (binder_id, id, user_id, text, created_at, updated_at)
       SELECT $1, n, $2, 'common' || n % 50 || ' rare' || n % 2000 || ' and some more words of a message of the usual length ' || n, n, n
       FROM generate_series(1, $3::int) n`,
      [binder, userId, size],
    );
    await client.query(
      `INSERT INTO search_terms (binder_id, type, id, terms)
       SELECT binder_id, 'message', id, to_tsvector('simple', text) FROM messages WHERE binder_id = $1 AND id <= $2`,
      [binder, size],
    );
  }
  // So many that a plan for any binder is one for a small part of the tables.
  await client.query(
    `INSERT INTO messages (binder_id, id, user_id, text, created_at, updated_at)
     SELECT 'BOTHER' || n % 500, n, $1, 'common' || n % 50 || ' of another binder ' || n, n, n FROM generate_series(1, 100000) n`,
    [userId],
  );
  await client.query(
    `INSERT INTO search_terms (binder_id, type, id, terms)
     SELECT binder_id, 'message', id, to_tsvector('simple', text) FROM messages WHERE binder_id LIKE 'BOTHER%'`,
  );
  await client.query('VACUUM ANALYZE');
  await client.end();
  return { userId, binders };
}

async function measureReads(primary: ReplicatedServer, db: DatabasePool, userId: string, binders: string[]) {
  const env = { db, log: console, closing: new AbortController().signal } as never;
  for (const [index, binderId] of binders.entries()) {
    const length = SIZES[index] ?? 0;
    const access = await costOf(primary, 300, () => accessBinder(db, { userId }, binderId, 'read'));
    const list = await costOf(primary, 300, () =>
      findMessages(db, { binderId, direction: 'before', from: Number.MAX_SAFE_INTEGER, limit: 50 }, [userId]),
    );
    const read = await costOf(primary, 100, async () => {
      await catchUp(env, binderId, 5);
      await readPagesSoon(env, binderId);
    });
    const asked = await costOf(primary, 300, () => positionOf(db, binderPosition(binderId)));
    const askedForSearch = await costOf(primary, 300, () => positionOf(db, searchPosition(binderId)));
    const found: number[] = [];
    for (const query of ['rare1999:*', 'common7:*'])
      found.push(await costOf(primary, 100, () => findThings(db, { binderId, length, query }, NEWEST, 51)));
    const post = await costOf(primary, 300, () =>
      insertMessages(db, { binderId, at: Date.now(), messages: [{ userId, text: TEXT }] }),
    );
    const kept = access + read;
    say(
      `${length} messages: a post ${ms(post)}, a list ${ms(list)}, with the replica ${ms(asked)} (${times(asked, list)}); ` +
        `a search ${found.map((each) => ms(kept + each)).join(' (few found) or ')} (many), with the replica ${ms(kept + askedForSearch)} ` +
        `(${found.map((each) => times(kept + askedForSearch, kept + each)).join(' or ')})`,
    );
  }
}

/** What posts cost both servers, POSTERS at once; with a reader of the replica, how long after a commit it shows it. */
async function measureReplay(
  [primary, replica]: readonly [ReplicatedServer, ReplicatedServer],
  db: DatabasePool,
  userId: string,
  binders: string[],
  look?: (lsn: string) => Promise<number>,
) {
  const [ofPrimary, ofReplica] = [await primary.pids(), await replica.pids()];
  const before = [cpuMsOf(ofPrimary), cpuMsOf(ofReplica)] as const;
  let left = POSTS;
  const posting = Promise.all(
    Array.from({ length: POSTERS }, async (_, poster) => {
      const binderId = binders[poster % binders.length] ?? '';
      while (left-- > 0)
        await insertMessages(db, { binderId, at: Date.now(), messages: [{ userId, text: TEXT }] });
    }),
  );
  const lags: number[] = [];
  while (look && left > 0) {
    const [row] = await db.query<{ lsn: string }>('SELECT pg_current_wal_flush_lsn() AS lsn');
    lags.push(await look(row?.lsn ?? ''));
  }
  await posting;
  return { lags, cpu: [cpuMsOf(ofPrimary) - before[0], cpuMsOf(ofReplica) - before[1]] as const };
}

async function measureLag(
  pair: readonly [ReplicatedServer, ReplicatedServer],
  db: DatabasePool,
  userId: string,
  binders: string[],
) {
  const client = new pg.Client({
    host: '127.0.0.1',
    port: pair[1].port,
    user: 'ringbinder',
    database: DATABASE,
  });
  await client.connect();
  let early = 0;
  const look = async (lsn: string) => {
    const begun = performance.now();
    for (let looks = 0; ; looks++) {
      const { rows } = await client.query('SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS has', [lsn]);
      if (rows[0]?.has) break;
      if (looks === 0) early++;
    }
    return performance.now() - begun;
  };
  await measureReplay(pair, db, userId, binders);
  const { cpu } = await measureReplay(pair, db, userId, binders);
  say(
    `${POSTS} posts: ${ms(cpu[0] / POSTS)} of the primary each, and ${ms(cpu[1] / POSTS)} of the replica to follow`,
  );
  const { lags } = await measureReplay(pair, db, userId, binders, look);
  await client.end();
  const sorted = lags.toSorted((one, other) => one - other);
  const share = (part: number) => ms(sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN);
  say(
    `the replica has what was committed after p50 ${share(0.5)}, p90 ${share(0.9)}, p99 ${share(0.99)}, at the most ${share(1)} ` +
      `(${lags.length} looks beside the posts); ${((100 * early) / lags.length).toFixed(0)} % came too early at first`,
  );
}

const ms = (value: number) => `${value.toFixed(2)} ms`;
const times = (part: number, whole: number) => `${(part / whole).toFixed(2)} x`;
const positionOf = (db: DatabasePool, { text, values }: PositionQuery) => db.query(text, values);
const say = (text: string) => process.stdout.write(`${text}\n`);

const pair = await startReplicatedServers();
try {
  const [primary] = pair.servers;
  const { userId, binders } = await seed(primary);
  const connection = { host: '127.0.0.1', port: primary.port, user: 'ringbinder', database: DATABASE };
  const db = openDatabase(connection as never, { max: 16 });
  // What was seeded is written out now, and not while something is measured; nor is anything cleaned up then.
  await primary.query('ALTER SYSTEM SET autovacuum = off');
  await primary.query('SELECT pg_reload_conf()');
  await primary.query('CHECKPOINT');
  await measureReads(primary, db, userId, binders);
  await measureLag(pair.servers, db, userId, binders);
  await db.close();
} finally {
  await pair.stop();
  await removeDirectories();
}
