import type { Consumer } from '../../log/index.ts';
import type { Database } from '../../storage/database.ts';
import { chainNext } from './append.ts';
import { findBacklog } from './queries.ts';

/** The cursor of each binder is the head of its chain, which some requests move too. */
export const chaining: Consumer<{ db: Database }> = {
  name: 'chain',
  maxBinders: 100,
  // Each batch needs two statements.
  delayMs: 500,
  findBacklog,
  step: async ({ db }, binderIds) => ({ ...(await chainNext(db, binderIds)), advanced: [], unread: [] }),
};
