import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { newVisitor, until, type Visitor } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { test } from 'vitest';
import { signAssertion, validParts, writeAssertion } from '../saml/testing/assertion.ts';
import { makeProvider, type TestProvider } from '../saml/testing/provider.ts';
import { readAuthnRequest } from '../saml/testing/response.ts';
import { SAML2_BEARER } from './grants/saml2-bearer.ts';
import { UNIQUE_IDENTIFIER } from './index.ts';
import { createPasswordReset } from './sign-in/resets.ts';
import { createFixture, type OAuthFixture, PASSWORD } from './testing/fixture.ts';
import { revokeTokens, type TokenHolder } from './tokens/revoke.ts';

const meWith = async (token: string) => (await service.call('GET', '/me', { token })).status === 200;
const isSignedIn = async (visitor: Visitor) => (await visitor.get('/account')).status === 200;

type Issue = () => Promise<() => Promise<boolean>>;

interface Scene {
  fixture: OAuthFixture;
  userId: string;
  clientId: string;
  issue: Issue;
}

async function tokenCall(form: Record<string, string>) {
  const { body } = await service.call('POST', '/oauth/token', { form });
  return () => meWith(body.access_token ?? 'none');
}

const secretOf = ({ client }: OAuthFixture) => ({ client_id: client.id, client_secret: client.secret });

async function sceneWithProvider(): Promise<{
  fixture: OAuthFixture;
  provider: TestProvider;
  userId: string;
}> {
  const fixture = await createFixture(service);
  const provider = makeProvider(service, `https://${fixture.partner.id.toLowerCase()}.test/entity`);
  await provider.register({ partnerId: fixture.partner.id, orgId: fixture.partner.orgId });
  const query = { org_id: fixture.partner.orgId, idp_id: provider.idpId };
  await provider.signOn(newVisitor(service.origin), query, { assertion: { nameId: 'ada' } });
  const [row] = await service.env.db.query<{ user_id: string }>(
    'SELECT user_id FROM saml_identities WHERE owner_id = $1',
    [fixture.partner.orgId],
  );
  return { fixture, provider, userId: row?.user_id ?? '' };
}

const scenes: Record<string, () => Promise<Scene>> = {
  async 'an exchanged code'() {
    const fixture = await createFixture(service);
    const code = await fixture.code(await fixture.signedIn());
    return {
      ...plain(fixture),
      async issue() {
        const { body } = await fixture.exchange(code);
        return () => meWith(body.access_token ?? 'none');
      },
    };
  },
  async 'a code'() {
    const fixture = await createFixture(service);
    const visitor = await fixture.signedIn();
    await fixture.authorize(visitor);
    return {
      ...plain(fixture),
      async issue() {
        const { location } = await visitor.get(fixture.authorizeUrl());
        const code = URL.parse(location ?? '')?.searchParams.get('code') ?? 'none';
        return async () => (await fixture.exchange(code)).status === 200;
      },
    };
  },
  async 'a token of the implicit flow'() {
    const fixture = await createFixture(service);
    const visitor = await fixture.signedIn();
    await fixture.authorize(visitor);
    return {
      ...plain(fixture),
      async issue() {
        const { location } = await visitor.get(fixture.authorizeUrl({ response_type: 'token' }));
        const hash = new URLSearchParams(URL.parse(location ?? '')?.hash.slice(1));
        return () => meWith(hash.get('access_token') ?? 'none');
      },
    };
  },
  async 'a token for a unique identifier'() {
    const fixture = await createFixture(service);
    const form = () => ({
      ...secretOf(fixture),
      grant_type: UNIQUE_IDENTIFIER,
      uniqueid: fixture.user.uniqueId,
      timestamp: String(service.clock.now()),
    });
    return { ...plain(fixture), issue: () => tokenCall(form()) };
  },
  async 'a token for an assertion'() {
    const { fixture, provider, userId } = await sceneWithProvider();
    const base = service.env.baseUrl();
    const parts = {
      ...validParts(service.clock.now()),
      nameId: 'ada',
      issuer: provider.idpId,
      audience: `${base}saml/metadata`,
      recipient: `${base}oauth/token`,
    };
    const assertion = Buffer.from(signAssertion(writeAssertion(parts), provider.key)).toString('base64');
    const form = {
      ...secretOf(fixture),
      grant_type: SAML2_BEARER,
      idpid: provider.idpId,
      orgid: fixture.partner.orgId,
      assertion,
    };
    return { ...plain(fixture), userId, issue: () => tokenCall(form) };
  },
  async 'a token of a bot'() {
    const fixture = await createFixture(service);
    const bot = await service.make.bot({ partner: fixture.partner });
    const timestamp = String(service.clock.now());
    const signature = createHmac('sha256', bot.clientSecret)
      .update(bot.clientId + bot.orgId + timestamp)
      .digest('hex');
    const query = new URLSearchParams({ client_id: bot.clientId, org_id: bot.orgId, timestamp, signature });
    return {
      fixture,
      userId: bot.userId,
      clientId: bot.clientId,
      async issue() {
        const { body } = await service.call('GET', `/apps/token?${query}`);
        return () => meWith(body.access_token ?? 'none');
      },
    };
  },
  async 'a refreshed token'() {
    const fixture = await createFixture(service);
    const first = (await fixture.exchange(await fixture.code(await fixture.signedIn()))).body;
    const form = { ...secretOf(fixture), grant_type: 'refresh_token', refresh_token: first.refresh_token };
    return { ...plain(fixture), issue: () => tokenCall(form) };
  },
  async 'a session'() {
    const fixture = await createFixture(service);
    const visitor = newVisitor(service.origin);
    const page = await visitor.get('/sign-in');
    return {
      ...plain(fixture),
      clientId: '',
      async issue() {
        await visitor.submit(page, { email: fixture.user.email, password: PASSWORD });
        return () => isSignedIn(visitor);
      },
    };
  },
  async 'a session by SAML'() {
    const { fixture, provider, userId } = await sceneWithProvider();
    const visitor = newVisitor(service.origin);
    const query = new URLSearchParams({ org_id: fixture.partner.orgId, idp_id: provider.idpId });
    const begun = await visitor.get(`/v1/saml/login?${query}`);
    const answer = provider.answer(readAuthnRequest({ address: begun.location ?? '' }).id, {
      assertion: { nameId: 'ada' },
    });
    const acs = `${service.env.baseUrl()}saml/acs`;
    return {
      ...plain(fixture),
      userId,
      clientId: '',
      async issue() {
        const { location } = await newVisitor(acs).post(acs, { SAMLResponse: answer });
        return async () => {
          if (location !== null) await visitor.get(location);
          return isSignedIn(visitor);
        };
      },
    };
  },
  async 'a token of the console'() {
    const fixture = await createFixture(service);
    await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [fixture.user.id]);
    const visitor = await fixture.signedIn();
    const cookie = [...visitor.cookies].map((pair) => pair.join('=')).join('; ');
    return {
      ...plain(fixture),
      clientId: '',
      async issue() {
        const headers = { cookie, origin: service.origin };
        const answer = await service.call('POST', '/admin/session-token', { json: {}, headers });
        assert.ok(answer.status < 500, JSON.stringify(answer.body));
        return () => meWith(answer.body.data?.access_token ?? 'none');
      },
    };
  },
};

const plain = (fixture: OAuthFixture) => ({ fixture, userId: fixture.user.id, clientId: fixture.client.id });

const holders: Record<string, (scene: Scene) => { table: string; id: string; holder: TokenHolder }> = {
  user: ({ userId }) => ({ table: 'users', id: userId, holder: { userId } }),
  org: ({ fixture }) => ({ table: 'orgs', id: fixture.user.orgId, holder: { orgId: fixture.user.orgId } }),
  client: ({ clientId }) => ({ table: 'clients', id: clientId, holder: { clientId } }),
};

async function isAnyoneWaiting(): Promise<boolean> {
  const rows = await service.env.db.query(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}

for (const [what, makeScene] of Object.entries(scenes)) {
  test(`[ORG-13] ${what} that is issued while its user, org or client is being disabled never counts`, async () => {
    for (const [kind, of] of Object.entries(holders)) {
      const scene = await makeScene();
      const { table, id, holder } = of(scene);
      if (id === '') continue;
      const { db, clock, revocations } = service.env;
      let issuing: ReturnType<Issue> = Promise.reject(new Error('nothing was issued'));
      issuing.catch(() => undefined);
      await db.transaction(async (tx) => {
        await tx.query(`UPDATE ${table} SET disabled_at = 1 WHERE id = $1`, [id]);
        await revokeTokens(tx, holder, clock.now());
        await revocations.announce(tx, 'any');
        // Issue the credential at the worst moment: after the disabling, but before its commit.
        let isDone = false;
        issuing = scene.issue();
        issuing.finally(() => {
          isDone = true;
        });
        await until('it is issued or waits', async () => isDone || (await isAnyoneWaiting()));
      });
      const counts = await issuing;
      await db.query(`UPDATE ${table} SET disabled_at = NULL WHERE id = $1`, [id]);
      assert.equal(await counts(), false, `the ${kind} was disabled`);
    }
    const undisturbed = await makeScene();
    assert.equal(await (await undisturbed.issue())(), true);
  });

  test(`[ORG-13] ${what} that is issued before ends, and does not come back`, async () => {
    for (const [kind, of] of Object.entries(holders)) {
      const scene = await makeScene();
      const { table, id, holder } = of(scene);
      if (id === '') continue;
      const { db, clock, revocations } = service.env;
      const counts = await scene.issue();
      await db.transaction(async (tx) => {
        await tx.query(`UPDATE ${table} SET disabled_at = 1 WHERE id = $1`, [id]);
        await revokeTokens(tx, holder, clock.now());
        await revocations.announce(tx, 'any');
      });
      await db.query(`UPDATE ${table} SET disabled_at = NULL WHERE id = $1`, [id]);
      assert.equal(await counts(), false, `the ${kind} was disabled`);
    }
  });
}

test('[ORG-13] a link that resets a password ends with its user, and does not come back', async () => {
  const { env } = service;
  const fixture = await createFixture(service);
  const { pathname, search } = new URL(
    await env.db.transaction((tx) => createPasswordReset(env, tx, fixture.user.id)),
  );
  await env.db.transaction((tx) => revokeTokens(tx, { orgId: fixture.user.orgId }, env.clock.now()));
  assert.equal((await newVisitor(service.origin).get(pathname + search)).status, 400);
});
