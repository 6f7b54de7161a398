import type { FastifyReply, FastifyRequest } from 'fastify';
import { found } from '../../access/index.ts';
import type { Environment } from '../../environment.ts';
import { type App, guardUserContent, sendBytes, sendFile } from '../../http/index.ts';
import { pageContent } from './content.ts';
import { checkLink } from './links.ts';
import { findPage, type PageRow } from './queries.ts';
import { pagePicture } from './renders.ts';
import { BoardParams, BoardQuery } from './schema.ts';

/** Pictures of a page stay what they are while the link is good. */
const CACHED = 'private, max-age=86400, immutable';

/**
 * The signed links: `/board/{environment}/{binder_id}/{page_id}/{view}`. The links of a list are paths from the root of
 * the host; clients that put the base address before them are served as well.
 */
export function boardRoutes(app: App, env: Environment): void {
  const schema = { params: BoardParams, querystring: BoardQuery, hide: true } as const;
  app.get(
    `/board/${env.name}/:binder_id/:page_id/:view`,
    { schema, config: { auth: 'none' } },
    async (request, reply) => {
      const { binder_id: binderId, page_id: pageId, view } = request.params;
      const { expires, signature } = request.query;
      checkLink(env, { binderId, pageId, expires, signature });
      const page = found(await findPage(env.db, binderId, pageId), 'page', pageId);
      reply.header('cross-origin-resource-policy', 'cross-origin');
      if (view === 'page') return sendPage(env, page, request, reply);
      const picture = await pagePicture(env, page, view);
      guardUserContent(reply, 'image/webp', `${view}.webp`);
      return reply.header('cache-control', CACHED).send(picture);
    },
  );
}

/** Sends a page in its original format. */
export async function sendPage(
  env: Environment,
  page: PageRow,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const content = await pageContent(env, page);
  if ('kept' in content) return sendFile(request, reply, env.files, content.kept);
  return sendBytes(request, reply, content.made, content);
}
