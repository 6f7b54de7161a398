import { randomBytes } from 'node:crypto';

/** Seconds. */
export const MAX_GRACE = 7 * 24 * 60 * 60;

/** Seconds. */
export const WEBHOOK_GRACE = 24 * 60 * 60;

export function graceEnd(at: number, graceSeconds: number): number | null {
  return graceSeconds > 0 ? at + graceSeconds * 1000 : null;
}

export function newClientSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Format: https://www.standardwebhooks.com */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(24).toString('base64')}`;
}
