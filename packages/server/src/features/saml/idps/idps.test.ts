import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { expectRefusal, startService, type TestService } from '@ringbinder/testkit';
import { type Admins, hireAdmins, notTheOrg, notThePartner } from '../../orgs/testing/admins.ts';
import { makeSigningKey } from '../testing/certificate.ts';

const { certificate } = makeSigningKey();
const IDP = 'https://idp.test/entity?a=1';

let service: TestService;
let admins: Admins;
let org: string;
before(async () => {
  service = await startService();
  admins = await hireAdmins(service);
  org = `/orgs/${admins.orgId}/idps`;
});
after(() => service.close());

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, token?: string, json?: unknown) =>
  service.call(method, path, { ...(token !== undefined && { token }), ...(json !== undefined && { json }) });

test('[ORG-7] a provider is registered, listed, changed and removed', async () => {
  const { token } = admins.users.orgAdmin;
  const base64 = certificate.replace(/-----[^-]+-----|\s/g, '');
  const made = await call('POST', org, token, {
    idp_id: IDP,
    certificates: [base64],
    sso_url: 'https://idp.test/sso',
  });
  assert.equal(made.status, 200, JSON.stringify(made.body));
  const { data } = made.body;
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
