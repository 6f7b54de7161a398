import assert from 'node:assert/strict';
import { expectRefusal, type Visitor } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import * as oauth from 'oauth4webapi';
import { beforeAll, test } from 'vitest';
import { createFixture, type OAuthFixture } from './testing/fixture.ts';

const REGISTERED = [
  'https://spa.example/back',
  'http://127.0.0.1/back?app=1',
  'http://localhost:9/back',
  'com.example.app:/back',
];
const insecure = { [oauth.allowInsecureRequests]: true };

let fixture: OAuthFixture;
let visitor: Visitor;
let server: oauth.AuthorizationServer;
let admin: string;
let client: oauth.Client;
beforeAll(async () => {
  fixture = await createFixture(service);
  visitor = await fixture.signedIn();
  const partnerAdmin = await service.make.user({ partner: fixture.partner });
  await service.env.db.query('UPDATE users SET is_partner_admin = true WHERE id = $1', [partnerAdmin.id]);
  admin = partnerAdmin.token;
  const issuer = new URL(`${service.base}/`);
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
  server = await oauth.processDiscoveryResponse(issuer, response);
  const { client_id } = (await register({ redirect_uris: REGISTERED })).body.data;
  client = { client_id };
});

const clientsPath = () => `/partners/${fixture.partner.id}/clients`;
const register = (fields: Record<string, unknown>) =>
  service.call('POST', clientsPath(), {
    token: admin,
    json: { name: 'App', public: true, grants: ['authorization_code', 'refresh_token'], ...fields },
  });

async function authorize(redirectUri: string, fields: Record<string, string | undefined> = {}) {
  const verifier = oauth.generateRandomCodeVerifier();
  const view = await fixture.authorize(visitor, {
    client_id: client.client_id,
    redirect_uri: redirectUri,
    state: 'state',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...fields,
  });
  return { view, verifier, back: new URL(view.location ?? 'none:') };
}

async function tokensOf(redirectUri: string) {
  const { back, verifier } = await authorize(redirectUri);
  const parameters = oauth.validateAuthResponse(server, client, back, 'state');
  const answer = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    parameters,
    redirectUri,
    verifier,
    insecure,
  );
  return oauth.processAuthorizationCodeResponse(server, client, answer);
}

const refresh = async (token = '') =>
  oauth.processRefreshTokenResponse(
    server,
    client,
    await oauth.refreshTokenGrantRequest(server, client, oauth.None(), token, insecure),
  );
const statusOf = async (token: string) => (await service.call('GET', '/me', { token })).status;

test('[OAUTH-15] [OAUTH-12] oauth4webapi completes the flow as a public client: code, refresh with rotation, revocation', async () => {
  assert.ok(server.token_endpoint_auth_methods_supported?.includes('none'));
  assert.ok(server.revocation_endpoint_auth_methods_supported?.includes('none'));
  for (const redirectUri of REGISTERED) {
    const first = await tokensOf(redirectUri);
    assert.equal(await statusOf(first.access_token), 200);
    const second = await refresh(first.refresh_token);
    assert.notEqual(second.refresh_token, first.refresh_token);
    const third = await refresh(second.refresh_token);
    await assert.rejects(refresh(first.refresh_token), { error: 'invalid_grant' });
    assert.equal(await statusOf(third.access_token), 401, 'a copied token ends them all');
  }
  const last = await tokensOf(REGISTERED[0] ?? '');
  const answer = await oauth.revocationRequest(
    server,
    client,
    oauth.None(),
    last.refresh_token ?? '',
    insecure,
  );
  await oauth.processRevocationResponse(answer);
  assert.equal(await statusOf(last.access_token), 401);
});

test('[OAUTH-15] a public client has to use PKCE, and has no other grant', async () => {
  const [redirectUri = ''] = REGISTERED;
  const none = { code_challenge: undefined, code_challenge_method: undefined };
  const bare = await authorize(redirectUri, none);
  assert.equal(bare.back.searchParams.get('error'), 'invalid_request');
  assert.match(bare.back.searchParams.get('error_description') ?? '', /code_challenge is required/);
  const implicit = await authorize(redirectUri, { ...none, response_type: 'token' });
  assert.equal(new URLSearchParams(implicit.back.hash.slice(1)).get('error'), 'unauthorized_client');
  const { back, verifier } = await authorize(redirectUri);
  const exchange = (fields: Record<string, string>) =>
    service.call('POST', '/oauth/token', {
      form: {
        client_id: client.client_id,
        grant_type: 'authorization_code',
        code: back.searchParams.get('code') ?? '',
        redirect_uri: redirectUri,
        ...fields,
      },
    });
  assert.equal((await exchange({})).body.error, 'invalid_grant');
  assert.equal((await exchange({ code_verifier: 'a'.repeat(43) })).body.error, 'invalid_grant');
  const withSecret = await exchange({ code_verifier: verifier, client_secret: 'x' });
  assert.deepEqual([withSecret.status, withSecret.body.error], [401, 'invalid_client']);
  const byUniqueId = await exchange({
    grant_type: 'http://www.service.com/auth_uniqueid',
    uniqueid: 'x',
    timestamp: `${Date.now()}`,
  });
  assert.equal(byUniqueId.body.error, 'unauthorized_client');
  assert.equal((await exchange({ code_verifier: verifier })).status, 200);
  const confidential = await exchange({ client_id: fixture.client.id, code_verifier: verifier });
  assert.deepEqual([confidential.status, confidential.body.error], [400, 'invalid_request']);
});

test('[OAUTH-16] a loopback address by number counts with any port, of a public client alone', async () => {
  const tokens = await tokensOf('http://127.0.0.1:53682/back?app=1');
  assert.equal(await statusOf(tokens.access_token), 200);
  for (const near of [
    'http://127.0.0.1:53682/back',
    'http://127.0.0.1:53682/back?app=1&more',
    'http://127.0.0.1:70000/back?app=1',
    'http://127.0.0.2:53682/back?app=1',
    'http://127.0.0.1.evil.example:1/back?app=1',
    'http://127.0.0.1:1@evil.example/back?app=1',
    'https://127.0.0.1:53682/back?app=1',
    'http://[::1]:53682/back?app=1',
    'http://localhost:10/back',
    'https://spa.example:8443/back',
  ])
    assert.equal((await authorize(near)).view.status, 400, near);
  await service.env.db.query('UPDATE clients SET redirect_uris = $2 WHERE id = $1', [
    fixture.client.id,
    ['http://127.0.0.1:1/back'],
  ]);
  const url = fixture.authorizeUrl({ redirect_uri: 'http://127.0.0.1:2/back' });
  assert.equal((await visitor.get(url)).status, 400, 'a client with a secret is no native app');
});

test('[OAUTH-16] whoever returns to the machine itself is asked each time, since any program there can', async () => {
  await service.env.db.query('UPDATE clients SET is_trusted = true WHERE id = $1', [client.client_id]);
  const ask = async (redirect_uri: string, prompt?: string) =>
    visitor.get(
      fixture.authorizeUrl({
        client_id: client.client_id,
        redirect_uri,
        code_challenge: 'a'.repeat(43),
        code_challenge_method: 'S256',
        prompt,
      }),
    );
  for (const redirectUri of ['http://127.0.0.1:5/back?app=1', 'com.example.app:/back']) {
    assert.equal((await ask(redirectUri)).status, 200, redirectUri);
    assert.match((await ask(redirectUri, 'none')).location ?? '', /error=consent_required/);
  }
  assert.match((await ask('https://spa.example/back')).location ?? '', /[?&]code=/);
  await service.env.db.query('UPDATE clients SET is_trusted = false WHERE id = $1', [client.client_id]);
});

test('[ORG-30] a public client is registered without a secret, stays public, and is allowed two grants', async () => {
  const createdClient = await register({});
  assert.equal(createdClient.status, 200);
  assert.equal(createdClient.body.data.public, true);
  assert.equal(createdClient.body.data.client_secret, undefined);
  const one = `${clientsPath()}/${createdClient.body.data.client_id}`;
  const change = (json: unknown, path = '') => service.call('POST', `${one}${path}`, { token: admin, json });
  for (const grant of [
    'implicit',
    'http://www.service.com/auth_uniqueid',
    'urn:ietf:params:oauth:grant-type:saml2-bearer',
  ]) {
    expectRefusal(await register({ grants: ['authorization_code', grant] }), 400, 'grants[1]');
    expectRefusal(await change({ grants: [grant] }), 400, 'grants[0]');
  }
  expectRefusal(await change({}, '/rotate'), 400, 'client_id');
  assert.equal((await change({ name: 'Renamed' })).body.data.public, true);
  const confidential = await register({ public: false });
  assert.equal(confidential.body.data.public, false);
  assert.match(confidential.body.data.client_secret, /^[\w-]{43}$/);
  const listed = (await service.call('GET', clientsPath(), { token: admin })).body.data.clients;
  assert.equal(
    listed.find((each: { client_id: string }) => each.client_id === createdClient.body.data.client_id).public,
    true,
  );
});
