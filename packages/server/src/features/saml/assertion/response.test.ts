import assert from 'node:assert/strict';
import { test } from 'vitest';
import {
  type AssertionParts,
  EXCLUSIVE,
  INCLUSIVE,
  signAssertion,
  validParts,
  writeAssertion,
} from '../testing/assertion.ts';
import { makeSigningKey } from '../testing/certificate.ts';
import { type ResponseParts, signResponse, writeResponse } from '../testing/response.ts';
import { readDocumentText } from './read-document.ts';
import { AssertionRefused } from './refusal.ts';
import { readResponse, validateResponse } from './response.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const ACS = 'https://service.test/v1/saml/acs';
const REQUEST = '_request';
const key = makeSigningKey();
const parts = (change: Partial<AssertionParts> = {}): AssertionParts => ({
  ...validParts(NOW),
  id: '_signed',
  recipient: ACS,
  inResponseTo: REQUEST,
  ...change,
});
const unsigned = writeAssertion(parts());
const valid = signAssertion(unsigned, key);
const [SIGNATURE = ''] = /<ds:Signature .*<\/ds:Signature>/s.exec(valid) ?? [];
const evil = (id: string, signature = '') => writeAssertion(parts({ id, nameId: 'eve' }), signature);
const within = (xml: string, more: string) => xml.replace(/<\/saml:Assertion>$/, `${more}</saml:Assertion>`);

function respond(content: string, change: Partial<ResponseParts> = {}): string {
  const { issuer } = parts();
  return writeResponse(
    { id: '_response', inResponseTo: REQUEST, destination: ACS, issuer, ...change },
    content,
  );
}

function validate(xml: string) {
  const { issuer, audience, recipient } = parts();
  const expected = { issuer, audience, recipient, inResponseTo: REQUEST, now: NOW };
  const signer = { certificates: [key.certificate], allowSha1: false };
  return validateResponse(readResponse(readDocumentText(Buffer.from(xml))), signer, expected).subject.nameId;
}

test('[SAML-15] the assertion in an answer is accepted, whether the answer is signed as well or not', () => {
  for (const canonicalisation of [EXCLUSIVE, INCLUSIVE]) {
    const answer = signAssertion(respond(unsigned), key, { canonicalisation });
    assert.equal(validate(answer), 'ada', canonicalisation);
    assert.equal(validate(signResponse(answer, key)), 'ada', canonicalisation);
  }
  assert.equal(validate(respond(valid, { destination: undefined })), 'ada');
});

test('[SAML-12] [SAML-16] wrapped signatures in an answer are refused, in each shape', () => {
  const inSignature = (more: string) =>
    SIGNATURE.replace('</ds:Signature>', `<ds:Object>${more}</ds:Object></ds:Signature>`);
  const signedWhole = signResponse(respond(unsigned), key);
  const [whole = ''] = /<ds:Signature .*?<\/ds:Signature>/s.exec(signedWhole) ?? [];
  const extensions = (more: string) =>
    respond(evil('_evil', SIGNATURE)).replace(
      '<samlp:Status>',
      `<samlp:Extensions>${more}</samlp:Extensions><samlp:Status>`,
    );
  const shapes = {
    'the evil one first': respond(evil('_evil') + valid),
    'the evil one last': respond(valid + evil('_evil')),
    'the evil one with the signature, the signed one beside': respond(evil('_evil', SIGNATURE) + unsigned),
    'the signed one inside': respond(within(evil('_evil'), valid)),
    'the signature refers inside': respond(within(evil('_evil', SIGNATURE), unsigned)),
    'the signature refers inside, same id': respond(within(evil('_signed', SIGNATURE), unsigned)),
    'the signed one in the signature': respond(evil('_evil', inSignature(unsigned))),
    'the signed one in the signature, same id': respond(evil('_signed', inSignature(unsigned))),
    'the signed one in Extensions': extensions(unsigned),
    'the signed one, with its signature, in Extensions': extensions(valid),
    'the signed one in Status': respond(evil('_evil', SIGNATURE)).replace(
      '</samlp:Status>',
      `<samlp:StatusDetail>${unsigned}</samlp:StatusDetail></samlp:Status>`,
    ),
    'the signed one in the signature of the whole': signResponse(
      respond(evil('_evil', SIGNATURE)),
      key,
    ).replace('</ds:KeyInfo>', `</ds:KeyInfo><ds:Object>${unsigned}</ds:Object>`),
    'only the whole is signed': signedWhole,
    'the signature of the whole in the assertion': respond(evil('_signed', whole)),
    'an answer in an answer': respond(respond(valid)),
    'no assertion': respond(''),
  };
  for (const [shape, xml] of Object.entries(shapes))
    assert.throws(() => validate(xml), AssertionRefused, shape);
  // Control: an evil assertion is accepted if its signature is valid.
  assert.equal(validate(respond(signAssertion(evil('_evil'), key))), 'eve');
});

test('[SAML-16] the envelope says of the answer what has to be so', () => {
  const refused: [string, RegExp][] = [
    [respond(valid, { inResponseTo: undefined }), /answers no request/],
    [respond(valid, { inResponseTo: '_other' }), /another request/],
    [respond(valid, { destination: 'https://other.test' }), /Destination/],
    [respond(valid, { issuer: 'https://other.test' }), /Issuer/],
    [respond(signAssertion(writeAssertion(parts({ inResponseTo: '_other' })), key)), /InResponseTo/],
    [respond(valid).replace('Version="2.0"', 'Version="1.1"'), /2\.0/],
    [respond(valid, { id: '_signed' }), /twice/],
    [respond(valid).replace('<samlp:Status>', '<samlp:Status/><samlp:Status>'), /more than one Status/],
    [valid, /another root/],
    [respond(valid).replaceAll('samlp:Response', 'samlp:ArtifactResponse'), /another root/],
  ];
  for (const [xml, reason] of refused)
    assert.throws(() => validate(xml), { name: 'AssertionRefused', message: reason });
  const denied = 'urn:oasis:names:tc:SAML:2.0:status:RequestDenied';
  assert.equal(readResponse(respond('', { status: denied })).failure, 'RequestDenied');
});
