import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { DSIG } from './assertion/elements.ts';
import { validateAssertion } from './assertion/validate.ts';
import { EXCLUSIVE, INCLUSIVE, SHA1, SHA256, validParts, writeAssertion } from './testing/assertion.ts';
import { makeSigningKey } from './testing/certificate.ts';

const missing = spawnSync('xmlsec1', ['--version']).status !== 0;

/** Signs an assertion with xmlsec1, which shares no code with the server. */
function signWithXmlsec1(xml: string, privateKey: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'saml-'));
  try {
    writeFileSync(join(folder, 'key.pem'), privateKey);
    writeFileSync(join(folder, 'template.xml'), xml);
    const args = [
      '--sign',
      '--id-attr:ID',
      'Assertion',
      '--privkey-pem',
      'key.pem',
      '--output',
      'out.xml',
      'template.xml',
    ];
    const run = spawnSync('xmlsec1', args, { cwd: folder, encoding: 'utf8' });
    assert.equal(run.status, 0, run.stderr);
    return readFileSync(join(folder, 'out.xml'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('[SAML-5] [SAML-6] assertions that xmlsec1 signed are accepted', { skip: missing }, () => {
  const key = makeSigningKey();
  const now = Date.now();
  for (const methods of [SHA256, SHA1]) {
    for (const canonicalisation of [EXCLUSIVE, INCLUSIVE]) {
      const parts = { ...validParts(now), attributes: { mail: 'ada@test.example' } };
      const template = `<ds:Signature xmlns:ds="${DSIG}"><ds:SignedInfo><ds:CanonicalizationMethod Algorithm="${canonicalisation}"/><ds:SignatureMethod Algorithm="${methods.signature}"/><ds:Reference URI="#${parts.id}"><ds:Transforms><ds:Transform Algorithm="${DSIG}enveloped-signature"/><ds:Transform Algorithm="${canonicalisation}"/></ds:Transforms><ds:DigestMethod Algorithm="${methods.digest}"/><ds:DigestValue/></ds:Reference></ds:SignedInfo><ds:SignatureValue/></ds:Signature>`;
      const signed = signWithXmlsec1(writeAssertion(parts, template), key.privateKey);
      const signer = { certificates: [key.certificate], allowSha1: methods === SHA1 };
      const { subject } = validateAssertion(Buffer.from(signed), signer, { ...parts, now });
      assert.deepEqual([subject.nameId, subject.email], ['ada', 'ada@test.example']);
    }
  }
});
