import type { Environment } from '../../../environment/environment.ts';
import type { SessionUser } from '../sessions/queries.ts';
import { findConsent } from './queries.ts';
import type { AuthorizationRequest } from './request.ts';

/** Any local program can receive a redirect that is not HTTPS (RFC 8252, section 8.6). */
export async function isAllowed(
  env: Pick<Environment, 'db'>,
  { client, scope, redirectUri }: Pick<AuthorizationRequest, 'client' | 'scope' | 'redirectUri'>,
  user: SessionUser,
): Promise<boolean> {
  if (client.is_public && !redirectUri.startsWith('https:')) return false;
  const consent = await findConsent(env.db, user.user_id, client.id, user.org_id);
  const allowed = consent.scope?.split(' ') ?? [];
  return consent.is_trusted || scope.split(' ').every((word) => allowed.includes(word));
}
