import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../../../environment/environment.ts';
import { html, newCookieValue, type Page, pageCookies, sendPage } from '../../../html/index.ts';
import { type App, addressKey, createCallLimit, isStorableText, readForm } from '../../../http/index.ts';
import { hashOf, SignOnRefused, takeAnswer } from './answer.ts';
import { postPage, redirectAddress } from './authn-request.ts';
import { nameOf } from './providers.ts';
import { takeSignOn } from './queries.ts';
import { chooseProvider, type SignOnInput, startSignOn } from './start-sign-on.ts';

/** What the sign-on needs of sessions and of the sign-in page. */
export interface SignInPages {
  startSession(request: FastifyRequest, reply: FastifyReply, userId: string): Promise<void>;
  /** Where to go on to: what is requested for, if it is a page of ours. */
  destinationOf(requested: string): string;
  /** The path that leads on to a page after a form, which may be the provider's. */
  pathAfterSignIn(next: string): string;
  signInPage(next: string): string;
  /** What is shown where nobody was signed in, if that is not our own page. @param reason the rest of "the answer …" */
  refused(next: string, reason: string, requestId: string): Promise<Page | undefined>;
}

const COOKIE = 'sign-on';
/** Room for the longest answer with each character escaped. */
const MAX_FORM_BYTES = 300_000;
/** Answers of one address in a minute that are not good. Anybody may post, and each costs up to 50 ms. */
const MAX_REFUSED = 60;

/**
 * Sign-on in a browser (SAML 2.0 Web Browser SSO, begun by us): login leads to the provider, which posts its answer to
 * acs. That is another site's form, which brings no cookie; so the browser is sent on to finish, where its cookie shows
 * that it is the one that began. To be registered in a scope that takes forms.
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
    const known = cookies.read(request, COOKIE);
    const browser = known && /^[\w-]{43}$/.test(known) ? known : newCookieValue();
    if (browser !== known) cookies.set(reply, COOKIE, browser);
    const asked = await startSignOn(env, provider, input, hashOf(browser));
    if (provider.sso_binding === 'post') return sendPage(reply, await postPage(asked, nameOf(provider)));
    return reply.header('cache-control', 'no-store').redirect(await redirectAddress(asked), 303);
  });

  app.post(`${base}/acs`, { ...open, bodyLimit: MAX_FORM_BYTES }, async (request, reply) => {
    const address = addressKey(request.ip);
    await limit.take(address, reply);
    // Before it is looked at: of any number that come at once, no more than the limit may cost anything.
    await refusals.take(address, reply);
    const form = readForm(request.body);
    try {
      const ticket = await takeAnswer(env, form.get('SAMLResponse') ?? '');
      await refusals.giveBack(address);
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
      return reply.redirect(`${base}/finish?${new URLSearchParams({ ticket })}`, 303);
    } catch (error) {
      if (!(error instanceof SignOnRefused)) throw error;
      request.log.warn({ reason: error.message, idp: error.signOn?.idp_id }, 'saml sign-on refused');
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
    if (!done) return refuse(request, reply, 'is not for this browser, or was used before');
    await pages.startSession(request, reply, done.user_id);
    return reply.header('cache-control', 'no-store').redirect(pages.pathAfterSignIn(done.next), 303);
  });

  async function refuse(request: FastifyRequest, reply: FastifyReply, reason: string, next = '') {
    const other = await pages.refused(next, reason, request.id);
    if (other) return sendPage(reply, other, 403);
    const again = pages.signInPage(pages.destinationOf(next));
    return sendPage(reply, refusedPage(reason, again, request.id), 403);
  }
}

function readInput(query: unknown, pages: SignInPages): SignOnInput {
  const given = query as Record<string, unknown>;
  const read = (name: string) => {
    const value = given[name];
    return typeof value === 'string' && value !== '' && value.length <= 2_048 && isStorableText(value)
      ? value
      : null;
  };
  const { next } = given;
  return {
    partnerId: read('partner_id'),
    orgId: read('org_id'),
    idpId: read('idp_id'),
    next: pages.destinationOf(typeof next === 'string' ? next : ''),
  };
}

/** The page that says why a provider's answer did not sign anybody in. @param reason the rest of "the answer …" */
function refusedPage(reason: string, again: string, requestId: string): Page {
  return {
    title: 'You are not signed in',
    content: html`<header><h1>You are not signed in</h1></header>
<p class="notice bad" role="alert">The answer of your identity provider was not accepted: it ${reason}.</p>
<a class="button primary wide" href="${again}">Sign in again</a>
<p class="small muted">Request ${requestId}</p>`,
  };
}
