import type { operations } from '../../schemas.ts';

type Answer = operations['listOrgIdps']['responses'][200]['content']['application/json'];

/** An identity provider as the API gives it. */
export type Idp = Answer['data']['idps'][number];
export type Certificate = Idp['certificates'][number];

/** The certificates in a text: what stands between each BEGIN and END, or else the whole text. */
export function splitPem(pem: string): string[] {
  return pem.match(/-----BEGIN [^-]+-----[^-]*-----END [^-]+-----/g) ?? [pem];
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whoever has to replace a certificate needs this long to find who does it. */
const EXPIRING_MS = 30 * DAY_MS;

/** How long a certificate is still good, as of now. */
export function expiryOf({ expires }: Certificate, now: number): 'expired' | 'expiring' | 'valid' {
  if (expires <= now) return 'expired';
  return expires - now < EXPIRING_MS ? 'expiring' : 'valid';
}
