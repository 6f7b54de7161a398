import assert from 'node:assert/strict';
import { newVisitor, startService, type TestService, until } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { createFixture, PASSWORD } from './testing/fixture.ts';
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

const linkIn = (mail = '') => {
  const link = new URL(/http:\/\/\S+/.exec(mail.replaceAll('=\n', '').replaceAll('=3D', '='))?.[0] ?? '');
  return link.pathname + link.search;
};

test('[MEMBER-18] a first password leads to the binder of the invitation, or to which somebody added the person last', async () => {
  const { user } = await createFixture(service);
  const { token, orgId } = user;
  await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [user.id]);
  const email = (name: string) => `${name}.${user.id.toLowerCase()}@test.example`;
  const create = async (name: string) => {
    const json = { email: email(name), mail_setup_link: true };
    await service.call('POST', `/orgs/${orgId}/users`, { token, json });
    return linkIn(mailServer.mails.at(-1));
  };
  const invite = async (name: string) => {
    const binderId = await service.make.binder(user);
    const json = { users: [{ user: { email: email(name) } }] };
    const { status } = await service.call('POST', `/${binderId}/inviteuser`, { token, json });
    assert.equal(status, 200);
    service.clock.advance(1);
    return binderId;
  };
  const choosePassword = async (link: string) => {
    const visitor = newVisitor(service.origin);
    return (await visitor.submit(await visitor.get(link), { password: PASSWORD })).location;
  };
  const invited = await invite('gina');
  assert.equal(await choosePassword(await create('gina')), `/b/${invited}`);
  const link = await create('hugo');
  await invite('hugo');
  const last = await invite('hugo');
  assert.equal(await choosePassword(link), `/b/${last}`);
  const visitor = newVisitor(service.origin);
  await visitor.submit(await visitor.get('/forgotten-password'), { email: email('hugo') });
  await until(
    'the mail is sent',
    () => mailServer.mails.at(-1)?.includes('reset-password') && linkIn(mailServer.mails.at(-1)) !== link,
  );
  assert.equal(await choosePassword(linkIn(mailServer.mails.at(-1))), '/');
});
