import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../../environment/environment.ts';
import { html, type Page, sendPage, type Words, wordsFor } from '../../html/index.ts';
import { pageRoot } from '../oauth/index.ts';
import { isSetUp } from './queries.ts';

export async function redirectToSignIn(
  env: Environment,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!(await isSetUp(env.db))) return sendPage(reply, notSetUpPage(await wordsFor(env, request), env), 503);
  const next = new URLSearchParams({ next: request.url });
  return reply.header('cache-control', 'no-store').redirect(`${pageRoot(env)}/sign-in?${next}`, 303);
}

function notSetUpPage({ tag, text }: Words, { name }: Environment): Page {
  const title = text('page.not_set_up');
  const section = name === 'sandbox' ? 'Sandbox' : 'Production';
  return {
    title,
    language: tag,
    content: html`<header><h1>${title}</h1><p class="muted">${text('page.not_set_up_explain', { name: section })}</p></header>`,
  };
}
