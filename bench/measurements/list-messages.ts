import { FIND_MESSAGES } from '../../packages/server/src/features/messages/queries.ts';
import { httpLoad, perSecond, roundRobin } from '../load/http-load.ts';
import { statementLoad } from '../load/statement-load.ts';
import { alternate, type Bench, type Measurement, medianOf, roundMs } from '../measurement.ts';

const CLIENTS = 32;
const LISTED = 50;
const SMALL = 1_000;
const LARGE = 1_000_000;
const LARGE_WHEN_QUICK = 20_000;

/** Reading the newest messages of a small and of a large binder, beside the bare statement through the driver. */
export const listMessages: Measurement = {
  figures: {
    'list_messages.1M_to_statement': {
      what: `GET ${LISTED} messages of a binder with 1 M, ${CLIENTS} at once ÷ the bare statement`,
      unit: '× statement',
      atLeast: 0.5,
    },
    'list_messages.1M_to_1k_time': {
      what: 'time with 1 M messages ÷ time with 1 k',
      unit: '× time',
      atMost: 1.2,
    },
    'list_messages.rate': { what: 'lists of the binder with 1 M, a second', unit: '/s' },
  },
  async run(bench) {
    const { installation, quick } = bench;
    const [small = '', large = ''] = await installation.binders(2);
    await fill(bench, small, SMALL);
    await fill(bench, large, quick ? LARGE_WHEN_QUICK : LARGE);
    const { port } = await installation.server();
    const headers = { authorization: `Bearer ${await installation.token()}` };
    const connection = await installation.connection();
    const [owner] = (await installation.demo()).users;
    const values = [[large, [owner?.id], Number.MAX_SAFE_INTEGER, LISTED + 1]];
    const loop = { clients: CLIENTS, milliseconds: roundMs(bench, 1_200) };
    const list = (id: string) => {
      const request = { path: `/v1/${id}/messages?limit=${LISTED}`, headers };
      return () => perSecond(httpLoad({ ...loop, port, requestOf: roundRobin([request]) }));
    };
    const rounds = await alternate(bench.rounds, {
      small: list(small),
      large: list(large),
      statement: () => perSecond(statementLoad({ ...loop, connection, text: FIND_MESSAGES, values })),
    });
    return {
      'list_messages.1M_to_statement': medianOf(rounds, (rate) => rate.large / rate.statement),
      'list_messages.1M_to_1k_time': medianOf(rounds, (rate) => rate.small / rate.large),
      'list_messages.rate': medianOf(rounds, (rate) => rate.large),
    };
  },
};

/** Messages that one statement makes: well within the time a statement may take. */
const CHUNK = 100_000;

/** Adds messages to a binder, by SQL: the API would take minutes. */
function fill({ installation }: Bench, binderId: string, count: number): Promise<void> {
  return installation.withDatabase(async (db) => {
    for (let added = 0; added < count; added += CHUNK) {
      await db.query(
        `WITH first AS (SELECT next_id, owner_id FROM binders WHERE id = $1), added AS (
           INSERT INTO messages (binder_id, id, user_id, text, created_at, updated_at)
           SELECT $1, next_id + n, owner_id, 'Message ' || n || ' of many, of an ordinary length, as people write them.', $3, $3
           FROM first, generate_series(0, $2::bigint - 1) n
         )
         UPDATE binders SET next_id = next_id + $2, total_messages = total_messages + $2 WHERE id = $1`,
        [binderId, Math.min(CHUNK, count - added), Date.now()],
      );
    }
    // A server that grew in months has done this long ago.
    await db.query('VACUUM (ANALYZE) messages');
    await db.query('CHECKPOINT');
  });
}
