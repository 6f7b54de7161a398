import { randomBytes } from 'node:crypto';

/** Seconds. */
export const MAX_GRACE = 7 * 24 * 60 * 60;

/** Seconds. Receivers have a day to deploy a new webhook secret. */
export const WEBHOOK_GRACE = 24 * 60 * 60;

/** Milliseconds since 1970, or null for immediate expiry. */
export function graceEnd(at: number, graceSeconds: number): number | null {
  return graceSeconds > 0 ? at + graceSeconds * 1000 : null;
}

export function newClientSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The format of the Standard Webhooks specification. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(24).toString('base64')}`;
}
