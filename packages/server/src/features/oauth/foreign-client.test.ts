import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startService, type TestService } from '@ringbinder/testkit';
import * as oauth from 'oauth4webapi';
import { type OAuthStage, REDIRECT_URI, setStage } from './testing/stage.ts';

let service: TestService;
let stage: OAuthStage;
before(async () => {
  service = await startService();
  stage = await setStage(service);
});
after(() => service.close());

test('[CODE-1] [CODE-2] [OAUTH-9] oauth4webapi completes the code flow with PKCE, and refreshes', async () => {
  const server: oauth.AuthorizationServer = {
    issuer: service.base,
    authorization_endpoint: `${service.base}/oauth/authorize`,
    token_endpoint: `${service.base}/oauth/token`,
  };
  const client: oauth.Client = { client_id: stage.client.id };
  const authenticated = oauth.ClientSecretPost(stage.client.secret);
  // The tests talk http, on this machine.
  const insecure = { [oauth.allowInsecureRequests]: true };
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const visitor = await stage.signedIn();
  const { location } = await stage.authorize(visitor, {
    redirect_uri: REDIRECT_URI,
    scope: 'read write',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const parameters = oauth.validateAuthResponse(server, client, new URL(location ?? ''), state);
  const exchanged = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authenticated,
    parameters,
    REDIRECT_URI,
    verifier,
    insecure,
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, exchanged);
  assert.equal(tokens.expires_in, 43_200);
  const refreshed = await oauth.refreshTokenGrantRequest(
    server,
    client,
    authenticated,
    tokens.refresh_token ?? '',
    insecure,
  );
  const next = await oauth.processRefreshTokenResponse(server, client, refreshed);
  assert.notEqual(next.refresh_token, tokens.refresh_token);
  const address = new URL(`${service.base}/me`);
  const me = await oauth.protectedResourceRequest(
    next.access_token,
    'GET',
    address,
    undefined,
    undefined,
    insecure,
  );
  assert.equal(((await me.json()) as { data: { id: string } }).data.id, stage.user.id);
  const again = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authenticated,
    parameters,
    REDIRECT_URI,
    verifier,
    insecure,
  );
  await assert.rejects(oauth.processAuthorizationCodeResponse(server, client, again), {
    error: 'invalid_grant',
  });
});
