import type { operations } from '@ringbinder/client';

type Answer = operations['listOrgIdps']['responses'][200]['content']['application/json'];

export type Idp = Answer['data']['idps'][number];
export type Certificate = Idp['certificates'][number];

export function splitPem(pem: string): string[] {
  return pem.match(/-----BEGIN [^-]+-----[^-]*-----END [^-]+-----/g) ?? [pem];
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Time that an admin may need to replace a certificate. */
const EXPIRING_MS = 30 * DAY_MS;

export function expiryOf({ expires }: Certificate, now: number): 'expired' | 'expiring' | 'valid' {
  if (expires <= now) return 'expired';
  return expires - now < EXPIRING_MS ? 'expiring' : 'valid';
}
