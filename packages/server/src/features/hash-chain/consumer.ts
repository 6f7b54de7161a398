import type { Consumer } from '../../log/index.ts';
import type { Database } from '../../storage/database.ts';
import { chainNext } from './append.ts';
import { findBacklog } from './queries.ts';

/**
 * Chains new log entries. The cursor is the head of each chain, not a row of `log_cursors`. Calls that need a
 * complete chain advance it in their own transactions, by a compare-and-set.
 */
export const chaining: Consumer<{ db: Database }> = {
  name: 'chain',
  maxBinders: 100,
  // Entries of half a second are chained together, so a busy binder costs two statements.
  delayMs: 500,
  findBacklog,
  step: async ({ db }, binderIds) => ({ ...(await chainNext(db, binderIds)), advanced: [], unread: [] }),
};
