import { type FastifyInstance, fastify } from 'fastify';
import type { App } from '../../http/index.ts';

/** What the page may load: itself, and nothing from outside. Its start script stands in the page. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
].join('; ');

const configuration = {
  url: '/openapi.json',
  pageTitle: 'Ringbinder API',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  documentDownloadType: 'json',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
} as const;

/**
 * `/openapi.json` and `/docs`, the API reference made of it. The page's library is large and seldom needed, so it is
 * loaded at the first visit: it would cost every start 0.3 s.
 * @param describe gives the OpenAPI document
 */
export function docsFeature(app: App, describe: () => unknown): void {
  let document: string | undefined;
  app.get('/openapi.json', { config: { auth: 'none' } }, async (_request, reply) => {
    document ??= JSON.stringify(describe());
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(document);
  });

  let page: Promise<FastifyInstance> | undefined;
  app.get('/docs', { config: { auth: 'none' } }, async (_request, reply) => reply.redirect('/docs/'));
  app.get('/docs/*', { config: { auth: 'none' } }, async (request, reply) => {
    page ??= buildPage();
    const answer = await (await page).inject({ method: 'GET', url: request.url });
    for (const name of ['content-type', 'cache-control', 'etag'] as const) {
      const value = answer.headers[name];
      if (value !== undefined) reply.header(name, value);
    }
    reply
      .header('content-security-policy', CONTENT_SECURITY_POLICY)
      .header('x-content-type-options', 'nosniff');
    return reply.code(answer.statusCode).send(answer.rawPayload);
  });
}

async function buildPage(): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const page = fastify({ logger: false });
  await page.register(reference, { routePrefix: '/docs', configuration });
  return page;
}
