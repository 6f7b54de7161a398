import assert from 'node:assert/strict';
import { newVisitor, startService, type TestService, type View, type Visitor } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { createFixture, type OAuthFixture, REDIRECT_URI } from './testing/fixture.ts';

let service: TestService;
let fixture: OAuthFixture;
let visitor: Visitor;
beforeAll(async () => {
  service = await startService();
  fixture = await createFixture(service);
  visitor = await fixture.signedIn();
});
afterAll(() => service.close());

const queryOf = ({ location }: View) => new URL(location ?? 'none:').searchParams;
const hashOf = ({ location }: View) => new URLSearchParams(new URL(location ?? 'none:').hash.slice(1));

function assertShown(view: View, word: string): void {
  assert.equal(view.status, 400);
  assert.equal(view.location, null, 'it never redirects');
  assert.ok(view.text.includes(word), view.text);
}

async function afterSignIn(person: Visitor, { location }: View): Promise<View> {
  assert.ok(location?.startsWith('/continue?') && location, String(location));
  const between = await person.get(location);
  const next = /<a [^>]*href="([^"]*)"/.exec(between.text)?.[1] ?? '';
  return person.get(next.replaceAll('&amp;', '&'));
}

test('[OAUTH-1] [OAUTH-3] [OAUTH-7] [SIGNIN-1] whoever is not signed in signs in first, allows it, and returns with a code', async () => {
  const person = newVisitor(service.origin);
  const first = await person.get(fixture.authorizeUrl({ redirect_uri: REDIRECT_URI }));
  assert.equal(first.status, 303);
  const signIn = await person.get(first.location ?? '');
  assert.equal(signIn.status, 200);
  const { email } = fixture.user;
  const back = await person.submit(signIn, { email, password: 'correct horse battery' });
  assert.equal(back.status, 303);
  const consent = await afterSignIn(person, back);
  assert.equal(consent.status, 200);
  assert.ok(consent.text.includes('Test client') && consent.text.includes(fixture.user.name));
  const done = await person.submit(consent, { decision: 'allow' });
  assert.equal(done.status, 303);
  assert.equal(done.headers.get('cache-control'), 'no-store');
  const url = new URL(done.location ?? '');
  assert.equal(`${url.origin}${url.pathname}`, 'https://app.example.com/back');
  assert.deepEqual([...url.searchParams.keys()], ['keep', 'code', 'state', 'iss']);
  assert.equal(url.searchParams.get('state'), 's/1 &=');
  assert.match(url.searchParams.get('code') ?? '', /^[\w-]{43}$/);
});

test('[OAUTH-2] [OAUTH-4] [OAUTH-13] with response_type token the result is in the hash, short-lived, and cannot be refreshed', async () => {
  const view = await fixture.authorize(visitor, { response_type: 'token' });
  assert.equal(view.status, 303);
  assert.deepEqual([...queryOf(view).keys()], ['keep']);
  const result = Object.fromEntries(hashOf(view));
  const { access_token: token = '', ...rest } = result;
  const iss = service.env.baseUrl();
  assert.deepEqual(rest, {
    token_type: 'bearer',
    expires_in: '3600',
    scope: 'read write',
    state: 's/1 &=',
    iss,
  });
  assert.equal((await service.call('GET', '/me', { token })).body.data.id, fixture.user.id);
  const before = service.env.config.accessTokenSeconds;
  service.env.config.accessTokenSeconds = 60;
  const again = hashOf(await fixture.authorize(visitor, { response_type: 'token' }));
  service.env.config.accessTokenSeconds = before;
  assert.equal(again.get('expires_in'), '3600', 'it is not configurable');
});

test('[OAUTH-5] redirect_uri may be left out where one is registered, and not where several are', async () => {
  assert.equal((await fixture.authorize(visitor)).location?.startsWith(REDIRECT_URI), true);
  const { db } = service.env;
  const set = (uris: string[]) =>
    db.query('UPDATE clients SET redirect_uris = $2 WHERE id = $1', [fixture.client.id, uris]);
  await set([REDIRECT_URI, 'https://app.example.com/other']);
  assertShown(await visitor.get(fixture.authorizeUrl()), 'redirect_uri');
  const other = await fixture.authorize(visitor, { redirect_uri: 'https://app.example.com/other' });
  assert.ok(other.location?.startsWith('https://app.example.com/other?code='));
  await set([]);
  assertShown(await visitor.get(fixture.authorizeUrl()), 'redirect_uri');
  assertShown(await visitor.get(fixture.authorizeUrl({ redirect_uri: REDIRECT_URI })), 'redirect_uri');
  await set([REDIRECT_URI]);
});

const nearMisses = [
  'https://app.example.com/back',
  'https://app.example.com/back?keep=1&more=1',
  'https://app.example.com/back?keep=2',
  'https://app.example.com/back?Keep=1',
  'https://app.example.com/back/?keep=1',
  'https://app.example.com/back%3Fkeep=1',
  'https://app.example.com/BACK?keep=1',
  'https://APP.example.com/back?keep=1',
  'http://app.example.com/back?keep=1',
  'https://app.example.com:443/back?keep=1',
  'https://app.example.com:8443/back?keep=1',
  'https://app.example.com./back?keep=1',
  'https://app.example.com@evil.example/back?keep=1',
  'https://evil.example/https://app.example.com/back?keep=1',
  'https://app.example.com.evil.example/back?keep=1',
  'https://evil.example#@app.example.com/back?keep=1',
  'https://app.example.com/x/../back?keep=1',
  'https://app.example.com\\@evil.example/back?keep=1',
  '//app.example.com/back?keep=1',
  'https://app.example.com/back?keep=1#',
  'https://app.example.com/back?keep=1 ',
  ' https://app.example.com/back?keep=1',
  'https://app.example.com/back?keep=1%00',
  'javascript:alert(1)//https://app.example.com/back?keep=1',
];
for (const uri of nearMisses) {
  test(`[OAUTH-5] [OAUTH-6] ${uri} is not the registered address`, async () => {
    for (const response_type of ['code', 'token'])
      assertShown(
        await visitor.get(fixture.authorizeUrl({ redirect_uri: uri, response_type })),
        'redirect_uri',
      );
  });
}

test('[OAUTH-6] an unknown, missing, disabled or bot client is shown an error, and nothing is redirected', async () => {
  const bot = await service.make.botApp(fixture.partner.id);
  const deletedClient = await service.make.client({ partnerId: fixture.partner.id });
  await service.env.db.query('UPDATE clients SET disabled_at = 1, redirect_uris = $2 WHERE id = $1', [
    deletedClient.id,
    [REDIRECT_URI],
  ]);
  for (const client_id of [
    undefined,
    '',
    'C',
    `C${'x'.repeat(22)}`,
    bot.id,
    deletedClient.id,
    '\0',
    "' OR 1=1",
  ])
    assertShown(await visitor.get(fixture.authorizeUrl({ client_id })), 'client_id');
});

test('[OAUTH-6] [OAUTH-8] [OAUTH-9] [OAUTH-13] every other mistake goes back to the client', async () => {
  const challenge = 'x'.repeat(43);
  const cases: [Record<string, string | undefined>, string, string][] = [
    [{ response_type: undefined }, 'invalid_request', 'response_type'],
    [{ response_type: 'id_token' }, 'unsupported_response_type', 'response_type'],
    [{ response_type: 'code token' }, 'unsupported_response_type', 'response_type'],
    [{ scope: 'read write admin' }, 'invalid_scope', 'admin'],
    [{ scope: 'READ' }, 'invalid_scope', 'READ'],
    [{ code_challenge: challenge }, 'invalid_request', 'S256'],
    [{ code_challenge: challenge, code_challenge_method: 'plain' }, 'invalid_request', 'S256'],
    [{ code_challenge: 'short', code_challenge_method: 'S256' }, 'invalid_request', 'code_challenge'],
    [{ code_challenge_method: 'S256' }, 'invalid_request', 'code_challenge'],
  ];
  for (const [fields, error, word] of cases) {
    const view = await visitor.get(fixture.authorizeUrl(fields));
    assert.equal(view.status, 303, JSON.stringify(fields));
    assert.equal(queryOf(view).get('error'), error);
    assert.ok(queryOf(view).get('error_description')?.includes(word));
    assert.equal(queryOf(view).get('state'), 's/1 &=');
    assert.equal(queryOf(view).get('iss'), service.env.baseUrl());
    assert.equal(queryOf(view).get('code'), null);
  }
  const inHash = await visitor.get(fixture.authorizeUrl({ response_type: 'token', scope: 'admin' }));
  assert.equal(hashOf(inHash).get('error'), 'invalid_scope');
  assert.deepEqual([...queryOf(inHash).keys()], ['keep']);
  const withoutGrants = await service.make.client({
    partnerId: fixture.partner.id,
    grants: ['refresh_token'],
  });
  await service.env.db.query('UPDATE clients SET redirect_uris = $2 WHERE id = $1', [
    withoutGrants.id,
    [REDIRECT_URI],
  ]);
  for (const response_type of ['code', 'token']) {
    const view = await visitor.get(fixture.authorizeUrl({ client_id: withoutGrants.id, response_type }));
    const result = response_type === 'token' ? hashOf(view) : queryOf(view);
    assert.equal(result.get('error'), 'unauthorized_client');
  }
});

test('[OAUTH-17] response_mode says where the answer goes: a code into the hash too, a token never into the query', async () => {
  const query = await fixture.authorize(visitor, { response_mode: 'query' });
  assert.match(queryOf(query).get('code') ?? '', /^[\w-]{43}$/);
  const hash = await fixture.authorize(visitor, { response_mode: 'fragment' });
  assert.deepEqual([...queryOf(hash).keys()], ['keep']);
  assert.deepEqual([...hashOf(hash).keys()], ['code', 'state', 'iss']);
  const token = await fixture.authorize(visitor, { response_type: 'token', response_mode: 'fragment' });
  assert.ok(hashOf(token).get('access_token'));
  const failed = await visitor.get(fixture.authorizeUrl({ response_mode: 'fragment', scope: 'admin' }));
  assert.equal(hashOf(failed).get('error'), 'invalid_scope', 'errors go the same way');
  const refused: [Record<string, string>, (view: View) => URLSearchParams][] = [
    [{ response_type: 'token', response_mode: 'query' }, hashOf],
    [{ response_mode: 'form_post' }, queryOf],
    [{ response_mode: 'FRAGMENT' }, queryOf],
    [{ response_type: 'token', response_mode: 'form_post' }, hashOf],
  ];
  for (const [fields, answerOf] of refused) {
    const answer = answerOf(await visitor.get(fixture.authorizeUrl(fields)));
    assert.equal(answer.get('error'), 'invalid_request', JSON.stringify(fields));
    assert.match(answer.get('error_description') ?? '', /response_mode/);
    assert.equal(answer.get('access_token'), null);
  }
});

test('[OAUTH-6] a parameter that is given twice is refused: of client or address on a page, of the rest by redirect', async () => {
  const url = fixture.authorizeUrl({ redirect_uri: REDIRECT_URI });
  assertShown(await visitor.get(`${url}&client_id=${fixture.client.id}`), 'client_id');
  assertShown(await visitor.get(`${url}&redirect_uri=${encodeURIComponent(REDIRECT_URI)}`), 'redirect_uri');
  for (const name of ['response_type', 'state', 'scope', 'code_challenge']) {
    const view = await visitor.get(`${url}&${name}=a&${name}=b`);
    assert.equal(view.status, 303);
    assert.equal(queryOf(view).get('error'), 'invalid_request');
    assert.ok(queryOf(view).get('error_description')?.startsWith(name));
  }
});

test('[OAUTH-6] a user of another partner, or of an org that the client does not serve, signs in as someone else', async () => {
  const other = await createFixture(service);
  const otherPartner = await other.signedIn();
  const view = await otherPartner.get(fixture.authorizeUrl());
  assert.equal(view.status, 303);
  assert.ok(view.location?.startsWith('/sign-in?'));
  const signIn = await otherPartner.get(view.location ?? '');
  assert.equal(signIn.status, 200, 'nobody is sent round in a circle');
  assert.match(signIn.text, /Use another account/);
  const done = await otherPartner.submit(signIn, {
    email: fixture.user.email,
    password: 'correct horse battery',
  });
  assert.equal(done.status, 303);
  const back = await afterSignIn(otherPartner, done);
  assert.ok(back.text.includes(fixture.user.name) || queryOf(back).has('code'), 'then it goes on');
  const another = await other.signedIn();
  const posted = await another.post(fixture.authorizeUrl(), { decision: 'allow' });
  assert.equal(posted.status, 403);
  const silent = await another.get(fixture.authorizeUrl({ prompt: 'none' }));
  assert.equal(queryOf(silent).get('error'), 'login_required');
  const { db } = service.env;
  const [orgId, bound] = [await service.make.org(other.partner.id), other.client.id];
  await db.query('UPDATE clients SET org_id = $2 WHERE id = $1', [bound, orgId]);
  const elsewhere = await another.get(other.authorizeUrl({ prompt: 'none' }));
  assert.equal(queryOf(elsewhere).get('error'), 'login_required', 'a client of another org of the partner');
  await db.query('UPDATE clients SET org_id = $2 WHERE id = $1', [bound, other.user.orgId]);
  assert.equal((await another.get(other.authorizeUrl())).status, 200, 'one of the own org');
});

test('[AUTH-4] a token in a cookie opens nothing, and a session is no token', async () => {
  const cookies = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  for (const cookie of [
    `access_token=${fixture.user.token}`,
    `Authorization=Bearer ${fixture.user.token}`,
    cookies,
  ])
    assert.equal((await service.call('GET', '/me', { headers: { cookie } })).status, 401);
  for (const value of visitor.cookies.values())
    assert.equal((await service.call('GET', '/me', { token: value })).status, 401);
});
