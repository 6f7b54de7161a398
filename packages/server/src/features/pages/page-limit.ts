import { preconditionFailed } from '../../errors.ts';
import type { Transaction } from '../../storage/database.ts';

/**
 * Pages per binder. Copying that many takes about 500 ms, during which the binder is locked. Without a limit,
 * copying a binder into itself makes a quarter of a million pages from one in 18 calls.
 */
const MAX_PAGES = 10_000;

/** Throws precondition failed when `more` pages exceed the limit. The binder must be locked. */
export async function checkPageLimit(tx: Transaction, binderId: string, more: number): Promise<void> {
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*) AS count FROM pages WHERE binder_id = $1 AND deleted_at IS NULL',
    [binderId],
  );
  const pages = (row?.count ?? 0) + more;
  if (pages > MAX_PAGES)
    throw preconditionFailed(`the binder would have ${pages} pages; the limit is ${MAX_PAGES}`);
}
