import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../../environment/environment.ts';
import { notFound } from '../../errors.ts';
import { type App, addressKey, createCallLimit } from '../../http/index.ts';
import { type PageContent, sendContent } from './content.ts';
import { coverPicture } from './cover.ts';
import { kindOf } from './kinds/index.ts';
import { checkLink, type LinkClaim } from './links.ts';
import { findPageAsOf, type PageSourceRow } from './page-as-of.ts';
import { pageImage, pageTile } from './page-image.ts';
import { BoardParams, BoardQuery, FrameParams, TileParams } from './schema.ts';

/** Responses can be cached, because the `v` of a link changes with the content. */
const CACHED = 'private, max-age=86400, immutable';

/** Signed links have a rate limit of their own, because opening a list loads hundreds of images. */
export function boardRoutes(app: App, env: Environment): void {
  const limit = createCallLimit('calls of signed links', env.config.linkCallsPerMinute, env.redis);
  const options = {
    config: { auth: 'none' },
    onRequest: (request: FastifyRequest, reply: FastifyReply) => limit.take(addressKey(request.ip), reply),
  } as const;
  const schema = { querystring: BoardQuery, hide: true } as const;
  const cached = (reply: FastifyReply) =>
    reply.header('cross-origin-resource-policy', 'cross-origin').header('cache-control', CACHED);

  for (const root of ['', env.basePath]) {
    const base = `${root}/board/${env.name}/:binder_id/:page_id`;

    app.get(
      `${base}/:view`,
      { ...options, schema: { ...schema, params: BoardParams } },
      async (request, reply) => {
        const { binder_id: binderId, page_id: pageId, view } = request.params;
        const link = { binderId, pageId, view, ...request.query };
        return sendContent(env, await linkedContent(env, link), request, cached(reply));
      },
    );

    app.get(
      `${base}/tiles/:level/:column/:row`,
      { ...options, schema: { ...schema, params: TileParams } },
      async (request, reply) => {
        const { binder_id: binderId, page_id: pageId, ...tile } = request.params;
        const matchingPage = await linkedPage(env, {
          binderId,
          pageId,
          view: 'background',
          ...request.query,
        });
        return sendContent(env, await pageTile(env, matchingPage, tile), request, cached(reply));
      },
    );

    app.get(
      `${base}/frame`,
      { ...options, schema: { ...schema, params: FrameParams } },
      async (request, reply) => {
        const { binder_id: binderId, page_id: pageId } = request.params;
        const { page } = await linkedPage(env, { binderId, pageId, view: 'page', ...request.query });
        const document = await kindOf(page).frame?.(env, page);
        if (document === undefined) throw notFound('frame of page', pageId);
        return sendFramed(cached(reply), document);
      },
    );
  }
}

async function linkedPage(env: Environment, link: LinkClaim): Promise<PageSourceRow> {
  checkLink(env, link);
  return findPageAsOf(env, link.binderId, link.pageId, link.as_of);
}

async function linkedContent(env: Environment, link: LinkClaim): Promise<PageContent> {
  const { binderId, pageId, view } = link;
  if (pageId === 0) {
    checkLink(env, link);
    return coverPicture(env, binderId, view);
  }
  const matchingPage = await linkedPage(env, link);
  return view === 'page'
    ? kindOf(matchingPage.page).content(env, matchingPage)
    : pageImage(env, matchingPage, view);
}

const STYLE =
  'body{margin:0 auto;max-width:46rem;padding:1.5rem;font:16px/1.6 system-ui,sans-serif;color:#1b211d;background:#fff;overflow-wrap:anywhere}img{max-width:100%;height:auto}table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.25rem .5rem}pre{overflow:auto}';

/** If the sanitiser misses something, the Content-Security-Policy still prevents scripts and external loads. */
function sendFramed(reply: FastifyReply, clean: Buffer): FastifyReply {
  const styled = clean.toString('utf8').replace('</head>', `<style>${STYLE}</style></head>`);
  // The modules that frame this document set the same embedder policy.
  return reply
    .type('text/html; charset=utf-8')
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-embedder-policy', 'require-corp')
    .header(
      'content-security-policy',
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'",
    )
    .send(styled);
}
