import assert from 'node:assert/strict';
import { fileForm, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { catchUpAll } from '../../../log/testing/catch-up-all.ts';
import { type Admins, createAdmins, notTheOrg, notThePartner } from '../../orgs/testing/admins.ts';
import { DAY_MS, usage } from './count.ts';
import { storeLastBackup } from './last-backup.ts';

let service: TestService;
let admins: Admins;
beforeAll(async () => {
  service = await startService({ config: { accessTokenSeconds: 31_536_000 } });
  admins = await createAdmins(service);
});
afterAll(() => service.close());

const countUsage = () => catchUpAll(service.env, usage);
const get = (path: string, as?: string) => service.call('GET', path, as === undefined ? {} : { token: as });

test('[ORG-21] [ORG-8] what happens in an org is counted once, by day', async () => {
  const { member, orgAdmin, bot, partnerAdmin } = admins.users;
  const binderId = await service.make.binder(member, [
    { user: orgAdmin, role: 'editor' },
    { user: bot, role: 'editor' },
  ]);
  const postText = ({ token }: { token: string }) =>
    service.call('POST', `/${binderId}/messages`, { token, json: { message: { text: 'Hello' } } });
  for (const who of [member, member, bot]) assert.equal((await postText(who)).status, 200);
  const text = 'twelve bytes';
  const uploaded = await service.call('POST', `/${binderId}/pageupload`, {
    token: member.token,
    body: fileForm(Buffer.from(text), 'note.txt'),
  });
  assert.equal(uploaded.status, 200, JSON.stringify(uploaded.body));
  await countUsage();
  service.clock.advance(DAY_MS);
  assert.equal((await postText(orgAdmin)).status, 200);
  await Promise.all([countUsage(), countUsage()]);
  await countUsage();

  const { body } = await get(`/orgs/${admins.orgId}/usage?days=3`, orgAdmin.token);
  const days = body.data.days.map(({ day: _, ...counts }: { day: string }) => counts);
  const nothing = { active_users: 0, messages: 0, pages: 0, files: 0, file_bytes: 0 };
  assert.deepEqual(days, [
    nothing,
    { active_users: 1, messages: 3, pages: 1, files: 1, file_bytes: text.length },
    { ...nothing, active_users: 1, messages: 1 },
  ]);
  const today = new Date(service.clock.now()).toISOString().slice(0, 10);
  assert.equal(body.data.days[2].day, today);
  assert.deepEqual(body.data.totals, { users: 2, active_users: 2, binders: 1, bytes: text.length });

  const whole = (await get(`/partners/${admins.partner.id}/usage?days=2`, partnerAdmin.token)).body.data;
  assert.deepEqual(
    whole.days.map(({ messages }: { messages: number }) => messages),
    [3, 1],
  );
  assert.deepEqual(whole.totals, { orgs: 3, users: 4, active_users: 2 });
});

test('[ORG-21] [ORG-8] who may see the figures', async () => {
  await admins.check({ ...notTheOrg, partnerAdmin: 200, orgAdmin: 200, reader: 200 }, (as) =>
    get(`/orgs/${admins.orgId}/usage`, as),
  );
  await admins.check(
    { ...notThePartner, partnerAdmin: 200, reader: 200 },
    (as) => get(`/partners/${admins.partner.id}/usage`, as),
    'partnerAdmin',
  );
  const { token } = admins.users.orgAdmin;
  assert.equal((await get(`/orgs/${admins.orgId}/usage`, token)).body.data.days.length, 30);
  assert.equal((await get(`/orgs/${admins.orgId}/usage?days=367`, token)).status, 400);
  assert.equal((await get(`/orgs/${admins.orgId}/usage?days=0`, token)).status, 400);
});

test('[ORG-21] processes that count at once count each thing once', async () => {
  const user = await service.make.user();
  await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [user.id]);
  const binders = await Promise.all(Array.from({ length: 8 }, () => service.make.binder(user)));
  const jobs = 4;
  for (let round = 0; round < jobs; round++) {
    const json = { message: { text: 'x' } };
    for (const binder of binders)
      await service.call('POST', `/${binder}/messages`, { token: user.token, json });
    await Promise.all(Array.from({ length: 6 }, () => countUsage()));
  }
  const { days } = (await get(`/orgs/${user.orgId}/usage?days=1`, user.token)).body.data;
  assert.equal(days[0].messages, binders.length * jobs);
});

test('[BACKUP-8] the usage of a partner has the last backup', async () => {
  const path = `/partners/${admins.partner.id}/usage?days=1`;
  const { token } = admins.users.partnerAdmin;
  assert.equal((await get(path, token)).body.data.last_backup, undefined);
  for (const bytes of [5, 7]) await storeLastBackup(service.env.db, { time: 1_000, bytes });
  assert.deepEqual((await get(path, token)).body.data.last_backup, { time: 1_000, bytes: 7 });
  await service.env.db.query("DELETE FROM settings WHERE name = 'last_backup'");
});
