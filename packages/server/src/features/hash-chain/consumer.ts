import type { Consumer } from '../../log/index.ts';
import type { Database } from '../../storage/database.ts';
import { chainNext } from './append.ts';
import { findBacklog } from './queries.ts';

/**
 * The cursor is each chain's head, not a row of `log_cursors`. Calls that need a complete chain advance it by a
 * compare-and-set.
 */
export const chaining: Consumer<{ db: Database }> = {
  name: 'chain',
  maxBinders: 100,
  // Chains the entries of half a second together, so a busy binder costs two statements.
  delayMs: 500,
  findBacklog,
  step: async ({ db }, binderIds) => ({ ...(await chainNext(db, binderIds)), advanced: [], unread: [] }),
};
