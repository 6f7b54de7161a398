import assert from 'node:assert/strict';
import { adminOf, startService } from '@ringbinder/testkit';
import { onTestFinished, test } from 'vitest';
import { makeSigningKey } from '../saml/testing/certificate.ts';
import { createReceipt } from './testing/fixture.ts';
import { makePkcs12, signedParts, verifySignedPdf } from './testing/signed-pdf.ts';

test('[SEAL-5] every single changed byte of a signed PDF breaks its signature', async () => {
  const service = await startService();
  onTestFinished(() => service.close());
  const { cast, transactionId } = await createReceipt(service);
  const { token } = await adminOf(service, cast.owner);
  const { privateKey: key, certificate } = makeSigningKey();
  const json = { pkcs12: makePkcs12({ key, certificate }, 'secret'), password: 'secret' };
  const path = `/orgs/${cast.owner.orgId}/receipt_certificate`;
  assert.equal((await service.call('POST', path, { token, json })).status, 200);
  const answer = await fetch(
    `${service.base}/${cast.binderId}/transactions/${transactionId}/receipt?format=pdf`,
    { headers: { authorization: `Bearer ${cast.owner.token}` } },
  );
  const pdf = Buffer.from(await answer.arrayBuffer());
  verifySignedPdf(pdf);
  const start = pdf.indexOf(signedParts(pdf).cms.toString('hex'));
  const end = pdf.indexOf('>', start);
  const accepted: number[] = [];
  for (let at = 0; at < pdf.length; at += 1) {
    if (at >= start && at < end) continue;
    const changed = Buffer.from(pdf);
    changed[at] = (changed[at] ?? 0) ^ 1;
    try {
      verifySignedPdf(changed);
      accepted.push(at);
    } catch {}
  }
  assert.deepEqual(accepted, []);
}, 600_000);
