/**
 * What reads on a replica would give: two PostgreSQLs of Debian's, the primary held on the first core and its asynchronous
 * replica on the second, posts as fast as they go beside reads at a steady rate, in rounds that alternate where the reads go.
 *
 *   node bench/replica.ts [rounds] [seconds of a round]
 */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { emptyDirectory, removeDirectories } from '../e2e/run/directories.ts';
import { type ReplicatedServer, startReplicatedServers } from '../e2e/run/replicated-postgresql.ts';
import { startRingbinder } from '../e2e/run/ringbinder.ts';
import { FIND_MESSAGES, INSERT_MESSAGES } from '../packages/server/src/features/messages/queries.ts';
import { findThings } from '../packages/server/src/features/search/queries.ts';
import { PLAN_ONCE } from '../packages/server/src/storage/pool.ts';

const [rounds = 5, seconds = 4] = process.argv.slice(2).map(Number);
const DATABASE = 'ringbinder';
const MESSAGES = 20_000;
const POSTERS = 4;
/** How many a second are due: together with the posts more than one core does. */
const KINDS = { list: 400, search: 10 } as const;
type Kind = keyof typeof KINDS | 'check';
/** Of `/proc/…/stat`. */
const TICKS_PER_SECOND = 100;

/** The access check that stays on the primary when the read itself goes to the replica. */
const CHECK = `SELECT b.seq, (SELECT role FROM binder_members WHERE binder_id = b.id AND user_id = $2) AS role
  FROM binders b WHERE b.id = $1 AND b.deleted_at IS NULL`;

interface Place {
  binder: string;
  user: string;
}

async function connect({ port }: ReplicatedServer): Promise<pg.Client> {
  const client = new pg.Client({
    ...{ host: '127.0.0.1', port, user: 'ringbinder', database: DATABASE, options: PLAN_ONCE },
  });
  await client.connect();
  return client;
}

/** Seconds of the processor that all processes of a server have had. Those that ended meanwhile are not in it. */
async function cpuOf(server: ReplicatedServer): Promise<number> {
  const ticks = (await server.pids()).map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((sum, each) => sum + each, 0) / TICKS_PER_SECOND;
}

/** The text and values of the statement with which the server searches. */
async function searchStatement({ binder }: Place) {
  let statement: [text: string, values: readonly unknown[]] | undefined;
  const db = {
    query: async (text: string, values: readonly unknown[] = []) => {
      statement = [text, values];
      return [];
    },
  };
  const newest = { createdAt: Number.MAX_SAFE_INTEGER, type: '~', id: '~' };
  await findThings(db as never, { binderId: binder, length: MESSAGES, query: 'word7 & word11' }, newest, 50);
  if (statement === undefined) throw new Error('nothing was asked');
  return statement;
}

/** A database of the service's with one binder of many messages, all in the index of words. */
async function seed(primary: ReplicatedServer): Promise<Place> {
  const url = `postgres://ringbinder@127.0.0.1:${primary.port}/${DATABASE}`;
  const server = await startRingbinder(await emptyDirectory(), { DATABASE_URL: url });
  const { binder_id: binder, users } = await server.demo();
  await server.stop();
  const client = await connect(primary);
  const text = `'word' || n % 50 || ' word' || n % 97 || ' and some more words of a message of the usual length ' || n`;
  const [first] = (
    await client.query('SELECT coalesce(max(id), 0)::int AS id FROM messages WHERE binder_id = $1', [binder])
  ).rows;
  await client.query(
    `INSERT INTO messages (binder_id, id, user_id, text, created_at, updated_at)
     SELECT $1, $3 + n, $2, ${text}, n, n FROM generate_series(1, ${MESSAGES}) n`,
    [binder, users[0]?.id, first.id],
  );
  await client.query(
    `INSERT INTO message_words (binder_id, message_id, words) SELECT binder_id, id, to_tsvector('simple', text) FROM messages WHERE binder_id = $1
     ON CONFLICT DO NOTHING`,
    [binder],
  );
  await client.query('UPDATE binders SET total_messages = $2 WHERE id = $1', [binder, first.id + MESSAGES]);
  await client.query('VACUUM ANALYZE');
  await client.end();
  return { binder, user: users[0]?.id ?? '' };
}

/** Runs for the time of a round. Reads are due at their rate; one that finds no connection free waits, and that counts. */
async function round(
  { binder, user }: Place,
  [primary, reader]: readonly [ReplicatedServer, ReplicatedServer],
  kind: Kind | undefined,
  search: readonly [string, readonly unknown[]],
  rate: number,
) {
  const posters = await Promise.all(Array.from({ length: POSTERS }, () => connect(primary)));
  const readers = await Promise.all(Array.from({ length: POSTERS }, () => connect(reader)));
  const cpuBefore = [await cpuOf(primary), await cpuOf(reader)] as const;
  const begun = performance.now();
  const end = begun + seconds * 1000;
  let posts = 0;
  const latencies: number[] = [];
  const statements: Record<Kind, [string, readonly unknown[]]> = {
    list: [FIND_MESSAGES, [binder, [user], Number.MAX_SAFE_INTEGER, 50]],
    check: [CHECK, [binder, user]],
    search: [...search],
  };
  const posting = posters.map(async (client) => {
    while (kind !== 'check' && performance.now() < end) {
      const values = [
        binder,
        [user],
        Date.now(),
        ['a message of the usual length, as people write it'],
        [null],
      ];
      await client.query({ name: 'post', text: INSERT_MESSAGES, values });
      posts++;
    }
  });
  let next = 0;
  const reading = readers.map(async (client) => {
    while (kind !== undefined && performance.now() < end) {
      const due = begun + (next++ * 1000) / rate;
      if (due >= end) break;
      await delay(Math.max(0, due - performance.now()));
      const [text, values] = statements[kind];
      await client.query({ name: 'read', text, values: [...values] });
      latencies.push(performance.now() - due);
    }
  });
  await Promise.all([...posting, ...reading]);
  const took = (performance.now() - begun) / 1000;
  const cpu = [(await cpuOf(primary)) - cpuBefore[0], (await cpuOf(reader)) - cpuBefore[1]] as const;
  await Promise.all([...posters, ...readers].map((client) => client.end()));
  latencies.sort((one, other) => one - other);
  return {
    posts: posts / took,
    reads: latencies.length,
    p99: latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN,
    cpuPerPost: (cpu[0] / Math.max(posts, 1)) * 1000,
    cpuPerRead: (cpu[1] / Math.max(latencies.length, 1)) * 1000,
  };
}

const median = (values: number[]) =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;

const pair = await startReplicatedServers([
  ['taskset', '-c', '0'],
  ['taskset', '-c', '1'],
]);
try {
  const [primary, replica] = pair.servers;
  const place = await seed(primary);
  const search = await searchStatement(place);
  for (const kind of ['check', 'list', 'search'] as const) {
    const alone = await round(place, [primary, replica], kind, search, kind === 'check' ? 400 : KINDS[kind]);
    process.stdout.write(`${kind}: ${alone.cpuPerRead.toFixed(2)} ms of the replica's processor each\n`);
  }
  for (const kind of ['list', 'search'] as const) {
    const ratios: number[] = [];
    const waits: number[] = [];
    for (let number = 0; number < rounds; number++) {
      const rate = KINDS[kind];
      const [here, there] = [
        await round(place, [primary, primary], kind, search, rate),
        await round(place, [primary, replica], kind, search, rate),
      ];
      ratios.push(there.posts / here.posts);
      waits.push(there.p99 / here.p99);
      process.stdout.write(
        `${kind} ${rate}/s: on the primary ${here.posts.toFixed(0)} posts/s (${here.cpuPerPost.toFixed(2)} ms), ${here.reads} reads, p99 ${here.p99.toFixed(0)} ms; ` +
          `on the replica ${there.posts.toFixed(0)} posts/s (${there.cpuPerPost.toFixed(2)} ms), ${there.reads} reads, p99 ${there.p99.toFixed(0)} ms\n`,
      );
    }
    process.stdout.write(
      `${kind}: posts/s × ${median(ratios).toFixed(2)}, p99 × ${median(waits).toFixed(2)} (medians of ${rounds} rounds)\n`,
    );
  }
} finally {
  await pair.stop();
  await removeDirectories();
}
