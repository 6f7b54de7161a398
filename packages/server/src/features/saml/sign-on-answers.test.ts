import assert from 'node:assert/strict';
import { newVisitor, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { type Answering, makeProvider, post } from './testing/provider.ts';
import { readAuthnRequest } from './testing/response.ts';
import {
  assertRefused,
  createSignOnFixture,
  person,
  type SignOnFixture,
  userOf,
} from './testing/sign-on-fixture.ts';

let service: TestService;
let provider: SignOnFixture['provider'];
let acs: string;
let login: string;
let ofOrg: SignOnFixture['ofOrg'];
beforeAll(async () => {
  service = await startService();
  ({ provider, acs, login, ofOrg } = await createSignOnFixture(service));
});
afterAll(() => service.close());

test('[SAML-16] an answer counts for the browser that began, and once', async () => {
  const victim = newVisitor(service.origin);
  const attacker = newVisitor(service.origin);
  const begun = await attacker.get(`${login}?${new URLSearchParams(ofOrg())}`);
  const { id } = readAuthnRequest({ address: begun.location ?? '' });
  const answer = provider.answer(id, { assertion: { nameId: person() } });
  assertRefused(await post(victim, acs, answer), /not for this browser/);
  assert.equal(await userOf(victim), undefined);
  assertRefused(await post(attacker, acs, answer), /no sign-on that waits/);

  const visitor = newVisitor(service.origin);
  const another = await visitor.get(`${login}?${new URLSearchParams(ofOrg())}`);
  const request = readAuthnRequest({ address: another.location ?? '' });
  const nameId = person();
  const both = await Promise.all(
    [1, 2].map(() =>
      newVisitor(acs).post(acs, { SAMLResponse: provider.answer(request.id, { assertion: { nameId } }) }),
    ),
  );
  assert.deepEqual(both.map(({ status }) => status).sort(), [303, 403]);
  const ticket = both.find(({ status }) => status === 303)?.location ?? '';
  assert.equal((await visitor.get(ticket)).status, 303);
  assert.equal(await userOf(visitor), nameId);
  assertRefused(await visitor.get(ticket), /used before/);
});

test('[SAML-16] a sign-on that takes too long is refused, and forgotten', async () => {
  const visitor = newVisitor(service.origin);
  const begun = await visitor.get(`${login}?${new URLSearchParams(ofOrg())}`);
  const { id } = readAuthnRequest({ address: begun.location ?? '' });
  service.clock.advance(16 * 60 * 1000);
  assertRefused(await post(visitor, acs, provider.answer(id)), /took too long/);
});

test('[SAML-16] answers that are not good are refused, and say why', async () => {
  const refused: [RegExp, Answering][] = [
    [/Recipient/, { assertion: { recipient: `${service.env.baseUrl()}oauth/token` } }],
    [/Audience/, { assertion: { audience: 'https://other.test' } }],
    [/Issuer/, { assertion: { issuer: 'https://other.test' } }],
    [/Issuer/, { response: { issuer: 'https://other.test' } }],
    [/Destination/, { response: { destination: 'https://other.test/acs' } }],
    [/InResponseTo/, { assertion: { inResponseTo: '_other' } }],
    [/InResponseTo/, { assertion: { inResponseTo: '' } }],
    [/no sign-on that waits/, { response: { inResponseTo: '_other' } }],
    [/answers no request/, { response: { inResponseTo: undefined } }],
    [/expired/, { assertion: { notOnOrAfter: service.clock.now() - 60_001 } }],
    [/expired/, { assertion: { confirmedUntil: service.clock.now() - 60_001 } }],
    [/AuthnStatement/, { assertion: { authnStatement: '' } }],
    [
      /nobody was signed in \(AuthnFailed\)/,
      { response: { status: 'urn:oasis:names:tc:SAML:2.0:status:AuthnFailed' } },
    ],
    [/encrypted/, { change: (xml) => xml.replaceAll('saml:Assertion', 'saml:EncryptedAssertion') }],
    [/no Signature/, { change: (xml) => xml.replace(/<ds:Signature.*<\/ds:Signature>/s, '') }],
    [/certificate/, { change: (xml) => xml.replace(/>person-\d+</, '>admin<') }],
    [/comment/, { change: (xml) => xml.replace(/>person-/, '>person<!---->-') }],
    [/character/, { change: (xml) => xml.replace('>person-', '>&#0;person-') }],
    [/DTD/, { change: (xml) => `<!DOCTYPE x>${xml}` }],
    [/64 KiB/, { change: (xml) => xml + ' '.repeat(70_000) }],
    [/64 KiB/, { change: (xml) => xml + ' '.repeat(100_000) }],
    [/answers no request/, { change: (xml) => /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml)?.[0] ?? '' }],
    [/missing/, { change: () => '' }],
  ];
  for (const [reason, answering] of refused) {
    const visitor = newVisitor(service.origin);
    const assertion = { nameId: person(), ...answering.assertion };
    const view = await provider.signOn(visitor, ofOrg(), { ...answering, assertion });
    assertRefused(view, reason);
    assert.equal(await userOf(visitor), undefined);
  }
  const otherPartner = makeProvider(service, provider.idpId);
  const begun = await newVisitor(service.origin).get(`${login}?${new URLSearchParams(ofOrg())}`);
  const { id } = readAuthnRequest({ address: begun.location ?? '' });
  assertRefused(await post(newVisitor(service.origin), acs, otherPartner.answer(id)), /certificate/);
  const page = await newVisitor(acs).post(acs, { SAMLResponse: 'ä' });
  assertRefused(page, /not base64/);
  assert.match(page.text, /<a [^>]*href="\/sign-in\?next=%2F"/);
});

test('[SAML-16] [LIMIT-9] an address that keeps posting answers that are not good is stopped, and no other', async (context) => {
  const proxied = await startService({ beside: service, config: { trustProxy: 1 } });
  context.onTestFinished(() => proxied.close());
  const address = `${proxied.env.baseUrl()}saml/acs`;
  const send = (from: string) =>
    newVisitor(address).post(address, { SAMLResponse: 'x' }, { 'x-forwarded-for': from });
  for (let turn = 0; turn < 60; turn++) assert.equal((await send('198.51.100.9')).status, 403);
  const stopped = await send('198.51.100.9');
  assert.equal(stopped.status, 429);
  assert.ok(Number(stopped.headers.get('retry-after')) > 0);
  assert.equal((await send('198.51.100.10')).status, 403);
});
