import { createECDH, randomBytes } from 'node:crypto';
import { createHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { GRACE_MS } from '../../packages/server/src/features/notifications/index.ts';
import type { DatabasePool } from '../../packages/server/src/storage/pool.ts';
import { type Installation, jsonHeaders } from '../installation.ts';
import { runFlood } from '../load/flood.ts';
import { alternate, type Bench, type Measurement, medianOf } from '../measurement.ts';
import { cpuSecondsOf } from '../processes.ts';
import { type Arrival, type Sink, startSink } from '../sink.ts';

const BINDERS = 100;
const PEOPLE_OF_BINDER = 100;
const RATE = 200;
const CONNECTIONS = 64;
const MILLISECONDS = 70_000;
const QUICK_MS = 10_000;
const SPACING_MS = 60_000;
const LAST_PUSHES_MS = 30_000;
/** A read mark beyond all message ids. */
const READS_ALL = 2 ** 52;

/**
 * Each member has a device. In each binder, one member is away, and the others have read everything. Every
 * second round runs without devices.
 */
export const reach: Measurement = {
  figures: {
    'reach.push.p99': {
      what: '10,000 people with devices, 1 % away, 200 posts a second: p99 of a push request, after the 5 s (NOTIFY-10) from the first unread post, or the minute from the last push',
      unit: 's',
      atMost: 5,
    },
    'reach.push.cpu': {
      what: 'CPU of the server, which also sends the pushes, for these posts ÷ for the same posts without devices',
      unit: '× CPU',
      atMost: 1.1,
    },
  },
  async run(bench) {
    const { installation, quick, rounds } = bench;
    const binders = await installation.binders(quick ? 10 : BINDERS);
    const sink = await startSink();
    try {
      await addPeople(installation, binders, quick ? 10 : PEOPLE_OF_BINDER);
      const keys = await firstKeys(installation, sink);
      const results = await alternate(rounds, {
        without: async () => {
          await clearDevices(installation);
          return { ...(await post(bench, binders)), lags: [] };
        },
        with: async () => {
          await clearDevices(installation);
          await addDevices(installation, sink, keys);
          const posted = await post(bench, binders);
          return { ...posted, lags: await lagsOf(installation, sink, posted.beganAt) };
        },
      });
      const lags = createHistogram();
      for (const round of results)
        for (const lag of round.with.lags) lags.record(Math.max(1, Math.round(lag)));
      const lowest = Math.min(...results.map((round) => Math.min(round.with.rate, round.without.rate)));
      bench.note(
        `reach: ${lags.count} pushes, median after ${lags.percentile(50) / 1_000} s; at least ${Math.round(lowest)} posts a second`,
      );
      return {
        'reach.push.p99': lags.percentile(99) / 1_000,
        'reach.push.cpu': medianOf(results, (round) => round.with.cpu / round.without.cpu),
      };
    } finally {
      await clearDevices(installation);
      await removePeople(installation);
      await sink.close();
    }
  },
};

/** The first member of each binder is away. */
function addPeople(installation: Installation, binders: readonly string[], count: number): Promise<void> {
  return installation.withDatabase(async (db) => {
    const { users } = await installation.demo();
    await db.query(
      `WITH people AS (
         INSERT INTO users (id, partner_id, org_id, unique_id, name, created_at, updated_at)
         SELECT 'UREACH' || lpad(n::text, 17, '0'), partner_id, org_id, 'reach ' || n, 'Reached ' || n, created_at, updated_at
         FROM users, generate_series(0, $1::int - 1) n WHERE id = $2 ON CONFLICT DO NOTHING RETURNING id, substr(id, 7)::int AS n
       )
       INSERT INTO binder_members (binder_id, user_id, role, read_id, created_at, updated_at)
       SELECT b.id, people.id, 'viewer', CASE WHEN people.n % $4::int = 0 THEN 0 ELSE $5::bigint END, 0, 0
       FROM people JOIN unnest($3::text[]) WITH ORDINALITY AS b (id, position) ON people.n / $4::int = b.position - 1`,
      [binders.length * count, users[1]?.id, binders, count, READS_ALL],
    );
  });
}

function removePeople({ withDatabase }: Installation): Promise<void> {
  return withDatabase(async (db) => {
    await db.query(`DELETE FROM binder_members WHERE user_id LIKE 'UREACH%'`);
  });
}

async function firstKeys(installation: Installation, sink: Sink): Promise<Buffer> {
  const ecdh = createECDH('prime256v1');
  const keys = {
    p256dh: ecdh.generateKeys().toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  await installation.call('POST', '/me/push_subscriptions', {
    endpoint: `${sink.url}push/first`,
    keys,
    device: 'x',
  });
  return installation.withDatabase(async (db) => {
    const [row] = await db.query<{ keys_sealed: Buffer }>(
      `DELETE FROM push_subscriptions WHERE endpoint LIKE '%/push/first' RETURNING keys_sealed`,
    );
    if (!row) throw new Error('no device was subscribed');
    return row.keys_sealed;
  });
}

function clearDevices({ withDatabase }: Installation): Promise<void> {
  return withDatabase(async (db) => {
    await db.query('DELETE FROM push_subscriptions');
  });
}

async function addDevices({ withDatabase }: Installation, sink: Sink, keys: Buffer): Promise<void> {
  await sink.reset();
  await withDatabase(async (db) => {
    await db.query(
      `INSERT INTO push_subscriptions (user_id, endpoint, keys_sealed, device, created_at)
       SELECT member.user_id, $1 || 'push/' || member.binder_id || '/' || member.read_id || '/' || member.user_id, $2, 'x', $3::bigint
       FROM binder_members member WHERE member.user_id LIKE 'UREACH%'`,
      [sink.url, keys, Date.now()],
    );
    await db.query('VACUUM (ANALYZE) push_subscriptions, push_queue, binder_members');
  });
}

interface Posted {
  beganAt: number;
  cpu: number;
  rate: number;
}

async function post({ installation, quick }: Bench, binders: readonly string[]): Promise<Posted> {
  const { pid, port } = await installation.server();
  const headers = jsonHeaders(await installation.token());
  const body = JSON.stringify({
    message: { text: 'A message of an ordinary length, as people write them.' },
  });
  const requests = binders.map(
    (id) => ({ method: 'POST', path: `/v1/${id}/messages`, headers, body }) as const,
  );
  const before = cpuSecondsOf(pid);
  const beganAt = Date.now();
  const { accepted, refused, failed, seconds } = await runFlood({
    port,
    calls: { requests },
    rate: RATE,
    connections: CONNECTIONS,
    milliseconds: quick ? QUICK_MS : MILLISECONDS,
  });
  if (refused + failed > 0) throw new Error(`${refused} posts were refused, and ${failed} failed`);
  return { beganAt, cpu: (cpuSecondsOf(pid) - before) / accepted, rate: accepted / seconds };
}

/**
 * Milliseconds from each push's due time until its request, or until now. Throws if a member who had read
 * everything received a push.
 */
async function lagsOf({ withDatabase }: Installation, sink: Sink, beganAt: number): Promise<number[]> {
  return withDatabase(async (db) => {
    const firstPosts = await firstPostsSince(db, beganAt);
    const end = performance.now() + LAST_PUSHES_MS;
    let arrivals = arrivalsByDevice(await sink.pushes());
    while (arrivals.size < firstPosts.size && performance.now() < end) {
      await sleep(100);
      arrivals = arrivalsByDevice(await sink.pushes());
    }
    const wrong = [...arrivals.keys()].filter((path) => path.split('/')[3] !== '0');
    if (wrong.length > 0) throw new Error(`${wrong.length} people who had read everything got pushes`);
    const reached = new Set([...arrivals.keys()].map((path) => path.split('/')[2] ?? ''));
    const missing = [...firstPosts].filter(([binderId]) => !reached.has(binderId));
    const missingLags = missing.map(([, at]) => Date.now() - at - GRACE_MS);
    const lags = [...arrivals].flatMap(([path, times]) => {
      const first = firstPosts.get(path.split('/')[2] ?? '') ?? Number.NaN;
      return times.map(
        (at, index) => at - (index === 0 ? first + GRACE_MS : (times[index - 1] ?? 0) + SPACING_MS),
      );
    });
    return [...lags, ...missingLags];
  });
}

async function firstPostsSince(db: DatabasePool, since: number): Promise<Map<string, number>> {
  const rows = await db.query<{ binder_id: string; at: number }>(
    'SELECT binder_id, min(created_at) AS at FROM messages WHERE created_at >= $1::bigint GROUP BY binder_id',
    [since],
  );
  return new Map(rows.map(({ binder_id, at }) => [binder_id, at]));
}

function arrivalsByDevice(pushes: readonly Arrival[]): Map<string, number[]> {
  const times = new Map<string, number[]>();
  for (const [path, at] of pushes) times.set(path, [...(times.get(path) ?? []), at]);
  return times;
}
