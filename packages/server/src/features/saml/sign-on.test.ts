import assert from 'node:assert/strict';
import { newVisitor } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { createFixture } from '../oauth/testing/fixture.ts';
import { makeProvider, post } from './testing/provider.ts';
import { readAuthnRequest } from './testing/response.ts';
import {
  assertRefused,
  createSignOnFixture,
  person,
  type SignOnFixture,
  userOf,
} from './testing/sign-on-fixture.ts';

let fixture: SignOnFixture['fixture'];
let provider: SignOnFixture['provider'];
let acs: string;
let login: string;
let ofOrg: SignOnFixture['ofOrg'];
beforeAll(async () => {
  ({ fixture, provider, acs, login, ofOrg } = await createSignOnFixture(service));
});

test('[SAML-15] [SAML-17] a sign-on leads to the provider and back to the page that was asked for', async () => {
  const visitor = newVisitor(service.origin);
  const redirect = await visitor.get(fixture.authorizeUrl(ofOrg()));
  assert.ok(redirect.location?.startsWith(`${login}?`), redirect.location ?? redirect.text);
  const begun = await visitor.get(redirect.location ?? '');
  const address = new URL(begun.location ?? '');
  assert.deepEqual([address.origin, address.searchParams.get('tenant')], ['https://idp.test', '1']);
  const request = readAuthnRequest({ address: address.href });
  const audience = `${service.env.baseUrl()}saml/metadata`;
  assert.deepEqual(
    [request.destination, request.acs, request.issuer],
    ['https://idp.test/sso?tenant=1', acs, audience],
  );
  const attributes = { mail: 'ada@idp.test', givenName: 'Ada', sn: 'Lovelace' };
  const nameId = person();
  const back = await post(visitor, acs, provider.answer(request.id, { assertion: { nameId, attributes } }));
  const next = fixture.authorizeUrl(ofOrg());
  assert.deepEqual([back.status, back.location], [303, `/continue?${new URLSearchParams({ next })}`]);
  const consent = await visitor.get(next);
  assert.match(consent.text, /Ada Lovelace.*ada@idp\.test/s);
  const granted = await visitor.submit(consent, { decision: 'allow' });
  assert.match(granted.location ?? '', /[?&]code=/);

  const users = () =>
    service.env.db.query(
      `SELECT u.id, s.method FROM saml_identities i JOIN users u ON u.id = i.user_id
       JOIN sessions s ON s.user_id = u.id WHERE i.name_id = $1`,
      [nameId],
    );
  const [first] = await users();
  assert.equal(first?.method, 'saml');
  const again = newVisitor(service.origin);
  const second = await provider.signOn(again, ofOrg(), { assertion: { nameId } });
  assert.deepEqual([second.status, second.location], [303, '/']);
  assert.deepEqual(
    new Set((await users()).map(({ id }) => id)),
    new Set([first?.id]),
    'nobody is made twice',
  );
});

test('[SAML-15] by the POST binding the request goes as a form, by itself or by its button', async () => {
  const posting = makeProvider(service, 'https://post.test/entity');
  const { id: partnerId, orgId } = fixture.partner;
  await posting.register({ partnerId, orgId }, { sso_binding: 'post', sso_url: 'https://post.test/sso' });
  const visitor = newVisitor(service.origin);
  const query = new URLSearchParams({ org_id: orgId, idp_id: posting.idpId });
  const { text, headers } = await visitor.get(`${login}?${query}`);
  assert.match(text, /<form method="post" action="https:\/\/post\.test\/sso">.*<button/s);
  const policy = headers.get('content-security-policy') ?? '';
  assert.match(policy, /script-src 'sha256-[\w+/=]+'; form-action 'self' https:;/);
  const [, field = ''] = /name="SAMLRequest" value="([^"]+)"/.exec(text) ?? [];
  const request = readAuthnRequest({ field });
  assert.equal(request.destination, 'https://post.test/sso');
  const back = await post(visitor, acs, posting.answer(request.id, { assertion: { nameId: person() } }));
  assert.deepEqual([back.status, back.location], [303, '/']);
});

test('[SAML-15] the sign-in page lists the providers of the client and of its org, and of nobody else', async () => {
  const other = await createFixture(service);
  await makeProvider(service, 'https://stranger.test').register({
    partnerId: other.partner.id,
    orgId: other.partner.orgId,
  });
  const page = async (next: string) =>
    (await newVisitor(service.origin).get(`/sign-in?${new URLSearchParams({ next })}`)).text;
  const listed = (text: string) => [...text.matchAll(/Continue with ([^<]*)</g)].map(([, name]) => name);
  const named = await page(fixture.authorizeUrl({ org_id: fixture.partner.orgId }));
  assert.deepEqual(listed(named), ['post.test', 'Test &lt;IdP&gt;', 'idp.test']);
  assert.deepEqual(listed(await page(fixture.authorizeUrl())), ['idp.test']);
  assert.deepEqual(listed(await page(other.authorizeUrl({ org_id: fixture.partner.orgId }))), []);
  assert.deepEqual(listed(await page('/account')), [], 'several partners: whose customer is it?');
  await service.env.db.query('UPDATE clients SET org_id = $2 WHERE id = $1', [
    other.client.id,
    other.partner.orgId,
  ]);
  assert.deepEqual(listed(await page(other.authorizeUrl())), ['stranger.test'], 'of the org it is bound to');
});

test('[SAML-17] a client that names no provider, or one of several, has its people choose', async () => {
  const visitor = newVisitor(service.origin);
  const choose = await visitor.get(fixture.authorizeUrl({ org_id: fixture.partner.orgId }));
  const page = await visitor.get(choose.location ?? '');
  assert.ok(page.location?.startsWith('/sign-in?next='), page.location ?? page.text);
  const only = await visitor.get(fixture.authorizeUrl({ partner_id: fixture.partner.id }));
  const begun = await visitor.get(only.location ?? '');
  assert.ok(begun.location?.startsWith('https://idp.test/sso'), begun.location ?? begun.text);
  const unknown = await visitor.get(
    `${login}?${new URLSearchParams({ ...ofOrg(), idp_id: 'https://no.test' })}`,
  );
  assert.equal(unknown.status, 404);
  const { location } = await visitor.get(fixture.authorizeUrl({ partner_id: 'Pother' }));
  assert.equal(new URL(location ?? '').searchParams.get('error'), 'invalid_request');
});

test('[SAML-15] a partner’s provider makes users in the partner’s own org, and elsewhere signs on who is there', async () => {
  const { id: partnerId, orgId } = fixture.partner;
  const [org] = await service.env.db.query<{ id: string }>(
    `INSERT INTO orgs (id, partner_id, name, created_at) VALUES ('Osso${partnerId.slice(1, 12)}', $1, 'Other', 0) RETURNING id`,
    [partnerId],
  );
  const query = { partner_id: partnerId, idp_id: provider.idpId };
  const nameId = person();
  const elsewhere = { ...query, org_id: org?.id ?? '' };
  const signOn = (fields: Record<string, string>) =>
    provider.signOn(newVisitor(service.origin), fields, { assertion: { nameId } });
  assertRefused(await signOn(elsewhere), /not in that org/);
  assert.equal((await signOn(query)).status, 303);
  const [created] = await service.env.db.query<{ user_id: string; org_id: string }>(
    'SELECT user_id, org_id FROM saml_identities WHERE name_id = $1',
    [nameId],
  );
  assert.equal(created?.org_id, orgId);
  await service.env.db.query(
    'INSERT INTO saml_identities (owner_id, idp_id, org_id, name_id, user_id, created_at) VALUES ($1, $2, $3, $4, $5, 0)',
    [partnerId, provider.idpId, org?.id, nameId, created?.user_id],
  );
  assert.equal((await signOn(elsewhere)).status, 303);
  const otherPartner = await createFixture(service);
  const foreign = new URLSearchParams({ ...query, org_id: otherPartner.partner.orgId });
  assert.equal((await newVisitor(service.origin).get(`${login}?${foreign}`)).status, 404);
});

test('[SAML-15] an org’s provider signs nobody on to another org, however the two are named', async () => {
  const { id: partnerId, orgId } = fixture.partner;
  const other = await service.make.org(partnerId);
  const nameId = person();
  for (const query of [
    { partner_id: orgId, org_id: other },
    { partner_id: orgId, org_id: partnerId },
    { partner_id: partnerId, org_id: partnerId },
    { org_id: partnerId },
  ]) {
    const requestedQuery = new URLSearchParams({ ...query, idp_id: provider.idpId });
    assert.equal(
      (await newVisitor(service.origin).get(`${login}?${requestedQuery}`)).status,
      404,
      String(requestedQuery),
    );
  }
  const visitor = newVisitor(service.origin);
  const begun = await visitor.get(`${login}?${new URLSearchParams(ofOrg())}`);
  const { id } = readAuthnRequest({ address: begun.location ?? '' });
  await service.env.db.query('UPDATE sign_ons SET org_id = $2 WHERE id = $1', [id, other]);
  assertRefused(await post(visitor, acs, provider.answer(id, { assertion: { nameId } })), /another org/);
  const rows = await service.env.db.query('SELECT id FROM users WHERE org_id = $1', [other]);
  assert.deepEqual(rows, []);
});

test('[SAML-15] a disabled user, or one of a disabled org, is not signed on', async () => {
  const visitor = newVisitor(service.origin);
  const nameId = person();
  await provider.signOn(visitor, ofOrg(), { assertion: { nameId } });
  assert.equal(await userOf(visitor), nameId);
  await service.env.db.query(
    'UPDATE users SET disabled_at = 1 WHERE id = (SELECT user_id FROM saml_identities WHERE name_id = $1)',
    [nameId],
  );
  assertRefused(
    await provider.signOn(newVisitor(service.origin), ofOrg(), { assertion: { nameId } }),
    /disabled/,
  );
});

test('[SAML-15] whoever has become an admin of the partner is not signed on by an org’s provider any more', async () => {
  const nameId = person();
  const signOn = (query: Record<string, string>) =>
    provider.signOn(newVisitor(service.origin), query, { assertion: { nameId } });
  const ofPartner = { partner_id: fixture.partner.id, idp_id: provider.idpId };
  for (const query of [ofOrg(), ofPartner]) assert.equal((await signOn(query)).status, 303);
  await service.env.db.query(
    'UPDATE users SET is_partner_admin = true WHERE id IN (SELECT user_id FROM saml_identities WHERE name_id = $1)',
    [nameId],
  );
  assertRefused(await signOn(ofOrg()), /admin of the partner/);
  assert.equal((await signOn(ofPartner)).status, 303, 'the partner’s own provider vouches for them');
});

test('[SAML-15] where to go on to is never another site', async () => {
  for (const next of [
    'https://evil.test',
    '//evil.test',
    '/\\evil.test',
    '/v1/oauth/token',
    'javascript:alert(1)',
  ]) {
    const view = await provider.signOn(
      newVisitor(service.origin),
      { ...ofOrg(), next },
      { assertion: { nameId: person() } },
    );
    assert.deepEqual([view.status, view.location], [303, '/'], next);
  }
});

test('[SAML-8] [SAML-15] the metadata names where answers are posted', async () => {
  const text = await (await fetch(`${service.env.baseUrl()}saml/metadata`)).text();
  assert.ok(
    text.includes(
      `index="0" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${acs}"`,
    ),
  );
});
