import assert from 'node:assert/strict';
import { expectRefusal } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { type Admins, createAdmins, notTheOrg, notThePartner } from '../../orgs/testing/admins.ts';
import { makeSigningKey } from '../testing/certificate.ts';
import { writeIdpMetadata } from '../testing/metadata.ts';

const { certificate } = makeSigningKey();
const IDP = 'https://idp.test/entity?a=1';

let admins: Admins;
let org: string;
beforeAll(async () => {
  admins = await createAdmins(service);
  org = `/orgs/${admins.orgId}/idps`;
});

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, token?: string, json?: unknown) =>
  service.call(method, path, { ...(token !== undefined && { token }), ...(json !== undefined && { json }) });

test('[ORG-7] a provider is registered, listed, changed and removed', async () => {
  const { token } = admins.users.orgAdmin;
  const base64 = certificate.replace(/-----[^-]+-----|\s/g, '');
  const created = await call('POST', org, token, {
    idp_id: IDP,
    certificates: [base64],
    sso_url: 'https://idp.test/sso',
  });
  assert.equal(created.status, 200, JSON.stringify(created.body));
  const { data } = created.body;
  assert.equal(data.audience, `${service.env.baseUrl()}saml/metadata`);
  assert.equal(data.recipient, `${service.env.baseUrl()}oauth/token`);
  assert.equal(data.certificates[0].pem, certificate);
  assert.match(data.certificates[0].fingerprint_sha256, /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
  assert.equal(data.certificates[0].expires, Date.parse('2049-01-01T00:00:00Z'));
  assert.equal((await call('POST', org, token, { idp_id: IDP, certificates: [certificate] })).status, 409);
  const one = `${org}/${encodeURIComponent(IDP)}`;
  assert.equal((await call('POST', one, token, { allow_sha1: true })).body.data.allow_sha1, true);
  assert.deepEqual((await call('GET', org, token)).body.data.idps.length, 1);
  assert.equal((await call('DELETE', one, token)).status, 200);
  assert.equal((await call('DELETE', one, token)).status, 404);
  assert.equal((await call('POST', one, token, { name: 'x' })).status, 404);
  const { entries } = (await call('GET', `/orgs/${admins.orgId}/audit`, token)).body.data;
  const actions = entries.map((entry: { action: string }) => entry.action);
  assert.deepEqual(actions.sort(), ['idp.create', 'idp.delete', 'idp.update']);
});

test('[ORG-7] what is no certificate of a strong RSA key is refused', async () => {
  const { token } = admins.users.orgAdmin;
  const weak = makeSigningKey(1_024).certificate;
  for (const bad of ['nonsense', `${certificate}${certificate}`, weak])
    expectRefusal(
      await call('POST', org, token, { idp_id: 'bad', certificates: [bad] }),
      400,
      'certificates[0]',
    );
  expectRefusal(
    await call('POST', org, token, {
      idp_id: 'bad',
      certificates: [certificate],
      sso_url: 'javascript:alert(1)',
    }),
    400,
    'sso_url',
  );
  const partner = `/partners/${admins.partner.id}/idps`;
  const linking = { idp_id: 'bad', certificates: [certificate], link_by_email: true };
  expectRefusal(await call('POST', partner, admins.users.partnerAdmin.token, linking), 400, 'link_by_email');
});

test('[ORG-7] [ORG-8] only the admins of an org or partner see and register its providers', async () => {
  const partner = `/partners/${admins.partner.id}/idps`;
  const body = (name: string) => ({ idp_id: `https://${name}.test`, certificates: [certificate] });
  await admins.check({ ...notTheOrg, orgAdmin: 200, partnerAdmin: 200, reader: 403 }, (token, name) =>
    call('POST', org, token, body(name)),
  );
  await admins.check({ ...notTheOrg, orgAdmin: 200, partnerAdmin: 200, reader: 200 }, (token) =>
    call('GET', org, token),
  );
  await admins.check({ ...notThePartner, partnerAdmin: 200, reader: 403 }, (token, name) =>
    call('POST', partner, token, body(name)),
  );
  await admins.check(
    { ...notThePartner, partnerAdmin: 200, reader: 200 },
    (token) => call('GET', partner, token),
    'partnerAdmin',
  );
});

test('[ORG-7] a provider is registered and renewed by its metadata', async () => {
  const { token } = admins.users.orgAdmin;
  const metadata = writeIdpMetadata({ idpId: 'https://pasted.test/md', certificates: [certificate] });
  const created = await call('POST', org, token, { metadata, name: 'Pasted' });
  assert.equal(created.status, 200, JSON.stringify(created.body));
  const { data } = created.body;
  assert.deepEqual(
    [data.idp_id, data.name, data.sso_url, data.sso_binding],
    ['https://pasted.test/md', 'Pasted', 'https://pasted.test/sso?a=1', 'redirect'],
  );
  assert.equal(data.sign_requests, false);
  assert.equal(data.certificates[0].pem, certificate);
  assert.equal(data.acs_url, `${service.env.baseUrl()}saml/acs`);
  const query = new URLSearchParams({ org_id: admins.orgId, idp_id: data.idp_id });
  assert.equal(data.login_url, `${service.env.baseUrl()}saml/login?${query}`);

  const one = `${org}/${encodeURIComponent(data.idp_id)}`;
  const next = makeSigningKey().certificate;
  const renewed = writeIdpMetadata({
    idpId: data.idp_id,
    certificates: [certificate, next],
    bindings: ['HTTP-POST'],
  }).replace('<md:IDPSSODescriptor ', '<md:IDPSSODescriptor WantAuthnRequestsSigned="true" ');
  const after = (await call('POST', one, token, { metadata: renewed })).body.data;
  const pems = after.certificates.map(({ pem }: { pem: string }) => pem);
  assert.deepEqual([pems, after.sso_binding, after.name], [[certificate, next], 'post', 'Pasted']);
  assert.equal(after.sign_requests, true, 'as its metadata wants it');
  const other = writeIdpMetadata({ idpId: 'https://other.test', certificates: [certificate] });
  expectRefusal(await call('POST', one, token, { metadata: other }), 400, 'metadata');
});

test('[ORG-7] metadata that cannot be used is refused, and why is said', async () => {
  const { token } = admins.users.orgAdmin;
  const good = writeIdpMetadata({ idpId: 'https://bad.test', certificates: [certificate] });
  const [key = ''] = /<md:KeyDescriptor use="signing">.*?<\/md:KeyDescriptor>/s.exec(good) ?? [];
  const [entity = ''] = /<md:EntityDescriptor.*<\/md:EntityDescriptor>/s.exec(good) ?? [];
  const both = `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${entity}${entity}</md:EntitiesDescriptor>`;
  const cases: [string, RegExp][] = [
    ['nonsense', /well-formed/],
    [good.slice(0, -3), /well-formed/],
    [`<!DOCTYPE x [<!ENTITY e "x">]>${entity}`, /DTD/],
    ['<a/>', /is not metadata/],
    [good.replaceAll('IDPSSODescriptor', 'SPSSODescriptor'), /describes no/],
    [both, /more than one/],
    [good.replace(key, ''), /no certificate/],
    [good.replaceAll('bindings:HTTP-', 'bindings:X-'), /SingleSignOnService/],
    [good.replace('entityID=', 'validUntil="2020-01-01T00:00:00Z" entityID='), /expired/],
    [good.replace('entityID=', 'validUntil="2999-02-29T00:00:00Z" entityID='), /expired/],
  ];
  for (const [metadata, reason] of cases) {
    const answer = await call('POST', org, token, { metadata });
    expectRefusal(answer, 400, 'metadata');
    assert.match(answer.body.message, reason, metadata.slice(0, 200));
  }
  const script = good.replaceAll('https://bad.test/sso', 'javascript:alert(1)//');
  expectRefusal(await call('POST', org, token, { metadata: script }), 400, 'sso_url');
  expectRefusal(await call('POST', org, token, { name: 'x' }), 400, 'idp_id');
  expectRefusal(await call('POST', org, token, { idp_id: 'x' }), 400, 'certificates');
});
