import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../../../environment/environment.ts';
import {
  type FormGuard,
  html,
  type Page,
  pageCookies,
  sendPage,
  sentenceOf,
  technicalDetail,
  type Words,
  wordsFor,
} from '../../../html/index.ts';
import { type App, addressKey, createCallLimit, readForm } from '../../../http/index.ts';
import { consentPage } from '../authorize/consent-page.ts';
import { isAllowed } from '../authorize/is-allowed.ts';
import { findAuthorizingClient, storeConsent } from '../authorize/queries.ts';
import type { SessionUser } from '../sessions/queries.ts';
import { findSession } from '../sessions/session.ts';
import { continuePage } from '../sign-in/pages.ts';
import { pageRoot, signedInPath } from '../sign-in/paths.ts';
import { hashToken } from '../tokens/token-format.ts';
import { findEmbedSignIn, type WaitingSignIn } from './queries.ts';
import { SignInProblem } from './request.ts';
import { answerSignIn, beginSignIn, cookieOf, readChallenge } from './sign-in.ts';

/** `refused` resolves with undefined if `next` does not lead to an embedded sign-in. */
export interface EmbeddedPages {
  refused(words: Words, next: string, reason: string, requestId: string): Promise<Page | undefined>;
}

/** Needs a scope that parses forms. */
export function embeddedPages(app: App, env: Environment, forms: FormGuard): EmbeddedPages {
  const open = { schema: { hide: true }, config: { auth: 'none' } } as const;
  const limit = createCallLimit('embedded sign-ins', env.config.callsPerMinute, env.redis);
  const path = signedInPath(env);

  app.post(`${pageRoot(env)}/embed/sign-in`, open, async (request, reply) => {
    await limit.take(addressKey(request.ip), reply);
    try {
      return reply.redirect(await beginSignIn(env, request, reply, readForm(request.body)), 303);
    } catch (error) {
      if (!(error instanceof SignInProblem)) throw error;
      const words = await wordsFor(env, request);
      const message = words.text('page.app_error');
      return sendPage(reply, notSignedInPage(words, request.id, message, error.message), 400);
    }
  });

  app.get(path, open, async (request, reply) => {
    const back = await findBack(request, reply);
    if (!back) return sendStale(request, reply);
    const { requested, user } = back;
    if (await isAllowed(env, requested, user)) return finish(request, reply, back);
    const guard = forms.field(request, reply);
    const { user_name: name, email, org_name: org } = user;
    const words = await wordsFor(env, request, user);
    return sendPage(reply, consentPage(words, requested, { action: request.url, guard, name, email, org }));
  });

  app.post(path, open, async (request, reply) => {
    const form = forms.read(request);
    const back = await findBack(request, reply);
    if (!back) return sendStale(request, reply);
    const { challenge, browser, requested, user } = back;
    if (form.field('decision') !== 'allow') {
      const message = `${user.user_name} did not allow ${requested.client.name} to act for them`;
      await answerSignIn(env, challenge, browser, { code: 'sign-in denied', message });
      const words = await wordsFor(env, request, user);
      const denied = words.text('page.denied', { name: requested.client.name });
      return sendPage(reply, notSignedInPage(words, request.id, denied), 403);
    }
    const at = env.clock.now();
    await storeConsent(env.db, {
      userId: user.user_id,
      clientId: requested.client.id,
      scope: requested.scope,
      at,
    });
    return finish(request, reply, back);
  });

  async function findBack(request: FastifyRequest, reply: FastifyReply) {
    await limit.take(addressKey(request.ip), reply);
    const challenge = readChallenge((request.query as { sign_in?: unknown }).sign_in);
    const cookie = challenge && pageCookies(env).read(request, cookieOf(challenge));
    if (!challenge || cookie === undefined) return undefined;
    const browser = hashToken(cookie);
    const waiting = await findEmbedSignIn(env.db, challenge, browser, env.clock.now());
    const client = waiting && (await findAuthorizingClient(env.db, waiting.client_id));
    const user = await findSession(env, request);
    if (!waiting || !client || !user) return undefined;
    const isExpectedUser = user.org_id === waiting.org_id && user.partner_id === client.partner_id;
    if (!isExpectedUser || user.method !== 'saml') return undefined;
    const requested = { client, scope: client.scope, redirectUri: waiting.origin };
    return { challenge, browser, waiting, requested, user };
  }

  async function finish(
    request: FastifyRequest,
    reply: FastifyReply,
    back: { challenge: Buffer; browser: Buffer; waiting: WaitingSignIn; user: SessionUser },
  ): Promise<FastifyReply> {
    const { challenge, browser, waiting, user } = back;
    if (!(await answerSignIn(env, challenge, browser, { userId: user.user_id })))
      return sendStale(request, reply);
    pageCookies(env).clear(reply, cookieOf(challenge));
    const words = await wordsFor(env, request, user);
    const page = waiting.next ? continuePage(words, env.secrets.open(waiting.next)) : signedInPage(words);
    return sendPage(reply, page);
  }

  async function sendStale(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const words = await wordsFor(env, request);
    return sendPage(reply, notSignedInPage(words, request.id, words.text('page.stale_sign_in')), 403);
  }

  return {
    async refused(words, next, reason, requestId) {
      const url = URL.parse(next, 'http://own.invalid');
      const challenge = url?.pathname === path && readChallenge(url.searchParams.get('sign_in'));
      if (!challenge) return undefined;
      const message = `the response of the identity provider was rejected: it ${reason}`;
      await answerSignIn(env, challenge, undefined, { code: 'sign-in denied', message });
      return notSignedInPage(words, requestId, words.text('page.provider_rejected'), message);
    },
  };
}

function signedInPage({ tag, text }: Words): Page {
  return {
    title: text('page.signed_in_title'),
    language: tag,
    script: 'window.close()',
    content: html`<header><h1>${text('page.signed_in')}</h1><p class="muted">${text('page.close_window')}</p></header>`,
  };
}

function notSignedInPage({ tag, text }: Words, requestId: string, message: string, detail?: string): Page {
  return {
    title: text('page.not_signed_in'),
    language: tag,
    content: html`<header><h1>${text('page.not_signed_in')}</h1></header>
<p class="notice bad" role="alert">${message}</p>
${detail !== undefined && technicalDetail(sentenceOf(detail))}
<p class="muted">${text('page.close_and_retry')}</p>
<p class="small muted">${text('page.request', { id: requestId })}</p>`,
  };
}
