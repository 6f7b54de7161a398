import type { Secrets } from './secrets.ts';

/** Idempotent responses are stored, so the secret stays encrypted until the response is sent. */
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
