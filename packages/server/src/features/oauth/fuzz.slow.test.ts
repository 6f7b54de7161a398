import assert from 'node:assert/strict';
import { startService, type TestService, type Visitor } from '@ringbinder/testkit';
import fc from 'fast-check';
import { Pool } from 'undici';
import { afterAll, beforeAll, test } from 'vitest';
import { makeProvider, type TestProvider } from '../saml/testing/provider.ts';
import { readAuthnRequest } from '../saml/testing/response.ts';
import { createFixture, type OAuthFixture, PASSWORD, REDIRECT_URI } from './testing/fixture.ts';
import { FOREIGN, type HostileRequest, hostileRequests, MARKUP } from './testing/hostile-requests.ts';

/** A different seed creates different requests: FUZZ_SEED=7 npm test -- packages/server/src/features/oauth/fuzz */
const SEED = Number(process.env.FUZZ_SEED ?? 20261121);
const TOTAL = Number(process.env.FUZZ_REQUESTS ?? 20_000) / 25;
const REQUESTS_A_ROUND = 100;
const AT_ONCE = 8;
const HANG_MS = 20_000;

const SSO = 'https://idp.test';
const INSIDE = [
  /\n\s+at .*[(:]/,
  /\.ts:\d/,
  /node_modules|node:internal/,
  /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM) \w/,
  /relation "|syntax error at|violates \w+ constraint/,
  /\$argon2/,
  /postgres(?:ql)?:\/\//,
  // The same letters inside a random token are not an error.
  /\[object Object\]|(?<![\w-])(?:undefined|NaN)(?![\w-])/,
  /BEGIN (?:RSA |EC )?PRIVATE KEY/,
];

let service: TestService;
let pool: Pool;
let provider: TestProvider;
beforeAll(async () => {
  service = await startService({ config: { trustProxy: 1 } });
  pool = new Pool(service.origin, { connections: AT_ONCE, headersTimeout: HANG_MS, bodyTimeout: HANG_MS });
  provider = makeProvider(service, `${SSO}/entity`);
});
afterAll(async () => {
  await pool.close();
  await service.close();
});

async function buildRound() {
  const fixture = await createFixture(service);
  const { partner, client, user } = fixture;
  await provider.register({ partnerId: partner.id, orgId: partner.orgId });
  const [visitor, leaving] = [await fixture.signedIn(), await fixture.signedIn()];
  const page = (await visitor.get('/account')).text;
  // Copy the form's cookie, so that the form token matches in both browsers.
  leaving.cookies.set('ringbinder-form', visitor.cookies.get('ringbinder-form') ?? '');
  const code = await fixture.code(visitor);
  const { refresh_token, access_token } = (await fixture.exchange(await fixture.code(visitor))).body;
  const answers = [];
  for (const change of [(xml: string) => xml, (xml: string) => xml.replace('Assertion', 'Assertion\u0000')]) {
    const query = new URLSearchParams({ org_id: partner.orgId, idp_id: provider.idpId });
    const { location } = await visitor.get(`/v1/saml/login?${query}`);
    answers.push(provider.answer(readAuthnRequest({ address: location ?? '' }).id, { change }));
  }
  const validValues = {
    client_id: [client.id],
    client_secret: [client.secret],
    response_type: ['code', 'code', 'token'],
    redirect_uri: [REDIRECT_URI],
    scope: ['read', 'read write'],
    state: ['s', MARKUP],
    prompt: ['none', ''],
    org_id: [partner.orgId],
    orgid: [partner.orgId],
    partner_id: [partner.id],
    partnerid: [partner.id],
    idp_id: [provider.idpId],
    idpid: [provider.idpId],
    code_challenge: ['x'.repeat(43)],
    code_challenge_method: ['S256'],
    form_token: [/name="form_token" value="([^"]+)"/.exec(page)?.[1] ?? ''],
    decision: ['allow', 'deny'],
    grant_type: [
      'authorization_code',
      'refresh_token',
      'urn:ietf:params:oauth:grant-type:saml2-bearer',
      'http://www.service.com/auth_uniqueid',
    ],
    code: [code],
    refresh_token: [refresh_token],
    access_token: [access_token],
    token: [access_token, refresh_token],
    uniqueid: ['somebody'],
    timestamp: [String(service.clock.now())],
    assertion: answers,
    SAMLResponse: answers,
    next: ['/account', fixture.authorizeUrl()],
    email: [user.email, 'nobody@test.example'],
    password: [PASSWORD, 'wrong', MARKUP],
    language: ['de', 'zh-tw'],
    timezone: ['Europe/Berlin'],
    pictureurl: ['https://app.example.com/a.png'],
  };
  return { fixture, visitor, leaving, validValues };
}

test('[ERR-17] [OAUTH-6] hostile requests of sign-in get no 5xx, lead nowhere else, and tell nothing of the inside', async (t) => {
  const statuses = new Map<number, number>();
  for (let round = 0; round * REQUESTS_A_ROUND < TOTAL; round++) {
    const { fixture, visitor, leaving, validValues } = await buildRound();
    const seed = SEED + round;
    const all = fc.sample(hostileRequests(validValues), { seed, numRuns: REQUESTS_A_ROUND });
    const send = async (request: HostileRequest, place: number) => {
      const browser = /^\/sign-(in|out)/.test(request.path) ? leaving : visitor;
      const status = await check(request, fixture, browser, `203.0.${round}.${place}`, seed);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    };
    for (let from = 0; from < all.length; from += AT_ONCE)
      await Promise.all(all.slice(from, from + AT_ONCE).map((request, index) => send(request, from + index)));
    assert.equal(
      (await service.call('GET', '/me', { token: fixture.user.token })).status,
      200,
      `seed ${seed}`,
    );
  }
  t.annotate([...statuses].map(([status, times]) => `${status}: ${times}`).join(', '));
  for (const status of [200, 303, 400, 401, 403])
    assert.ok((statuses.get(status) ?? 0) >= TOTAL / 50, `hardly a ${status}`);
});

async function check(
  request: HostileRequest,
  fixture: OAuthFixture,
  visitor: Visitor,
  ip: string,
  seed: number,
) {
  const own = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const strange = 'ringbinder-session=x; ringbinder-form; =; ringbinder-device=%00; ringbinder-sign-on="';
  const cookie = { own, strange, none: undefined }[request.cookies];
  const { statusCode, headers, body } = await pool.request({
    method: request.method as 'GET',
    path: request.path,
    headers: { 'x-forwarded-for': ip, ...(cookie === undefined ? {} : { cookie }), ...request.headers },
    body: request.body ?? null,
  });
  const text = await body.text();
  const report = `seed ${seed}: ${JSON.stringify(request).slice(0, 1_500)} → ${statusCode} ${headers.location} ${text.slice(0, 1_000)}`;
  assert.ok(statusCode < 500, report);
  if (headers.location !== undefined) assert.ok(mayLeadTo(String(headers.location)), report);
  for (const inside of INSIDE) assert.doesNotMatch(text, inside, report);
  for (const secret of [fixture.client.secret, service.directory, fixture.user.token])
    assert.ok(!text.includes(secret), report);
  if (String(headers['content-type']).includes('html')) assert.ok(!text.includes(MARKUP), report);
  for (const name of Object.keys(headers)) assert.ok(!/evil/.test(name), report);
  return statusCode;
}

function mayLeadTo(location: string): boolean {
  const url = new URL(location, service.origin);
  if (url.origin === service.origin) return location.startsWith('/') && !location.startsWith('//');
  if (url.origin === SSO) return location.startsWith(`${SSO}/sso?tenant=1&`);
  return (
    !url.host.includes(FOREIGN) &&
    [`${REDIRECT_URI}&`, `${REDIRECT_URI}#`].some((each) => location.startsWith(each))
  );
}
