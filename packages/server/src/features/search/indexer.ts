import type { Environment } from '../../environment/environment.ts';
import type { PeriodicJob } from '../../environment/periodic-jobs.ts';
import { defineConsumer } from '../../log/index.ts';
import { deleteLexemes, findChanged, findUnreadPages, storeLexemes } from './index-queries.ts';
import { vectorOf } from './lexemes.ts';
import { readPages } from './page-texts.ts';
import { visibleText } from './visible-text.ts';

const MAX_BINDERS = 500;

/** A search in a binder waits for a running step, so each step indexes only one binder. */
export const searchIndex = defineConsumer<Environment>({
  // The names `search` and `search_index` belong to indexes of earlier releases, which contained accents.
  name: 'search_lexemes',
  batch: { binders: 1, entries: 500 },
  delayMs: 10_000,
  restarts: true,
  async handle(_env, tx, ranges) {
    for (const { binderId, from, to } of ranges) {
      if (from === 0) await deleteLexemes(tx, binderId);
      const changed = await findChanged(tx, binderId, { from, to });
      const objects = changed.map(({ form, text, ...object }) => ({
        ...object,
        vector: text === null ? null : vectorOf(visibleText(form, text)),
      }));
      await storeLexemes(tx, binderId, objects);
    }
  },
  async afterStep(env, binderIds) {
    for (const binderId of binderIds) await readPages(env, binderId);
  },
});

export const pageIndexing: PeriodicJob = {
  name: 'page_index',
  everyMs: 10_000,
  async work(env) {
    for (const binderId of await findUnreadPages(env.db, MAX_BINDERS)) {
      if (env.closing.aborted) return;
      await readPages(env, binderId);
    }
  },
};
