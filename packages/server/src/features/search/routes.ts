import { BinderId, Text } from '@ringbinder/protocol';
import { searchTerms } from '@ringbinder/protocol/search.ts';
import Type from 'typebox';
import { accessBinder } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { because, invalid } from '../../errors.ts';
import {
  type App,
  type ConcurrencyLimit,
  Cursor,
  callerOf,
  createConcurrencyLimit,
  Limit,
  NextCursor,
  operation,
  readCursor,
  slicePage,
  success,
} from '../../http/index.ts';
import { readOnReplica } from '../../storage/replica.ts';
import { searchAllRoute } from './all-binders-routes.ts';
import { findSnippets } from './find.ts';
import { searchIndex } from './indexer.ts';
import { findPageHits, readPhrase } from './page-hits.ts';
import { readPagesSoon } from './page-texts.ts';
import { presentHit, SearchResult } from './present.ts';
import { searchPosition } from './queries.ts';

const DEFAULT_LIMIT = 50;
const LATEST: [number, string, string] = [Number.MAX_SAFE_INTEGER, '', ''];
/** Each step indexes 500 log entries. All together take about a second. */
const STEPS_OF_A_SEARCH = 20;
/** A search in a very long binder occupies one of twenty connections for tenths of a second. */
const MAX_CONCURRENT = 4;

const searchOperation = operation('Search', 'searchBinder', {
  summary: 'Search a binder',
  description:
    'Allowed for members of the binder. Finds messages, to-dos, transactions, pages by their text, files by their name, and meets by their captions. The newest results are first. Each result contains all words of `q`. You can send the beginning of a word, or, in scripts without spaces, any part of it. The server finds terms such as `C++`, `node.js` or an address as you write them. It ignores case, accents and different Unicode forms of a character.',
  params: Type.Object({ binder_id: BinderId }),
  querystring: Type.Object({
    q: Text({ minLength: 1, maxLength: 200, description: 'The words to find.' }),
    limit: Limit,
    cursor: Cursor,
  }),
  data: Type.Object({
    results: Type.Array(SearchResult),
    is_complete: Type.Boolean({
      description:
        'False if the index does not contain all entries of a long binder, or new pages, yet: search again in a minute.',
    }),
    next_cursor: NextCursor,
  }),
});

export function searchFeature(app: App, env: Environment): void {
  const atOnce = createConcurrencyLimit('searches', MAX_CONCURRENT);
  pageHitsRoute(app, env, atOnce);
  searchAllRoute(app, env, atOnce);
  app.get('/:binder_id/search', { schema: searchOperation }, async (request) => {
    const { q, limit = DEFAULT_LIMIT, cursor } = request.query;
    const { binderId } = await accessBinder(env.db, callerOf(request), request.params.binder_id, 'read');
    const terms = searchTerms(q);
    if (terms.length === 0) throw invalid('q', because('no_word'));
    const [createdAt, type, id] = readCursor(cursor, ['number', 'string', 'string'], LATEST);
    const { hits, is_complete } = await atOnce(callerOf(request).userId, async () => {
      const { seq: length, isAll } = await searchIndex.catchUp(env, binderId, STEPS_OF_A_SEARCH);
      const arePagesRead = await readPagesSoon(env, binderId);
      const hits = await readOnReplica(env, searchPosition(binderId), (db) =>
        findSnippets(db, { binderId, length, terms }, { createdAt, type, id }, limit + 1),
      );
      return { hits, is_complete: isAll && arePagesRead };
    });
    const { rows, ...next } = slicePage(hits, limit, (row) => [row.created_at, row.type, row.key]);
    return success({ results: rows.map(presentHit), is_complete, ...next });
  });
}

const MAX_PAGES = 1_000;

const findInPagesOperation = operation('Search', 'findInPages', {
  summary: 'Count a phrase on the pages of a binder',
  description:
    'Allowed for members of the binder. Returns the matching pages in display order. A match begins at the beginning of a word, or, in scripts without spaces, anywhere. The server ignores white space, case, accents and different Unicode forms of a character. It returns at most 1,000 pages. `is_complete` is false if more pages match, or if the index does not contain new pages yet.',
  params: Type.Object({ binder_id: BinderId }),
  querystring: Type.Object({ q: Text({ minLength: 1, maxLength: 200, description: 'The phrase to find.' }) }),
  data: Type.Object({
    pages: Type.Array(Type.Object({ page_id: Type.Integer(), hits: Type.Integer() })),
    total_hits: Type.Integer(),
    is_complete: Type.Boolean(),
  }),
});

function pageHitsRoute(app: App, env: Environment, atOnce: ConcurrencyLimit): void {
  app.get('/:binder_id/pagesearch', { schema: findInPagesOperation }, async (request) => {
    const { q } = request.query;
    const { binderId } = await accessBinder(env.db, callerOf(request), request.params.binder_id, 'read');
    const phrase = readPhrase(q);
    if (phrase === undefined) throw invalid('q', because('no_word'));
    const { isRead, hits } = await atOnce(callerOf(request).userId, async () => ({
      isRead: await readPagesSoon(env, binderId),
      hits: await findPageHits(env.db, binderId, phrase, MAX_PAGES + 1),
    }));
    const pages = hits.slice(0, MAX_PAGES);
    const total_hits = pages.reduce((sum, { hits }) => sum + hits, 0);
    return success({ pages, total_hits, is_complete: isRead && hits.length <= MAX_PAGES });
  });
}
