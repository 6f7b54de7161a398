import { eventKinds } from '@ringbinder/protocol';
import type { Environment } from '../../environment/environment.ts';
import { guardForms, html, languageFor, pageCookies, sendPage, wordsFor } from '../../html/index.ts';
import type { App } from '../../http/index.ts';
import { findSession, pageRoot } from '../oauth/index.ts';
import type { Bundle } from './bundle.ts';
import { sendApp } from './page.ts';
import { findAdmin } from './queries.ts';
import { redirectToSignIn } from './redirect-to-sign-in.ts';

export function consoleRoutes(app: App, env: Environment, bundle: Bundle | undefined): void {
  const root = pageRoot(env);
  const open = { schema: { hide: true }, config: { auth: 'none' } } as const;
  const forms = guardForms(env, pageCookies(env));

  for (const path of [`${root}/admin`, `${root}/admin/*`]) {
    app.get(path, open, async (request, reply) => {
      const session = await findSession(env, request);
      if (!session) return redirectToSignIn(env, request, reply);
      const admin = await findAdmin(env.db, session.user_id);
      const guard = forms.field(request, reply);
      const signOut = html`<form id="sign-out" method="post" action="${root}/sign-out?next=${encodeURIComponent(`${root}/admin`)}">${guard}</form>`;
      if (!admin) {
        const { tag, text } = await wordsFor(env, request, session);
        const explained = text('page.not_admin_explain', { name: session.user_name });
        const content = html`<header><h1>${text('page.not_admin')}</h1><p class="muted">${explained}</p></header>
${signOut}<button class="button wide" type="submit" form="sign-out">${text('page.other_account')}</button>`;
        return sendPage(reply, { title: text('page.not_admin'), language: tag, content }, 403);
      }
      const boot = {
        page: 'console' as const,
        base: env.basePath,
        root: `${root}/admin`,
        environment: env.name,
        session_id: session.id,
        admin,
        event_kinds: eventKinds,
        user: { timezone: session.timezone, language: languageFor(env, request, session) },
        ...(env.config.smtpUrl === undefined && { lacks_mail: true }),
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
