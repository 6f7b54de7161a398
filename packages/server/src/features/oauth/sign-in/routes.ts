import type { Environment } from '../../../environment.ts';
import { type FormGuard, sendPage } from '../../../html/index.ts';
import { type App, addressKey, type CallLimit, createCallLimit } from '../../../http/index.ts';
import { endSession, findSession, startSession } from '../sessions/session.ts';
import { checkSignIn } from './check.ts';
import { accountPage, signInPage } from './pages.ts';
import { destinationOf, pageRoot } from './paths.ts';

/** Wrong passwords for one account from one address in a minute. */
const MOST_OF_ACCOUNT = 5;
/** Wrong passwords from one address in a minute: many people may share it. */
const MOST_OF_ADDRESS = 50;

const WRONG = 'The e-mail address or the password is wrong.';

/** The pages on which people sign in and out. To be registered in a scope that takes forms. */
export function signInRoutes(app: App, env: Environment, forms: FormGuard): void {
  const root = pageRoot(env);
  const failures = countFailures(env);
  const addresses = { action: `${root}/sign-in`, forgotten: `${root}/forgotten-password` };
  const open = { schema: { hide: true }, config: { auth: 'none' } } as const;

  app.get(`${root}/sign-in`, open, async (request, reply) => {
    const { next = '' } = request.query as { next?: unknown };
    const wished = typeof next === 'string' ? next : '';
    if (await findSession(env, request)) return reply.redirect(destinationOf(env, wished), 303);
    const guard = forms.field(request, reply);
    return sendPage(reply, signInPage({ ...addresses, guard, next: destinationOf(env, wished), email: '' }));
  });

  app.post(`${root}/sign-in`, open, async (request, reply) => {
    const form = forms.read(request);
    const email = form.field('email').trim().slice(0, 320);
    const next = destinationOf(env, form.field('next'));
    const orgId = form.field('org_id') || undefined;
    await failures.check(request.ip, email, reply);
    const accounts = await checkSignIn(env, email, form.field('password').slice(0, 1_024), orgId);
    const [account] = accounts;
    if (account && accounts.length === 1) {
      await startSession(env, request, reply, account.id, 'password');
      return reply.redirect(next, 303);
    }
    if (!account) await failures.count(request.ip, email, reply);
    const orgs = accounts.map(({ org_id: id, org_name: name }) => ({ id, name }));
    const state = { ...addresses, guard: forms.field(request, reply), next, email, orgs };
    const problem = account ? undefined : WRONG;
    return sendPage(reply, signInPage({ ...state, problem }), account ? 200 : 401);
  });

  app.post(`${root}/sign-out`, open, async (request, reply) => {
    forms.read(request);
    const { next = '' } = request.query as { next?: unknown };
    await endSession(env, request, reply);
    const query = new URLSearchParams({ next: destinationOf(env, typeof next === 'string' ? next : '') });
    return reply.redirect(`${root}/sign-in?${query}`, 303);
  });

  app.get(`${root}/account`, open, async (request, reply) => {
    const user = await findSession(env, request);
    if (!user) return reply.redirect(`${root}/sign-in`, 303);
    const guard = forms.field(request, reply);
    const { user_name: name, email, org_name: org } = user;
    const links = { signOut: `${root}/sign-out`, changePassword: `${root}/password` };
    return sendPage(reply, accountPage({ ...links, guard, name, email, org }));
  });
}

/**
 * Counts wrong passwords by account and address together, and by address. Never by account alone: anyone could keep
 * its owner out by trying wrong ones.
 */
function countFailures({ redis }: Environment) {
  const ofAccount: CallLimit = createCallLimit('wrong passwords for an account', MOST_OF_ACCOUNT, redis);
  const ofAddress: CallLimit = createCallLimit('wrong passwords', MOST_OF_ADDRESS, redis);
  const keys = (ip: string, email: string) =>
    [`${addressKey(ip)} ${email.toLowerCase()}`, addressKey(ip)] as const;
  return {
    async check(ip: string, email: string, reply: Parameters<CallLimit['check']>[1]) {
      const [account, address] = keys(ip, email);
      await ofAccount.check(account, reply);
      await ofAddress.check(address, reply);
    },
    async count(ip: string, email: string, reply: Parameters<CallLimit['check']>[1]) {
      const [account, address] = keys(ip, email);
      await ofAccount.take(account, reply);
      await ofAddress.take(address, reply);
    },
  };
}
