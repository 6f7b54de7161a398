import type { Secrets } from './secrets.ts';

/**
 * A secret on its way into an answer. The answer of a call with an Idempotency-Key is stored, and no secret may lie there
 * in the open: so it travels sealed, and is opened when the answer is sent. By its class such an answer is told from
 * others, and is replayed for minutes only (`http/idempotency.ts`).
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

/** Opens what `sealForAnswer` made, also after it was stored as JSON. */
export function openForAnswer(secrets: Secrets, { sealed }: SealedSecret): string {
  return secrets.open(Buffer.from(sealed, 'base64'));
}
