import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../../../environment/environment.ts';
import { type FormGuard, sendPage, wordsFor } from '../../../html/index.ts';
import { type App, addressKey, createCallLimit } from '../../../http/index.ts';
import type { SessionUser } from '../sessions/queries.ts';
import { findSession } from '../sessions/session.ts';
import { problemPage } from '../sign-in/pages.ts';
import { pageRoot } from '../sign-in/paths.ts';
import { sendGranted, sendReturnedError } from './answer.ts';
import { consentPage } from './consent-page.ts';
import { isAllowed } from './is-allowed.ts';
import { storeConsent } from './queries.ts';
import {
  type AuthorizationRequest,
  DisplayedError,
  ReturnedError,
  readAuthorizationRequest,
} from './request.ts';

export function authorizeRoutes(app: App, env: Environment, forms: FormGuard): void {
  const path = `${env.basePath}/oauth/authorize`;
  const root = pageRoot(env);
  const open = { schema: { hide: true }, config: { auth: 'none' } } as const;
  const limit = createCallLimit('requests', env.config.callsPerMinute, env.redis);

  app.get(path, open, (request, reply) =>
    answer(request, reply, async (input) => {
      const user = await findSession(env, request);
      if (!user || !mayServe(input, user)) {
        if (input.silent) throw new ReturnedError(input, 'login_required', 'nobody is signed in');
        return toSignIn(request, reply, input, user);
      }
      if (await isAllowed(env, input, user)) return sendGranted(env, input, user.user_id, reply);
      if (input.silent)
        throw new ReturnedError(input, 'consent_required', 'the user has not given consent yet');
      return showConsent(request, reply, input, user);
    }),
  );

  app.post(path, open, (request, reply) =>
    answer(request, reply, async (input) => {
      const form = forms.read(request);
      const user = await findSession(env, request);
      if (!user || !mayServe(input, user)) return toSignIn(request, reply, input, user);
      if (form.field('decision') !== 'allow')
        throw new ReturnedError(input, 'access_denied', 'the user denied the request');
      const { client, scope } = input;
      await storeConsent(env.db, {
        userId: user.user_id,
        clientId: client.id,
        scope,
        at: env.clock.now(),
      });
      return sendGranted(env, input, user.user_id, reply);
    }),
  );

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (input: AuthorizationRequest) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    await limit.take(addressKey(request.ip), reply);
    try {
      return await work(await readAuthorizationRequest(env, request.url));
    } catch (error) {
      if (error instanceof ReturnedError) return sendReturnedError(reply, error);
      if (error instanceof DisplayedError) {
        const words = await wordsFor(env, request, await findSession(env, request));
        const { text } = words;
        const problem = {
          title: text('page.dead_link'),
          message: text('page.app_error'),
          detail: error.message,
        };
        return sendPage(reply, problemPage(words, problem, request.id), 400);
      }
      throw error;
    }
  }

  function toSignIn(
    request: FastifyRequest,
    reply: FastifyReply,
    { signOn }: AuthorizationRequest,
    user: SessionUser | undefined,
  ) {
    if (!user && signOn) {
      const next = new URLSearchParams({ next: request.url });
      return reply.redirect(`${env.basePath}/saml/login?${signOn}&${next}`, 303);
    }
    const query = new URLSearchParams({ next: request.url, ...(user && { other: '1' }) });
    return reply.redirect(`${root}/sign-in?${query}`, 303);
  }

  async function showConsent(
    request: FastifyRequest,
    reply: FastifyReply,
    input: AuthorizationRequest,
    user: SessionUser,
  ): Promise<FastifyReply> {
    const page = consentPage(await wordsFor(env, request, user), input, {
      action: request.url,
      guard: forms.field(request, reply),
      signOut: `${root}/sign-out?${new URLSearchParams({ next: request.url })}`,
      name: user.user_name,
      email: user.email,
      org: user.org_name,
    });
    return sendPage(reply, page);
  }
}

function mayServe({ client }: AuthorizationRequest, user: SessionUser): boolean {
  return client.partner_id === user.partner_id && (client.org_id === null || client.org_id === user.org_id);
}
