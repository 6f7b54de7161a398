import { randomBytes } from 'node:crypto';

/** The longest time that an old secret goes on counting, in seconds: a week. */
export const MAX_GRACE = 7 * 24 * 60 * 60;

/** A new secret of a client: 256 random bits, base64url. */
export function newClientSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** A new secret to sign deliveries with, in the form of the Standard Webhooks specification. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(24).toString('base64')}`;
}
