import type { Environment } from '../../../environment/environment.ts';
import type { SignInMethod } from '../../../storage/sign-in-log.ts';
import { authorizationCodeGrant } from './authorization-code.ts';
import type { Grant } from './grant.ts';
import { createRefreshTokenGrant } from './refresh-token.ts';
import { SAML2_BEARER, saml2BearerGrant } from './saml2-bearer.ts';
import { createUniqueIdentifierGrant, UNIQUE_IDENTIFIER } from './unique-identifier.ts';

/** Existing clients prefix the unique-identifier grant with their own host. */
const OTHER_HOST = /^https?:\/\/[\w.-]{1,253}(?::\d{1,5})?\/auth_uniqueid$/i;

export type FindGrant = (requestedGrant: string) => { type: string; grant: Grant } | undefined;

export function createGrants(env: Environment): FindGrant {
  const grants: ReadonlyMap<string, Grant> = new Map([
    [UNIQUE_IDENTIFIER, createUniqueIdentifierGrant(env)],
    ['authorization_code', authorizationCodeGrant],
    ['refresh_token', createRefreshTokenGrant(env)],
    [SAML2_BEARER, saml2BearerGrant],
  ]);
  return (requested) => {
    const type = OTHER_HOST.test(requested) ? UNIQUE_IDENTIFIER : requested;
    const grant = grants.get(type);
    return grant && { type, grant };
  };
}

const METHODS: Readonly<Record<string, SignInMethod>> = {
  [SAML2_BEARER]: 'saml2-bearer',
  [UNIQUE_IDENTIFIER]: 'unique-identifier',
  authorization_code: 'authorization_code',
  refresh_token: 'refresh_token',
};

export const signInMethodOf = (type: string): SignInMethod => METHODS[type] ?? 'other';

export const clientGrants = [
  'authorization_code',
  'implicit',
  'refresh_token',
  SAML2_BEARER,
  UNIQUE_IDENTIFIER,
] as const;

export { UNIQUE_IDENTIFIER };
