import type { Secrets } from './secrets.ts';

/**
 * A secret in a response. The secret stays encrypted until the response is sent, because responses to calls with an
 * Idempotency-Key are stored. Such a response can be replayed for ten minutes (`http/idempotency.ts`).
 */
export class SealedSecret {
  /** Base64. */
  readonly sealed: string;

  constructor(sealed: string) {
    this.sealed = sealed;
  }
}

export function sealForAnswer(secrets: Secrets, secret: string): SealedSecret {
  return new SealedSecret(secrets.seal(secret).toString('base64'));
}

/** Decrypts the result of `sealForAnswer`, even if it was stored as JSON. */
export function openForAnswer(secrets: Secrets, { sealed }: SealedSecret): string {
  return secrets.open(Buffer.from(sealed, 'base64'));
}
