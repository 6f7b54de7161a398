/**
 * Verifies the hash chains of all or the named binders in both environments: `npm run check-chains [-- binder_id …]`.
 * The service may be running. Reports each broken chain. The exit status is 1 if a chain is broken or a named binder
 * does not exist.
 */

import { verifyChain } from '../features/hash-chain/index.ts';
import type { DatabasePool } from '../storage/pool.ts';
import { bindersOf, onBinders, runCommand } from './chains.ts';

/** Returns the ids of the binders that exist. */
async function check(name: string, db: DatabasePool, named: readonly string[]): Promise<string[]> {
  const options: string[] = [];
  const counts = { binders: 0, entries: 0, unchained: 0, problems: 0 };
  for await (const binderId of bindersOf(db, named)) {
    const verified = await verifyChain(db, binderId);
    if (!verified) continue;
    const { position, problem } = verified;
    options.push(binderId);
    counts.binders++;
    counts.entries += Math.min(position.chained_seq, position.seq);
    counts.unchained += Math.max(0, position.seq - position.chained_seq);
    if (problem === null) continue;
    counts.problems++;
    process.exitCode = 1;
    process.stdout.write(`${name}: ${binderId}: seq ${problem.seq}: ${problem.reason}\n`);
  }
  const { binders, entries, unchained, problems } = counts;
  process.stdout.write(
    `${name}: ${binders} binders, ${entries} entries checked, ${unchained} not chained yet, ${problems} problems\n`,
  );
  return options;
}

await runCommand(() => onBinders(process.argv.slice(2), check));
