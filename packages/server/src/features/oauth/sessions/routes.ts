import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../../../environment/environment.ts';
import { type FormGuard, sendPage, wordsFor } from '../../../html/index.ts';
import type { App } from '../../../http/index.ts';
import type { SignInMethod } from '../../../storage/sign-in-log.ts';
import { pageRoot, returnQuery } from '../sign-in/paths.ts';
import { deleteDevices, rememberDevice } from './devices.ts';
import { endOwnSessions, findSessionsOf, type SessionUser } from './queries.ts';
import { findSession, IDLE_MS } from './session.ts';
import { sessionsPage } from './sessions-page.ts';

const open = { schema: { hide: true }, config: { auth: 'none' } } as const;

export function sessionRoutes(app: App, env: Environment, forms: FormGuard): void {
  const root = pageRoot(env);
  const signIn = `${root}/sign-in`;

  app.get(`${root}/sessions`, open, async (request, reply) => {
    const session = await findSession(env, request);
    if (!session) return reply.redirect(signIn, 303);
    const from = returnQuery(env, request);
    const now = env.clock.now();
    const page = sessionsPage(await wordsFor(env, request, session), {
      action: `${root}/sessions/end${from}`,
      back: `${root}/account${from}`,
      guard: forms.field(request, reply),
      sessions: await findSessionsOf(env.db, session.user_id, { now, seenAfter: now - IDLE_MS }),
      currentId: session.id,
      timezone: session.timezone,
      hasEnded: (request.query as { ended?: unknown }).ended !== undefined,
    });
    return sendPage(reply, page);
  });

  app.post(`${root}/sessions/end`, open, async (request, reply) => {
    const id = forms.read(request).field('id');
    const session = await findSession(env, request);
    if (!session) return reply.redirect(signIn, 303);
    await endSessions(env, { request, reply, session }, id === '' ? null : id);
    const from = returnQuery(env, request);
    return reply.redirect(`${root}/sessions${from}${from ? '&' : '?'}ended=1`, 303);
  });
}

async function endSessions(
  env: Environment,
  visit: { request: FastifyRequest; reply: FastifyReply; session: SessionUser },
  id: string | null,
): Promise<void> {
  const { request, reply, session } = visit;
  const ended = await env.db.transaction(async (tx) => {
    const rows = await endOwnSessions(tx, session.user_id, { id, except: session.id });
    if (id === null) await deleteDevices(tx, session.user_id);
    if (rows.length > 0) await env.revocations.announce(tx, 'any');
    return rows;
  });
  if (id === null) await rememberDevice(env, request, reply, session.user_id);
  for (const { method } of ended)
    env.signIns.record({
      action: 'sign-in.end',
      method: method as SignInMethod,
      userId: session.user_id,
      address: request.ip,
    });
}
