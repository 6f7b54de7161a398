import type { Environment } from '../../environment/environment.ts';
import type { App } from '../../http/index.ts';
import { responseModes } from './authorize/request.ts';
import { clientGrants } from './grants/index.ts';

const WELL_KNOWN = '/.well-known/oauth-authorization-server';

/** Implements RFC 8414. */
export function oauthMetadata(app: App, env: Environment): void {
  app.get(
    `${WELL_KNOWN}${env.basePath}`,
    { schema: { hide: true }, config: { auth: 'none' } },
    async (_request, reply) =>
      reply
        .type('application/json; charset=utf-8')
        .header('cache-control', 'public, max-age=3600')
        .send(JSON.stringify(describe(env))),
  );
}

function describe(env: Environment) {
  const base = env.baseUrl();
  const authentication = ['client_secret_basic', 'client_secret_post', 'none'];
  return {
    issuer: base,
    authorization_endpoint: `${base}oauth/authorize`,
    token_endpoint: `${base}oauth/token`,
    revocation_endpoint: `${base}oauth/revoke`,
    response_types_supported: ['code', 'token'],
    response_modes_supported: responseModes,
    grant_types_supported: clientGrants,
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: authentication,
    revocation_endpoint_auth_methods_supported: authentication,
    scopes_supported: ['read', 'write'],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${new URL(base).origin}/docs`,
  };
}
