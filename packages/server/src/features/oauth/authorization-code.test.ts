import assert from 'node:assert/strict';
import { type Answer, startService, type TestService, type Visitor } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { createFixture, type OAuthFixture, proofKey, REDIRECT_URI } from './testing/fixture.ts';

let service: TestService;
let fixture: OAuthFixture;
let visitor: Visitor;
beforeAll(async () => {
  service = await startService();
  fixture = await createFixture(service);
  visitor = await fixture.signedIn();
});
afterAll(() => service.close());

function refused(answer: Answer, error = 'invalid_grant'): void {
  assert.equal(answer.status, 400, JSON.stringify(answer.body));
  assert.equal(answer.body.error, error);
}
const meWith = async (token: string) => (await service.call('GET', '/me', { token })).status;

test('[CODE-1] [CODE-2] a code is exchanged for tokens that act as the user', async () => {
  const code = await fixture.code(visitor, { redirect_uri: REDIRECT_URI });
  const answer = await fixture.exchange(code, { redirect_uri: REDIRECT_URI });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const { access_token, refresh_token, ...rest } = answer.body;
  assert.deepEqual(rest, { token_type: 'bearer', expires_in: 43_200, scope: 'read write' });
  assert.equal((await service.call('GET', '/me', { token: access_token })).body.data.id, fixture.user.id);
  const form = {
    client_id: fixture.client.id,
    client_secret: fixture.client.secret,
    grant_type: 'refresh_token',
  };
  const refreshed = await service.call('POST', '/oauth/token', { form: { ...form, refresh_token } });
  assert.equal(refreshed.status, 200);
  assert.equal(await meWith(refreshed.body.access_token), 200);
});

test('[CODE-1] redirect_uri is needed exactly where it was sent before', async () => {
  const sent = await fixture.code(visitor, { redirect_uri: REDIRECT_URI });
  refused(await fixture.exchange(sent));
  refused(await fixture.exchange(sent, { redirect_uri: 'https://app.example.com/back' }));
  assert.equal((await fixture.exchange(sent, { redirect_uri: REDIRECT_URI })).status, 200);
  const notSent = await fixture.code(visitor);
  refused(await fixture.exchange(notSent, { redirect_uri: REDIRECT_URI }));
  assert.equal((await fixture.exchange(notSent)).status, 200);
});

test('[CODE-3] a code is good for 60 seconds, for its own client, and only with that client’s secret', async (t) => {
  t.onTestFinished(service.clock.freeze());
  const code = await fixture.code(visitor);
  const other = await service.make.client({ partnerId: fixture.partner.id });
  refused(await fixture.exchange(code, { client_id: other.id, client_secret: other.secret }));
  assert.equal((await fixture.exchange(code, { client_secret: 'wrong' })).status, 401);
  refused(await fixture.exchange(`${code}x`));
  refused(await fixture.exchange(fixture.user.token));
  service.clock.advance(55_000);
  assert.equal((await fixture.exchange(code)).status, 200);
  const late = await fixture.code(visitor);
  service.clock.advance(60_001);
  refused(await fixture.exchange(late));
});

test('[CODE-4] [CODE-5] of twenty exchanges at once one succeeds, and the others end what it got', async () => {
  const code = await fixture.code(visitor);
  const answers = await Promise.all(Array.from({ length: 20 }, () => fixture.exchange(code)));
  const won = answers.filter(({ status }) => status === 200);
  assert.equal(won.length, 1);
  for (const answer of answers) if (answer.status !== 200) refused(answer);
  // A second exchange of a code never counts as a retry, because a thief may use the code in the same second as its
  // owner.
  assert.equal(await meWith(won[0]?.body.access_token), 401);
  const { id: client_id, secret: client_secret } = fixture.client;
  const { refresh_token } = won[0]?.body ?? {};
  const form = { client_id, client_secret, grant_type: 'refresh_token', refresh_token };
  refused(await service.call('POST', '/oauth/token', { form }));
});

test('[CODE-5] a code used again revokes what came of it, refreshed tokens too', async () => {
  const code = await fixture.code(visitor);
  const { body } = await fixture.exchange(code);
  const form = {
    client_id: fixture.client.id,
    client_secret: fixture.client.secret,
    grant_type: 'refresh_token',
  };
  const refresh = (refresh_token: string) =>
    service.call('POST', '/oauth/token', { form: { ...form, refresh_token } });
  const next = (await refresh(body.refresh_token)).body;
  assert.deepEqual([await meWith(body.access_token), await meWith(next.access_token)], [200, 200]);
  const other = await service.make.client({ partnerId: fixture.partner.id });
  refused(await fixture.exchange(code, { client_id: other.id, client_secret: other.secret }));
  assert.equal(await meWith(body.access_token), 200, 'another client cannot do that');
  refused(await fixture.exchange(code));
  assert.deepEqual([await meWith(body.access_token), await meWith(next.access_token)], [401, 401]);
  refused(await refresh(next.refresh_token));
});

test('[CODE-6] [OAUTH-9] a challenge needs its verifier, and a verifier its challenge', async () => {
  const { verifier, challenge } = proofKey();
  const proof = { code_challenge: challenge, code_challenge_method: 'S256' };
  const code = await fixture.code(visitor, proof);
  refused(await fixture.exchange(code));
  refused(await fixture.exchange(code, { code_verifier: proofKey().verifier }));
  refused(await fixture.exchange(code, { code_verifier: challenge }));
  refused(await fixture.exchange(code, { code_verifier: 'short' }));
  assert.equal((await fixture.exchange(code, { code_verifier: verifier })).status, 200);
  refused(await fixture.exchange(await fixture.code(visitor), { code_verifier: verifier }));
});

test('[CODE-3] a user or client that is disabled meanwhile gets nothing for a code', async () => {
  const one = await createFixture(service);
  const person = await one.signedIn();
  const { db } = service.env;
  const code = await one.code(person);
  await db.query('UPDATE users SET disabled_at = 1 WHERE id = $1', [one.user.id]);
  refused(await one.exchange(code));
  await db.query('UPDATE users SET disabled_at = NULL WHERE id = $1', [one.user.id]);
  await db.query('UPDATE clients SET disabled_at = 1 WHERE id = $1', [one.client.id]);
  await service.env.revocations.announce(service.env.db, 'any');
  assert.equal((await one.exchange(code)).status, 401);
});

test('[CODE-2] the scope is never more than what was allowed', async () => {
  const one = await createFixture(service);
  const code = await one.code(await one.signedIn(), { scope: 'read' });
  refused(await one.exchange(code, { scope: 'read write' }), 'invalid_scope');
  const { body } = await one.exchange(code);
  assert.equal(body.scope, 'read');
  const form = { client_id: one.client.id, client_secret: one.client.secret, grant_type: 'refresh_token' };
  const refresh = (scope: Record<string, string>) =>
    service.call('POST', '/oauth/token', { form: { ...form, refresh_token: body.refresh_token, ...scope } });
  refused(await refresh({ scope: 'read write' }), 'invalid_scope');
  assert.equal((await refresh({})).body.scope, 'read');
});
