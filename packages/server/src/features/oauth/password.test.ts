import assert from 'node:assert/strict';
import { newVisitor, startService, type TestService, until } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { makeProvider } from '../saml/testing/provider.ts';
import { createPasswordReset, findResettable } from './sign-in/resets.ts';
import { createFixture, givePassword, type OAuthFixture, PASSWORD } from './testing/fixture.ts';
import { startMailServer } from './testing/mail-server.ts';

let service: TestService;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  mailServer = await startMailServer();
  service = await startService({
    config: { smtpUrl: mailServer.url, mailFrom: 'Ringbinder <no@test.example>' },
  });
});
afterAll(async () => {
  await service.close();
  await mailServer.close();
});

const OTHER = 'another long password';

async function signInStatus(
  { user }: OAuthFixture,
  password: string,
  origin = service.origin,
): Promise<number> {
  const visitor = newVisitor(origin);
  return (await visitor.submit(await visitor.get('/sign-in'), { email: user.email, password })).status;
}

async function admin(fixture: OAuthFixture): Promise<string> {
  const { partner, client } = fixture;
  const { id, token } = await service.make.user({ partner, client });
  await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [id]);
  return token;
}

test('[SIGNIN-4] a password is changed with the old one; other sessions end, this one stays', async () => {
  const fixture = await createFixture(service);
  const [here, elsewhere] = [await fixture.signedIn(), await fixture.signedIn()];
  const change = async (old: string, password: string) =>
    here.submit(await here.get('/password'), { old, password });
  assert.equal((await change('wrong', OTHER)).status, 400);
  assert.equal((await change(PASSWORD, 'short')).status, 400);
  assert.equal((await change(PASSWORD, 'x'.repeat(201))).status, 400);
  assert.equal(await signInStatus(fixture, PASSWORD), 303, 'nothing has changed');
  assert.equal((await change(PASSWORD, OTHER)).status, 200);
  assert.equal((await here.get('/account')).status, 200);
  assert.equal((await elsewhere.get('/account')).status, 303);
  assert.deepEqual([await signInStatus(fixture, PASSWORD), await signInStatus(fixture, OTHER)], [401, 303]);
  assert.equal((await newVisitor(service.origin).get('/password')).location, '/sign-in');
});

test('[SIGNIN-4] a forgotten password is reset by a link that goes by mail, once and within an hour', async () => {
  const fixture = await createFixture(service);
  const session = await fixture.signedIn();
  const ask = async (email: string) => {
    const visitor = newVisitor(service.origin);
    return visitor.submit(await visitor.get('/forgotten-password'), { email });
  };
  const nobody = await ask('nobody@test.example');
  const answer = await ask(fixture.user.email.toUpperCase());
  assert.equal(nobody.text, answer.text, 'the page does not tell who has an account');
  await until('the mail is there', () => mailServer.mails.length === 1);
  const [mail = ''] = mailServer.mails;
  assert.match(mail, /^From: Ringbinder <no@test\.example>$/m);
  assert.match(mail, new RegExp(`^To: ${fixture.user.email}$`, 'im'));
  const link = new URL(/http:\/\/\S+/.exec(mail.replaceAll('=\n', '').replaceAll('=3D', '='))?.[0] ?? '');
  assert.equal(link.pathname, '/reset-password');
  const stored = await service.env.db.query<{ row: string }>(
    'SELECT row_to_json(r)::text AS row FROM password_resets r',
  );
  assert.ok(stored.every(({ row }) => !row.includes(link.searchParams.get('token') ?? '')));
  const visitor = newVisitor(service.origin);
  const page = await visitor.get(link.pathname + link.search);
  assert.equal((await visitor.submit(page, { password: 'short' })).status, 400);
  const tries = await Promise.all([
    visitor.submit(page, { password: OTHER }),
    visitor.submit(page, { password: OTHER }),
  ]);
  assert.deepEqual(tries.map(({ status }) => status).sort(), [303, 400], 'of two at once one');
  assert.equal((await visitor.get('/account')).status, 200, 'the link has signed in');
  assert.equal((await session.get('/account')).status, 303, 'sessions have ended');
  assert.equal(await signInStatus(fixture, OTHER), 303);
  assert.equal((await visitor.get(link.pathname + link.search)).status, 400);
  assert.equal((await visitor.get('/reset-password?token=')).status, 400);
});

test('[SIGNIN-4] a changed password ends links that would reset it', async () => {
  const { env } = service;
  const fixture = await createFixture(service);
  const here = await fixture.signedIn();
  const url = new URL(await env.db.transaction((tx) => createPasswordReset(env, tx, fixture.user.id)));
  const open = async () => (await newVisitor(service.origin).get(url.pathname + url.search)).status;
  assert.equal(await open(), 200);
  const done = await here.submit(await here.get('/password'), { old: PASSWORD, password: OTHER });
  assert.equal(done.status, 200);
  assert.equal(await open(), 400);
});

test('[SIGNIN-4] others who ask for a link do not end the one that its owner has', async () => {
  const { env } = service;
  const fixture = await createFixture(service);
  const url = new URL(await env.db.transaction((tx) => createPasswordReset(env, tx, fixture.user.id)));
  const before = mailServer.mails.length;
  const otherPartner = newVisitor(service.origin);
  await otherPartner.submit(await otherPartner.get('/forgotten-password'), { email: fixture.user.email });
  await until('the other mail is there', () => mailServer.mails.length > before);
  const owner = newVisitor(service.origin);
  const page = await owner.get(url.pathname + url.search);
  assert.equal((await owner.submit(page, { password: OTHER })).status, 303);
  const rows = await env.db.query('SELECT FROM password_resets WHERE user_id = $1', [fixture.user.id]);
  assert.equal(rows.length, 0, 'all end when one is used');
});

test('[SIGNIN-4] the link goes to the address of the account, and not to another spelling that counts as the same', async () => {
  const fixture = await createFixture(service);
  const email = `iris.${fixture.user.id.toLowerCase()}@mail.example`;
  await service.env.db.query('UPDATE users SET email = $2 WHERE id = $1', [fixture.user.id, email]);
  const before = mailServer.mails.length;
  // The database lower-cases both spellings to the stored address. For DNS, `maİl.example` is a different domain.
  for (const spelling of [email.replace('mail', 'maİl'), email.replace('iris', 'İris').toUpperCase()]) {
    const otherPartner = newVisitor(service.origin);
    await otherPartner.submit(await otherPartner.get('/forgotten-password'), { email: spelling });
  }
  await until('the mails are there', () => mailServer.mails.length === before + 2);
  for (const mail of mailServer.mails.slice(before)) assert.match(mail, new RegExp(`^To: ${email}$`, 'm'));
});

test('[SIGNIN-4] an account without a password gets a link, unless an identity provider signs it on', async () => {
  const { db } = service.env;
  const { partner, user } = await createFixture(service);
  await db.query('UPDATE users SET password_hash = NULL WHERE id = $1', [user.id]);
  const before = mailServer.mails.length;
  const visitor = newVisitor(service.origin);
  await visitor.submit(await visitor.get('/forgotten-password'), { email: user.email });
  await until('the mail is there', () => mailServer.mails.length > before);
  assert.match(mailServer.mails.at(-1) ?? '', new RegExp(`^To: ${user.email}$`, 'im'));
  const idOf = async () => (await findResettable(db, user.email)).map(({ id }) => id);
  assert.deepEqual(await idOf(), [user.id]);
  const provider = makeProvider(service, 'https://only.test/entity');
  await provider.register({ partnerId: partner.id, orgId: user.orgId });
  assert.deepEqual(await idOf(), []);
  await givePassword(service, user);
  assert.deepEqual(await idOf(), [user.id]);
});

test('[SIGNIN-4] without a mail server the admin gets the link, and nobody else', async () => {
  const quiet = await startService({ beside: service });
  assert.match((await newVisitor(quiet.origin).get('/forgotten-password')).text, /administrator/);
  const fixture = await createFixture(service);
  const token = await admin(fixture);
  const path = `/orgs/${fixture.user.orgId}/users/${fixture.user.id}/resetpassword`;
  const call = (bearer: string, to = path) => quiet.call('POST', to, { token: bearer, json: {} });
  assert.equal((await call(fixture.user.token)).status, 403);
  assert.equal((await call(await admin(await createFixture(service)))).status, 403);
  const bot = await service.make.bot({ partner: fixture.partner });
  assert.equal(
    (await call(token, `/orgs/${fixture.user.orgId}/users/${bot.userId}/resetpassword`)).status,
    400,
  );
  await service.env.db.query('UPDATE users SET is_partner_admin = true WHERE id = $1', [fixture.user.id]);
  assert.equal((await call(token)).status, 403, 'an org admin could become an admin of the partner');
  await service.env.db.query('UPDATE users SET is_partner_admin = false WHERE id = $1', [fixture.user.id]);
  const first = (await call(token)).body.data.reset_url;
  const second = (await call(token)).body.data.reset_url;
  const visitor = newVisitor(quiet.origin);
  assert.equal((await visitor.get(first)).status, 400, 'a new link ends the one before');
  const done = await visitor.submit(await visitor.get(second), { password: OTHER });
  assert.deepEqual([done.status, done.location], [303, '/']);
  assert.equal(await signInStatus(fixture, OTHER, quiet.origin), 303);
  const late = (await call(token)).body.data.reset_url;
  service.clock.advance(3_600_001);
  quiet.clock.advance(3_600_001);
  assert.equal((await visitor.get(late)).status, 400);
  const { body } = await quiet.call('GET', `/orgs/${fixture.user.orgId}/audit`, {
    token: await relogged(fixture),
  });
  const [entry] = body.data.entries;
  assert.deepEqual([entry.action, entry.target, entry.details], ['user.reset-password', fixture.user.id, {}]);
  await quiet.close();
});

const relogged = (fixture: OAuthFixture) => admin(fixture);
