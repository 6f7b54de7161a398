import { randomBytes } from 'node:crypto';
import { BinderId, Milliseconds } from '@ringbinder/protocol';
import Type from 'typebox';
import { accessBinder, changeBinder, orNotFound } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { base62 } from '../../environment/ids.ts';
import { because, preconditionFailed } from '../../errors.ts';
import {
  type App,
  binderCall,
  callerOf,
  emptySuccess,
  idempotent,
  operation,
  signedId,
  success,
} from '../../http/index.ts';
import { deleteShareLink, findShareLinks, insertShareLink, ShareLink } from './queries.ts';

const DAY_SECONDS = 24 * 60 * 60;
const DEFAULT_SECONDS = 30 * DAY_SECONDS;
const MAX_SECONDS = 366 * DAY_SECONDS;
const MAX_LINKS = 50;

const tag = 'Binders';
const params = Type.Object({ binder_id: BinderId });
const { id: LinkId } = ShareLink.properties;

const createViewLink = operation(tag, 'createViewLink', {
  summary: 'Create a view-only link to the pages of a binder',
  description:
    'Allowed for the owner and editors of the binder. Anybody who has the link can see the pages and their drawings without an account, but neither messages nor members. The link works until it expires or you revoke it. Only this response contains `url`: no other call returns it. 412: the binder already has 50 links.',
  params,
  body: Type.Object({
    expires_in: Type.Optional(
      Type.Integer({
        minimum: 60,
        maximum: MAX_SECONDS,
        description: 'The lifetime of the link in seconds. Default: 30 days.',
      }),
    ),
  }),
  data: Type.Object({
    id: LinkId,
    url: Type.String(),
    created_time: Milliseconds,
    expires_time: Milliseconds,
  }),
});

const listViewLinks = operation(tag, 'listViewLinks', {
  summary: 'List the view-only links of a binder, the newest first',
  description:
    'Allowed for the owner and editors of the binder. The response does not contain the addresses of the links.',
  params,
  data: Type.Object({
    links: Type.Array(ShareLink),
  }),
});

const revokeViewLink = operation(tag, 'revokeViewLink', {
  summary: 'Revoke a view-only link',
  description: 'Allowed for the owner and editors of the binder.',
  params: Type.Object({ binder_id: BinderId, link_id: LinkId }),
});

export function shareLinksFeature(app: App, env: Environment): void {
  app.post('/:binder_id/viewonlylink', { schema: createViewLink }, async (request, reply) => {
    const { expires_in: seconds = DEFAULT_SECONDS } = request.body;
    const caller = callerOf(request);
    const { userId } = caller;
    // The caller may have lost write access before a stored response is replayed.
    await accessBinder(env.db, caller, request.params.binder_id, 'write');
    // Stores only the id, from which the address is derived.
    const { id, at, expiresAt } = await idempotent(request, reply, env, (db) =>
      changeBinder(binderCall(env, request, db), 'write', async ({ tx, at, access: { binderId }, log }) => {
        const link = { id: base62(randomBytes(16)), at, expiresAt: at + seconds * 1000 };
        const good = await insertShareLink(tx, { binderId, userId, ...link });
        if (good > MAX_LINKS)
          throw preconditionFailed(because('links_full', { count: good, limit: MAX_LINKS }));
        await log([{ kind: 'view_link_created', body: { id: link.id, expires_time: link.expiresAt } }]);
        return link;
      }),
    );
    const url = `${new URL(env.baseUrl()).origin}${viewPath(env)}#${signedId(env, 'view link', id)}`;
    return success({ id, url, created_time: at, expires_time: expiresAt });
  });

  app.get('/:binder_id/viewonlylink', { schema: listViewLinks }, async (request) => {
    const { binderId } = await accessBinder(env.db, callerOf(request), request.params.binder_id, 'write');
    return success({ links: await findShareLinks(env.db, binderId, env.clock.now()) });
  });

  app.delete('/:binder_id/viewonlylink/:link_id', { schema: revokeViewLink }, async (request) => {
    const { link_id: id } = request.params;
    await changeBinder(binderCall(env, request), 'write', async ({ tx, at, access: { binderId }, log }) => {
      const was = await deleteShareLink(tx, binderId, id, at);
      orNotFound(was ? true : undefined, 'link', id);
      await log([{ kind: 'view_link_revoked', body: { id } }]);
    });
    return emptySuccess;
  });
}

export function viewPath({ basePath }: Pick<Environment, 'basePath'>): string {
  return `${basePath.replace(/\/v1$/, '')}/view`;
}
