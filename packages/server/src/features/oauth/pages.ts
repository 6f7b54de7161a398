import type { Environment } from '../../environment/environment.ts';
import {
  acceptForms,
  answerPageErrors,
  errorTexts,
  type FormGuard,
  guardForms,
  pageCookies,
  sendPage,
  wordsFor,
} from '../../html/index.ts';
import type { App } from '../../http/index.ts';
import { signOnRoutes } from '../saml/index.ts';
import { authorizeRoutes } from './authorize/routes.ts';
import { embeddedPages } from './embedded/page-routes.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { startSession } from './sessions/session.ts';
import { problemPage } from './sign-in/pages.ts';
import { passwordRoutes } from './sign-in/password-routes.ts';
import { destinationAfterJoining, destinationOf, pathAfterSignIn, signInAddress } from './sign-in/paths.ts';
import { signInRoutes } from './sign-in/routes.ts';

/** Passed as a parameter, because an import would create a cycle. */
export interface ProfilePages {
  /** Needs a scope that parses forms. */
  routes(scope: App, env: Environment, forms: FormGuard): void;
  /** Needs a scope that does not parse forms. */
  upload(scope: App, env: Environment, forms: FormGuard): void;
}

export function oauthPages(app: App, env: Environment, profile: ProfilePages): void {
  const forms = guardForms(env, pageCookies(env));
  const answerErrors = (scope: App) =>
    answerPageErrors(scope, async (error, request, reply) => {
      const words = await wordsFor(env, request);
      return sendPage(reply, problemPage(words, errorTexts(words, error), request.id), error.status);
    });
  app.register(async (plain) => {
    const scope = plain as App;
    answerErrors(scope);
    profile.upload(scope, env, forms);
  });
  app.register(async (plain) => {
    const scope = plain as App;
    acceptForms(scope);
    answerErrors(scope);
    signInRoutes(scope, env, forms);
    passwordRoutes(scope, env, forms);
    sessionRoutes(scope, env, forms);
    profile.routes(scope, env, forms);
    authorizeRoutes(scope, env, forms);
    const embedded = embeddedPages(scope, env, forms);
    signOnRoutes(scope, env, {
      refused: embedded.refused,
      startSession: (request, reply, userId) => startSession(env, request, reply, userId, 'saml'),
      destinationOf: (requested) => destinationOf(env, requested),
      destinationAfterJoining: (next, joined) => destinationAfterJoining(env, next, joined),
      pathAfterSignIn: (next) => pathAfterSignIn(env, next),
      signInPage: (next) => signInAddress(env, next),
    });
  });
}
