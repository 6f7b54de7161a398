import assert from 'node:assert/strict';
import { verify, X509Certificate } from 'node:crypto';
import { newVisitor } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { test } from 'vitest';
import { createFixture } from '../../oauth/testing/fixture.ts';
import { makeProvider } from '../testing/provider.ts';
import { providerKey } from './key.ts';

async function certificateInMetadata(): Promise<string> {
  const xml = await (await fetch(`${service.env.baseUrl()}saml/metadata`)).text();
  const [, base64 = ''] = /<X509Certificate>([^<]+)</.exec(xml) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----`;
}

test('[SAML-18] processes that first need the key at once have one, which stands in the metadata and is sealed', async () => {
  const processes = Array.from({ length: 3 }, () => ({ ...service.env }));
  const keys = await Promise.all(processes.map(providerKey));
  const certificates = new Set(
    keys.map(({ certificate }) => new X509Certificate(certificate).fingerprint256),
  );
  certificates.add(new X509Certificate(await certificateInMetadata()).fingerprint256);
  assert.equal(certificates.size, 1);
  const [{ certificate, privateKey }] = keys as [(typeof keys)[0]];
  assert.ok(new X509Certificate(certificate).checkPrivateKey(privateKey));
  const stored = await service.env.db.query<{ sealed: Buffer }>('SELECT sealed FROM saml_signing_key');
  assert.equal(stored.length, 1);
  assert.ok(!stored[0]?.sealed.includes('PRIVATE KEY'));
});

test('[SAML-18] the query of a redirect is signed as it stands, and only for a provider that wants it', async () => {
  const { partner } = await createFixture(service);
  const owner = { partnerId: partner.id, orgId: partner.orgId };
  const provider = makeProvider(service, 'https://idp.test/entity');
  await provider.register(owner);
  const login = `${service.env.basePath}/saml/login?${new URLSearchParams({ org_id: partner.orgId, idp_id: provider.idpId })}`;
  const begin = async () => new URL((await newVisitor(service.origin).get(login)).location ?? '');
  assert.equal((await begin()).searchParams.get('Signature'), null);

  await service.env.db.query('UPDATE saml_idps SET sign_requests = true WHERE partner_id = $1', [partner.id]);
  const { search, searchParams } = await begin();
  const signed = search.slice(search.indexOf('SAMLRequest='), search.indexOf('&Signature='));
  assert.match(signed, /^SAMLRequest=[^&]+&SigAlg=[^&]+$/);
  assert.equal(searchParams.get('SigAlg'), 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256');
  const signature = Buffer.from(searchParams.get('Signature') ?? '', 'base64');
  const { publicKey } = new X509Certificate(await certificateInMetadata());
  assert.ok(verify('sha256', Buffer.from(signed), publicKey, signature));
});
