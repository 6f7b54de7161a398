import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../../../environment/environment.ts';
import { type FormGuard, originOf, sendPage, wordsFor } from '../../../html/index.ts';
import type { App } from '../../../http/index.ts';
import type { SignInMethod } from '../../../storage/sign-in-log.ts';
import { acceptInvitations } from '../../invitations/index.ts';
import { listSignOnProviders, loginQuery, nameOfProvider } from '../../saml/index.ts';
import { deviceOf } from '../sessions/devices.ts';
import { endSession, findDisabled, findSession, startSession } from '../sessions/session.ts';
import { createSignInAttempts } from './attempts.ts';
import { checkSignIn } from './check.ts';
import { accountPage, continuePage, signInPage } from './pages.ts';
import {
  destinationAfterJoining,
  destinationOf,
  pageRoot,
  pathAfterSignIn,
  returnPath,
  returnQuery,
} from './paths.ts';
import { forgetEmail, MAX_EMAIL_LENGTH, rememberEmail, rememberedEmail } from './remembered-email.ts';
import { accountDisabledPage, signedOutPage } from './signed-out.ts';
import { takeLanguage } from './take-language.ts';

const open = { schema: { hide: true }, config: { auth: 'none' } } as const;

export function signInRoutes(app: App, env: Environment, forms: FormGuard): void {
  const root = pageRoot(env);
  const attempts = createSignInAttempts(env);
  sessionRoutes(app, env, forms);
  const addresses = { action: `${root}/sign-in`, forgotten: `${root}/forgotten-password` };

  app.get(`${root}/sign-in`, open, async (request, reply) => {
    if (await takeLanguage(env, request, reply)) return reply;
    const query = request.query as { next?: unknown; other?: unknown; not_you?: unknown };
    const { next: requested = '', other } = query;
    const next = destinationOf(env, typeof requested === 'string' ? requested : '');
    const session = await findSession(env, request);
    const disabled = session ? undefined : await findDisabled(env, request);
    if (disabled) {
      await endSession(env, request, reply);
      const page = accountDisabledPage(await wordsFor(env, request, disabled), {
        userId: disabled.user_id,
        signIn: addresses.action,
      });
      return sendPage(reply, page, 403);
    }
    const isSignedIn = session !== undefined;
    // If `other` is set, a redirect to `next` would lead back here.
    if (isSignedIn && other === undefined) return reply.redirect(next, 303);
    const words = await wordsFor(env, request, session);
    const problem = isSignedIn ? words.text('page.not_served') : undefined;
    // A link on another site must not delete the remembered email address.
    const forgets = query.not_you !== undefined && originOf(env, request) !== 'other';
    if (forgets) forgetEmail(env, request, reply);
    const email = forgets ? '' : rememberedEmail(env, request);
    const state = await formState(request, reply, { next, isSignedIn, isRemembered: email !== '' });
    return sendPage(reply, signInPage(words, { ...state, email, remember: email !== '', problem }));
  });

  app.post(`${root}/sign-in`, open, async (request, reply) => {
    const form = forms.read(request);
    const email = form.field('email').trim().slice(0, MAX_EMAIL_LENGTH);
    const next = destinationOf(env, form.field('next'));
    const orgId = form.field('org_id') || undefined;
    const remember = form.field('remember') !== '';
    const password = form.field('password').slice(0, 1_024);
    const from = { ip: request.ip, device: deviceOf(env, request), reply };
    const accounts = await checkSignIn(env, attempts, { email, password, orgId, next }, from);
    const [account] = accounts;
    if (account && accounts.length === 1) {
      await startSession(env, request, reply, account.id, 'password');
      if (remember) rememberEmail(env, reply, email);
      else forgetEmail(env, request, reply);
      const proven = { userId: account.id, kind: 'email', value: account.email } as const;
      const joined = await acceptInvitations(env, proven);
      return reply.redirect(pathAfterSignIn(env, destinationAfterJoining(env, next, joined)), 303);
    }
    const orgs = accounts.map(({ org_id: id, org_name: name }) => ({ id, name }));
    const session = await findSession(env, request);
    const isSignedIn = session !== undefined;
    const isRemembered = rememberedEmail(env, request) !== '';
    const state = await formState(request, reply, { next, isSignedIn, isRemembered });
    const words = await wordsFor(env, request, session);
    const problem = account ? undefined : words.text('page.wrong_sign_in');
    const page = signInPage(words, { ...state, email, remember, orgs, problem });
    return sendPage(reply, page, account ? 200 : 401);
  });

  async function formState(
    request: FastifyRequest,
    reply: FastifyReply,
    { next, isSignedIn, isRemembered }: { next: string; isSignedIn: boolean; isRemembered: boolean },
  ) {
    const query = new URLSearchParams({ next, ...(isSignedIn && { other: '1' }), not_you: '1' });
    const notYou = isRemembered ? `${root}/sign-in?${query}` : undefined;
    const guard = forms.field(request, reply);
    const url = `${root}/sign-in?${new URLSearchParams({ next, ...(isSignedIn && { other: '1' }) })}`;
    return { ...addresses, next, guard, notYou, providers: await providersFor(next), url };
  }

  async function providersFor(next: string) {
    const { searchParams } = new URL(next, 'http://own.invalid');
    const client = { clientId: searchParams.get('client_id'), orgId: searchParams.get('org_id') };
    return (await listSignOnProviders(env.db, client)).map((provider) => ({
      name: nameOfProvider(provider),
      href: `${env.basePath}/saml/login?${loginQuery(provider)}&${new URLSearchParams({ next })}`,
    }));
  }
}

function sessionRoutes(app: App, env: Environment, forms: FormGuard): void {
  const root = pageRoot(env);
  app.get(`${root}/continue`, open, async (request, reply) => {
    const { next = '' } = request.query as { next?: unknown };
    const words = await wordsFor(env, request, await findSession(env, request));
    return sendPage(reply, continuePage(words, destinationOf(env, typeof next === 'string' ? next : '')));
  });

  app.post(`${root}/sign-out`, open, async (request, reply) => {
    forms.read(request);
    const { next = '' } = request.query as { next?: unknown };
    const session = await findSession(env, request);
    await endSession(env, request, reply);
    if (session)
      env.signIns.record({
        action: 'sign-in.end',
        method: session.method as SignInMethod,
        userId: session.user_id,
        address: request.ip,
      });
    const query = new URLSearchParams({ next: destinationOf(env, typeof next === 'string' ? next : '') });
    const signIn = `${root}/sign-in?${query}`;
    const words = await wordsFor(env, request, session);
    return sendPage(reply, signedOutPage(words, { userId: session?.user_id, next: signIn }));
  });

  app.get(`${root}/account`, open, async (request, reply) => {
    if (await takeLanguage(env, request, reply)) return reply;
    const user = await findSession(env, request);
    if (!user) return reply.redirect(`${root}/sign-in`, 303);
    const guard = forms.field(request, reply);
    const { user_name: name, email, org_name: org } = user;
    const admin = user.is_admin ? `${root}/admin` : undefined;
    const from = returnQuery(env, request);
    const links = {
      app: `${root}/`,
      admin,
      back: returnPath(env, request),
      signOut: `${root}/sign-out`,
      changePassword: `${root}/password${from}`,
      editProfile: `${root}/profile${from}`,
      sessions: `${root}/sessions${from}`,
    };
    const words = await wordsFor(env, request, user);
    return sendPage(reply, accountPage(words, { ...links, guard, name, email, org, url: request.url }));
  });
}
