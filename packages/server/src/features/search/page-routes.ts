import { BinderId, Text } from '@ringbinder/protocol';
import Type from 'typebox';
import { accessBinder } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { invalid } from '../../errors.ts';
import { type App, type ConcurrencyLimit, callerOf, operation, success } from '../../http/index.ts';
import { findPageHits, readPhrase } from './page-hits.ts';
import { readPagesSoon } from './page-texts.ts';

/** Pages of one answer. */
const MAX_PAGES = 1_000;

const findInPagesOperation = operation({
  id: 'findInPages',
  summary: 'Count a phrase on the pages of a binder',
  description:
    'In display order, the pages that have it. White space, case and the way in which characters are encoded do not matter; it begins where a word begins, in scripts without spaces anywhere. At most 1,000 pages: `is_complete` says whether that was all; it is false too while the words of new pages are still read.',
  tag: 'Search',
  params: Type.Object({ binder_id: BinderId }),
  querystring: Type.Object({ q: Text({ minLength: 1, maxLength: 200, description: 'Words.' }) }),
  data: Type.Object({
    pages: Type.Array(Type.Object({ page_id: Type.Integer(), hits: Type.Integer() })),
    total_hits: Type.Integer(),
    is_complete: Type.Boolean(),
  }),
});

/** Where a phrase stands on the pages of a binder, for those who may read it. */
export function pageHitsRoute(app: App, env: Environment, atOnce: ConcurrencyLimit): void {
  app.get('/:binder_id/pagesearch', { schema: findInPagesOperation }, async (request) => {
    const { q } = request.query;
    const { binderId } = await accessBinder(env.db, callerOf(request), request.params.binder_id, 'read');
    const phrase = readPhrase(q);
    if (phrase === undefined) throw invalid('q', 'must have a word: letters or digits');
    const { isRead, found } = await atOnce(callerOf(request).userId, async () => ({
      isRead: await readPagesSoon(env, binderId),
      found: await findPageHits(env.db, binderId, phrase, MAX_PAGES + 1),
    }));
    const pages = found.slice(0, MAX_PAGES);
    const total_hits = pages.reduce((sum, { hits }) => sum + hits, 0);
    return success({ pages, total_hits, is_complete: isRead && found.length <= MAX_PAGES });
  });
}
