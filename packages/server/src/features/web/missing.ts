import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../../environment/environment.ts';
import { html, type Page, sendPage, type Words, wordsFor } from '../../html/index.ts';
import type { App } from '../../http/index.ts';
import { findSession } from '../oauth/index.ts';

export function missingRoute(app: App, environments: readonly Environment[]): void {
  app.get('/*', { schema: { hide: true }, config: { auth: 'none' } }, (request, reply) =>
    sendNotFound(environments, request, reply),
  );
}

export async function sendNotFound(
  environments: readonly Environment[],
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const isOfSandbox = /^\/sandbox(\/|$)/.test(request.url);
  const env = environments.find(({ name }) => (name === 'sandbox') === isOfSandbox) ?? environments[0];
  const isApi = /^\/(sandbox\/)?v1(\/|$)/.test(request.url.split('?', 1)[0] ?? '');
  if (isApi || !env || !request.headers.accept?.includes('text/html')) {
    reply.callNotFound();
    return reply;
  }
  const words = await wordsFor(env, request, await findSession(env, request));
  return sendPage(reply, missingPage(words), 404);
}

function missingPage({ tag, text }: Words): Page {
  return {
    title: text('page.not_found'),
    language: tag,
    content: html`<header><h1>${text('page.not_found')}</h1><p class="muted">${text('page.not_found_explain')}</p></header>
<a class="button wide" href="/">${text('page.go_to_binders')}</a>`,
  };
}
