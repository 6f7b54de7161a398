import assert from 'node:assert/strict';
import { newVisitor, startService, type TestService, type View } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { createFixture, type OAuthFixture, PASSWORD } from './testing/fixture.ts';

const COOKIE = 'ringbinder-email';

let service: TestService;
let fixture: OAuthFixture;
beforeAll(async () => {
  const config = { smtpUrl: 'smtp://127.0.0.1:1', mailFrom: 'Ringbinder <no@test.example>' };
  service = await startService({ config });
  fixture = await createFixture(service);
});
afterAll(() => service.close());

async function rememberedVisitor(more: Record<string, string> = { remember: 'true' }) {
  const visitor = newVisitor(service.origin);
  const { email } = fixture.user;
  const view = await visitor.submit(await visitor.get('/sign-in'), { email, password: PASSWORD, ...more });
  assert.equal(view.status, 303);
  await visitor.submit(await visitor.get('/account'), {});
  return { visitor, view, email };
}

const emailIn = ({ text }: View) => /id="email"[^>]* value="([^"]*)"/.exec(text)?.[1];
const notYouIn = ({ text }: View) =>
  /href="([^"]*)">Not you\?/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
const isTicked = ({ text }: View) => /name="remember"[^>]* checked/.test(text);

test('[SIGNIN-10] remembers the address, in a cookie that scripts cannot read and that is no session', async () => {
  const { visitor, view, email } = await rememberedVisitor();
  const cookie = view.headers.getSetCookie().find((line) => line.startsWith(COOKIE)) ?? '';
  assert.match(cookie, /^ringbinder-email=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/);
  const page = await visitor.get('/sign-in');
  assert.deepEqual([emailIn(page), isTicked(page)], [email, true]);
  assert.equal((await visitor.get('/account')).status, 303, 'nobody is signed in');
});

test('[SIGNIN-10] fills the address in for a forgotten password, only in that browser', async () => {
  const { visitor, email } = await rememberedVisitor();
  assert.equal(emailIn(await visitor.get('/forgotten-password')), email);
  assert.equal(emailIn(await newVisitor(service.origin).get('/forgotten-password')), '');
});

test('[SIGNIN-10] remembers nothing without the tick, and forgets the address when it is removed', async () => {
  const { visitor } = await rememberedVisitor({});
  const page = await visitor.get('/sign-in');
  assert.deepEqual([emailIn(page), isTicked(page), notYouIn(page)], ['', false, '']);
  const { visitor: other, email } = await rememberedVisitor();
  await other.submit(await other.get('/sign-in'), { email, password: PASSWORD });
  assert.equal(other.cookies.has(COOKIE), false);
});

test('[SIGNIN-10] remembers no address with a wrong password, and keeps the tick', async () => {
  const visitor = newVisitor(service.origin);
  const wrong = { email: fixture.user.email, password: 'wrong', remember: 'true' };
  const view = await visitor.submit(await visitor.get('/sign-in'), wrong);
  assert.deepEqual([view.status, visitor.cookies.has(COOKIE), isTicked(view)], [401, false, true]);
});

test('[SIGNIN-10] “Not you?” forgets the address and keeps the destination', async () => {
  const { visitor } = await rememberedVisitor();
  const link = notYouIn(await visitor.get('/sign-in?next=/account'));
  assert.match(link, /^\/sign-in\?next=%2Faccount&/);
  const page = await visitor.get(link);
  assert.deepEqual([emailIn(page), isTicked(page), notYouIn(page)], ['', false, '']);
  assert.match(page.text, /name="next" value="\/account"/);
  assert.equal(emailIn(await visitor.get('/sign-in')), '');
});

test('[SIGNIN-10] a link of another site forgets no address', async () => {
  const { visitor, email } = await rememberedVisitor();
  const page = await visitor.get('/sign-in?not_you=1', { 'sec-fetch-site': 'cross-site' });
  assert.equal(emailIn(page), email);
  assert.equal(visitor.cookies.has(COOKIE), true);
});

test('[SIGNIN-10] a cookie that is no text fills nothing, and markup in it stays text', async () => {
  const visitor = newVisitor(service.origin);
  const fill = async (value: string | Buffer) => {
    visitor.cookies.set(COOKIE, Buffer.from(value).toString('base64url'));
    return emailIn(await visitor.get('/sign-in'));
  };
  assert.equal(await fill('a\0b'), '');
  assert.equal(await fill('x'.repeat(321)), '');
  assert.equal(await fill('"><script>'), '&quot;&gt;&lt;script&gt;');
});
