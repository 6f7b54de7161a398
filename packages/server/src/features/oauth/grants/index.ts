import { authorizationCodeGrant } from './authorization-code.ts';
import type { Grant } from './grant.ts';
import { refreshTokenGrant } from './refresh-token.ts';
import { UNIQUE_IDENTIFIER, uniqueIdentifierGrant } from './unique-identifier.ts';

/** Every grant of the token endpoint by its grant_type. */
export const grants: ReadonlyMap<string, Grant> = new Map([
  [UNIQUE_IDENTIFIER, uniqueIdentifierGrant],
  ['authorization_code', authorizationCodeGrant],
  ['refresh_token', refreshTokenGrant],
]);

/** The grant types a client can be allowed, those of later flows included. */
export const clientGrants = [
  'authorization_code',
  'implicit',
  'refresh_token',
  'urn:ietf:params:oauth:grant-type:saml2-bearer',
  UNIQUE_IDENTIFIER,
] as const;

export { UNIQUE_IDENTIFIER };
