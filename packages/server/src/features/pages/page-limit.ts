import { because, preconditionFailed } from '../../errors.ts';
import type { Transaction } from '../../storage/database.ts';

/** Copying 10,000 pages locks the binder for about 500 ms. */
export const MAX_PAGES = 10_000;

/** The caller has locked the binder. */
export async function checkPageLimit(tx: Transaction, binderId: string, more: number): Promise<void> {
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*) AS count FROM pages WHERE binder_id = $1 AND deleted_at IS NULL',
    [binderId],
  );
  const pages = (row?.count ?? 0) + more;
  if (pages > MAX_PAGES) throw preconditionFailed(because('pages_full', { count: pages, limit: MAX_PAGES }));
}
