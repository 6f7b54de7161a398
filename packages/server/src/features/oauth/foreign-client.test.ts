import assert from 'node:assert/strict';
import { newVisitor, startService, type TestService, type Visitor } from '@ringbinder/testkit';
import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, test } from 'vitest';
import { createFixture, type OAuthFixture, REDIRECT_URI } from './testing/fixture.ts';

let service: TestService;
let fixture: OAuthFixture;
let visitor: Visitor;
let server: oauth.AuthorizationServer;
let client: oauth.Client;
let secret: oauth.ClientAuth;
const insecure = { [oauth.allowInsecureRequests]: true };

beforeAll(async () => {
  service = await startService({ environments: ['production', 'sandbox'] });
  fixture = await createFixture(service);
  visitor = await fixture.signedIn();
  server = await discover(`${service.base}/`);
  client = { client_id: fixture.client.id };
  secret = oauth.ClientSecretPost(fixture.client.secret);
});
afterAll(() => service.close());

async function discover(base: string): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(base);
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
  return oauth.processDiscoveryResponse(issuer, response);
}

async function authorize(fields: Record<string, string> = {}) {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const { location } = await fixture.authorize(visitor, {
    redirect_uri: REDIRECT_URI,
    scope: 'read write',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...fields,
  });
  return { back: new URL(location ?? 'none:'), state, verifier };
}

async function exchange(parameters: URLSearchParams, verifier: string, auth = secret) {
  const { authorizationCodeGrantRequest: request } = oauth;
  const answer = await request(server, client, auth, parameters, REDIRECT_URI, verifier, insecure);
  return oauth.processAuthorizationCodeResponse(server, client, answer);
}

async function refresh(token = '', scope?: string) {
  const more = scope === undefined ? {} : { additionalParameters: { scope } };
  const answer = await oauth.refreshTokenGrantRequest(server, client, secret, token, {
    ...insecure,
    ...more,
  });
  return oauth.processRefreshTokenResponse(server, client, answer);
}

async function revoke(token = '', hint = 'refresh_token') {
  const answer = await oauth.revocationRequest(server, client, secret, token, {
    ...insecure,
    additionalParameters: { token_type_hint: hint },
  });
  await oauth.processRevocationResponse(answer);
}

async function tokens() {
  const { back, state, verifier } = await authorize();
  return exchange(oauth.validateAuthResponse(server, client, back, state), verifier);
}

async function userOf(accessToken: string): Promise<string> {
  const address = new URL(`${service.base}/me`);
  const answer = await oauth.protectedResourceRequest(
    accessToken,
    'GET',
    address,
    undefined,
    undefined,
    insecure,
  );
  return ((await answer.json()) as { data: { id: string } }).data.id;
}

test('[CODE-1] [CODE-2] [OAUTH-9] [OAUTH-12] oauth4webapi completes the code flow with PKCE, and refreshes', async () => {
  const first = await tokens();
  assert.deepEqual([first.token_type, first.expires_in, first.scope], ['bearer', 43_200, 'read write']);
  assert.equal(await userOf(first.access_token), fixture.user.id);
  const next = await refresh(first.refresh_token);
  assert.notEqual(next.refresh_token, first.refresh_token);
  assert.equal(await userOf(next.access_token), fixture.user.id);
  assert.equal((await refresh(next.refresh_token, 'read')).scope, 'read');
});

test('[OAUTH-13] it refuses an answer that is not of the server it asked', async () => {
  const { back, state } = await authorize();
  assert.equal(back.searchParams.get('iss'), server.issuer);
  const sandbox = await discover(`${service.origin}/sandbox/v1/`);
  const mixedUp = () => oauth.validateAuthResponse(sandbox, client, back, state);
  assert.throws(mixedUp, /"iss"/);
  const without = new URL(back);
  without.searchParams.delete('iss');
  assert.throws(() => oauth.validateAuthResponse(server, client, without, state), /iss/);
  assert.throws(() => oauth.validateAuthResponse(server, client, back, 'another state'), /state/);
  oauth.validateAuthResponse(server, client, back, state);
});

test('[OAUTH-6] [OAUTH-13] it understands each error that comes back from the authorization endpoint', async () => {
  const expected: [Record<string, string>, string][] = [
    [{ scope: 'admin' }, 'invalid_scope'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ response_type: 'id_token' }, 'unsupported_response_type'],
  ];
  for (const [fields, error] of expected) {
    const { back, state } = await authorize(fields);
    assert.throws(() => oauth.validateAuthResponse(server, client, back, state), {
      name: 'AuthorizationResponseError',
      error,
    });
  }
  const otherPartner = newVisitor(service.origin);
  const silent = await otherPartner.get(fixture.authorizeUrl({ prompt: 'none', state: 'silent' }));
  const refused = new URL(silent.location ?? 'none:');
  assert.throws(() => oauth.validateAuthResponse(server, client, refused, 'silent'), {
    error: 'login_required',
  });
});

test('[CODE-5] [CODE-6] [REFRESH-5] [TOKEN-9] it understands each error of the token endpoint', async () => {
  const { back, state, verifier } = await authorize();
  const parameters = oauth.validateAuthResponse(server, client, back, state);
  const invalidGrant = { name: 'ResponseBodyError', error: 'invalid_grant', status: 400 };
  await assert.rejects(exchange(parameters, oauth.generateRandomCodeVerifier()), invalidGrant);
  await assert.rejects(exchange(parameters, verifier, oauth.ClientSecretPost('wrong')), { status: 401 });
  const first = await exchange(parameters, verifier);
  await assert.rejects(exchange(parameters, verifier), invalidGrant, 'a code used again');
  await assert.rejects(refresh(first.refresh_token), invalidGrant, 'what came of it has ended');
  const second = await tokens();
  await assert.rejects(refresh(second.refresh_token, 'admin'), { error: 'invalid_scope' });
  const third = await refresh(second.refresh_token);
  service.clock.advance(11_000);
  await assert.rejects(refresh(second.refresh_token), invalidGrant, 'a refresh token used again');
  await assert.rejects(refresh(third.refresh_token), invalidGrant);
});

test('[REVOKE-4] it revokes an access token by itself, and with the refresh token all of the authorisation', async () => {
  const first = await tokens();
  await revoke(first.access_token, 'access_token');
  await assert.rejects(userOf(first.access_token), { status: 401 });
  const next = await refresh(first.refresh_token);
  await revoke(next.refresh_token);
  await assert.rejects(userOf(next.access_token), { status: 401 });
  await assert.rejects(refresh(next.refresh_token), { error: 'invalid_grant' });
  await revoke('a token that nobody has issued');
});
