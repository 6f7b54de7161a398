import assert from 'node:assert/strict';
import { type CreatedUser, newVisitor, startService, type TestService, until } from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { approvalLinkMails } from '../approval-links/mail.ts';
import { invitationMails } from '../invitations/mail.ts';
import { meetMails } from '../meets/mail.ts';
import { givePassword, PASSWORD } from '../oauth/testing/fixture.ts';
import { startMailServer } from '../oauth/testing/mail-server.ts';
import { createWorkflow, stepFor } from '../transactions/testing/workflow.ts';
import { type ParsedMail, parseMail } from './testing/parse-mail.ts';

const HOUR = 60 * 60_000;

let service: TestService;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let owner: CreatedUser;
let ann: CreatedUser;
let binderId: string;
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
beforeEach(async ({ onTestFinished }) => {
  // A Saturday in winter, already Sunday in eastern time zones.
  service.clock.advance(Date.UTC(2030, 10, 30, 22) - service.clock.now());
  onTestFinished(service.clock.freeze());
  const partner = await service.make.partner();
  owner = await service.make.user({ partner });
  ann = await service.make.user({ partner });
  binderId = await service.make.binder(owner, [{ user: ann, role: 'editor' }]);
  mailServer.mails.length = 0;
});

async function send(path: string, json: object, token = owner.token) {
  const { status, body } = await service.call('POST', path, { token, json });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

async function sentBy(job: typeof invitationMails): Promise<ParsedMail[]> {
  await job.work(service.env, (error) => assert.fail(String(error)));
  return mailServer.mails.splice(0).map(parseMail);
}

test('[LANG-2] a mail for a new password is in the language of the person', async () => {
  await send('/me', { language: 'de' }, ann.token);
  await givePassword(service, ann);
  const visitor = newVisitor(service.origin);
  await visitor.submit(await visitor.get('/forgotten-password'), { email: ann.email });
  await until('the mail is there', () => mailServer.mails.length === 1);
  const [mail] = mailServer.mails.splice(0).map(parseMail);
  assert.equal(mail?.subject, 'Neues Passwort wählen');
  assert.equal(mail.headers['content-language'], 'de');
  assert.match(
    mail.text,
    /innerhalb einer Stunde diesen Link:\nhttp:\S+token=\S+\n\nWenn Sie das nicht waren/,
  );
});

test('[LANG-2] an invitation is in the language of the person, or of the inviter if there is no account', async () => {
  await send('/me', { language: 'fr', timezone: 'Asia/Tokyo' });
  const invite = (email: string) => send(`/${binderId}/inviteuser`, { users: [{ user: { email } }] });
  await invite('New@Guest.example');
  const [unknown] = await sentBy(invitationMails);
  assert.equal(unknown?.subject, `${owner.name} vous invite à rejoindre «\u00a0Test binder\u00a0»`);
  assert.equal(unknown.headers['content-language'], 'fr');
  assert.match(unknown.text, /L’invitation est valable jusqu’au 31 décembre 2030\./);
  await invite('Ben@Guest.example');
  const ben = await service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });
  await service.env.db.query('UPDATE users SET email = $2 WHERE id = $1', [ben.id, 'ben@guest.example']);
  await send('/me', { language: 'zh-tw' }, ben.token);
  const [known] = await sentBy(invitationMails);
  assert.equal(known?.subject, `${owner.name} 邀請您加入「Test binder」`);
  assert.equal(known.headers['content-language'], 'zh-TW');
});

test('[LANG-2] a link to a step is valid until a time in the language and time zone of the person', async () => {
  await send('/me', { language: 'sv', timezone: 'Europe/Stockholm' }, ann.token);
  const workflow = createWorkflow(service, { binderId, owner });
  const { id, steps } = await workflow.create([stepFor(ann)]);
  await send(`/${binderId}/transactions/${id}/steps/${steps[0]}/link`, { mail: true });
  const [mail] = await sentBy(approvalLinkMails);
  assert.equal(mail?.subject, 'Ditt svar efterfrågas: Budget');
  assert.equal(mail.headers['content-language'], 'sv');
  assert.match(mail.text, /fram till söndag 1 december 2030 kl\. 23:00 CET\./);
});

test('[LANG-2] mails about a meet have its time in the language and time zone of each person', async () => {
  const ben = await service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });
  await send('/me', { language: 'th', timezone: 'Asia/Bangkok' }, ann.token);
  await send('/me', { language: 'pt', timezone: '' }, ben.token);
  const start_time = Date.UTC(2030, 11, 2, 18, 30);
  const { session_key } = await send('/meets/schedule', {
    name: 'Signing',
    binder_id: binderId,
    start_time,
    end_time: start_time + HOUR,
  });
  const users = [ann, ben].map(({ id }) => ({ user: { id } }));
  await send('/meets/inviteuser', { session_key, users, message: 'Please come' });
  const mails = await sentBy(meetMails);
  const of = (person: CreatedUser) => mails.find(({ headers }) => headers.to === person.email);
  assert.match(of(ann)?.subject ?? '', /^Signing, .*3 ธันวาคม 2573 .* 1:30/);
  assert.match(of(ann)?.text ?? '', /เข้าร่วมการประชุม “Signing” ในแฟ้ม “Test binder”/);
  assert.equal(of(ben)?.subject, 'Signing, segunda-feira, 2 de dezembro de 2030 às 18:30 UTC');
  assert.match(
    of(ben)?.text ?? '',
    /> Please come\n\nAceite ou recuse aqui:\n\nhttp[^\n]*\n\nParticipe aqui:\n\nhttp/,
  );
  assert.equal((await service.call('DELETE', `/meets/${session_key}`, { token: owner.token })).status, 200);
  const cancelled = await sentBy(meetMails);
  assert.deepEqual(cancelled.map(({ subject }) => subject).toSorted(), [
    'Cancelada: Signing',
    'ยกเลิก: Signing',
  ]);
});

test('[LANG-6] the preview of the mails is for admins, in a known language, without scripts', async () => {
  await givePassword(service, ann);
  const visitor = newVisitor(service.origin);
  const path = '/admin/mail-preview?language=';
  assert.equal((await visitor.get(`${path}de`)).status, 403);
  await visitor.submit(await visitor.get('/sign-in'), { email: ann.email, password: PASSWORD });
  assert.equal((await visitor.get(`${path}de`)).status, 403);
  await service.env.db.query("UPDATE users SET role = 'admin' WHERE id = $1", [ann.id]);
  await service.env.revocations.announce(service.env.db, 'any');
  const { status, text, headers } = await visitor.get(`${path}de`);
  assert.equal(status, 200);
  assert.match(
    headers.get('content-security-policy') ?? '',
    /^sandbox; default-src 'none'; .*frame-ancestors 'self'/,
  );
  assert.match(text, /<html lang="de">[\s\S]*Neues in Budget 2027[\s\S]*Neues Passwort wählen/);
  for (const other of ['xx', '', '<script>', '../de']) {
    const view = await visitor.get(path + encodeURIComponent(other));
    assert.deepEqual([view.status, view.text.includes('<html lang="en">')], [200, true]);
  }
});
