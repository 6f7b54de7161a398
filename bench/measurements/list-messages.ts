import { FIND_MESSAGES } from '../../packages/server/src/features/messages/queries.ts';
import { startStaticServer } from '../baseline.ts';
import type { Installation } from '../installation.ts';
import { httpRequest, type LoadJob } from '../load/index.ts';
import { type Bench, type Figure, type Measurement, roundMs } from '../measurement.ts';
import { alternate, median } from '../statistics.ts';

const CLIENTS = 32;
const LISTED = 50;
const SMALL = 1_000;
const LARGE = 1_000_000;
const LARGE_WHEN_QUICK = 20_000;

/**
 * Reading the newest messages of a small and of a large binder, beside three yardsticks: a static reply of the same
 * bytes, the bare statement through the driver, and /healthz, which is what an answer costs without token or database.
 */
export const listMessages: Measurement = {
  figures: {
    'list_messages.1M_to_static': `GET ${LISTED} messages of a binder with 1 M, ${CLIENTS} at once ÷ a static Fastify reply of the same bytes`,
    'list_messages.1M_to_1k_time': 'time with 1 M messages ÷ time with 1 k',
    'list_messages.1M_to_statement': 'GET of the binder with 1 M ÷ the bare statement',
    'list_messages.healthz_to_static': 'GET /healthz ÷ the static reply',
    'list_messages.rate': 'GET of the binder with 1 M, a second',
    'list_messages.static_rate': 'static replies a second',
  },
  async run(bench) {
    const { installation } = bench;
    const [small = '', large = ''] = await installation.binders(2);
    await fill(bench, small, SMALL);
    await fill(bench, large, bench.quick ? LARGE_WHEN_QUICK : LARGE);
    const { port } = await installation.server();
    const headers = { authorization: `Bearer ${await installation.token()}` };
    const pathOf = (id: string) => `/v1/${id}/messages?limit=${LISTED}`;
    const reply = await fetch(`http://127.0.0.1:${port}${pathOf(large)}`, { headers });
    const yardstick = await startStaticServer(await reply.text());
    try {
      const loop = { clients: CLIENTS, milliseconds: roundMs(bench, 1_200) };
      const get = (onPort: number, path: string): LoadJob => {
        return { ...loop, kind: 'http', port: onPort, requests: [httpRequest('GET', path, headers)] };
      };
      const jobs = {
        static: get(yardstick.port, '/'),
        small: get(port, pathOf(small)),
        large: get(port, pathOf(large)),
        statement: { ...loop, ...(await statementOf(installation, large)) },
        healthz: get(port, '/healthz'),
      } satisfies Record<string, LoadJob>;
      return figuresOf(
        await alternate(bench.rounds, {
          static: () => rateOf(bench, jobs.static),
          small: () => rateOf(bench, jobs.small),
          large: () => rateOf(bench, jobs.large),
          statement: () => rateOf(bench, jobs.statement),
          healthz: () => rateOf(bench, jobs.healthz),
        }),
      );
    } finally {
      yardstick.stop();
    }
  },
};

type Rates = Record<'static' | 'small' | 'large' | 'statement' | 'healthz', number>;

function figuresOf(results: Rates[]): Record<string, Figure> {
  const figure = (unit: string, of: (rates: Rates) => number) => ({ value: median(results.map(of)), unit });
  return {
    'list_messages.1M_to_static': figure('× static reply', (rate) => rate.large / rate.static),
    'list_messages.1M_to_1k_time': figure('× time', (rate) => rate.small / rate.large),
    'list_messages.1M_to_statement': figure('× statement', (rate) => rate.large / rate.statement),
    'list_messages.healthz_to_static': figure('× static reply', (rate) => rate.healthz / rate.static),
    'list_messages.rate': figure('/s', (rate) => rate.large),
    'list_messages.static_rate': figure('/s', (rate) => rate.static),
  };
}

async function rateOf(bench: Bench, job: LoadJob): Promise<number> {
  const { completed, seconds } = await bench.generator.run(job);
  return completed / seconds;
}

/** The statement of the list, as the server runs it. */
async function statementOf(installation: Installation, binderId: string) {
  const [owner] = (await installation.demo()).users;
  const values = [[binderId, [owner?.id], Number.MAX_SAFE_INTEGER, LISTED + 1]];
  return {
    kind: 'statement',
    connection: await installation.connection(),
    text: FIND_MESSAGES,
    values,
  } as const;
}

/** Messages that one statement makes: well within the time a statement may take. */
const CHUNK = 100_000;

/** Adds messages to a binder, by SQL: the API would take minutes. */
function fill(bench: Bench, binderId: string, count: number): Promise<void> {
  return bench.installation.withDatabase(async (db) => {
    for (let made = 0; made < count; made += CHUNK) {
      await db.query(
        `WITH first AS (SELECT next_id, owner_id FROM binders WHERE id = $1), made AS (
           INSERT INTO messages (binder_id, id, user_id, text, created_at, updated_at)
           SELECT $1, next_id + n, owner_id, 'Message ' || n || ' of many, of an ordinary length, as people write them.', $3, $3
           FROM first, generate_series(0, $2::bigint - 1) n
         )
         UPDATE binders SET next_id = next_id + $2, total_messages = total_messages + $2 WHERE id = $1`,
        [binderId, Math.min(CHUNK, count - made), Date.now()],
      );
    }
    // What a server that grew there in months would have done long ago.
    await db.query('VACUUM (ANALYZE) messages');
    await db.query('CHECKPOINT');
  });
}
