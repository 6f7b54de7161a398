import type { FastifyError, FastifyReply } from 'fastify';
import Type from 'typebox';
import type { Environment } from '../../environment.ts';
import { ApiError } from '../../errors.ts';
import { type App, addressKey, asApiError, createCallLimit, refuseOtherBodies } from '../../http/index.ts';
import { claimSetup, SetupClaim } from './claim.ts';
import { isSetupToken } from './link.ts';
import { contentSecurityPolicy, deadLinkPage, donePage, formPage } from './page-html.ts';

const Token = Type.Optional(Type.String({ maxLength: 200 }));
const query = { querystring: Type.Object({ token: Token }), hide: true } as const;
const form = { body: Type.Object({ token: Token, ...SetupClaim.properties }), hide: true } as const;

/** Each claim costs a password hash, for the holder of the link. */
const CLAIMS_A_MINUTE = 20;

/**
 * The page of the set-up link, `/setup` and `/sandbox/setup`: a form that works without scripts. It carries the token of
 * the link, so that no other page can have a visitor send it.
 */
export function setupPage(app: App, env: Environment): void {
  const root = env.basePath.replace(/\/v1$/, '');
  // The pages of sign-in may have brought one in their own look.
  if (app.hasRoute({ method: 'GET', url: `${root}/setup` })) return;
  const limit = createCallLimit('visits of the set-up page', CLAIMS_A_MINUTE);
  app.register(async (plain) => {
    const scope = plain as App;
    readForms(scope);

    scope.get(`${root}/setup`, { schema: query, config: { auth: 'none' } }, async (request, reply) => {
      await limit.take(addressKey(request.ip), reply);
      const { token = '' } = request.query;
      if (!(await isSetupToken(env, token))) return send(reply, 403, deadLinkPage());
      return send(reply, 200, formPage(token, {}));
    });

    const options = { schema: form, config: { auth: 'none' }, attachValidation: true } as const;
    scope.post(`${root}/setup`, options, async (request, reply) => {
      await limit.take(addressKey(request.ip), reply);
      const { token = '', ...claim } = request.body ?? {};
      if (typeof token !== 'string' || !(await isSetupToken(env, token)))
        return send(reply, 403, deadLinkPage());
      const { validationError } = request;
      if (validationError) {
        const { message } = asApiError(validationError as FastifyError, request);
        return send(reply, 400, formPage(token, claim, message));
      }
      try {
        await claimSetup(env, token, claim, request.ip);
      } catch (error) {
        if (error instanceof ApiError && error.status === 403) return send(reply, 403, deadLinkPage());
        throw error;
      }
      return send(reply, 200, donePage(`${root}/sign-in`));
    });
  });
}

/** A form is all that the page sends; each field counts once, the last. */
function readForms(scope: App): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  refuseOtherBodies(scope);
}

function send(reply: FastifyReply, status: number, html: string): FastifyReply {
  return (
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', contentSecurityPolicy)
      .header('x-content-type-options', 'nosniff')
      .header('x-frame-options', 'DENY')
      // The address has the token in it.
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-store')
      .send(html)
  );
}
