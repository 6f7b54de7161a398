import assert from 'node:assert/strict';
import { startService, type TestService } from '@ringbinder/testkit';
import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, test } from 'vitest';
import { createFixture } from './testing/fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ environments: ['production', 'sandbox'] });
});
afterAll(() => service.close());

const insecure = { [oauth.allowInsecureRequests]: true };
const discover = async (issuer: URL) =>
  oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
  );

test('[OAUTH-12] oauth4webapi discovers each environment by its base address', async () => {
  for (const base of [`${service.origin}/v1/`, `${service.origin}/sandbox/v1/`]) {
    const metadata = await discover(new URL(base));
    assert.deepEqual(metadata, {
      issuer: base,
      authorization_endpoint: `${base}oauth/authorize`,
      token_endpoint: `${base}oauth/token`,
      revocation_endpoint: `${base}oauth/revoke`,
      response_types_supported: ['code', 'token'],
      response_modes_supported: ['query', 'fragment'],
      grant_types_supported: [
        'authorization_code',
        'implicit',
        'refresh_token',
        'urn:ietf:params:oauth:grant-type:saml2-bearer',
        'http://www.service.com/auth_uniqueid',
      ],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      scopes_supported: ['read', 'write'],
      authorization_response_iss_parameter_supported: true,
      service_documentation: `${service.origin}/docs`,
    });
  }
});

test('[OAUTH-12] it stands where RFC 8414 puts it for an issuer with a path, and nowhere else', async () => {
  const at = (path: string) => fetch(`${service.origin}${path}`);
  const answer = await at('/.well-known/oauth-authorization-server/v1');
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
  assert.equal(answer.headers.get('access-control-allow-origin'), '*', 'pages may read it');
  assert.equal((await at('/.well-known/oauth-authorization-server/v1/')).status, 200);
  for (const path of [
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-authorization-server/sandbox',
    '/.well-known/oauth-authorization-server/v2',
    '/v1/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
  ])
    assert.equal((await at(path)).status, 400, path);
});

test('[OAUTH-12] what it says is so: each endpoint answers, and a token is revoked by the standard', async () => {
  const fixture = await createFixture(service);
  const server = await discover(new URL(`${service.base}/`));
  const client: oauth.Client = { client_id: fixture.client.id };
  const secret = oauth.ClientSecretPost(fixture.client.secret);
  const verifier = oauth.generateRandomCodeVerifier();
  const address = new URL(server.authorization_endpoint ?? '');
  address.search = new URLSearchParams({
    client_id: client.client_id,
    response_type: 'code',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString();
  const visitor = await fixture.signedIn();
  const consent = await visitor.get(address.href);
  const { location } = await visitor.submit(consent, { decision: 'allow' });
  const parameters = oauth.validateAuthResponse(server, client, new URL(location ?? ''), oauth.expectNoState);
  const exchanged = await oauth.genericTokenEndpointRequest(
    server,
    client,
    secret,
    'authorization_code',
    { code: parameters.get('code') ?? '', code_verifier: verifier },
    insecure,
  );
  const tokens = await oauth.processGenericTokenEndpointResponse(server, client, exchanged);
  const isGood = async () =>
    (await service.call('GET', '/me', { token: tokens.access_token })).status === 200;
  assert.equal(await isGood(), true);
  const revoked = await oauth.revocationRequest(server, client, secret, tokens.refresh_token ?? '', insecure);
  await oauth.processRevocationResponse(revoked);
  assert.equal(await isGood(), false);
  for (const grant of server.grant_types_supported ?? []) {
    if (grant === 'implicit') continue;
    const { body } = await service.call('POST', '/oauth/token', {
      form: { client_id: fixture.client.id, client_secret: fixture.client.secret, grant_type: grant },
    });
    assert.equal(body.error, 'invalid_request', `${grant} is known, and misses its own parameters`);
  }
});
