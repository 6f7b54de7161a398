import { fork } from 'node:child_process';
import { once } from 'node:events';
import { httpRequest } from '../load/index.ts';
import { type Bench, type Measurement, roundMs } from '../measurement.ts';
import { alternate, median } from '../statistics.ts';

const CLIENTS = 32;
const LISTED = 50;
const SMALL = 1_000;
const LARGE = 1_000_000;
const LARGE_WHEN_QUICK = 20_000;

/** Reading the newest messages of a small and of a large binder, beside a static reply of the same bytes. */
export const listMessages: Measurement = {
  figures: {
    'list_messages.1M_to_static': `GET ${LISTED} messages of a binder with 1 M, ${CLIENTS} at once ÷ a static Fastify reply of the same bytes`,
    'list_messages.1M_to_1k_time': 'time with 1 M messages ÷ time with 1 k',
    'list_messages.rate': 'GET of the binder with 1 M, a second',
    'list_messages.static_rate': 'static replies a second',
  },
  async run(bench) {
    const [small = '', large = ''] = await bench.installation.binders(2);
    await fill(bench, small, SMALL);
    await fill(bench, large, bench.quick ? LARGE_WHEN_QUICK : LARGE);
    const { port } = await bench.installation.server();
    const headers = { authorization: `Bearer ${await bench.installation.token()}` };
    const pathOf = (id: string) => `/v1/${id}/messages?limit=${LISTED}`;
    const reply = await fetch(`http://127.0.0.1:${port}${pathOf(large)}`, { headers });
    const yardstick = await startStaticServer(await reply.text());
    try {
      const get = (onPort: number, path: string) => () => rateOf(bench, onPort, path, headers);
      const results = await alternate(bench.rounds, {
        static: get(yardstick.port, '/'),
        small: get(port, pathOf(small)),
        large: get(port, pathOf(large)),
      });
      const medianOf = (of: (rates: (typeof results)[number]) => number) => median(results.map(of));
      return {
        'list_messages.1M_to_static': {
          value: medianOf((rate) => rate.large / rate.static),
          unit: '× static reply',
        },
        'list_messages.1M_to_1k_time': { value: medianOf((rate) => rate.small / rate.large), unit: '× time' },
        'list_messages.rate': { value: medianOf((rate) => rate.large), unit: '/s' },
        'list_messages.static_rate': { value: medianOf((rate) => rate.static), unit: '/s' },
      };
    } finally {
      yardstick.stop();
    }
  },
};

async function rateOf(bench: Bench, port: number, path: string, headers: Record<string, string>) {
  const requests = [httpRequest('GET', path, headers)];
  const milliseconds = roundMs(bench, 1_500);
  const { completed, seconds } = await bench.generator.run({
    kind: 'http',
    port,
    clients: CLIENTS,
    milliseconds,
    requests,
  });
  return completed / seconds;
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

async function startStaticServer(body: string): Promise<{ port: number; stop(): void }> {
  const child = fork(new URL('../static-server.ts', import.meta.url), { execArgv: [] });
  child.send(body);
  const [port] = (await once(child, 'message')) as [number];
  return { port, stop: () => child.disconnect() };
}
