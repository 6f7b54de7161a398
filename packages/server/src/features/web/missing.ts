import type { FastifyReply, FastifyRequest } from 'fastify';
import { html, type Page, sendPage } from '../../html/index.ts';
import type { App } from '../../http/index.ts';

export function missingRoute(app: App): void {
  app.get('/*', { schema: { hide: true }, config: { auth: 'none' } }, sendNotFound);
}

/** Browsers get a page; API calls and other clients get the usual 404. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply) {
  const isApi = /^\/(sandbox\/)?v1(\/|$)/.test(request.url.split('?', 1)[0] ?? '');
  if (isApi || !request.headers.accept?.includes('text/html')) return reply.callNotFound();
  return sendPage(reply, missingPage, 404);
}

const missingPage: Page = {
  title: 'Page not found',
  content: html`<header><h1>Page not found</h1><p class="muted">There is nothing at this address. It may be mistyped, or the page was removed.</p></header>
<a class="button wide" href="/">Go to your binders</a>`,
};
