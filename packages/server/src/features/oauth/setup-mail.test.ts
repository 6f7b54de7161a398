import assert from 'node:assert/strict';
import { newVisitor, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { makeProvider } from '../saml/testing/provider.ts';
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
  assert.equal(mailServer.mails.length, 1);
  const [mail = ''] = mailServer.mails;
  assert.match(mail, new RegExp(`^To: ${email}$`, 'm'));
  assert.match(mail, /^Content-Language: de$/m);
  const link = new URL(/http:\/\/\S+/.exec(mail.replaceAll('=\n', '').replaceAll('=3D', '='))?.[0] ?? '');
  service.clock.advance(7 * 24 * 3_600_000 - 1000);
  const visitor = newVisitor(service.origin);
  const page = await visitor.get(link.pathname + link.search);
  assert.equal((await visitor.submit(page, { password: PASSWORD })).location, '/');
  assert.equal((await visitor.get('/account')).status, 200);
  service.clock.advance(-7 * 24 * 3_600_000 + 1000);

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
  assert.equal(mailServer.mails.length, 1);
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
