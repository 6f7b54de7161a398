import { because, exceedsLimit, preconditionFailed } from '../../errors.ts';
import type { Transaction } from '../../storage/database.ts';
import { countBinders, countBytes, lockLimit } from './quota-queries.ts';

const KINDS = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** Call it in the transaction that wrote the files. */
export async function checkBytes(tx: Transaction, orgId: string): Promise<void> {
  const limit = await lockLimit(tx, orgId, 'max_bytes');
  if (limit === undefined) return;
  const used = await countBytes(tx, orgId);
  if (used > limit)
    throw exceedsLimit('file', because('org_files_full', { used: inWords(used), limit: inWords(limit) }));
}

/** Call it in the transaction that created the binder. */
export async function checkBinders(tx: Transaction, orgId: string): Promise<void> {
  const limit = await lockLimit(tx, orgId, 'max_binders');
  if (limit === undefined) return;
  if ((await countBinders(tx, orgId)) > limit)
    throw preconditionFailed(because('org_binders_full', { limit }));
}

function inWords(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), KINDS.length - 1);
  return `${Number((bytes / 1_000 ** power).toPrecision(4))} ${KINDS[power]}`;
}
