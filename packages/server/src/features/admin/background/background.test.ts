import assert from 'node:assert/strict';
import { startService, type TestService, until } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { messageOf } from '../../../background/reports.ts';
import { type Admins, createAdmins, notThePartner } from '../../orgs/testing/admins.ts';

let service: TestService;
let admins: Admins;
beforeAll(async () => {
  service = await startService({ background: true });
  admins = await createAdmins(service);
});
afterAll(() => service.close());

const path = () => `/partners/${admins.partner.id}/background`;
const retry = (name: string, token = admins.users.partnerAdmin.token) =>
  service.call('POST', `${path()}/${name}/retry`, { token, json: {} });
const list = async () =>
  (await service.call('GET', path(), { token: admins.users.partnerAdmin.token })).body.data.work;
const find = async (name: string) =>
  (await list()).find((each: { name: string }) => each.name === name) ?? {};

test('[OPS-21] [ORG-8] admins of the partner see the background work of all processes', async () => {
  await admins.check(
    { ...notThePartner, partnerAdmin: 200, reader: 200 },
    (token) => service.call('GET', path(), token === undefined ? {} : { token }),
    'partnerAdmin',
  );
  const other = await startService({ background: true, beside: service });
  await until('both processes report', async () => (await find('usage')).processes === 2);
  const work = await list();
  const namesOf = (kind: string) =>
    work.filter((each: { kind: string }) => each.kind === kind).map(({ name }: { name: string }) => name);
  assert.deepEqual(namesOf('consumer'), [
    'activity',
    'bots',
    'chain',
    'client_logs',
    'link_previews',
    'search_lexemes',
    'usage',
  ]);
  assert.ok(namesOf('job').includes('housekeeping'));

  await until('a job has run', async () => (await find('meet_recordings')).last_run_time !== null);
  const job = await find('meet_recordings');
  assert.ok(job.next_run_time >= job.last_run_time && job.last_run_duration >= 0);
  assert.deepEqual([job.failing, job.backlog_entries, job.entries_per_minute], [false, null, null]);

  await other.close();
  await service.env.db.query('UPDATE background_work SET reported_at = reported_at - 60000');
  await until('one process still reports', async () => (await find('usage')).processes === 1);
});

test('[OPS-22] an error is shown by its first line, without credentials and values', () => {
  const data = Object.assign(new Error('invalid input syntax for type json: "private words"'), {
    code: '22P02',
  });
  assert.equal(messageOf(data), 'invalid input syntax for type json');
  assert.equal(
    messageOf(new Error('no answer from smtp://ada:secret@mail.example:25\n    at send')),
    'no answer from smtp://…@mail.example:25',
  );
  assert.equal(messageOf(Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })), 'ECONNREFUSED');
  assert.equal(messageOf(new Error('x'.repeat(1_000))).length, 300);
});

test('[OPS-21] [OPS-23] a consumer that fails is reported with its error and runs again at once', async () => {
  const { db } = service.env;
  const binderId = await service.make.binder(admins.users.member);
  await db.query('ALTER TABLE usage_days RENAME TO usage_days_away');
  const json = { message: { text: 'Hello' } };
  const { token } = admins.users.member;
  assert.equal((await service.call('POST', `/${binderId}/messages`, { token, json })).status, 200);
  assert.equal((await retry('usage')).status, 200);
  await until('the failure is reported', async () => (await find('usage')).failing);
  const failing = await find('usage');
  assert.equal(failing.last_error.message, 'relation "usage_days" does not exist');
  assert.ok(failing.backlog_entries > 0 && failing.lag >= 0 && failing.last_error.time > 0);

  await db.query('ALTER TABLE usage_days_away RENAME TO usage_days');
  assert.equal((await retry('usage')).status, 200);
  await until('the recovery is reported', async () => !(await find('usage')).failing);
  const { last_error, entries_per_minute, next_run_time } = await find('usage');
  assert.deepEqual(last_error.message, failing.last_error.message, 'the last error stays');
  assert.ok(entries_per_minute > 0);
  assert.equal(next_run_time, null);
  const [entry] = (
    await service.call('GET', `/partners/${admins.partner.id}/audit?action=background.retry`, {
      token: admins.users.partnerAdmin.token,
    })
  ).body.data.entries;
  assert.deepEqual([entry.target, entry.details], ['usage', {}]);
});

test('[OPS-23] a job runs at once, for admins of the partner alone', async () => {
  const { last_run_time: before } = await find('retention');
  await admins.check(
    { ...notThePartner, partnerAdmin: 200, reader: 403 },
    (token) =>
      service.call('POST', `${path()}/retention/retry`, {
        json: {},
        ...(token !== undefined && { token }),
      }),
    'partnerAdmin',
  );
  await until('it has run', async () => (await find('retention')).last_run_time !== before);
  assert.equal((await retry('nothing')).status, 404);
});
