import { embedModules } from '@ringbinder/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../../../environment/environment.ts';
import { conflict, forbidden, invalid, notFound } from '../../../errors.ts';
import { newCookieValue, pageCookies } from '../../../html/index.ts';
import { findAuthorizingClient } from '../authorize/queries.ts';
import { pageRoot, signedInPath } from '../sign-in/paths.ts';
import { hashToken } from '../tokens/token-format.ts';
import { answerEmbedSignIn, insertEmbedSignIn, type SignInAnswer } from './queries.ts';
import { readProvider, SignInProblem } from './request.ts';
import { unregistered } from './unregistered.ts';

const WAIT_MS = 15 * 60 * 1000;
const RESULT_LIFETIME_MS = 60_000;

export const topicOf = (challenge: Buffer): string => `embedded sign-in ${challenge.toString('base64')}`;

export const cookieOf = (challenge: Buffer): string =>
  `sign-in-${challenge.toString('base64url').slice(0, 16)}`;

export function readChallenge(text: unknown): Buffer | undefined {
  return typeof text === 'string' && /^[\w-]{43}$/.test(text) ? Buffer.from(text, 'base64url') : undefined;
}

/** Trusts the Origin header, because pages cannot forge it and links do not send it. */
export async function beginSignIn(
  env: Environment,
  request: FastifyRequest,
  reply: FastifyReply,
  form: URLSearchParams,
): Promise<string> {
  const clientId = form.get('client_id') ?? '';
  const { origin = '' } = request.headers;
  const challenge = readChallenge(form.get('challenge'));
  if (!challenge) throw invalid('challenge', 'must be 43 characters of base64url');
  const client = /^\w{1,64}$/.test(clientId) ? await findAuthorizingClient(env.db, clientId) : undefined;
  if (!client) throw notFound('client', clientId.slice(0, 64));
  if (!client.origins.includes(origin))
    throw forbidden(unregistered(URL.parse(origin)?.origin === origin ? origin : '', client.id));
  const next = nextOf(env, form, { clientId, origin });
  const now = env.clock.now();
  const browser = newCookieValue();
  const provider = await readProvider(env, client, form).catch((error: unknown) => {
    if (error instanceof SignInProblem) return error;
    throw error;
  });
  const problem = provider instanceof SignInProblem ? provider : undefined;
  const isNew = await insertEmbedSignIn(env.db, {
    challenge,
    clientId,
    origin,
    browser: hashToken(browser),
    orgId: provider instanceof SignInProblem ? null : provider.orgId,
    next: next === undefined ? null : env.secrets.seal(next),
    error: problem && { code: problem.code, message: problem.message },
    expiresAt: now + (problem ? RESULT_LIFETIME_MS : WAIT_MS),
  });
  if (!isNew) throw conflict('challenge was already used');
  if (provider instanceof SignInProblem) {
    env.bus.wake(topicOf(challenge));
    throw provider;
  }
  pageCookies(env).set(reply, cookieOf(challenge), browser, { seconds: WAIT_MS / 1000 });
  const back = `${signedInPath(env)}?${new URLSearchParams({ sign_in: challenge.toString('base64url') })}`;
  return `${env.basePath}/saml/login?${provider.query}&${new URLSearchParams({ next: back })}`;
}

function nextOf(
  env: Environment,
  form: URLSearchParams,
  { clientId, origin }: { clientId: string; origin: string },
): string | undefined {
  const name = form.get('module');
  if (name === null) return undefined;
  const module = embedModules.find((each) => each === name);
  if (!module) throw invalid('module', 'is not the name of a module');
  const [widget, code] = [form.get('widget') ?? '', form.get('code') ?? ''];
  if (!/^[\w-]{1,64}$/.test(widget)) throw invalid('widget', 'must be 1 to 64 letters and digits');
  if (!/^[\w-]{43}$/.test(code)) throw invalid('code', 'must be 43 characters of base64url');
  const query = new URLSearchParams({ client_id: clientId, origin, widget, popup: '1' });
  return `${pageRoot(env)}/embed/${module}?${query}#${code}`;
}

export async function answerSignIn(
  env: Environment,
  challenge: Buffer,
  browser: Buffer | undefined,
  answer: SignInAnswer,
): Promise<boolean> {
  const now = env.clock.now();
  const times = { now, expiresAt: now + RESULT_LIFETIME_MS };
  if (!(await answerEmbedSignIn(env.db, challenge, browser, answer, times))) return false;
  env.bus.wake(topicOf(challenge));
  return true;
}
