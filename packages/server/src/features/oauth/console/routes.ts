import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Environment } from '../../../environment/environment.ts';
import { because, forbidden, invalidToken } from '../../../errors.ts';
import { originOf } from '../../../html/index.ts';
import { type App, operation, success } from '../../../http/index.ts';
import { findDisabled, findSession } from '../sessions/session.ts';
import { mintToken } from '../tokens/issue.ts';
import { consoleClientOf, insertSessionToken } from './queries.ts';

const SECONDS = 900;

const Token = Type.Object({
  access_token: Type.String(),
  token_type: Type.Literal('bearer'),
  expires_in: Type.Integer({ description: 'The lifetime of the token in seconds.' }),
  user_id: Type.String(),
  org_id: Type.String(),
  partner_id: Type.String(),
});

const appToken = operation('Authentication', 'getAppToken', {
  summary: 'Get an access token for the app',
  description:
    'Only for the web app of Ringbinder, in the browser of a signed-in user. Other pages cannot call this: it authenticates with the session’s cookie. The token stops working when the session ends. 401: nobody is signed in. 403: a page of another origin calls, or the account was disabled after signing in.',
  auth: 'none',
  data: Token,
});

const consoleToken = operation('Administration', 'getSessionToken', {
  summary: 'Get an access token for the console',
  description:
    'Only for the admin console of Ringbinder, in the browser of a signed-in admin. Other pages cannot call this: it authenticates with the session’s cookie. The token stops working when the session ends. 401: nobody is signed in. 403: a page of another origin calls, the user is not an admin, or the account was disabled after signing in.',
  auth: 'none',
  data: Token,
});

export function consoleRoutes(app: App, env: Environment): void {
  app.post('/session-token', { schema: appToken, config: { auth: 'none' } }, (request, reply) =>
    answerToken(env, request, reply, { isAdminOnly: false }),
  );
  app.post('/admin/session-token', { schema: consoleToken, config: { auth: 'none' } }, (request, reply) =>
    answerToken(env, request, reply, { isAdminOnly: true }),
  );
}

async function answerToken(
  env: Environment,
  request: FastifyRequest,
  reply: FastifyReply,
  { isAdminOnly }: { isAdminOnly: boolean },
) {
  reply.header('cache-control', 'no-store');
  // Pages of other origins on the same site also send the session cookie, so the Origin header must match.
  if (originOf(env, request) !== 'own') throw forbidden('only pages of this server may call this');
  const session = await findSession(env, request);
  if (!session && (await findDisabled(env, request))) throw forbidden(because('account_disabled'));
  if (!session) throw invalidToken('nobody is signed in with this browser');
  const { user_id, org_id, partner_id } = session;
  const token = mintToken();
  const at = env.clock.now();
  await env.db.transaction(async (tx) => {
    const clientId = await consoleClientOf(tx, {
      id: env.ids.next('client'),
      partnerId: partner_id,
      secretSealed: env.secrets.seal(randomBytes(32).toString('base64url')),
      at,
    });
    const expiresAt = at + SECONDS * 1000;
    const stored = { hash: token.hash, clientId, sessionHash: session.hash, at, expiresAt, isAdminOnly };
    if (await insertSessionToken(tx, stored)) return;
    throw isAdminOnly ? forbidden(because('console_admin_only')) : invalidToken('the session has ended');
  });
  const ids = { user_id, org_id, partner_id };
  return success({
    access_token: token.text,
    token_type: 'bearer' as const,
    expires_in: SECONDS,
    ...ids,
  });
}
