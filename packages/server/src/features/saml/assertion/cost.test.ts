import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readIdpMetadata } from '../idps/metadata.ts';
import { type AssertionParts, signAssertion, validParts, writeAssertion } from '../testing/assertion.ts';
import { makeSigningKey } from '../testing/certificate.ts';
import { writeIdpMetadata } from '../testing/metadata.ts';
import { writeResponse } from '../testing/response.ts';
import { readDocumentText } from './read-document.ts';
import { readResponse, validateResponse } from './response.ts';

const KIB64 = 64 * 1024;
const MAX_COST_MS = 50;
const NOW = Date.parse('2026-03-01T12:00:00Z');
const key = makeSigningKey();
const acs = 'https://service.test/v1/saml/acs';

/**
 * Returns the lowest CPU time of a run, to exclude other load. Each measurement covers several runs, because a
 * thread's clock ticks every 4 ms.
 */
function costOf(work: () => void): number {
  const runs = 5;
  let least = Number.POSITIVE_INFINITY;
  for (let measured = 0; measured < 12 && least > MAX_COST_MS; measured++) {
    const before = process.threadCpuUsage();
    for (let run = 0; run < runs; run++) work();
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1000 / runs);
  }
  return least;
}

const filled = (unit: string, there: number, most = Number.POSITIVE_INFINITY) =>
  unit.repeat(Math.min(most, Math.floor((KIB64 - there) / unit.length)));

function answerWith(more: (there: number) => string, change: Partial<AssertionParts> = {}): string {
  const parts = { ...validParts(NOW), recipient: acs, inResponseTo: '_request', ...change };
  const envelope = { inResponseTo: '_request', destination: acs, issuer: parts.issuer };
  const whole = writeResponse(envelope, signAssertion(writeAssertion(parts), key));
  return whole.replace('</saml:Assertion>', () => `${more(whole.length + 100)}</saml:Assertion>`);
}

const prefixes = Array.from({ length: 40 }, (_, index) => ` xmlns:p${index}="u"`).join('');
const shapes: Record<string, (there: number) => string> = {
  'empty elements': (there) => filled('<a/>', there),
  'as many empty elements as there may be': (there) => filled('<a/>', there, 360),
  'elements of another prefix each': (there) =>
    `<x${prefixes}>${filled('<p7:a p8:b=""/>', there + prefixes.length + 10, 360)}</x>`,
  'elements that declare': (there) => filled('<a xmlns:b="u" b:c=""/>', there, 360),
  'as many attributes as there may be': (there) => filled('<a b="" c=""/>', there, 360),
  'many attributes of one element': () =>
    `<a ${Array.from({ length: 1_100 }, (_, index) => `b${index}=""`).join(' ')}/>`,
  'deep elements': () => `${'<a>'.repeat(360)}${'</a>'.repeat(360)}`,
  references: (there) => filled('&amp;', there),
  'characters by number': (there) => filled('&#65;', there),
  text: (there) => filled('x', there),
  'line ends': (there) => filled('\n', there),
};

for (const [shape, more] of Object.entries(shapes)) {
  test(`[SAML-19] an answer of 64 KiB costs 50 ms at the most: ${shape}`, () => {
    const xml = Buffer.from(answerWith(more));
    assert.ok(xml.length <= KIB64);
    const { issuer, audience } = validParts(NOW);
    const expected = { issuer, audience, recipient: acs, inResponseTo: '_request', now: NOW };
    const signer = { certificates: Array(4).fill(key.certificate), allowSha1: false };
    const validate = () => validateResponse(readResponse(readDocumentText(xml)), signer, expected);
    const cost = costOf(() => assert.throws(validate, /AssertionRefused/));
    assert.ok(cost < MAX_COST_MS, `${cost} ms`);
  });
}

test('[SAML-19] what is accepted as metadata costs 50 ms at the most, and what would cost more is refused', () => {
  const certificates = [key.certificate];
  const metadata = writeIdpMetadata({ idpId: 'https://idp.test', certificates });
  const put = (more: string) => metadata.replace('</md:EntityDescriptor>', `${more}</md:EntityDescriptor>`);
  const least = put('<a b="" c=""/>'.repeat(1_900));
  const cost = costOf(() => readIdpMetadata(least, NOW));
  assert.ok(cost < MAX_COST_MS, `${cost} ms`);
  const refused = put('<a/>'.repeat(60_000));
  const refusal = costOf(() => assert.throws(() => readIdpMetadata(refused, NOW), /2000 elements/));
  assert.ok(refusal < MAX_COST_MS, `${refusal} ms`);
  assert.equal(readIdpMetadata(put(`<!-- ${'<a>'.repeat(20_000)} -->`), NOW).idpId, 'https://idp.test');
});
