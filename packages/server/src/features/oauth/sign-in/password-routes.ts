import type { FastifyRequest } from 'fastify';
import type { Environment } from '../../../environment/environment.ts';
import { type FormGuard, sendPage, type Words, wordsFor } from '../../../html/index.ts';
import { type App, addressKey, createCallLimit } from '../../../http/index.ts';
import { sendMail } from '../../../outbound/index.ts';
import { acceptInvitations } from '../../invitations/index.ts';
import { checkPassword, hashPassword } from '../../users/index.ts';
import { rememberDevice } from '../sessions/devices.ts';
import { findSession, startSession } from '../sessions/session.ts';
import { mailboxKey } from './mailbox-key.ts';
import { writePasswordMail } from './password-mail.ts';
import { changePage, donePage, forgottenPage, resetPage } from './password-pages.ts';
import { newPasswordProblem } from './password-problem.ts';
import { destinationAfterJoining, pageRoot, returnQuery } from './paths.ts';
import { rememberedEmail } from './remembered-email.ts';
import {
  addPasswordReset,
  findNewestBinder,
  findResettable,
  findResetting,
  resetPassword,
  setPassword,
} from './resets.ts';

const MAX_PER_MINUTE = 10;

const changeLinks = (env: Environment, request: FastifyRequest) => {
  const from = returnQuery(env, request);
  return { action: `${pageRoot(env)}/password${from}`, back: `${pageRoot(env)}/account${from}` };
};

export function passwordRoutes(app: App, env: Environment, forms: FormGuard): void {
  const root = pageRoot(env);
  const open = { schema: { hide: true }, config: { auth: 'none' } } as const;
  const limit = createCallLimit('requests about passwords', MAX_PER_MINUTE, env.redis);
  const paths = {
    change: `${root}/password`,
    forgotten: `${root}/forgotten-password`,
    reset: `${root}/reset-password`,
  };
  const hrefs = { account: `${root}/account`, signIn: `${root}/sign-in` };
  const signIn = ({ text }: Words) => ({ href: hrefs.signIn, text: text('page.sign_in') });
  const byMail = env.config.smtpUrl !== undefined;

  app.get(paths.change, open, async (request, reply) => {
    const session = await findSession(env, request);
    if (!session) return reply.redirect(hrefs.signIn, 303);
    const state = { ...changeLinks(env, request), guard: forms.field(request, reply) };
    return sendPage(reply, changePage(await wordsFor(env, request, session), state));
  });

  app.post(paths.change, open, async (request, reply) => {
    const form = forms.read(request);
    const session = await findSession(env, request);
    if (!session) return reply.redirect(hrefs.signIn, 303);
    const words = await wordsFor(env, request, session);
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
      ? await newPasswordProblem(words, password, session.email)
      : words.text('page.wrong_password');
    if (problem !== undefined) {
      const guard = forms.field(request, reply);
      const state = { ...changeLinks(env, request), guard, problem };
      return sendPage(reply, changePage(words, state), 400);
    }
    const hash = await hashPassword(password);
    await env.db.transaction((tx) => setPassword(env, tx, session.user_id, hash, session.hash));
    await rememberDevice(env, request, reply, session.user_id);
    const { text } = words;
    return sendPage(
      reply,
      donePage(words, text('page.password_changed'), text('page.signed_out_elsewhere'), {
        href: changeLinks(env, request).back,
        text: text('page.account'),
      }),
    );
  });

  app.get(paths.forgotten, open, async (request, reply) => {
    const guard = forms.field(request, reply);
    const email = rememberedEmail(env, request);
    const state = { action: paths.forgotten, back: hrefs.signIn, guard, email };
    return sendPage(reply, forgottenPage(await wordsFor(env, request), state, byMail));
  });

  app.post(paths.forgotten, open, async (request, reply) => {
    const form = forms.read(request);
    const email = form.field('email').trim().slice(0, 320);
    await limit.take(`${addressKey(request.ip)} forgotten`, reply);
    await limit.take(`mail ${mailboxKey(email)}`, reply);
    // Do not wait for the emails, so that the response time does not reveal whether the person exists.
    if (byMail) void sendLinks(env, email);
    const words = await wordsFor(env, request);
    const { text } = words;
    const message = byMail ? text('page.link_sent') : text('page.no_email');
    return sendPage(reply, donePage(words, text('page.check_email'), message, signIn(words)));
  });

  app.get(paths.reset, open, async (request, reply) => {
    const { token = '' } = request.query as { token?: unknown };
    const text = typeof token === 'string' ? token : '';
    await limit.take(`${addressKey(request.ip)} link`, reply);
    const words = await wordsFor(env, request);
    if (!(await findResetting(env, text))) return sendPage(reply, usedPage(words), 400);
    const state = { action: paths.reset, guard: forms.field(request, reply), token: text };
    return sendPage(reply, resetPage(words, state));
  });

  app.post(paths.reset, open, async (request, reply) => {
    const form = forms.read(request);
    await limit.take(`${addressKey(request.ip)} link`, reply);
    const [token, password] = [form.field('token'), form.field('password')];
    const words = await wordsFor(env, request);
    const user = await findResetting(env, token);
    if (!user) return sendPage(reply, usedPage(words), 400);
    const problem = await newPasswordProblem(words, password, user.email);
    if (problem !== undefined) {
      const state = { action: paths.reset, guard: forms.field(request, reply), token, problem };
      return sendPage(reply, resetPage(words, state), 400);
    }
    const userId = await resetPassword(env, token, password);
    if (userId === undefined) return sendPage(reply, usedPage(words), 400);
    await startSession(env, request, reply, userId, 'password');
    const joined = await acceptInvitations(env, { userId, kind: 'email', value: user.email ?? '' });
    const isNewHere = joined.length === 0 && !user.has_password;
    const binders = isNewHere ? await findNewestBinder(env.db, userId) : joined;
    return reply.redirect(destinationAfterJoining(env, `${root}/`, binders), 303);
  });

  function usedPage(words: Words) {
    const { text } = words;
    const next = byMail ? { href: paths.forgotten, text: text('page.request_link') } : signIn(words);
    return donePage(words, text('page.dead_link'), text('page.reset_used'), next);
  }
}

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
