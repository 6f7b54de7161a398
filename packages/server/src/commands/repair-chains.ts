/**
 * `npm run repair-chains -- binder_id …` relinks chains while the service runs. Without ids, the command
 * lists broken chains. Exit status: 1 for a chain that remains broken or an unknown binder.
 */

import { type RelinkResult, relinkChain, verifyChain } from '../features/hash-chain/index.ts';
import type { DatabasePool } from '../storage/pool.ts';
import { bindersOf, clockOf, onBinders, onDatabases, runCommand } from './chains.ts';

const write = (line: string) => process.stdout.write(`${line}\n`);

async function listDamaged(name: string, db: DatabasePool): Promise<void> {
  const damaged: string[] = [];
  for await (const binderId of bindersOf(db, [])) {
    const problem = (await verifyChain(db, binderId))?.problem;
    if (!problem) continue;
    damaged.push(binderId);
    write(`${name}: ${binderId}: seq ${problem.seq}: ${problem.reason}`);
  }
  if (damaged.length === 0) return void write(`${name}: every chain fits`);
  process.exitCode = 1;
  write(
    `${name}: nothing was changed. Find the cause first. To relink: npm run repair-chains -- ${damaged.join(' ')}`,
  );
}

async function repair(name: string, db: DatabasePool, binderIds: readonly string[]): Promise<string[]> {
  const existing: string[] = [];
  const clock = await clockOf(name, db);
  for (const binderId of binderIds) {
    const relinked = await relinkChain({ db, bus: { wake: () => {} } }, binderId, clock.now());
    if (relinked.outcome === 'no_binder') continue;
    existing.push(binderId);
    if (relinked.outcome === 'incomplete') process.exitCode = 1;
    write(`${name}: ${binderId}: ${describe(relinked)}`);
  }
  return existing;
}

function describe(relinked: Exclude<RelinkResult, { outcome: 'no_binder' }>): string {
  switch (relinked.outcome) {
    case 'fits':
      return 'the chain fits, nothing was changed';
    case 'incomplete':
      return `entry ${relinked.seq} is missing from the log, nothing was changed: restore the binder from a backup or an archive`;
    case 'relinked':
      return `relinked from seq ${relinked.from} on (${relinked.reason}); the log has an entry that says so`;
    default:
      return relinked satisfies never;
  }
}

async function main(binderIds: readonly string[]): Promise<void> {
  if (binderIds.length === 0) return onDatabases(listDamaged);
  await onBinders(binderIds, repair);
}

await runCommand(() => main(process.argv.slice(2)));
