import { randomBytes } from 'node:crypto';
import type { Secrets } from '../../secrets.ts';

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

/**
 * A secret on its way into an answer. The answer of a call with an Idempotency-Key is kept for a day, and no secret
 * may lie there in the open: so it travels sealed, and is opened when the answer is sent.
 */
export interface SealedSecret {
  sealed: string;
}

/** Seals a secret for an answer. */
export function sealForAnswer(secrets: Secrets, secret: string): SealedSecret {
  return { sealed: secrets.seal(secret).toString('base64') };
}

/** Opens what `sealForAnswer` made. */
export function openForAnswer(secrets: Secrets, { sealed }: SealedSecret): string {
  return secrets.open(Buffer.from(sealed, 'base64'));
}
