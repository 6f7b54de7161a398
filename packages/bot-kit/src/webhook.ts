import { createHmac, timingSafeEqual } from 'node:crypto';

/** Prevents replays, but tolerates clocks that differ. */
const TOLERANCE_SECONDS = 5 * 60;

/** The delivery is forged or too old. */
export class BadSignature extends Error {
  constructor(why: string) {
    super(`the delivery is refused: ${why}`);
    this.name = 'BadSignature';
  }
}

export interface DeliveryHeaders {
  id: string | null;
  /** Seconds since 1970-01-01 UTC. */
  timestamp: string | null;
  signature: string | null;
}

/**
 * Verifies a delivery by HMAC-SHA256 of `id.timestamp.body` (https://www.standardwebhooks.com). Throws
 * BadSignature.
 *
 * @param secrets each is `whsec_` and base64; both during a rotation
 * @param body the exact bytes received, not JSON that was parsed and serialised again
 * @param now milliseconds since 1970-01-01 UTC
 */
export function verifyDelivery(
  secrets: readonly string[],
  { id, timestamp, signature }: DeliveryHeaders,
  body: string,
  now: number = Date.now(),
): void {
  if (!id || !timestamp || !signature) throw new BadSignature('a webhook header is missing');
  if (!/^\d{1,12}$/.test(timestamp)) throw new BadSignature('webhook-timestamp is not a time in seconds');
  if (Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE_SECONDS)
    throw new BadSignature('webhook-timestamp is too far from now');
  const received = signature.split(' ').flatMap((each) => (each.startsWith('v1,') ? [each.slice(3)] : []));
  const isGenuine = secrets.some((secret) => {
    const right = signDelivery(secret, id, timestamp, body);
    return received.some((text) => sameBytes(right, Buffer.from(text, 'base64')));
  });
  if (!isGenuine) throw new BadSignature('no signature in webhook-signature matches');
}

const MIN_KEY_BYTES = 16;

/**
 * Throws TypeError if the secret is too short. With the empty key of an unset variable, anyone could sign.
 */
export function checkSecret(secret: string): void {
  if (keyOf(secret).length < MIN_KEY_BYTES)
    throw new TypeError('webhookSecret must be the secret from the service: whsec_ and base64');
}

/** @param timestamp the time in seconds, as in the header */
export function signDelivery(secret: string, id: string, timestamp: string, body: string): Buffer {
  return createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest();
}

function keyOf(secret: string): Buffer {
  return Buffer.from(secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : secret, 'base64');
}

function sameBytes(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
