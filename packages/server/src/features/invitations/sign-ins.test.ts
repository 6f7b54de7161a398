import assert from 'node:assert/strict';
import { newVisitor, startService, type TestService, until } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { activity } from '../home/index.ts';
import { createFixture, givePassword, type OAuthFixture, PASSWORD } from '../oauth/testing/fixture.ts';
import { startMailServer } from '../oauth/testing/mail-server.ts';
import { makeProvider } from '../saml/testing/provider.ts';
import { invitationMails } from './mail.ts';

let service: TestService;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let fixture: OAuthFixture;
beforeAll(async () => {
  mailServer = await startMailServer();
  service = await startService({
    config: { smtpUrl: mailServer.url, mailFrom: 'Ringbinder <no@test.example>' },
  });
  fixture = await createFixture(service);
});
afterAll(async () => {
  await service.close();
  await mailServer.close();
});

async function invitedBinder(email: string, more: object = {}): Promise<string> {
  const binderId = await service.make.binder(fixture.user);
  const { token } = fixture.user;
  const json = { users: [{ user: { email } }], ...more };
  const answer = await service.call('POST', `/${binderId}/inviteuser`, { token, json });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return binderId;
}

const membersOf = async (binderId: string): Promise<{ email: string | null; status: string }[]> => {
  const { users } = (await service.call('GET', `/${binderId}`, { token: fixture.user.token })).body.data;
  return users
    .filter(({ type }: { type: string }) => type !== 'BOARD_OWNER')
    .map(({ status, user }: { status: string; user: { email: string | null } }) => ({
      status,
      email: user.email,
    }));
};

async function withPassword(email: string, orgId = fixture.partner.orgId) {
  const user = await service.make.user({ partner: fixture.partner, orgId });
  await service.env.db.query('UPDATE users SET email = $2 WHERE id = $1', [user.id, email]);
  await givePassword(service, user);
  return { ...user, email };
}

test('[MEMBER-15] at a sign-in with a password, whatever the letters of the address', async () => {
  const binderId = await invitedBinder('Ada@Guest.example');
  const ada = await withPassword('ada@guest.EXAMPLE');
  assert.deepEqual(await membersOf(binderId), [{ status: 'BOARD_INVITED', email: 'Ada@Guest.example' }]);
  await fixture.signedIn(ada);
  assert.deepEqual(await membersOf(binderId), [{ status: 'BOARD_MEMBER', email: ada.email }]);
});

test('[MEMBER-18] a person who joins comes to the binder, whose chat says so, and is notified of it', async () => {
  const { user } = fixture;
  const earlier = await invitedBinder('dora@guest.example');
  service.clock.advance(1);
  const binderId = await invitedBinder('dora@guest.example');
  const dora = await withPassword('dora@guest.example');
  const visitor = newVisitor(service.origin);
  const signIn = await visitor.get('/sign-in');
  const answer = await visitor.submit(signIn, { email: dora.email, password: PASSWORD });
  assert.deepEqual([answer.status, answer.location], [303, `/b/${binderId}`]);
  for (const joined of [earlier, binderId]) {
    const { body } = await service.call('GET', `/${joined}/messages`, { token: user.token });
    const [message] = body.data.messages;
    assert.deepEqual(
      [message.user.id, message.is_feed, message.text],
      [dora.id, true, `${dora.name} joined the binder`],
    );
  }
  await activity.catchUp(service.env, binderId);
  const { body } = await service.call('GET', '/me/notifications', { token: dora.token });
  const [notification] = body.data.notifications;
  assert.deepEqual(
    [notification.type, notification.binder.id, notification.user.id],
    ['invitation', binderId, user.id],
  );
  const again = await visitor.submit(await visitor.get(`/sign-in?other=1`), {
    email: dora.email,
    password: PASSWORD,
  });
  assert.equal(again.location, '/');
});

test('[MEMBER-15] a wrong password, an account of another org, and another mailbox that looks alike join nothing', async () => {
  const binderId = await invitedBinder('eve@guest.example');
  const other = await invitedBinder('mİra@guest.example');
  const user = await withPassword('eve@guest.example');
  const visitor = newVisitor(service.origin);
  const wrong = { email: user.email, password: 'wrong password' };
  assert.equal((await visitor.submit(await visitor.get('/sign-in'), wrong)).status, 401);
  assert.equal((await membersOf(binderId))[0]?.status, 'BOARD_INVITED');
  await service.env.db.query('UPDATE users SET email = NULL WHERE id = $1', [user.id]);
  const elsewhere = await withPassword('eve@guest.example', await service.make.org(fixture.partner.id));
  await fixture.signedIn(elsewhere);
  // In lower case, `İ` is `i` with a combining dot, which some systems drop.
  await fixture.signedIn(await withPassword('mira@guest.example'));
  await fixture.signedIn(await withPassword('mi̇ra@guest.example'));
  assert.equal((await membersOf(binderId))[0]?.status, 'BOARD_INVITED');
  assert.equal((await membersOf(other))[0]?.status, 'BOARD_INVITED');
});

test('[MEMBER-15] [MEMBER-18] SAML proves an address only by the org’s own provider, and where the org relies on its addresses', async () => {
  const { id: partnerId, orgId } = fixture.partner;
  const relied = makeProvider(service, 'https://relied.test/entity');
  await relied.register({ partnerId, orgId }, { link_by_email: true });
  const claimed = makeProvider(service, 'https://claimed.test/entity');
  await claimed.register({ partnerId, orgId });
  await claimed.register({ partnerId, orgId: null });
  const signOn = async (provider: typeof relied, owner: object, email: string) => {
    const assertion = { nameId: `name of ${email}`, attributes: { mail: email } };
    const query = { ...owner, idp_id: provider.idpId };
    const back = await provider.signOn(newVisitor(service.origin), query as never, { assertion });
    assert.equal(back.status, 303, back.text);
    return back.location;
  };
  for (const [provider, owner, email, status] of [
    [claimed, { org_id: orgId }, 'one@guest.example', 'BOARD_INVITED'],
    [claimed, { partner_id: partnerId }, 'two@guest.example', 'BOARD_INVITED'],
    [relied, { org_id: orgId }, 'three@guest.example', 'BOARD_MEMBER'],
  ] as const) {
    const binderId = await invitedBinder(email);
    const destination = await signOn(provider, owner, email);
    assert.equal(destination, status === 'BOARD_MEMBER' ? `/b/${binderId}` : '/', email);
    assert.deepEqual(await membersOf(binderId), [{ status, email }], email);
  }
  // An asserted address that belongs to another user proves nothing.
  const owned = await invitedBinder('four@guest.example');
  await withPassword('four@guest.example');
  await signOn(claimed, { org_id: orgId }, 'four@guest.example');
  assert.equal((await membersOf(owned))[0]?.status, 'BOARD_INVITED');
});

const decoded = (mail: string) =>
  mail
    .replace(/=\n/g, '')
    .replace(/(=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString());

test('[MEMBER-17] a mail goes out once, with names, message and the address of the service, and no secret', async () => {
  mailServer.mails.length = 0;
  const { user } = fixture;
  await service.env.db.query(`UPDATE invitations SET mail_due_at = NULL`);
  const binderId = await invitedBinder('mail@guest.example', { message: 'Welcome!\nCome in.' });
  await service.call('POST', `/${binderId}`, {
    token: user.token,
    json: { name: 'Plans\nBcc: x@y.example' },
  });
  await Promise.all([invitationMails.work(service.env), invitationMails.work(service.env)]);
  assert.equal(mailServer.mails.length, 1);
  const mail = decoded(mailServer.mails[0] ?? '');
  assert.match(mail, /^To: mail@guest\.example$/m);
  assert.ok(!/^Bcc:/m.test(mail), mail);
  for (const words of [
    user.name,
    'Plans Bcc: x@y.example',
    '> Welcome!',
    '> Come in.',
    `${service.origin}/b/${binderId}`,
  ])
    assert.ok(mail.includes(words), `${words} in ${mail}`);
  await invitationMails.work(service.env);
  assert.equal(mailServer.mails.length, 1, 'once');
  const renewAfter = async (change: string) => {
    await service.env.db.query(`UPDATE invitations SET ${change} WHERE binder_id = $1`, [binderId]);
    const json = { users: [{ user: { email: 'mail@guest.example' } }] };
    await service.call('POST', `/${binderId}/inviteuser`, { token: user.token, json });
    await invitationMails.work(service.env);
    return decoded(mailServer.mails.at(-1) ?? '');
  };
  assert.match(await renewAfter('mailed_at = 1'), /> Come in\./);
  assert.doesNotMatch(await renewAfter('mailed_at = 1, expires_at = 1'), /> Come in\./);
  assert.equal(mailServer.mails.length, 3);
});

test('[MEMBER-17] renewed within a day it brings no second mail; an address gets three in a day, whoever invites it', async () => {
  mailServer.mails.length = 0;
  const email = 'busy@guest.example';
  const binderId = await invitedBinder(email);
  await invitationMails.work(service.env);
  const json = { users: [{ user: { email } }] };
  await service.call('POST', `/${binderId}/inviteuser`, { token: fixture.user.token, json });
  await invitationMails.work(service.env);
  assert.equal(mailServer.mails.length, 1);
  for (let number = 0; number < 4; number++) await invitedBinder(email.toUpperCase());
  for (let number = 0; number < 4; number++) await invitationMails.work(service.env);
  assert.equal(mailServer.mails.length, 3);
});

test('[MEMBER-17] a mail that the server refuses is tried again', async () => {
  await service.env.db.query(`UPDATE invitations SET mail_due_at = NULL`);
  mailServer.mails.length = 0;
  await invitedBinder('late@guest.example');
  const { smtpUrl } = service.env.config;
  service.env.config.smtpUrl = 'smtp://127.0.0.1:1';
  await invitationMails.work(service.env);
  service.env.config.smtpUrl = smtpUrl;
  await invitationMails.work(service.env);
  assert.equal(mailServer.mails.length, 0, 'not at once');
  service.clock.advance(10 * 60 * 1000 + 1);
  await until('the mail came', async () => {
    await invitationMails.work(service.env);
    return mailServer.mails.length === 1 || undefined;
  });
});
