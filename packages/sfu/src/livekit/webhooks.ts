import { createHash, timingSafeEqual } from 'node:crypto';
import { InvalidWebhook } from '../engine.ts';
import { type LivekitKey, readToken } from './tokens.ts';

const MAX_LIFETIME_SECONDS = 600;

/**
 * Returns the room's name, if any. Throws InvalidWebhook. Replays are harmless, because a webhook only
 * triggers a query.
 */
export function readWebhook(
  key: LivekitKey,
  body: Buffer,
  authorization: string,
  now: number,
): string | undefined {
  const claims = readToken(key, authorization.replace(/^Bearer /, ''), now);
  if (claims === undefined) throw new InvalidWebhook('it is not signed with LIVEKIT_API_KEY, or too old');
  if ((claims.exp ?? 0) > now / 1_000 + MAX_LIFETIME_SECONDS)
    throw new InvalidWebhook('its signature is good for too long');
  const digest = Buffer.from(claims.sha256 ?? '', 'base64');
  const hash = createHash('sha256').update(body).digest();
  if (digest.length !== hash.length || !timingSafeEqual(digest, hash))
    throw new InvalidWebhook('its signature is of another body');
  const { room, egressInfo } = JSON.parse(body.toString()) as {
    room?: { name?: unknown };
    egressInfo?: { roomName?: unknown };
  };
  const name = room?.name ?? egressInfo?.roomName;
  return typeof name === 'string' ? name : undefined;
}
