import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../../environment/environment.ts';
import {
  guardForms,
  historyStylesheetPath,
  html,
  languageFor,
  meetStylesheetPath,
  pageCookies,
} from '../../html/index.ts';
import type { App } from '../../http/index.ts';
import { findSession, pageRoot } from '../oauth/index.ts';
import type { Bundle } from './bundle.ts';
import { connectSources } from './connect-sources.ts';
import { sendApp } from './page.ts';
import { findPicture } from './queries.ts';
import { redirectToSignIn } from './redirect-to-sign-in.ts';

export function appRoutes(app: App, env: Environment, bundle: Bundle | undefined): void {
  const root = pageRoot(env);
  const connectsTo = connectSources(env.config);
  const open = { schema: { hide: true }, config: { auth: 'none' } } as const;
  const forms = guardForms(env, pageCookies(env));

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    if (!request.headers.accept?.includes('text/html')) {
      reply.callNotFound();
      return reply;
    }
    const [path = ''] = request.url.split('?', 1);
    // The scope of the service worker and the manifest ends with a slash.
    if (path === root) return reply.redirect(`${root}/${request.url.slice(path.length)}`, 303);
    const session = await findSession(env, request);
    if (!session) return redirectToSignIn(env, request, reply);
    const { id: session_id, user_id: id, user_name: name, email, timezone, org_id, org_name } = session;
    const language = languageFor(env, request, session);
    const picture_uri = await findPicture(env.db, id);
    const mail = env.config.smtpUrl === undefined ? { lacks_mail: true } : {};
    const boot = {
      page: 'app',
      base: env.basePath,
      root,
      environment: env.name,
      session_id,
      user: { id, name, email, timezone, language, org_id, org_name, picture_uri, ...mail },
      is_admin: session.is_admin,
      meet_styles: meetStylesheetPath,
      history_styles: historyStylesheetPath,
    } as const;
    const guard = forms.field(request, reply);
    const beside = html`<form id="sign-out" method="post" action="${root}/sign-out">${guard}</form>`;
    return sendApp(reply, bundle, { title: 'Binders', boot, beside, connectsTo });
  }

  app.get(`${root}/meet`, open, async (_request, reply) => {
    const boot = { page: 'meet', base: env.basePath, environment: env.name } as const;
    return sendApp(reply, bundle, { title: 'Meeting', boot, connectsTo });
  });
  app.get(root || '/', open, answer);
  app.get(`${root}/home`, open, answer);
  app.get(`${root}/b/*`, open, answer);
}
