import { randomBytes } from 'node:crypto';

/** Number of seconds. */
export const MAX_GRACE = 7 * 24 * 60 * 60;

/** Number of seconds. */
export const WEBHOOK_GRACE = 24 * 60 * 60;

export function graceEnd(at: number, graceSeconds: number): number | null {
  return graceSeconds > 0 ? at + graceSeconds * 1000 : null;
}

export function newClientSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Format of the Standard Webhooks specification. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(24).toString('base64')}`;
}
