import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../../../environment/environment.ts';
import {
  html,
  newCookieValue,
  type Page,
  pageCookies,
  sendPage,
  sentenceOf,
  technicalDetail,
  type Words,
  wordsFor,
} from '../../../html/index.ts';
import { type App, addressKey, createCallLimit, isStorableText, readForm } from '../../../http/index.ts';
import { hashOf, SignOnRefused, takeAnswer } from './answer.ts';
import { postPage, redirectAddress } from './authn-request.ts';
import { nameOf } from './providers.ts';
import { takeSignOn } from './queries.ts';
import { chooseProvider, type SignOnInput, startSignOn } from './start-sign-on.ts';

export interface SignInPages {
  startSession(request: FastifyRequest, reply: FastifyReply, userId: string): Promise<void>;
  destinationOf(requested: string): string;
  destinationAfterJoining(next: string, joined: readonly string[]): string;
  pathAfterSignIn(next: string): string;
  signInPage(next: string): string;
  /** @param reason a clause that continues “the answer …” */
  refused(words: Words, next: string, reason: string, requestId: string): Promise<Page | undefined>;
}

const COOKIE = 'sign-on';
/** Enough for the longest response with percent-encoding. */
const MAX_FORM_BYTES = 300_000;
/** Per IP address and minute. Anybody can post a response, which costs up to 50 ms of CPU time. */
const MAX_REFUSED = 60;

/**
 * The provider's page posts to `acs` from another site, so the browser sends no cookies. The cookie at
 * `finish` proves that the same browser started the sign-on.
 */
export function signOnRoutes(app: App, env: Environment, pages: SignInPages): void {
  const base = `${env.basePath}/saml`;
  const open = { schema: { hide: true }, config: { auth: 'none' } } as const;
  const limit = createCallLimit('sign-ons', env.config.callsPerMinute, env.redis);
  const refusals = createCallLimit('refused answers', MAX_REFUSED, env.redis);
  const cookies = pageCookies(env);

  app.get(`${base}/login`, open, async (request, reply) => {
    await limit.take(addressKey(request.ip), reply);
    const input = readInput(request.query, pages);
    const provider = await chooseProvider(env, input);
    if (!provider) return reply.redirect(pages.signInPage(input.next), 303);
    const browserCookie = cookies.read(request, COOKIE);
    const browser = browserCookie && /^[\w-]{43}$/.test(browserCookie) ? browserCookie : newCookieValue();
    if (browser !== browserCookie) cookies.set(reply, COOKIE, browser);
    const redirect = await startSignOn(env, provider, input, hashOf(browser));
    if (provider.sso_binding === 'post') {
      const words = await wordsFor(env, request);
      return sendPage(reply, await postPage(words, redirect, nameOf(provider)));
    }
    return reply.header('cache-control', 'no-store').redirect(await redirectAddress(redirect), 303);
  });

  app.post(`${base}/acs`, { ...open, bodyLimit: MAX_FORM_BYTES }, async (request, reply) => {
    const address = addressKey(request.ip);
    await limit.take(address, reply);
    // Counted before the validation, so that concurrent responses cannot exceed the limit.
    await refusals.take(address, reply);
    const form = readForm(request.body);
    try {
      const ticket = await takeAnswer(env, form.get('SAMLResponse') ?? '', pages);
      await refusals.giveBack(address);
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
      return reply.redirect(`${base}/finish?${new URLSearchParams({ ticket })}`, 303);
    } catch (error) {
      if (!(error instanceof SignOnRefused)) throw error;
      request.log.warn({ reason: error.message, idp: error.signOn?.idp_id }, 'saml: sign-on rejected');
      recordRefusal(request, error.message);
      return refuse(request, reply, error.message, error.signOn?.next);
    }
  });

  app.get(`${base}/finish`, open, async (request, reply) => {
    await limit.take(addressKey(request.ip), reply);
    const { ticket } = request.query as { ticket?: unknown };
    const browser = cookies.read(request, COOKIE) ?? '';
    const done =
      typeof ticket === 'string' &&
      (await takeSignOn(env.db, hashOf(ticket), hashOf(browser), env.clock.now()));
    if (!done) {
      const reason = 'is not for this browser, or was used before';
      recordRefusal(request, reason);
      return refuse(request, reply, reason);
    }
    await pages.startSession(request, reply, done.user_id);
    return reply.header('cache-control', 'no-store').redirect(pages.pathAfterSignIn(done.next), 303);
  });

  function recordRefusal({ ip: address }: FastifyRequest, reason: string): void {
    env.signIns.record({
      action: 'sign-in.refuse',
      method: 'saml',
      address,
      reason: `the response ${reason}`,
    });
  }

  async function refuse(request: FastifyRequest, reply: FastifyReply, reason: string, next = '') {
    const words = await wordsFor(env, request);
    const other = await pages.refused(words, next, reason, request.id);
    if (other) return sendPage(reply, other, 403);
    const again = pages.signInPage(pages.destinationOf(next));
    return sendPage(reply, refusedPage(words, reason, again, request.id), 403);
  }
}

function readInput(query: unknown, pages: SignInPages): SignOnInput {
  const fields = query as Record<string, unknown>;
  const read = (name: string) => {
    const value = fields[name];
    return typeof value === 'string' && value !== '' && value.length <= 2_048 && isStorableText(value)
      ? value
      : null;
  };
  const { next } = fields;
  return {
    partnerId: read('partner_id'),
    orgId: read('org_id'),
    idpId: read('idp_id'),
    next: pages.destinationOf(typeof next === 'string' ? next : ''),
  };
}

function refusedPage({ tag, text }: Words, reason: string, again: string, requestId: string): Page {
  return {
    title: text('page.not_signed_in'),
    language: tag,
    content: html`<header><h1>${text('page.not_signed_in')}</h1></header>
<p class="notice bad" role="alert">${text('page.provider_rejected')}</p>
${technicalDetail(sentenceOf(`the response of the identity provider was rejected: it ${reason}`))}
<a class="button primary wide" href="${again}">${text('page.sign_in_again')}</a>
<p class="small muted">${text('page.request', { id: requestId })}</p>`,
  };
}
