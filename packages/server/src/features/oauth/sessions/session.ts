import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../../../environment/environment.ts';
import { base62 } from '../../../environment/ids.ts';
import { because, forbidden } from '../../../errors.ts';
import { newCookieValue, pageCookies } from '../../../html/index.ts';
import { hashToken } from '../tokens/token-format.ts';
import { rememberDevice } from './devices.ts';
import {
  type DisabledUser,
  deleteSession,
  findDisabledUser,
  findSessionUser,
  insertSession,
  type SessionUser,
  touchSession,
} from './queries.ts';

const COOKIE = 'session';
const HOUR_MS = 60 * 60 * 1000;
export const IDLE_MS = 12 * HOUR_MS;
const MAX_AGE_MS = 7 * 24 * HOUR_MS;
const TOUCH_MS = 5 * 60 * 1000;
const MAX_USER_AGENT_LENGTH = 300;

export async function startSession(
  env: Environment,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
  method: 'password' | 'saml' | 'setup',
): Promise<void> {
  const value = newCookieValue();
  const at = env.clock.now();
  await endSession(env, request, reply);
  const stored = await insertSession(env.db, {
    hash: hashToken(value),
    id: base62(randomBytes(16)),
    userId,
    method,
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_LENGTH),
    at,
    expiresAt: at + MAX_AGE_MS,
  });
  if (!stored) {
    const disabled = because('account_disabled');
    const reason = disabled.message;
    env.signIns.record({ action: 'sign-in.refuse', method, userId, address: request.ip, reason });
    throw forbidden(disabled);
  }
  pageCookies(env).set(reply, COOKIE, value);
  await rememberDevice(env, request, reply, userId);
  env.signIns.record({ action: 'sign-in.accept', method, userId, address: request.ip });
}

export async function findSession(
  env: Environment,
  request: FastifyRequest,
): Promise<(SessionUser & { hash: Buffer }) | undefined> {
  const hash = sessionHash(env, request);
  if (!hash) return undefined;
  const now = env.clock.now();
  const user = await findSessionUser(env.db, hash, now, now - IDLE_MS);
  if (user && now - user.seen_at > TOUCH_MS) await touchSession(env.db, hash, now);
  return user && { ...user, hash };
}

function sessionHash(env: Environment, request: FastifyRequest): Buffer | undefined {
  const value = pageCookies(env).read(request, COOKIE);
  return value !== undefined && /^[\w-]{43}$/.test(value) ? hashToken(value) : undefined;
}

/** The user of a session that ended because the account or its org was disabled, and still is. */
export async function findDisabled(
  env: Environment,
  request: FastifyRequest,
): Promise<DisabledUser | undefined> {
  const hash = sessionHash(env, request);
  return hash && (await findDisabledUser(env.db, hash, env.clock.now()));
}

export async function endSession(
  env: Environment,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const cookies = pageCookies(env);
  const value = cookies.read(request, COOKIE);
  if (value === undefined) return;
  await env.db.transaction(async (tx) => {
    if (await deleteSession(tx, hashToken(value))) await env.revocations.announce(tx, 'any');
  });
  cookies.clear(reply, COOKIE);
}
