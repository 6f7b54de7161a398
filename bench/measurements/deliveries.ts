import type { DatabasePool } from '../../packages/server/src/storage/pool.ts';
import { copyDemoBot } from '../bots.ts';
import { alternate, type Measurement, medianOf } from '../measurement.ts';
import { type Sink, startSink } from '../sink.ts';

const BOTS = 100;
const EVENTS = 400;
const BINDERS = 4;
const ROUND_TIMEOUT_MS = 60_000;
/** With fewer rounds, the effect of the bot that never responds is too small to measure. */
const MIN_ROUNDS = 11;

/** In every other round, one bot's receiver never responds. */
export const deliveries: Measurement = {
  figures: {
    'deliveries.rate': {
      what: `signed deliveries to a loopback receiver, ${BOTS} bots`,
      unit: '/s',
      atLeast: 3_000,
    },
    'deliveries.dead_bot_cost': {
      what: 'how much slower the others are served when one bot never answers',
      unit: '%',
      atMost: 5,
    },
  },
  async run({ installation, rounds, quick }) {
    const sink = await startSink();
    try {
      const count = quick ? 10 : BOTS;
      const bots = await copyDemoBot(installation, { mark: 'DE', count, webhookUrl: sink.url });
      const dead = await copyDemoBot(installation, { mark: 'DD', count: 1, webhookUrl: sink.deadUrl });
      const events = quick ? 20 : EVENTS;
      return await installation.withDatabase(async (db) => {
        const all = await alternate(quick ? rounds : Math.max(rounds, MIN_ROUNDS), {
          alive: () => deliver(db, sink, bots, events),
          besideDead: () => deliver(db, sink, bots, events, dead),
        });
        return {
          'deliveries.rate': medianOf(all, (rate) => rate.alive),
          'deliveries.dead_bot_cost': 100 * (1 - medianOf(all, (rate) => rate.besideDead / rate.alive)),
        };
      });
    } finally {
      await sink.close();
    }
  },
};

export async function deliver(
  db: DatabasePool,
  sink: Sink,
  bots: string[],
  events: number,
  dead: string[] = [],
): Promise<number> {
  await sink.reset();
  await db.transaction((tx) => tx.query(APPEND, [[...bots, ...dead], events, BINDERS, Date.now()]));
  const expected = bots.length * events;
  const start = performance.now();
  for (;;) {
    const { received, seconds } = await sink.read();
    if (received >= expected) return received / seconds;
    if (performance.now() - start > ROUND_TIMEOUT_MS)
      throw new Error(`${received} of ${expected} deliveries came`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const APPEND = `WITH numbered AS (
    UPDATE org_bots SET last_sequence = last_sequence + $2 WHERE user_id = ANY($1::text[])
    RETURNING user_id, last_sequence - $2 AS base
  ), placed AS (
    SELECT user_id, base + n AS sequence, 'binder ' || n % $3::int AS binder_id
    FROM numbered, generate_series(1, $2::int) n
  ), queues AS (
    INSERT INTO bot_queues (user_id, binder_id, last_sequence)
    SELECT user_id, binder_id, max(sequence) FROM placed GROUP BY user_id, binder_id
    ON CONFLICT (user_id, binder_id) DO UPDATE SET last_sequence = excluded.last_sequence
  )
  INSERT INTO bot_events (user_id, sequence, message_id, binder_id, kind, body, created_at)
  SELECT user_id, sequence, 'E' || user_id || sequence, binder_id, 'comment_posted',
    json_build_object('message_id', 'E' || user_id || sequence, 'text', repeat('words of a message ', 25))::text, $4
  FROM placed`;
