import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../packages/server/src/storage/database.ts';
import { jsonHeaders } from '../installation.ts';
import type { Measurement } from '../measurement.ts';

const CALLS = 5_000;
/** A backend of PostgreSQL tells its counters at the end of a statement, when it has not for a second. */
const UNTOLD_MS = 1_100;

/**
 * Statements that the database sees for a call with a token that was used before. The calls are refused for their
 * content, which is looked at after the token: what the token costs is all that they cost.
 */
export const warmToken: Measurement = {
  figures: {
    'warm_token.statements': {
      what: 'statements for the bearer check of a warm token',
      unit: '/call',
      atMost: 0,
    },
  },
  async run({ installation }) {
    const [id] = await installation.binders(1);
    const { origin } = await installation.server();
    const headers = jsonHeaders(await installation.token());
    const refused = async () => {
      const answer = await fetch(`${origin}/v1/${id}/messages`, { method: 'POST', headers, body: '{}' });
      await answer.arrayBuffer();
      if (answer.status !== 400) throw new Error(`expected a refusal of the body, got ${answer.status}`);
    };
    // One statement, after which the connection's counters are told. Called in turn, all use the same connection.
    const tell = async () => {
      await sleep(UNTOLD_MS);
      await installation.call('GET', `/${id}/messages?limit=1`);
    };
    return installation.withDatabase(async (db) => {
      await refused();
      await tell();
      const before = await countStatements(db);
      for (let call = 0; call < CALLS; call++) await refused();
      await tell();
      const statements = (await countStatements(db)) - before - 1;
      // What goes on behind the calls asks the database a few times a second: less than one in a hundred calls.
      return { 'warm_token.statements': Math.round((statements / CALLS) * 10) / 10 };
    });
  },
};

/** Transactions of the production database so far; a statement outside one is its own. */
async function countStatements(db: Database): Promise<number> {
  const rows = await db.query<{ count: number }>(
    `SELECT xact_commit + xact_rollback AS count FROM pg_stat_database WHERE datname = 'ringbinder'`,
  );
  return rows[0]?.count ?? Number.NaN;
}
