import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../../environment/environment.ts';
import { notFound } from '../../errors.ts';
import {
  type App,
  addressKey,
  type CallLimit,
  createCallLimit,
  sendBytes,
  sendFile,
} from '../../http/index.ts';
import { findMarkup } from './annotations.ts';
import { type PageContent, pageContent } from './content.ts';
import { coverPicture } from './cover.ts';
import { checkLink, type PageView } from './links.ts';
import { type FoundPage, findPageAt } from './past-page.ts';
import { pagePicture } from './renders.ts';
import { BoardParams, BoardQuery, FrameParams, TileParams } from './schema.ts';
import { pageTile, tileType } from './tiles.ts';

/** A link changes with what it shows (its `v`), so what it has shown may be kept. */
const CACHED = 'private, max-age=86400, immutable';

/**
 * The signed links: `/board/{environment}/{binder_id}/{page_id}/{view}`. The links of a list are paths from the root of
 * the host; clients that put the base address before them are served as well. They have a limit of their own, by
 * address: a list that is opened loads hundreds of pictures at once.
 */
export function boardRoutes(app: App, env: Environment): void {
  const options = { schema: { params: BoardParams, querystring: BoardQuery, hide: true } } as const;
  const limit = createCallLimit('calls of signed links', env.config.linkCallsPerMinute, env.redis);
  viewerRoutes(app, env, limit);
  for (const root of ['', env.basePath]) {
    app.get(
      `${root}/board/${env.name}/:binder_id/:page_id/:view`,
      // Counted first: a wrong signature or a wrong path costs something too.
      {
        ...options,
        config: { auth: 'none' },
        onRequest: (request, reply) => limit.take(addressKey(request.ip), reply),
      },
      async (request, reply) => {
        const { binder_id: binderId, page_id: pageId, view } = request.params;
        const { as_of } = request.query;
        checkLink(env, { binderId, pageId, view, ...request.query });
        const content = await linkedContent(env, binderId, pageId, view, as_of);
        reply.header('cross-origin-resource-policy', 'cross-origin').header('cache-control', CACHED);
        return sendContent(env, content, request, reply);
      },
    );
  }
}

/** Tiles, and web pages for a frame: the signature of the background, or that of the page, is theirs as well. */
function viewerRoutes(app: App, env: Environment, limit: CallLimit): void {
  const onRequest = (request: FastifyRequest, reply: FastifyReply) =>
    limit.take(addressKey(request.ip), reply);
  const config = { auth: 'none' } as const;
  for (const root of ['', env.basePath]) {
    const base = `${root}/board/${env.name}/:binder_id/:page_id`;
    app.get(
      `${base}/tiles/:level/:column/:row`,
      { schema: { params: TileParams, querystring: BoardQuery, hide: true }, config, onRequest },
      async (request, reply) => {
        const { binder_id: binderId, page_id: pageId, ...tile } = request.params;
        checkLink(env, { binderId, pageId, view: 'background', ...request.query });
        const { page } = await findPageAt(env, binderId, pageId, request.query.as_of);
        const made = await pageTile(env, binderId, page, tile);
        reply.header('cross-origin-resource-policy', 'cross-origin').header('cache-control', CACHED);
        return sendContent(env, { made, mimeType: tileType(made), name: 'tile' }, request, reply);
      },
    );
    app.get(
      `${base}/frame`,
      { schema: { params: FrameParams, querystring: BoardQuery, hide: true }, config, onRequest },
      async (request, reply) => {
        const { binder_id: binderId, page_id: pageId } = request.params;
        checkLink(env, { binderId, pageId, view: 'page', ...request.query });
        const found = await findPageAt(env, binderId, pageId, request.query.as_of);
        const content =
          found.page.type === 'PAGE_TYPE_WEB' ? await pageContent(env, binderId, found) : undefined;
        if (!content || !('made' in content)) throw notFound('frame of page', pageId);
        return sendFramed(reply.header('cache-control', CACHED), content.made);
      },
    );
  }
}

/** What a link leads to: a page, or the cover as page 0. Throws not found for what is not there. */
async function linkedContent(
  env: Environment,
  binderId: string,
  pageId: number,
  view: PageView,
  asOf: string | undefined,
): Promise<PageContent> {
  if (pageId === 0) return coverPicture(env, binderId, view);
  const found = await findPageAt(env, binderId, pageId, asOf);
  return view === 'page' ? pageContent(env, binderId, found) : picture(env, binderId, found, view);
}

async function picture(
  env: Environment,
  binderId: string,
  { page, db }: FoundPage,
  view: 'thumbnail' | 'background',
): Promise<PageContent> {
  const markup = await findMarkup(db, binderId, page.id);
  const picture = { view, markup, isPast: db !== env.db };
  const made = await pagePicture(env, binderId, page, picture);
  return { made, mimeType: 'image/webp', name: `${view}.webp` };
}

/** Sends a page's content, or the range of it that was asked for. */
export function sendContent(
  env: Environment,
  content: PageContent,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  if ('kept' in content) return sendFile(request, reply, env.files, content.kept);
  return sendBytes(request, reply, content.made, content);
}

/** How a web page looks without its own styles: as wide as its frame, in letters of a usual size. */
const STYLE =
  'body{margin:0 auto;max-width:46rem;padding:1.5rem;font:16px/1.6 system-ui,sans-serif;color:#1b211d;background:#fff;overflow-wrap:anywhere}img{max-width:100%;height:auto}table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.25rem .5rem}pre{overflow:auto}';

/**
 * Sends what may be shown of a web page for a frame. It was cleaned of all that runs or loads, and the policy says so a
 * second time: no script, nothing from anywhere, an origin of its own; its links open in new tabs.
 */
function sendFramed(reply: FastifyReply, clean: Buffer): FastifyReply {
  const styled = clean.toString('utf8').replace('</head>', `<style>${STYLE}</style></head>`);
  // It stands in frames of modules, which say the same of embedding (features/web/embed.ts).
  return reply
    .type('text/html; charset=utf-8')
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-embedder-policy', 'require-corp')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header(
      'content-security-policy',
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'",
    )
    .send(styled);
}
