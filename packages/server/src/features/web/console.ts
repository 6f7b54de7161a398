import type { Environment } from '../../environment.ts';
import { guardForms, html, type Page, pageCookies, sendPage } from '../../html/index.ts';
import type { App } from '../../http/index.ts';
import { findSession, pageRoot } from '../oauth/index.ts';
import type { Bundle } from './bundle.ts';
import { sendApp } from './page.ts';
import { findAdmin, isSetUp } from './queries.ts';

/** The administration console of an environment at `/admin`, for who is signed in and administers an org or a partner. */
export function consoleRoutes(app: App, env: Environment, bundle: Bundle | undefined): void {
  const root = pageRoot(env);
  const open = { schema: { hide: true }, config: { auth: 'none' } } as const;
  const forms = guardForms(env, pageCookies(env));

  // Who opens the bare address in a browser wants the console; a program learns that there is no such endpoint.
  app.get(root || '/', open, (request, reply) => {
    if (!request.headers.accept?.includes('text/html')) return reply.callNotFound();
    return reply.redirect(`${root}/admin`, 303);
  });

  // So with every other address outside of the API: a person gets a page, a program what it always gets.
  if (root === '')
    app.get('/*', open, (request, reply) => {
      const isApi = /^\/(sandbox\/)?v1(\/|$)/.test(request.url.split('?', 1)[0] ?? '');
      if (isApi || !request.headers.accept?.includes('text/html')) return reply.callNotFound();
      return sendPage(reply, missingPage, 404);
    });

  for (const path of [`${root}/admin`, `${root}/admin/*`]) {
    app.get(path, open, async (request, reply) => {
      const session = await findSession(env, request);
      if (!session) {
        if (!(await isSetUp(env.db))) return sendPage(reply, notSetUpPage(env), 503);
        const next = new URLSearchParams({ next: request.url });
        return reply.header('cache-control', 'no-store').redirect(`${root}/sign-in?${next}`, 303);
      }
      const admin = await findAdmin(env.db, session.user_id);
      const guard = forms.field(request, reply);
      const signOut = html`<form id="sign-out" method="post" action="${root}/sign-out?next=${encodeURIComponent(`${root}/admin`)}">${guard}</form>`;
      if (!admin) {
        const content = html`<header><h1>You are not an admin</h1><p class="muted">The console is for admins of an organisation or of the partner. You are signed in as ${session.user_name}.</p></header>
${signOut}<button class="button wide" type="submit" form="sign-out">Use another account</button>`;
        return sendPage(reply, { title: 'Console', content }, 403);
      }
      const boot = {
        page: 'console',
        base: env.basePath,
        root: `${root}/admin`,
        environment: env.name,
        session_id: session.id,
        admin,
        saml: {
          entity_id: `${env.baseUrl()}saml/metadata`,
          acs_url: `${env.baseUrl()}saml/acs`,
          metadata_url: `${env.baseUrl()}saml/metadata`,
        },
      };
      return sendApp(reply, bundle, { title: 'Console', boot, beside: signOut });
    });
  }
}

const missingPage: Page = {
  title: 'Page not found',
  content: html`<header><h1>Page not found</h1><p class="muted">There is nothing at this address. It may be mistyped, or what it showed is gone.</p></header>
<a class="button wide" href="/admin">Go to the console</a>`,
};

/** What someone is told who comes before the set-up link was used. */
function notSetUpPage({ name }: Environment): Page {
  const title = 'This server is not set up yet';
  return {
    title,
    content: html`<header><h1>${title}</h1><p class="muted">The server printed a link when it started, under “${name === 'sandbox' ? 'Sandbox' : 'Production'}”. Whoever opens it becomes the first admin. Each start prints a new one.</p></header>`,
  };
}
