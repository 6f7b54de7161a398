import { startChild } from '../child.ts';
import type { Installation } from '../installation.ts';
import { httpLoad, perSecond, roundRobin } from '../load/http-load.ts';
import { alternate, type Measurement, medianOf, roundMs } from '../measurement.ts';

const CLIENTS = 32;
const PAGES = 1_000;

/** Listing the pages of a large binder, beside a static reply of the same bytes. */
export const listPages: Measurement = {
  figures: {
    'list_pages.to_static_time': {
      what: `time of GET ${PAGES} pages, ${CLIENTS} at once ÷ that of a static Fastify reply of the same bytes`,
      unit: '× static reply',
      atMost: 1.5,
    },
    'list_pages.rate': { what: `GET ${PAGES} pages, a second`, unit: '/s' },
  },
  async run(bench) {
    const { installation } = bench;
    const [binderId = ''] = await installation.binders(1);
    await fill(installation, binderId);
    const { port, origin } = await installation.server();
    const headers = { authorization: `Bearer ${await installation.token()}` };
    const path = `/v1/${binderId}/pages`;
    const reply = await fetch(origin + path, { headers });
    const baseline = startChild(new URL('../static-server.ts', import.meta.url));
    try {
      const { port: staticPort } = await baseline.ask<{ port: number }>({ body: await reply.text() });
      const loop = {
        clients: CLIENTS,
        milliseconds: roundMs(bench, 1_500),
        requestOf: roundRobin([{ path, headers }]),
      };
      const rounds = await alternate(bench.rounds, {
        static: () => perSecond(httpLoad({ ...loop, port: staticPort })),
        list: () => perSecond(httpLoad({ ...loop, port })),
      });
      return {
        'list_pages.to_static_time': medianOf(rounds, (rate) => rate.static / rate.list),
        'list_pages.rate': medianOf(rounds, (rate) => rate.list),
      };
    } finally {
      await baseline.stop();
    }
  },
};

/** Adds whiteboards to a binder, by SQL, with ids from 1,000,001 on. */
function fill(installation: Installation, binderId: string): Promise<void> {
  return installation.withDatabase(async (db) => {
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
