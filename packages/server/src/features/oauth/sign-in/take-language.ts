import { languages } from '@ringbinder/locales';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../../../environment/environment.ts';
import { LANGUAGE_PARAMETER, originOf, rememberLanguage, withoutLanguage } from '../../../html/index.ts';
import { updateProfile } from '../../users/index.ts';
import { findSession } from '../sessions/session.ts';

/** Returns true if the response is a redirect. */
export async function takeLanguage(
  env: Environment,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const chosen = (request.query as Record<string, unknown>)[LANGUAGE_PARAMETER];
  if (chosen === undefined) return false;
  const language = languages.find((each) => each === chosen);
  if (language !== undefined && originOf(env, request) !== 'other') {
    const session = await findSession(env, request);
    if (session) await updateProfile(env.db, session.user_id, { language }, env.clock.now());
    rememberLanguage(env, reply, language);
  }
  reply.header('cache-control', 'no-store').redirect(withoutLanguage(request.url), 303);
  return true;
}
