import assert from 'node:assert/strict';
import { expectRefusal, newVisitor, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { createPasswordReset } from '../oauth/sign-in/resets.ts';
import { createFixture, PASSWORD } from '../oauth/testing/fixture.ts';
import { prepareSetupLink } from '../setup/index.ts';
import { refuseNewPassword } from './index.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const COMMON = 'Qwertyuiop';
const EMAIL = 'some.body@test.example';

test('[SIGNIN-6] passwords that are guessed first are refused, each with its reason', async () => {
  const cases: [RegExp, string[]][] = [
    [/very common password/, ['1q2w3e4r5t', 'PASSWORD123', '1234567890', 'passwordpassword', 'Manchester']],
    [
      /repeat a few characters/,
      ['aaaaaaaaaa', '1212121212', 'abcabcabcabc', 'xyzAxyzAxyzA!', '😀😀😀😀😀', '...........'],
    ],
    [/email address/, ['Some.Body@Test.example']],
    [
      /10 to 200/,
      ['short', 'nine char', 'x'.repeat(201), 'with a NUL\0 in it', '\ud800 is half a character'],
    ],
  ];
  for (const [reason, passwords] of cases)
    for (const password of passwords)
      assert.match((await refuseNewPassword(password, EMAIL))?.message ?? 'nothing', reason, password);
  assert.match(
    (await refuseNewPassword('Someone.Else', 'someone.else@test.example'))?.message ?? '',
    /email address/,
  );
});

test('[SIGNIN-6] other passwords are had, long ones and those in other scripts too', async () => {
  for (const password of [
    PASSWORD,
    'a fine password',
    'seven quiet rivers',
    'пароль которого никто не знает',
    `${EMAIL} and more`,
    `${'x1'.repeat(3)}something else`,
    'aaaa bbbb cccc',
    'Tr0ub4dor&3',
    'x'.repeat(10) + 'y'.repeat(10),
  ])
    assert.equal(await refuseNewPassword(password, EMAIL), undefined, password);
});

test('[SIGNIN-6] a person is told so when a password is changed and when it is reset', async () => {
  const fixture = await createFixture(service);
  const visitor = await fixture.signedIn();
  const change = async (password: string) =>
    visitor.submit(await visitor.get('/password'), { old: PASSWORD, password });
  const refused = await change(COMMON);
  assert.equal(refused.status, 400);
  assert.match(refused.text, /role="alert">The password must not be a very common password\./);
  assert.match((await change(fixture.user.email)).text, /must not be the email address/);
  const { env } = service;
  const url = new URL(await env.db.transaction((tx) => createPasswordReset(env, tx, fixture.user.id)));
  const other = newVisitor(service.origin);
  const page = await other.get(url.pathname + url.search);
  const again = await other.submit(page, { password: COMMON });
  assert.equal(again.status, 400);
  assert.match(again.text, /very common password/);
  assert.match((await other.submit(again, { password: fixture.user.email })).text, /email address/);
  assert.equal(
    (await other.submit(again, { password: 'seven quiet rivers' })).status,
    303,
    'the link is still good',
  );
});

test('[SIGNIN-6] nobody makes a user with one, and nobody sets up an installation with one', async () => {
  const { partner, user } = await createFixture(service);
  await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [user.id]);
  const make = (password: string) =>
    service.call('POST', `/orgs/${partner.orgId}/users`, {
      token: user.token,
      json: { email: EMAIL, password },
    });
  expectRefusal(await make(COMMON), 400, 'password');
  expectRefusal(await make(EMAIL), 400, 'password');
  assert.equal((await make('seven quiet rivers')).status, 200);

  const empty = await startService();
  try {
    const token = new URL((await prepareSetupLink(empty.env)) ?? '').searchParams.get('token') ?? '';
    const claim = { partner_name: 'Example', org_name: 'Office', email: EMAIL, password: COMMON };
    expectRefusal(await empty.call('POST', '/setup', { json: { token, ...claim } }), 400, 'password');
    const visitor = newVisitor(empty.origin);
    const page = await visitor.get(`/setup?token=${token}`);
    const refused = await visitor.submit(page, claim);
    assert.equal(refused.status, 400);
    assert.match(refused.text, /very common password/);
    const done = await visitor.submit(refused, { ...claim, password: 'seven quiet rivers' });
    assert.equal(done.status, 303, 'the link is still good');
  } finally {
    await empty.close();
  }
});
