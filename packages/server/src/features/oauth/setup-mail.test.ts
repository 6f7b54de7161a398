import assert from 'node:assert/strict';
import { newVisitor, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { makeProvider } from '../saml/testing/provider.ts';
import { setupMails } from './index.ts';
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

test('[ORG-4] [SIGNIN-4] a set-up link ends with another address, a disabled org or single sign-on', async () => {
  const { partner, user } = await createFixture(service);
  const { token, orgId } = user;
  await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [user.id]);
  const call = async (path: string, json: object) => {
    const { status, body } = await service.call('POST', `/orgs/${orgId}/users${path}`, { token, json });
    assert.equal(status, 200, body.message);
    return body.data;
  };
  const create = async (name: string) => {
    const email = `${name}.${user.id.toLowerCase()}@test.example`;
    const { id } = await call('', { email, mail_setup_link: true });
    return { id, email, link: linkIn(mailServer.mails.at(-1)) };
  };
  const statusOf = async (link: string) => (await newVisitor(service.origin).get(link)).status;
  const dora = await create('dora');
  assert.equal(await statusOf(dora.link), 200);
  await call(`/${dora.id}`, { email: `right.${dora.email}` });
  assert.equal(await statusOf(dora.link), 400);

  const { link } = await create('emil');
  const visitor = newVisitor(service.origin);
  const page = await visitor.get(link);
  const setOrg = (at: number | null) =>
    service.env.db.query('UPDATE orgs SET disabled_at = $2 WHERE id = $1', [orgId, at]);
  await setOrg(1);
  assert.equal((await visitor.submit(page, { password: PASSWORD })).status, 400);
  await setOrg(null);
  assert.equal(await statusOf(link), 200, 'the link was not consumed');
  const admin = await create('fay');
  await service.env.db.query('UPDATE users SET is_partner_admin = true WHERE id = $1', [admin.id]);
  await makeProvider(service, 'https://later.test/entity').register({ partnerId: partner.id, orgId });
  assert.equal(await statusOf(link), 400);
  assert.equal(await statusOf(admin.link), 200, 'an org’s provider does not sign partner admins on');
});

test('[ORG-4] [SIGNIN-4] a new user gets a mail with a link to choose a password within 7 days', async () => {
  const { partner, user } = await createFixture(service);
  const { token } = user;
  await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [user.id]);
  const create = async (json: object, server = service) => {
    const body = { mail_setup_link: true, first_name: 'Dora', ...json };
    const answer = await server.call('POST', `/orgs/${user.orgId}/users`, { token, json: body });
    assert.equal(answer.status, 200, answer.body.message);
    return answer.body.data;
  };
  const email = `dora.${user.id.toLowerCase()}@test.example`;
  const dora = await create({ email, language: 'de' });
  assert.deepEqual([dora.setup_link_mailed, dora.has_password], [true, false]);
  const mailed = mailServer.mails.length;
  const mail = mailServer.mails.at(-1) ?? '';
  assert.match(mail, new RegExp(`^To: ${email}$`, 'm'));
  assert.match(mail, /^Content-Language: de$/m);
  service.clock.advance(7 * 24 * 3_600_000 - 60_000);
  const visitor = newVisitor(service.origin);
  const page = await visitor.get(linkIn(mail));
  assert.equal((await visitor.submit(page, { password: PASSWORD })).location, '/');
  assert.equal((await visitor.get('/account')).status, 200);
  service.clock.advance(-7 * 24 * 3_600_000 + 60_000);

  assert.equal('setup_link_mailed' in (await create({ email: `x${email}`, mail_setup_link: false })), false);
  const quiet = await startService({ beside: service });
  const unmailed = [
    await create({ email: `a${email}`, password: PASSWORD }),
    await create({ unique_id: `dora-${user.id}` }),
    await create({ email: `b${email}` }, quiet),
  ];
  await quiet.close();
  mailServer.answer = (command) => (/^RCPT/i.test(command) ? '550 no' : undefined);
  unmailed.push(await create({ email: `c${email}` }));
  mailServer.answer = () => undefined;
  const provider = makeProvider(service, 'https://setup.test/entity');
  await provider.register({ partnerId: partner.id, orgId: user.orgId });
  unmailed.push(await create({ email: `d${email}` }));
  assert.deepEqual(
    unmailed.map(({ setup_link_mailed }) => setup_link_mailed),
    [false, false, false, false, false],
  );
  assert.equal(mailServer.mails.length, mailed);
});

test('[ORG-4] a set-up link that the mail server did not take is mailed later, while the user needs it', async (t) => {
  t.onTestFinished(service.clock.freeze());
  const { user } = await createFixture(service);
  const { token, orgId } = user;
  await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [user.id]);
  const post = async (path: string, json: object) => {
    const { status, body } = await service.call('POST', `/orgs/${orgId}/users${path}`, { token, json });
    assert.equal(status, 200, body.message);
    return body.data;
  };
  const create = async (name: string) => {
    const created = await post('', {
      email: `${name}@${user.id.toLowerCase()}.example`,
      mail_setup_link: true,
    });
    assert.equal(created.setup_link_mailed, false);
    return created;
  };
  const before = mailServer.mails.length;
  const mailedTo = () => mailServer.mails.slice(before).map((mail) => /^To: (\w+)@/m.exec(mail)?.[1]);
  const runAfter = async (minutes: number) => {
    service.clock.advance(minutes * 60_000);
    await setupMails.work(service.env);
    await setupMails.work(service.env);
  };
  mailServer.answer = (command) => (/^RCPT/i.test(command) ? '451 later' : undefined);
  await create('gina');
  await post(`/${(await create('hans')).id}`, { disabled: true });
  mailServer.answer = (command) => (/^RCPT/i.test(command) ? '550 no' : undefined);
  await create('nobody');
  mailServer.answer = (command) => (/^RCPT/i.test(command) ? '451 later' : undefined);
  await runAfter(10);
  mailServer.answer = () => undefined;
  await runAfter(9);
  assert.deepEqual(mailedTo(), []);
  await runAfter(1);
  await runAfter(24 * 60);
  assert.deepEqual(mailedTo(), ['gina']);
  assert.equal((await newVisitor(service.origin).get(linkIn(mailServer.mails.at(-1)))).status, 200);
});

test('[ORG-4] [IDEM-2] a repeated call mails no second link, and the audit log names the request', async () => {
  const { user } = await createFixture(service);
  const { token, orgId } = user;
  await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [user.id]);
  const json = { mail_setup_link: true, email: `emil.${user.id.toLowerCase()}@test.example` };
  const create = async () => {
    const headers = { 'idempotency-key': `emil-${user.id}` };
    const { status, body } = await service.call('POST', `/orgs/${orgId}/users`, { token, json, headers });
    assert.equal(status, 200, body.message);
    return body.data;
  };
  const before = mailServer.mails.length;
  const created = await create();
  assert.equal(created.setup_link_mailed, true);
  assert.deepEqual(await create(), created);
  assert.equal(mailServer.mails.length, before + 1);
  const path = `/orgs/${orgId}/audit?target=${created.id}`;
  const { body } = await service.call('GET', path, { token });
  const [entry] = body.data.entries;
  assert.deepEqual([entry.action, entry.details.mail_setup_link], ['user.create', true]);
});
