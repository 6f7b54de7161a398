import type { FastifyRequest } from 'fastify';
import type { Environment } from '../../environment/environment.ts';
import { conflict, forbidden, invalid, invalidToken, notFound, preconditionFailed } from '../../errors.ts';
import { originOf } from '../../html/index.ts';
import { longPoll, type TokenDirectory } from '../../http/index.ts';
import { unregistered } from '../oauth/index.ts';
import { hashSecret } from './hash.ts';
import { codeExists, findEmbedOrigins, insertWindow, takeWindow } from './queries.ts';

/** Enough for a slow window to load. */
const CODE_MS = 60_000;
/** Time for which the page and the window can exchange frames. */
const WINDOW_MS = 24 * 60 * 60 * 1000;
const TAKE_WAIT_MS = 10_000;
const POLL_MS = 1_000;

export interface StoredSession {
  client_id: string;
  access_token?: string;
  code: string;
  key: string;
  session: Record<string, unknown>;
}

/** Throws `forbidden` if the origin or the token does not belong to the client. */
export async function storeSession(
  env: Environment,
  tokens: TokenDirectory,
  request: Pick<FastifyRequest, 'headers'>,
  { client_id: clientId, access_token: token = '', code, key, session }: StoredSession,
): Promise<{ expires_in: number }> {
  const { origin = '' } = request.headers;
  const origins = await findEmbedOrigins(env.db, clientId);
  if (!origins) throw notFound('client', clientId);
  if (!origins.includes(origin)) throw forbidden(unregistered(origin, clientId));
  if (token !== '') {
    const holder = await tokens.find(token);
    if (!holder) throw invalidToken('the access token is unknown, expired or revoked');
    if (holder.clientId !== clientId) throw forbidden('the access token belongs to another client');
  }
  const at = env.clock.now();
  const codeHash = hashSecret(code);
  const isNew = await insertWindow(env.db, {
    codeHash,
    hostHash: hashSecret(key),
    clientId,
    origin,
    session: env.secrets.seal(JSON.stringify({ ...session, token })),
    at,
    codeUntil: at + CODE_MS,
    expiresAt: at + WINDOW_MS,
  });
  if (!isNew) throw conflict('code and key were already used');
  env.bus.wake(topicOf(codeHash));
  return { expires_in: CODE_MS / 1000 };
}

export async function takeSession(
  env: Environment,
  request: Pick<FastifyRequest, 'headers' | 'host'>,
  { client_id: clientId, code, key }: { client_id: string; code: string; key: string },
): Promise<{ session: unknown; origin: string }> {
  if (originOf(env, request) === 'other') throw forbidden('only pages of this server may call this');
  if (code === key) throw invalid('key', 'must differ from code');
  const codeHash = hashSecret(code);
  const options = { topic: topicOf(codeHash), waitMs: TAKE_WAIT_MS, pollMs: POLL_MS };
  const acceptedSession = await longPoll(env, options, async () => {
    // In the opposite order, a session that is stored between the two calls would look like a used code.
    const isKnown = await codeExists(env.db, codeHash);
    const popupHash = hashSecret(key);
    const window = await takeWindow(env.db, { codeHash, popupHash, clientId, now: env.clock.now() });
    return window ?? (isKnown ? null : undefined);
  });
  if (!acceptedSession) throw preconditionFailed('the code was used or has expired');
  return { session: JSON.parse(env.secrets.open(acceptedSession.session)), origin: acceptedSession.origin };
}

export function topicOf(codeHash: Buffer): string {
  return `embed ${codeHash.toString('base64')}`;
}
