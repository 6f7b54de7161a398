import assert from 'node:assert/strict';
import { expectRefusal, type View } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { createFixture, type OAuthFixture } from '../oauth/testing/fixture.ts';

let fixture: OAuthFixture;
let adminToken: string;
let orgId: string;
beforeAll(async () => {
  fixture = await createFixture(service);
  const { partner, client } = fixture;
  orgId = fixture.user.orgId;
  const admin = await service.make.user({ partner, client, orgId });
  await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [admin.id]);
  adminToken = admin.token;
});

async function call(path: string, json: object, token = adminToken) {
  const { status, body } = await service.call('POST', path, { token, json });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

const setDefault = (language: string) => call(`/orgs/${orgId}`, { language });
const addUser = (fields: object) => call(`/orgs/${orgId}/users`, fields);

async function languageOf(id: string): Promise<string> {
  const { body } = await service.call('GET', `/orgs/${orgId}/users/${id}`, { token: adminToken });
  return body.data.language;
}

async function grant(uniqueId: string, fields: Record<string, string> = {}): Promise<string> {
  const { client } = fixture;
  const { body } = await service.call('POST', '/oauth/token', {
    form: {
      grant_type: 'http://www.service.com/auth_uniqueid',
      client_id: client.id,
      client_secret: client.secret,
      uniqueid: uniqueId,
      timestamp: String(service.clock.now()),
      ...fields,
    },
  });
  return body.access_token;
}

const own = async (token: string) => (await service.call('GET', '/me', { token })).body.data.language;

const langOf = ({ text }: View) => /<html lang="([^"]*)">/.exec(text)?.[1];

test('[LANG-35] users have the language of their org until one is chosen for them', async () => {
  await setDefault('de');
  const { body } = await service.call('GET', `/orgs/${orgId}`, { token: adminToken });
  assert.equal(body.data.language, 'de');
  const added = await addUser({ unique_id: 'added' });
  const english = await addUser({ unique_id: 'english', language: 'en' });
  const german = await addUser({ unique_id: 'german', language: 'de' });
  const granted = await grant('granted');
  const grantedGerman = await grant('granted-german');
  await grant('granted-german', { language: 'de' });
  const changed = await grant('changed');
  await call('/me', { language: 'de' }, changed);
  assert.deepEqual(
    [added.language, english.language, german.language, await own(granted), await own(grantedGerman)],
    ['de', 'en', 'de', 'de', 'de'],
  );

  await setDefault('ja');
  assert.deepEqual(
    {
      added: await languageOf(added.id),
      english: await languageOf(english.id),
      german: await languageOf(german.id),
      granted: await own(granted),
      grantedGerman: await own(grantedGerman),
      changed: await own(changed),
    },
    { added: 'ja', english: 'en', german: 'de', granted: 'ja', grantedGerman: 'de', changed: 'de' },
  );
  await call(`/orgs/${orgId}/users/${added.id}`, { first_name: 'Ada' });
  await call(`/orgs/${orgId}/users/${english.id}`, { language: 'ja' });
  await setDefault('en');
  assert.deepEqual([await languageOf(added.id), await languageOf(english.id)], ['en', 'ja']);
});

test('[LANG-35] the language of a browser precedes that of the org, and a chosen one precedes both', async () => {
  await setDefault('de');
  const visitor = await fixture.signedIn();
  const shown = async (language: string) =>
    langOf(await visitor.get('/account', { 'accept-language': language }));
  assert.equal(await shown('fr, en;q=0.5'), 'fr');
  assert.equal(await shown('cy'), 'de', 'no language of the browser is supported');
  const { token } = fixture.user;
  const embedded = async (language: string) => {
    const path = `${service.base}/embed/me?client_id=${fixture.client.id}`;
    const answer = await fetch(path, {
      headers: { authorization: `Bearer ${token}`, 'accept-language': language },
    });
    const { data } = (await answer.json()) as { data: { user: Record<string, string> } };
    assert.equal(data.user.default_language, undefined);
    return data.user.language;
  };
  assert.equal(await embedded('zh-HK'), 'zh-tw');
  assert.equal(await embedded('cy'), 'de');

  await call('/me', { language: 'en' }, token);
  assert.equal(await shown('fr'), 'en');
  assert.equal(await embedded('fr'), 'en');
});

test('[LANG-35] an unknown language of an org is refused, and only admins change it', async () => {
  const refused = await service.call('POST', `/orgs/${orgId}`, {
    token: adminToken,
    json: { language: 'xx' },
  });
  expectRefusal(refused, 400, 'language');
  const { status } = await service.call('POST', `/orgs/${orgId}`, {
    token: fixture.user.token,
    json: { language: 'fr' },
  });
  assert.equal(status, 403);
});
