import { preconditionFailed } from '../../errors.ts';
import type { Transaction } from '../../storage/database.ts';

/**
 * Pages of one binder. Copying all of so many takes some 500 ms, in which nobody else changes the binder; unbounded,
 * copying a binder into itself makes a quarter of a million pages of one in eighteen calls.
 */
const MAX_PAGES = 10_000;

/** Throws precondition failed when the binder has no room for so many more pages. It is to be locked. */
export async function checkPageLimit(tx: Transaction, binderId: string, more: number): Promise<void> {
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*) AS count FROM pages WHERE binder_id = $1 AND deleted_at IS NULL',
    [binderId],
  );
  const pages = (row?.count ?? 0) + more;
  if (pages > MAX_PAGES)
    throw preconditionFailed(`the binder would have ${pages} pages, and ${MAX_PAGES} are the most`);
}
