import assert from 'node:assert/strict';
import { newVisitor, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { type Answering, post } from './testing/provider.ts';
import { readAuthnRequest } from './testing/response.ts';
import { assertRefused, createSignOnFixture, person, type SignOnFixture } from './testing/sign-on-fixture.ts';

let service: TestService;
let provider: SignOnFixture['provider'];
let acs: string;
let login: string;
let ofOrg: SignOnFixture['ofOrg'];
beforeAll(async () => {
  service = await startService({ config: { trustProxy: 1 } });
  ({ provider, acs, login, ofOrg } = await createSignOnFixture(service));
});
afterAll(() => service.close());

async function begin(visitor = newVisitor(service.origin)): Promise<string> {
  const begun = await visitor.get(`${login}?${new URLSearchParams(ofOrg())}`);
  return readAuthnRequest({ address: begun.location ?? '' }).id;
}

const answerTo = (id: string, answering: Answering = {}) =>
  provider.answer(id, { ...answering, assertion: { nameId: person() } });

const changedAnswer = (id: string, more: string) =>
  answerTo(id, { change: (xml) => xml.replace('</saml:Assertion>', () => `${more}</saml:Assertion>`) });

const send = (answer: string, address: string) =>
  newVisitor(acs).post(acs, { SAMLResponse: answer }, { 'x-forwarded-for': address });

test('[SAML-19] nothing is parsed of an answer to a request that does not wait, whatever comes with it', async () => {
  const more = '<a/>'.repeat(10_000);
  const unknown = changedAnswer(`_${'0'.repeat(40)}`, more);
  const waiting = changedAnswer(await begin(), '<a/>'.repeat(300));
  const costOf = async (count: number, refused: () => Promise<void>) => {
    const before = process.threadCpuUsage();
    for (let turn = 0; turn < count; turn++) await refused();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000 / count;
  };
  const looked = await costOf(5, async () =>
    assertRefused(await send(waiting, '198.51.100.9'), /certificate/),
  );
  const cost = await costOf(50, async () =>
    assertRefused(await send(unknown, '198.51.100.1'), /no sign-on that waits/),
  );
  // The cost is about a tenth. If the server parsed the response, the cost would be a sixth.
  assert.ok(cost < looked / 6, `${cost} ms each, ${looked} ms for one that is looked at`);
});

test('[SAML-19] five answers to one request are looked at, and a good one among them counts', async () => {
  const visitor = newVisitor(service.origin);
  const id = await begin(visitor);
  for (let turn = 0; turn < 4; turn++)
    assertRefused(await send(changedAnswer(id, '<a/>'), '198.51.100.2'), /certificate/);
  assert.equal((await post(visitor, acs, answerTo(id))).status, 303);

  const other = await begin();
  const views = await Promise.all(
    Array.from({ length: 8 }, () => send(changedAnswer(other, '<a/>'), '198.51.100.2')),
  );
  assert.equal(views.filter(({ text }) => /certificate/.test(text)).length, 5);
  assert.equal(views.filter(({ text }) => /wrongly too often/.test(text)).length, 3);
});

test('[SAML-19] [LIMIT-9] answers are counted before they are looked at, and good ones are given back', async () => {
  const sent = await Promise.all(Array.from({ length: 100 }, () => send('x', '198.51.100.3')));
  const statuses = sent.map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 403).length, 60);
  assert.equal(statuses.filter((status) => status === 429).length, 40);
  for (let turn = 0; turn < 62; turn++) {
    const good = await send(answerTo(await begin()), '198.51.100.4');
    assert.equal(good.status, 303, good.text);
  }
});
