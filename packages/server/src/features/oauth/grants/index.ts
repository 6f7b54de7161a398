import { authorizationCodeGrant } from './authorization-code.ts';
import type { Grant } from './grant.ts';
import { refreshTokenGrant } from './refresh-token.ts';
import { SAML2_BEARER, saml2BearerGrant } from './saml2-bearer.ts';
import { UNIQUE_IDENTIFIER, uniqueIdentifierGrant } from './unique-identifier.ts';

/** Every grant of the token endpoint by its grant_type. */
export const grants: ReadonlyMap<string, Grant> = new Map([
  [UNIQUE_IDENTIFIER, uniqueIdentifierGrant],
  ['authorization_code', authorizationCodeGrant],
  ['refresh_token', refreshTokenGrant],
  [SAML2_BEARER, saml2BearerGrant],
]);

/** The grant types a client can be allowed, those of later flows included. */
export const clientGrants = [
  'authorization_code',
  'implicit',
  'refresh_token',
  SAML2_BEARER,
  UNIQUE_IDENTIFIER,
] as const;

export { UNIQUE_IDENTIFIER };
