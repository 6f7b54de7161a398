export { documentAuthorization } from './authorize/document.ts';

import type { Environment } from '../../environment/environment.ts';
import { type App, admitCalls, type TokenDirectory } from '../../http/index.ts';
import { consoleRoutes } from './console/routes.ts';
import { embeddedRoutes } from './embedded/routes.ts';
import { oauthRoutes } from './routes.ts';
import { resetCall } from './sign-in/reset-call.ts';
import { createTokenCache } from './tokens/cache.ts';
import { createTokenDirectory } from './tokens/directory.ts';

/** Register this feature first, because it authenticates the bearer tokens of all routes in the scope. */
export function oauthFeature(app: App, env: Environment): TokenDirectory {
  const cache = createTokenCache(() => env.clock.now(), env.revocations);
  const tokens = createTokenDirectory(env, cache);
  admitCalls(app, tokens, env.config.callsPerMinute, env.redis);
  oauthRoutes(app, env);
  consoleRoutes(app, env);
  resetCall(app, env);
  embeddedRoutes(app, env);
  return tokens;
}

export { createBasicAuthentication } from './basic-authentication.ts';
export { insertSessionToken } from './console/queries.ts';
export { unregistered } from './embedded/unregistered.ts';
export { clientGrants, UNIQUE_IDENTIFIER } from './grants/index.ts';
export { oauthMetadata } from './metadata.ts';
export { oauthPages, type ProfilePages } from './pages.ts';
export { deleteExpiredSignIns, type SessionUser } from './sessions/queries.ts';
export { findSession, IDLE_MS as SESSION_IDLE_MS, startSession } from './sessions/session.ts';
export { writePasswordMail } from './sign-in/password-mail.ts';
export { newPasswordProblem } from './sign-in/password-problem.ts';
export { pageRoot, returnQuery } from './sign-in/paths.ts';
export { endPasswordResets } from './sign-in/resets.ts';
export { mailSetupLink, queueSetupMail, setupMails, writeSetupMail } from './sign-in/setup-mail.ts';
export { startFamily } from './tokens/family.ts';

export { mintToken } from './tokens/issue.ts';
export { deleteExpiredTokens } from './tokens/queries.ts';
export { revokeTokens } from './tokens/revoke.ts';
export { generateToken, hashToken } from './tokens/token-format.ts';
