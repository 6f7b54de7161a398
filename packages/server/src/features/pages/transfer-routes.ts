import { BinderId, NumericId } from '@ringbinder/protocol';
import Type from 'typebox';
import type { Environment } from '../../environment/environment.ts';
import { type App, callerOf, idempotentWithoutData, operation } from '../../http/index.ts';
import { MAX_PAGES } from './page-limit.ts';
import { copyPages, movePages } from './transfer.ts';

const tag = 'Pages';
const BinderParams = Type.Object({ binder_id: BinderId });
const Pages = Type.Array(Type.Object({ id: NumericId }), { minItems: 1, maxItems: MAX_PAGES });

const copyOperation = operation(tag, 'copyPages', {
  summary: 'Copy some or all pages of another binder into this one',
  description:
    'The copies have new page ids. They share the file of the original and keep its annotations, but not its comments. If a page does not exist, the response is 404 and nothing is copied.',
  params: BinderParams,
  body: Type.Object({ source_id: BinderId, pages: Type.Optional(Pages) }),
});

const moveOperation = operation(tag, 'movePages', {
  summary: 'Move pages of another binder into this one, with annotations and comments',
  description:
    'Runs in one transaction across both binders. If a page does not exist, the response is 404 and nothing is moved.',
  params: BinderParams,
  body: Type.Object({ source_id: BinderId, pages: Pages }),
});

export function transferRoutes(app: App, env: Environment): void {
  app.post('/:binder_id/copypages', { schema: copyOperation }, async (request, reply) => {
    const { source_id: sourceId, pages } = request.body;
    const input = {
      sourceId,
      targetId: request.params.binder_id,
      pageIds: pages?.map(({ id }) => id) ?? null,
    };
    return idempotentWithoutData(request, reply, env, (db) => copyPages(env, db, callerOf(request), input));
  });

  app.post('/:binder_id/movepages', { schema: moveOperation }, async (request, reply) => {
    const { source_id: sourceId, pages } = request.body;
    const input = { sourceId, targetId: request.params.binder_id, pageIds: pages.map(({ id }) => id) };
    return idempotentWithoutData(request, reply, env, (db) => movePages(env, db, callerOf(request), input));
  });
}
