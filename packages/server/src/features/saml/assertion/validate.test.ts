import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'vitest';
import {
  type AssertionParts,
  INCLUSIVE,
  instant,
  SHA1,
  type SigningOptions,
  signAssertion,
  validParts,
  writeAssertion,
} from '../testing/assertion.ts';
import { makeSigningKey } from '../testing/certificate.ts';
import { DSIG } from './elements.ts';
import { AssertionRefused } from './refusal.ts';
import { validateAssertion } from './validate.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const key = makeSigningKey();
const other = makeSigningKey();
const parts = (change: Partial<AssertionParts> = {}) => ({ ...validParts(NOW), id: '_signed', ...change });
const createdAssertion = (change: Partial<AssertionParts> = {}, options: SigningOptions = {}) =>
  signAssertion(writeAssertion(parts(change)), key, options);
const valid = createdAssertion();
const [SIGNATURE = ''] = /<ds:Signature .*<\/ds:Signature>/s.exec(valid) ?? [];
const unsigned = writeAssertion(parts());
const evil = (id: string, signature = '') => writeAssertion(parts({ id, nameId: 'eve' }), signature);

function validate(xml: string | Buffer, allowSha1 = false, certificates = [key.certificate]) {
  const { issuer, audience, recipient } = parts();
  return validateAssertion(
    Buffer.from(xml),
    { certificates, allowSha1 },
    { issuer, audience, recipient, now: NOW },
  );
}

function assertRefused(xml: string | Buffer, reason: RegExp, allowSha1 = false): void {
  assert.throws(
    () => validate(xml, allowSha1),
    (error) => {
      assert.ok(error instanceof AssertionRefused, String(error));
      assert.match(error.message, reason);
      return true;
    },
  );
}

const within = (xml: string, more: string) => xml.replace(/<\/saml:Assertion>$/, `${more}</saml:Assertion>`);

test('[SAML-5] an assertion signed with RSA and SHA-256 is accepted, whatever the canonicalisation', () => {
  const { id, subject, expiresAt } = validate(valid);
  assert.deepEqual([id, subject.nameId, expiresAt], ['_signed', 'ada', NOW + 360_000]);
  assert.equal(validate(createdAssertion({}, { canonicalisation: INCLUSIVE })).subject.nameId, 'ada');
  assert.equal(validate(`<?xml version="1.0" encoding="UTF-8"?>${valid}`).subject.nameId, 'ada');
});

test('names and address are read from the usual attributes', () => {
  const attributes = {
    'urn:oid:2.5.4.42': 'Ada',
    sn: 'Lovelace',
    mail: 'ada@test.example',
    displayName: 'A. L.',
  };
  const { subject } = validate(createdAssertion({ attributes }));
  const { firstName, lastName, email, displayName } = subject;
  assert.deepEqual(
    [firstName, lastName, email, displayName],
    ['Ada', 'Lovelace', 'ada@test.example', 'A. L.'],
  );
});

test('[SAML-6] SHA-1 counts only with the flag, and other algorithms never', () => {
  const sha1 = createdAssertion({}, { methods: SHA1 });
  assertRefused(sha1, /SHA-1/);
  assert.equal(validate(sha1, true).subject.nameId, 'ada');
  assertRefused(
    createdAssertion(
      {},
      {
        methods: {
          ...SHA1,
          signature: `${DSIG.replace('2000/09/xmldsig', '2001/04/xmldsig-more')}rsa-sha512`,
        },
      },
    ),
    /SHA-1|algorithm/,
  );
  // The key of this HMAC is the certificate, which everybody knows.
  const hmac = valid.replace(/(<ds:SignatureMethod Algorithm=")[^"]+/, `$1${DSIG}hmac-sha1`);
  const value = createHmac('sha1', key.certificate).update('anything').digest('base64');
  assertRefused(hmac.replace(/(<ds:SignatureValue>)[^<]+/, `$1${value}`), /algorithm/, true);
});

test('[SAML-11] nothing but one plain document of at most 64 KiB is parsed', () => {
  assertRefused(`${valid}${' '.repeat(64 * 1024)}`, /64 KiB/);
  assertRefused('a'.repeat(1024 * 1024), /64 KiB/);
  assertRefused(within(valid, '<x/>'.repeat(500)), /400 elements/);
  const many = (name: string) => Array.from({ length: 51 }, (_, number) => `${name}${number}="u"`);
  assertRefused(within(valid, `<x ${many('a').join(' ')}/>`), /50 attributes/);
  assertRefused(within(valid, `<x ${many('xmlns:a').join('/><x ')}/>`), /50 namespace prefixes/);
  assertRefused(within(valid, `${'<x>'.repeat(50)}${'</x>'.repeat(50)}`), /nested/);
  assertRefused(`<!DOCTYPE x [<!ENTITY e "x">]>${valid}`, /DTD/);
  assertRefused(createdAssertion({ nameId: 'ada<!-- -->min' }), /comment/);
  assertRefused(valid.replace('>ada<', '>a<!---->da<'), /comment/);
  assertRefused(valid.replace('>ada<', '><![CDATA[ada]]><'), /CDATA/);
  assertRefused(valid.replace('>ada<', '><?x y?>ada<'), /processing instruction/);
  assertRefused(`﻿${valid}`, /begin with/);
  assertRefused(Buffer.from(`﻿${valid}`, 'utf16le'), /UTF-8|begin with/);
  assertRefused(`<?xml version="1.0" encoding="UTF-16"?>${valid}`, /encoding/);
  assertRefused(`<?xml version="1.0" encoding="UTF-7"?>${valid}`, /encoding/);
  assertRefused(Buffer.concat([Buffer.from(valid), Buffer.from([0xff])]), /UTF-8/);
  assertRefused(valid.slice(0, -5), /well-formed/);
  for (const bad of ['\0', '&#0;', '&#x00;', '&#x1f;', '&#xD800;', '&#xfffe;', '&#65535;', '&#x110000;'])
    assertRefused(valid.replace('>ada<', `>a${bad}<`), /character/);
  assertRefused(valid.replace('>ada<', '>&unknown;<'), /well-formed/);
  assertRefused(`${valid}${valid}`, /well-formed/);
  assertRefused(`<r>${valid}</r>`, /root/);
  assertRefused('', /begin with/);
});

test('[SAML-12] wrapped signatures are refused, in each of the eight shapes', () => {
  const inSignature = (more: string) =>
    SIGNATURE.replace('</ds:Signature>', `<ds:Object>${more}</ds:Object></ds:Signature>`);
  const response = (content: string) =>
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol">${content}</samlp:Response>`;
  const shapes = {
    'XSW1, a response round both': response(evil('_evil') + valid),
    'XSW2, the signature beside': response(valid + SIGNATURE + evil('_evil')),
    'XSW3, the signed one inside': within(evil('_evil'), valid),
    'XSW4, the signature refers inside': within(evil('_evil', SIGNATURE), unsigned),
    'XSW5, the signed one last, with its id': within(evil('_signed', SIGNATURE), unsigned),
    'XSW6, the signed one in the signature': evil('_evil', inSignature(unsigned)),
    'XSW7, in Advice': within(evil('_evil', SIGNATURE), `<saml:Advice>${unsigned}</saml:Advice>`),
    'XSW8, in an Object with the same id': evil('_signed', inSignature(unsigned)),
  };
  for (const [shape, xml] of Object.entries(shapes)) {
    assert.throws(() => validate(xml), AssertionRefused, shape);
  }
  assertRefused(
    signAssertion(within(unsigned, `<saml:Advice>${evil('_evil')}</saml:Advice>`), key),
    /2 Assertions/,
  );
  assert.equal(validate(signAssertion(evil('_signed'), key)).subject.nameId, 'eve');
});

test('[SAML-12] a signature that is missing, doubled, elsewhere or about something else is refused', () => {
  assertRefused(unsigned, /no Signature/);
  assertRefused(valid.replace(SIGNATURE, SIGNATURE + SIGNATURE), /Signature/);
  assertRefused(within(unsigned, `<saml:Advice>${SIGNATURE}</saml:Advice>`), /no Signature in Assertion/);
  const [info = ''] = /<ds:SignedInfo>.*<\/ds:SignedInfo>/s.exec(valid) ?? [];
  assertRefused(valid.replace(info, info + info), /SignedInfo/);
  const [reference = ''] = /<ds:Reference .*<\/ds:Reference>/s.exec(valid) ?? [];
  assertRefused(valid.replace(reference, reference + reference), /SignedInfo with other parts/);
  assertRefused(valid.replace('URI="#_signed"', 'URI=""'), /does not refer/);
  assertRefused(valid.replace('URI="#_signed"', 'URI="#other"'), /does not refer/);
  assertRefused(within(valid, '<x Id="_signed"/>'), /ID twice/);
  assertRefused(valid.replace('>ada<', '>eve<'), /no registered certificate/);
  assertRefused(within(valid, '<saml:AuthnStatement/>'), /no registered certificate/);
});

test('[SAML-12] transforms are the enveloped signature and a canonicalisation, and nothing else', () => {
  const swap = (algorithm: string) =>
    valid.replace(/(<ds:Transform Algorithm=")[^"]+(xml-exc-c14n#")/, `$1${algorithm}"`);
  for (const algorithm of [
    'http://www.w3.org/TR/1999/REC-xpath-19991116',
    'http://www.w3.org/TR/1999/REC-xslt-19991116',
    `${DSIG}base64`,
    'http://www.w3.org/2001/10/xml-exc-c14n#WithComments',
  ])
    assertRefused(swap(algorithm), /transform/);
  assertRefused(createdAssertion({}, { canonicalisation: `${INCLUSIVE}#WithComments` }), /canonicalisation/);
  assertRefused(valid.replace(/<ds:Transform [^>]*enveloped-signature"\s*\/>/, ''), /transform/);
});

test('[SAML-13] only pinned certificates count, whatever KeyInfo says', () => {
  const forged = signAssertion(unsigned, other);
  assert.match(forged, /X509Certificate/);
  assertRefused(forged, /no registered certificate/);
  assertRefused(signAssertion(unsigned, other, { keyInfo: key.certificate }), /no registered certificate/);
  assert.equal(validate(valid, false, [other.certificate, key.certificate]).subject.nameId, 'ada');
});

test('[SAML-10] issuer, audience, recipient and every time hold, with 60 seconds of skew', () => {
  assertRefused(createdAssertion({ issuer: 'https://other.test' }), /Issuer/);
  assertRefused(createdAssertion({ audience: 'https://other.test' }), /Audience/);
  assertRefused(createdAssertion({ recipient: 'https://other.test' }), /Recipient/);
  assertRefused(createdAssertion({ notBefore: NOW + 60_001 }), /not valid yet/);
  assertRefused(createdAssertion({ notOnOrAfter: NOW - 60_000 }), /expired \(NotOnOrAfter of Conditions/);
  assertRefused(
    createdAssertion({ confirmedUntil: NOW - 60_000 }),
    /expired \(NotOnOrAfter of SubjectConfirmationData/,
  );
  const edge = { notBefore: NOW + 60_000, notOnOrAfter: NOW - 59_999, confirmedUntil: NOW - 59_999 };
  assert.equal(validate(createdAssertion(edge)).subject.nameId, 'ada');
});

function changed(from: string | RegExp, to: string): string {
  const result = unsigned.replace(from, to);
  assert.notEqual(result, unsigned, String(from));
  return signAssertion(result, key);
}

test('[SAML-10] what the provider says beyond that holds too: each audience, each time, each condition', () => {
  const audience =
    '<saml:AudienceRestriction><saml:Audience>https://other.test</saml:Audience></saml:AudienceRestriction>';
  assertRefused(changed('</saml:Conditions>', `${audience}</saml:Conditions>`), /not for the Audience/);
  const more = '<saml:Audience>https://other.test</saml:Audience></saml:AudienceRestriction>';
  assert.equal(validate(changed('</saml:AudienceRestriction>', more)).subject.nameId, 'ada');
  assertRefused(changed('</saml:Conditions>', '<saml:Condition/></saml:Conditions>'), /unknown condition/);
  assert.equal(validate(changed('</saml:Conditions>', '<saml:OneTimeUse/></saml:Conditions>')).id, '_signed');
  const session = (ms: number) =>
    changed('<saml:AuthnStatement ', `<saml:AuthnStatement SessionNotOnOrAfter="${instant(ms)}" `);
  assertRefused(session(NOW - 60_000), /expired \(SessionNotOnOrAfter/);
  assert.equal(validate(session(NOW)).expiresAt, NOW + 60_000, 'it ends with the session');
  const confirmed = (ms: number) =>
    changed('<saml:SubjectConfirmationData ', `<saml:SubjectConfirmationData NotBefore="${instant(ms)}" `);
  assertRefused(confirmed(NOW + 60_001), /not valid yet \(NotBefore of SubjectConfirmationData/);
  assert.equal(validate(confirmed(NOW)).subject.nameId, 'ada');
  assertRefused(changed('Version="2.0"', 'Version="1.1"'), /SAML 2\.0/);
  assertRefused(changed('cm:bearer', 'cm:holder-of-key'), /no bearer/);
});

test('[SAML-11] a value is text, and nothing that a reader could leave out', () => {
  for (const name of ['NameID', 'Issuer', 'Audience'])
    assertRefused(
      changed(new RegExp(`(<saml:${name}[ >][^<]*)(</saml:${name}>)`), '$1<saml:x/>$2'),
      new RegExp(`other than text in ${name}`),
    );
});

test('[SAML-9] each part that must be there is missed', () => {
  const without = (pattern: RegExp) => {
    const cut = unsigned.replace(pattern, '');
    assert.notEqual(cut, unsigned, String(pattern));
    return signAssertion(cut, key);
  };
  assertRefused(without(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/), /no AuthnStatement/);
  assertRefused(without(/<saml:NameID.*<\/saml:NameID>/), /no NameID/);
  assertRefused(without(/<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/), /no bearer/);
  assertRefused(without(/ Recipient="[^"]+"/), /without Recipient/);
  assertRefused(without(/ NotOnOrAfter="[^"]+"(?= Recipient)/), /without NotOnOrAfter/);
  assertRefused(
    without(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/),
    /no AudienceRestriction/,
  );
  assertRefused(without(/<saml:Conditions.*<\/saml:Conditions>/), /no Conditions/);
  assertRefused(without(/(?<=<saml:Conditions) NotBefore="[^"]+"/), /without NotBefore/);
  assertRefused(
    without(/(?<=<saml:Conditions NotBefore="[^"]+") NotOnOrAfter="[^"]+"/),
    /without NotOnOrAfter/,
  );
  assertRefused(
    signAssertion(unsigned.replace('nameid-format:persistent', 'nameid-format:transient'), key),
    /transient/,
  );
});
