import type { Environment } from '../../environment/environment.ts';
import { forbidden, invalidToken, notFound } from '../../errors.ts';
import { html, originOf, type Page, sendPage } from '../../html/index.ts';
import { type App, success } from '../../http/index.ts';
import { findSession, insertSessionToken, mintToken, pageRoot } from '../oauth/index.ts';
import type { Bundle } from './bundle.ts';
import { sendApp } from './page.ts';
import { findPlaygroundClient } from './queries.ts';
import { redirectToSignIn } from './redirect-to-sign-in.ts';

const SECONDS = 900;

export function playgroundRoutes(app: App, env: Environment, bundle: Bundle | undefined): void {
  const root = pageRoot(env);
  const path = `${root}/playground`;
  const open = { schema: { hide: true }, config: { auth: 'none' } } as const;
  const ownOrigin = () => new URL(env.baseUrl()).origin;

  app.get(path, open, async (request, reply) => {
    const session = await findSession(env, request);
    if (!session) return redirectToSignIn(env, request, reply);
    const client = await findPlaygroundClient(env.db, session.partner_id, ownOrigin());
    if (!client) return sendPage(reply, closedPage(ownOrigin()), 403);
    const boot = {
      page: 'playground' as const,
      base: env.basePath,
      root,
      environment: env.name,
      client_id: client.id,
      client_name: client.name,
      user: { name: session.user_name },
    };
    return sendApp(reply, bundle, { title: 'Playground', boot });
  });

  app.post(`${path}/token`, open, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (originOf(env, request) !== 'own') throw forbidden('only pages of this server may call this');
    const session = await findSession(env, request);
    if (!session) throw invalidToken('nobody is signed in with this browser');
    const client = await findPlaygroundClient(env.db, session.partner_id, ownOrigin());
    if (!client) throw notFound('client', 'with the origin of this server');
    const token = mintToken();
    const at = env.clock.now();
    const stored = { hash: token.hash, clientId: client.id, sessionHash: session.hash, isAdminOnly: false };
    const isStored = await env.db.transaction((tx) =>
      insertSessionToken(tx, { ...stored, at, expiresAt: at + SECONDS * 1000 }),
    );
    if (!isStored) throw invalidToken('the session has ended');
    return success({ access_token: token.text, token_type: 'bearer', expires_in: SECONDS });
  });
}

const closedPage = (origin: string): Page => ({
  title: 'The playground is closed',
  content: html`<header><h1>The playground is closed</h1><p class="muted">To open it, an admin adds <code>${origin}</code> to the origins of a client in the console.</p></header>
<a class="button wide" href="/docs/guides/chat-in-your-page">Chat in your page in ten minutes</a>`,
});
