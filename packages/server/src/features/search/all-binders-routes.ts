import { BinderId, Milliseconds, Text, UserId } from '@ringbinder/protocol';
import { searchTerms } from '@ringbinder/protocol/search.ts';
import Type from 'typebox';
import type { Environment } from '../../environment/environment.ts';
import { because, invalid } from '../../errors.ts';
import {
  type App,
  type ConcurrencyLimit,
  Cursor,
  callerOf,
  Limit,
  NextCursor,
  operation,
  readCursor,
  success,
  writeCursor,
} from '../../http/index.ts';
import { indexRecentChanges, searchAllBinders } from './all-binders.ts';
import { presentHit, SearchResult, searchTypes } from './present.ts';

const DEFAULT_LIMIT = 20;

const searchAllOperation = operation('Search', 'searchAllBinders', {
  summary: 'Search all binders of the caller',
  description:
    'Searches like `searchBinder`, and returns the newest results first. Send `q`, or at least one of `in`, `from`, `type` and `has`. With `from` or `has`, the results contain no pages.',
  querystring: Type.Object({
    q: Type.Optional(Text({ maxLength: 200, description: 'The words to find.' })),
    in: Type.Optional(Type.String({ ...BinderId, description: 'Returns only results in this binder.' })),
    from: Type.Optional(
      Type.String({ ...UserId, description: 'Returns only results that this user wrote or created.' }),
    ),
    type: Type.Optional(Type.Enum(searchTypes)),
    has: Type.Optional(
      Type.Enum(['file', 'audio', 'link'], {
        description: 'Returns only messages with a file, a voice message or a link.',
      }),
    ),
    before: Type.Optional(
      Type.Integer({
        ...Milliseconds,
        description: 'Returns only results that were created before this time.',
      }),
    ),
    since: Type.Optional(
      Type.Integer({
        ...Milliseconds,
        description: 'Returns only results that were created at or after this time.',
      }),
    ),
    limit: Limit,
    cursor: Cursor,
  }),
  data: Type.Object({
    results: Type.Array(
      Type.Object({ ...SearchResult.properties, binder: Type.Object({ id: BinderId, name: Type.String() }) }),
    ),
    is_complete: Type.Boolean({
      description: 'False if the index does not contain all changes yet: search again in a minute.',
    }),
    next_cursor: NextCursor,
  }),
});

export function searchAllRoute(app: App, env: Environment, atOnce: ConcurrencyLimit): void {
  app.get('/me/search', { schema: searchAllOperation }, async (request) => {
    const { q = '', in: binderId, from, type, has, before, since = 0 } = request.query;
    const { limit = DEFAULT_LIMIT, cursor } = request.query;
    const start: [number, string, string, string] = [before ?? Number.MAX_SAFE_INTEGER, '', '', ''];
    const [createdAt, keyType, id, inBinder] = readCursor(
      cursor,
      ['number', 'string', 'string', 'string'],
      start,
    );
    const terms = searchTerms(q);
    if (q !== '' && terms.length === 0) throw invalid('q', because('no_word'));
    if (terms.length === 0 && [binderId, from, type, has].every((filter) => filter === undefined))
      throw invalid('q', because('search_words_needed'));
    const { userId } = callerOf(request);
    return atOnce(userId, async () => {
      const is_complete = await indexRecentChanges(env, userId);
      const { hits, next } = await searchAllBinders(
        env,
        userId,
        { terms, binderId, fromId: from, types: type === undefined ? undefined : [type], has, since },
        { createdAt, type: keyType, id, binderId: inBinder },
        limit,
      );
      return success({
        results: hits.map((hit) => ({
          ...presentHit(hit),
          binder: { id: hit.binder_id, name: hit.binder_name },
        })),
        is_complete,
        ...(next && { next_cursor: writeCursor([next.createdAt, next.type, next.id, next.binderId]) }),
      });
    });
  });
}
