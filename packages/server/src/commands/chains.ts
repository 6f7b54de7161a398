import { readConfig } from '../config/config.ts';
import { verifyChain } from '../features/hash-chain/index.ts';
import { readSandboxClock } from '../sandbox/index.ts';
import type { Database } from '../storage/database.ts';
import { reachDatabases } from '../storage/engine.ts';
import { type DatabasePool, openDatabase } from '../storage/pool.ts';
import { StartupError } from '../storage/startup-error.ts';
import { type Clock, systemClock } from '../time/clock.ts';

const PAGE_SIZE = 500;

export async function onDatabases(work: (name: string, db: DatabasePool) => Promise<void>): Promise<void> {
  const connections = await reachDatabases(readConfig(process.env));
  for (const [name, connection] of Object.entries(connections)) {
    const db = openDatabase(connection, { max: 1 });
    try {
      await work(name, db);
    } finally {
      await db.close();
    }
  }
}

export async function onBinders(
  requestedIds: readonly string[],
  work: (name: string, db: DatabasePool, requestedIds: readonly string[]) => Promise<string[]>,
): Promise<void> {
  const existing = new Set<string>();
  await onDatabases(async (name, db) => {
    for (const id of await work(name, db, requestedIds)) existing.add(id);
  });
  for (const id of requestedIds.filter((each) => !existing.has(each))) {
    process.exitCode = 1;
    process.stdout.write(`there is no binder ${id}\n`);
  }
}

export const clockOf = async (name: string, db: Database): Promise<Clock> =>
  name === 'sandbox' ? readSandboxClock(db) : systemClock;

export async function* bindersOf(db: Database, requestedIds: readonly string[]): AsyncGenerator<string> {
  if (requestedIds.length > 0) return yield* requestedIds;
  for (let last = ''; ; ) {
    const rows = await db.query<{ id: string }>('SELECT id FROM binders WHERE id > $1 ORDER BY id LIMIT $2', [
      last,
      PAGE_SIZE,
    ]);
    if (rows.length === 0) return;
    yield* rows.map(({ id }) => id);
    last = rows.at(-1)?.id ?? last;
  }
}

export async function checkChains(
  name: string,
  db: DatabasePool,
  requestedIds: readonly string[] = [],
): Promise<string[]> {
  const ids: string[] = [];
  const counts = { entries: 0, unchained: 0, problems: 0 };
  for await (const binderId of bindersOf(db, requestedIds)) {
    const verified = await verifyChain(db, binderId);
    if (!verified) continue;
    const { position, problem } = verified;
    ids.push(binderId);
    counts.entries += Math.min(position.chained_seq, position.seq);
    counts.unchained += Math.max(0, position.seq - position.chained_seq);
    if (problem === null) continue;
    counts.problems++;
    process.exitCode = 1;
    process.stdout.write(`${name}: ${binderId}: seq ${problem.seq}: ${problem.reason}\n`);
  }
  const { entries, unchained, problems } = counts;
  process.stdout.write(
    `${name}: ${ids.length} binders, ${entries} entries checked, ${unchained} not chained yet, ${problems} problems\n`,
  );
  return ids;
}

export async function runCommand(work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => {
    const { message, stack } = error as Error;
    process.stderr.write(`${error instanceof StartupError ? message : stack}\n`);
    process.exitCode = 1;
  });
}
