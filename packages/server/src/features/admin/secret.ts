import { randomBytes } from 'node:crypto';

/** Maximum number of seconds for which an old secret remains valid. */
export const MAX_GRACE = 7 * 24 * 60 * 60;

/** Default number of seconds for old webhook secrets. */
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
