import { randomBytes } from 'node:crypto';

/** Longest validity of an old secret, in seconds. */
export const MAX_GRACE = 7 * 24 * 60 * 60;

/** Default validity of an old webhook secret, in seconds. */
export const WEBHOOK_GRACE = 24 * 60 * 60;

/** Returns the expiry time of the old secret, or null if the grace period is zero. */
export function graceEnd(at: number, graceSeconds: number): number | null {
  return graceSeconds > 0 ? at + graceSeconds * 1000 : null;
}

export function newClientSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Uses the format of the Standard Webhooks specification. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(24).toString('base64')}`;
}
