import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../../environment/environment.ts';
import { html, type Page, sendPage } from '../../html/index.ts';
import { pageRoot } from '../oauth/index.ts';
import { isSetUp } from './queries.ts';

/** Redirects to the sign-in page, which leads back. Sends a 503 before the set-up. */
export async function redirectToSignIn(
  env: Environment,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!(await isSetUp(env.db))) return sendPage(reply, notSetUpPage(env), 503);
  const next = new URLSearchParams({ next: request.url });
  return reply.header('cache-control', 'no-store').redirect(`${pageRoot(env)}/sign-in?${next}`, 303);
}

function notSetUpPage({ name }: Environment): Page {
  const title = 'This server is not set up yet';
  return {
    title,
    content: html`<header><h1>${title}</h1><p class="muted">The server printed a link when it started, under “${name === 'sandbox' ? 'Sandbox' : 'Production'}”. The person who uses it becomes the first admin. Each start prints a new link.</p></header>`,
  };
}
