import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../../../environment/environment.ts';
import { newCookieValue, pageCookies } from '../../../html/index.ts';
import type { Database } from '../../../storage/database.ts';
import { hashToken } from '../tokens/token-format.ts';

const COOKIE = 'device';
const DAY_MS = 24 * 60 * 60 * 1000;
export const DEVICE_MS = 365 * DAY_MS;
/** A new browser replaces the least recently used one. */
const MAX_DEVICES = 20;

export function deviceOf(env: Environment, request: FastifyRequest): Buffer | undefined {
  const value = pageCookies(env).read(request, COOKIE);
  return value !== undefined && /^[\w-]{43}$/.test(value) ? hashToken(value) : undefined;
}

/** The browser gets a new cookie, so that one planted by an attacker becomes worthless. */
export async function rememberDevice(
  env: Environment,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
): Promise<void> {
  const value = newCookieValue();
  const old = deviceOf(env, request) ?? null;
  await env.db.query(
    `WITH moved AS (UPDATE sign_in_devices SET hash = $2 WHERE hash = $1 AND user_id <> $3),
       replaced AS (DELETE FROM sign_in_devices WHERE hash = $1 AND user_id = $3),
       forgotten AS (DELETE FROM sign_in_devices WHERE user_id = $3 AND hash IN
         (SELECT hash FROM sign_in_devices WHERE user_id = $3 AND hash IS DISTINCT FROM $1
          ORDER BY seen_at DESC OFFSET ${MAX_DEVICES - 1}))
     INSERT INTO sign_in_devices (hash, user_id, seen_at) VALUES ($2, $3, $4)`,
    [old, hashToken(value), userId, env.clock.now()],
  );
  pageCookies(env).set(reply, COOKIE, value, { seconds: DEVICE_MS / 1000 });
}

export async function deleteDevices(db: Database, userId: string): Promise<void> {
  await db.query('DELETE FROM sign_in_devices WHERE user_id = $1', [userId]);
}
