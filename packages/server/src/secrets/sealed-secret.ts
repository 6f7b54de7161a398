import type { Secrets } from './secrets.ts';

/**
 * Encrypted until the response is sent, because idempotent responses are stored and replayed for ten minutes
 * (`http/idempotency.ts`).
 */
export class SealedSecret {
  readonly sealed: string;

  constructor(sealed: string) {
    this.sealed = sealed;
  }
}

export function sealForAnswer(secrets: Secrets, secret: string): SealedSecret {
  return new SealedSecret(secrets.seal(secret).toString('base64'));
}

export function openForAnswer(secrets: Secrets, { sealed }: SealedSecret): string {
  return secrets.open(Buffer.from(sealed, 'base64'));
}
