import { startStaticServer } from '../baseline.ts';
import type { Installation } from '../installation.ts';
import { httpRequest, type LoadJob } from '../load/index.ts';
import { type Bench, type Measurement, roundMs } from '../measurement.ts';
import { alternate, median } from '../statistics.ts';

const CLIENTS = 32;
const PAGES = 1_000;
const CHANGES = 5;

/** Listing the pages of a large binder, beside a static reply of the same bytes; and the first list after a change. */
export const listPages: Measurement = {
  figures: {
    'list_pages.to_static_time': `time of GET ${PAGES} pages, ${CLIENTS} at once ÷ that of a static Fastify reply of the same bytes`,
    'list_pages.after_change': 'the first list after a change in the binder, alone',
    'list_pages.rate': `GET ${PAGES} pages, a second`,
    'list_pages.static_rate': 'static replies a second',
  },
  async run(bench) {
    const { installation } = bench;
    const [binderId = ''] = await installation.binders(1);
    await fill(bench, binderId);
    const { port } = await installation.server();
    const headers = { authorization: `Bearer ${await installation.token()}` };
    const path = `/v1/${binderId}/pages`;
    const afterChange = await timesAfterChange(installation, binderId);
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
    const yardstick = await startStaticServer(await reply.text());
    try {
      const loop = { kind: 'http', clients: CLIENTS, milliseconds: roundMs(bench, 1_500) } as const;
      const jobs = {
        static: { ...loop, port: yardstick.port, requests: [httpRequest('GET', '/', headers)] },
        list: { ...loop, port, requests: [httpRequest('GET', path, headers)] },
      } satisfies Record<string, LoadJob>;
      const results = await alternate(bench.rounds, {
        static: () => rateOf(bench, jobs.static),
        list: () => rateOf(bench, jobs.list),
      });
      const medianOf = (of: (rates: (typeof results)[number]) => number) => median(results.map(of));
      return {
        'list_pages.to_static_time': {
          value: medianOf((rate) => rate.static / rate.list),
          unit: '× static reply',
        },
        'list_pages.after_change': { value: median(afterChange), unit: 'ms' },
        'list_pages.rate': { value: medianOf((rate) => rate.list), unit: '/s' },
        'list_pages.static_rate': { value: medianOf((rate) => rate.static), unit: '/s' },
      };
    } finally {
      yardstick.stop();
    }
  },
};

async function rateOf(bench: Bench, job: LoadJob): Promise<number> {
  const { completed, seconds } = await bench.generator.run(job);
  return completed / seconds;
}

/** Milliseconds of a list whose pages have to be read and signed anew. */
async function timesAfterChange(installation: Installation, binderId: string): Promise<number[]> {
  const times: number[] = [];
  for (let change = 0; change < CHANGES; change++) {
    await installation.call('POST', `/${binderId}/pages/1000001`, { name: `Name ${change}` });
    const start = performance.now();
    await installation.call('GET', `/${binderId}/pages`);
    times.push(performance.now() - start);
  }
  return times;
}

/** Adds whiteboards to a binder, by SQL, with ids from 1,000,001 on. */
function fill(bench: Bench, binderId: string): Promise<void> {
  return bench.installation.withDatabase(async (db) => {
    await db.query(
      `INSERT INTO pages (binder_id, id, type, page_index, page_number, width, height, name, created_at, updated_at)
       SELECT $1, 1000000 + n, 'PAGE_TYPE_WHITEBOARD', 0, n, 1280, 720, 'Sketch of floor ' || n, $3, $3
       FROM generate_series(1, $2::bigint) n`,
      [binderId, PAGES, Date.now()],
    );
    await db.query('UPDATE binders SET next_id = 1001001 WHERE id = $1', [binderId]);
    await db.query('VACUUM (ANALYZE) pages');
  });
}
