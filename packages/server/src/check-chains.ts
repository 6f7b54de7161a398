/**
 * Walks the hash chain of every binder, or of those that are named, in both environments, beside the service:
 * `npm run check-chains [-- binder_id …]`. Says what does not fit, and ends with status 1 when something does not.
 */
import { readConfig } from './config.ts';
import { checkChain, findPosition } from './features/chain/index.ts';
import type { Database } from './storage/database.ts';
import { reachDatabases } from './storage/engine.ts';
import { openDatabase } from './storage/pool.ts';
import { StartupError } from './storage/startup-error.ts';

const BINDERS_AT_ONCE = 500;

async function main(named: readonly string[]): Promise<void> {
  const connections = await reachDatabases(readConfig(process.env));
  for (const [name, connection] of Object.entries(connections)) {
    const db = openDatabase(connection, { max: 1 });
    try {
      const found = { binders: 0, entries: 0, unchained: 0, problems: 0 };
      for await (const binderId of bindersOf(db, named)) {
        const position = await findPosition(db, binderId);
        if (!position) continue;
        const { problem } = await checkChain(db, binderId, { ...position, seq: position.chained_seq });
        found.binders++;
        found.entries += position.chained_seq;
        found.unchained += position.seq - position.chained_seq;
        if (problem === null) continue;
        found.problems++;
        process.exitCode = 1;
        process.stdout.write(`${name}: ${binderId}: seq ${problem.seq}: ${problem.reason}\n`);
      }
      const { binders, entries, unchained, problems } = found;
      process.stdout.write(
        `${name}: ${binders} binders, ${entries} entries checked, ${unchained} not chained yet, ${problems} problems\n`,
      );
    } finally {
      await db.close();
    }
  }
}

async function* bindersOf(db: Database, named: readonly string[]): AsyncGenerator<string> {
  if (named.length > 0) return yield* named;
  for (let last = ''; ; ) {
    const rows = await db.query<{ id: string }>('SELECT id FROM binders WHERE id > $1 ORDER BY id LIMIT $2', [
      last,
      BINDERS_AT_ONCE,
    ]);
    if (rows.length === 0) return;
    yield* rows.map(({ id }) => id);
    last = rows.at(-1)?.id ?? last;
  }
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  const { message, stack } = error as Error;
  process.stderr.write(`${error instanceof StartupError ? message : stack}\n`);
  process.exitCode = 1;
});
