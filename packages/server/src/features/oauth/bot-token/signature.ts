import { createHmac, timingSafeEqual } from 'node:crypto';

const BYTES = 32;

/** The signature of a request for a bot's token: HMAC-SHA256 over the three parts, keyed with the client secret. */
export function signTokenRequest(
  secret: string,
  request: { clientId: string; orgId: string; timestamp: string },
): Buffer {
  // The parts have no delimiter. With ids of fixed form and 13 digits at the end there is one way to split them.
  return createHmac('sha256', secret)
    .update(request.clientId + request.orgId + request.timestamp)
    .digest();
}

/**
 * The bytes of a signature, written as base64url (what existing bot kits send, without padding), base64 or hex; null
 * for anything that is not exactly 32 bytes in one of them.
 */
export function readSignature(text: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  // A plus sign that was not escaped comes out of a query as a space.
  const base64 = text.replaceAll(' ', '+').replace(/=$/, '');
  if (!/^[\w-]{43}$/.test(base64) && !/^[A-Za-z\d+/]{43}$/.test(base64)) return null;
  const bytes = Buffer.from(base64, 'base64');
  // The last character has two bits that mean nothing: one way to write a signature, not four.
  const isExact = bytes.toString('base64url') === base64.replaceAll('+', '-').replaceAll('/', '_');
  return bytes.length === BYTES && isExact ? bytes : null;
}

/** Compares signatures in constant time. */
export function sameSignature(one: Buffer, other: Buffer | null): boolean {
  return other !== null && timingSafeEqual(one, other);
}
