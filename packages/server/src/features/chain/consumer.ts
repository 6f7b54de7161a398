import type { Consumer } from '../../log/index.ts';
import type { Database } from '../../storage/database.ts';
import { chainNext } from './append.ts';
import { findBacklog } from './queries.ts';

/**
 * Chains the logs of binders behind their writers. Its cursor is the head of each chain, not a row of `log_cursors`: the head
 * has a hash, and calls that need a chain to its end move it in their own transactions, by a compare-and-set.
 */
export const chaining: Consumer<{ db: Database }> = {
  name: 'chain',
  maxBinders: 100,
  // The entries of this time are chained together: a busy binder costs two statements in it.
  delayMs: 500,
  findBacklog,
  step: async ({ db }, binderIds) => ({ ...(await chainNext(db, binderIds)), taken: [], unread: [] }),
};
