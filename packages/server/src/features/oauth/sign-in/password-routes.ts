import type { Environment } from '../../../environment/environment.ts';
import { type FormGuard, sendPage } from '../../../html/index.ts';
import { type App, addressKey, createCallLimit } from '../../../http/index.ts';
import { sendMail } from '../../../outbound/index.ts';
import { checkPassword, hashPassword, refuseNewPassword } from '../../users/index.ts';
import { rememberDevice } from '../sessions/devices.ts';
import { findSession } from '../sessions/session.ts';
import { mailboxKey } from './mailbox-key.ts';
import { writePasswordMail } from './password-mail.ts';
import { changePage, donePage, forgottenPage, resetPage } from './password-pages.ts';
import { pageRoot } from './paths.ts';
import { addPasswordReset, findResettable, findResetting, resetPassword, setPassword } from './resets.ts';

/**
 * Each of these has its own limit: a user's password changes, link requests from an IP address, link requests for an
 * email address, and links tried from an IP address.
 */
const MAX_PER_MINUTE = 10;

const USED = 'It was already used, or it is more than an hour old. Request a new one.';

/** Pages for changing and resetting passwords. Register in a scope that parses forms. */
export function passwordRoutes(app: App, env: Environment, forms: FormGuard): void {
  const root = pageRoot(env);
  const open = { schema: { hide: true }, config: { auth: 'none' } } as const;
  const limit = createCallLimit('requests about passwords', MAX_PER_MINUTE, env.redis);
  const paths = {
    change: `${root}/password`,
    forgotten: `${root}/forgotten-password`,
    reset: `${root}/reset-password`,
  };
  const account = { href: `${root}/account`, text: 'Account' };
  const signIn = { href: `${root}/sign-in`, text: 'Sign in' };
  const byMail = env.config.smtpUrl !== undefined;

  app.get(paths.change, open, async (request, reply) => {
    if (!(await findSession(env, request))) return reply.redirect(signIn.href, 303);
    const state = { action: paths.change, back: account.href, guard: forms.field(request, reply) };
    return sendPage(reply, changePage(state));
  });

  app.post(paths.change, open, async (request, reply) => {
    const form = forms.read(request);
    const session = await findSession(env, request);
    if (!session) return reply.redirect(signIn.href, 303);
    await limit.take(`change ${session.user_id}`, reply);
    const [row] = await env.db.query<{ password_hash: string | null }>(
      'SELECT password_hash FROM users WHERE id = $1',
      [session.user_id],
    );
    const currentHash = row?.password_hash ?? null;
    const isRight =
      currentHash !== null && (await checkPassword(currentHash, form.field('old').slice(0, 1_024)));
    const password = form.field('password');
    const problem = isRight
      ? await problemWith(password, session.email)
      : 'The current password is incorrect.';
    if (problem !== undefined) {
      const guard = forms.field(request, reply);
      const state = { action: paths.change, back: account.href, guard, problem };
      return sendPage(reply, changePage(state), 400);
    }
    const hash = await hashPassword(password);
    await env.db.transaction((tx) => setPassword(env, tx, session.user_id, hash, session.hash));
    await rememberDevice(env, request, reply, session.user_id);
    return sendPage(reply, donePage('Password changed', 'You are signed out everywhere else.', account));
  });

  app.get(paths.forgotten, open, async (request, reply) => {
    const state = { action: paths.forgotten, back: signIn.href, guard: forms.field(request, reply) };
    return sendPage(reply, forgottenPage(state, byMail));
  });

  app.post(paths.forgotten, open, async (request, reply) => {
    const form = forms.read(request);
    const email = form.field('email').trim().slice(0, 320);
    await limit.take(`${addressKey(request.ip)} forgotten`, reply);
    await limit.take(`mail ${mailboxKey(email)}`, reply);
    // Not awaited, so the response time does not reveal whether the person exists.
    if (byMail) void sendLinks(env, email);
    const message = byMail
      ? 'If an account has this address, we have sent a link to it. The link works for one hour.'
      : 'This server can’t send email. Ask an administrator for a password reset link.';
    return sendPage(reply, donePage('Check your email', message, signIn));
  });

  app.get(paths.reset, open, async (request, reply) => {
    const { token = '' } = request.query as { token?: unknown };
    const text = typeof token === 'string' ? token : '';
    await limit.take(`${addressKey(request.ip)} link`, reply);
    if (!(await findResetting(env, text))) return sendPage(reply, usedPage(), 400);
    const state = { action: paths.reset, guard: forms.field(request, reply), token: text };
    return sendPage(reply, resetPage(state));
  });

  app.post(paths.reset, open, async (request, reply) => {
    const form = forms.read(request);
    await limit.take(`${addressKey(request.ip)} link`, reply);
    const [token, password] = [form.field('token'), form.field('password')];
    const user = await findResetting(env, token);
    if (!user) return sendPage(reply, usedPage(), 400);
    const problem = await problemWith(password, user.email);
    if (problem !== undefined) {
      const state = { action: paths.reset, guard: forms.field(request, reply), token, problem };
      return sendPage(reply, resetPage(state), 400);
    }
    const userId = await resetPassword(env, token, password);
    if (userId === undefined) return sendPage(reply, usedPage(), 400);
    // The link proves that the person owns the mailbox. A known browser can sign in even after other people's wrong
    // passwords have used up the limit.
    await rememberDevice(env, request, reply, userId);
    return sendPage(reply, donePage('Password set', 'You can now sign in with it.', signIn));
  });

  function usedPage() {
    const next = byMail ? { href: paths.forgotten, text: 'Request a new link' } : signIn;
    return donePage('This link does not work', USED, next);
  }
}

/** Why a new password is rejected, as a sentence; undefined when it is acceptable. */
async function problemWith(password: string, email: string | null): Promise<string | undefined> {
  const refusal = await refuseNewPassword(password, email);
  return refusal && `The new password ${refusal}.`;
}

/** Logs errors instead of throwing them. */
async function sendLinks(env: Environment, email: string): Promise<void> {
  try {
    for (const { id, email: to, language, org_name: org } of await findResettable(env.db, email)) {
      const url = await env.db.transaction((tx) => addPasswordReset(env, tx, id));
      await sendMail(env, {
        to,
        ...(await writePasswordMail(language, org, url)),
      });
    }
  } catch (error) {
    env.log.error({ err: error }, 'mail: password reset link not sent');
  }
}
