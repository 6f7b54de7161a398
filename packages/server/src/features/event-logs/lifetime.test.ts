import assert from 'node:assert/strict';
import { type Cast, expectRefusal, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { catchUpAll } from '../../log/testing/catch-up-all.ts';
import { deleteOldEvents } from '../bots/index.ts';
import { clientLog, userEvents } from './index.ts';
import { readLog } from './testing/fold.ts';
import { logFixture } from './testing/log-fixture.ts';

let service: TestService;
let cast: Cast;
beforeAll(async () => {
  service = await startService();
  cast = await createPartner();
});
afterAll(() => service.close());
const { createClient, createPartner, kindsOf, poll, post } = logFixture(() => service);

const DAY = 24 * 60 * 60 * 1000;
const rename = (binderId: string, name: string) => post(cast, `/${binderId}`, { name });
const readBinders = () => catchUpAll(service.env, clientLog);

test('[EVLOG-8] no binder is read while there is no log, and a new log begins with the next change', async () => {
  const { db } = service.env;
  const binderId = await service.make.binder(cast.owner);
  assert.deepEqual(await clientLog.findBacklog(db, 10), []);
  assert.deepEqual(await clientLog.step(service.env, [binderId]), {
    entries: 0,
    behind: [],
    advanced: [],
    unread: [binderId],
  });
  assert.deepEqual(await db.query(`SELECT FROM log_cursors WHERE consumer = 'client_logs'`), []);
  const client = await createClient(cast);
  assert.deepEqual(await clientLog.findBacklog(db, 10), []);
  await rename(binderId, 'After');
  const later = await service.make.binder(cast.owner);
  await readBinders();
  assert.deepEqual(await kindsOf(client, binderId), ['binder_updated']);
  assert.deepEqual(await kindsOf(client, later), ['binder_created']);
  await rename(binderId, 'Before the second');
  const second = await createClient(cast);
  await readBinders();
  assert.deepEqual(await kindsOf(client, binderId), ['binder_updated', 'binder_updated']);
  for (const { path } of [client, second]) await post(cast, path, { event_log: false });
  await rename(binderId, 'Without a log');
  const third = await createClient(cast);
  await rename(binderId, 'With a log again');
  await readBinders();
  assert.deepEqual(await kindsOf(third, binderId), ['binder_updated']);
  await post(cast, third.path, { event_log: false });
});

test('[EVLOG-9] a log that is deleted and set again continues the sequence, and a position of the deleted one is 412', async () => {
  const client = await createClient(cast);
  const binderId = await service.make.binder(cast.owner);
  await readBinders();
  await userEvents.work(service.env);
  const { length } = await readLog(service, client);
  assert.ok(length > 0);
  await post(cast, client.path, { event_log: false });
  await rename(binderId, 'Without a log');
  await post(cast, client.path, { event_log: true });
  for (const after of [1, length]) {
    const refused = await poll(client, `?after=${after}`);
    expectRefusal(refused, 412, 'after');
    assert.match(refused.body.message, new RegExp(`continue with after=${length + 1}$`));
  }
  await userEvents.work(service.env);
  expectRefusal(await poll(client, `?after=${length}`), 412, 'after');
  const { events, next } = (await poll(client, `?after=${length + 1}&limit=1000`)).body.data;
  assert.equal(events[0].sequence, length + 2);
  assert.equal(events[0].message.message_type, 'user_created');
  assert.deepEqual((await poll(client, '?limit=1000')).body.data.next, next);
});

test('[EVLOG-10] events while the client is disabled are in its log when it is enabled again', async () => {
  const client = await createClient(cast);
  const binderId = await service.make.binder(cast.owner);
  await readBinders();
  await post(cast, client.path, { disabled: true });
  assert.equal((await poll(client)).status, 401);
  await rename(binderId, 'While it is disabled');
  await readBinders();
  await post(cast, client.path, { disabled: false });
  assert.deepEqual(await kindsOf(client, binderId), ['binder_created', 'binder_updated']);
});

test('[EVLOG-11] events are deleted after 30 days, also when events_url never answered, and so are names of erased people', async () => {
  const client = await createClient(cast, { event_log: undefined, events_url: 'http://127.0.0.1:9/' });
  const person = await service.make.user({ partner: cast.partner });
  await post(cast, `/orgs/${cast.partner.orgId}/users/${person.id}`, { first_name: 'Ottoline' });
  await userEvents.work(service.env);
  const stored = async () => {
    const { db } = service.env;
    const rows = await db.query<{ body: string }>('SELECT body FROM bot_events WHERE user_id = $1', [
      client.id,
    ]);
    return rows.map(({ body }) => body);
  };
  assert.ok((await stored()).some((body) => body.includes('Ottoline')));
  await post(cast, `/orgs/${cast.partner.orgId}/users/${person.id}`, { disabled: true });
  const erased = await post(cast, `/orgs/${cast.partner.orgId}/users/${person.id}/erase`, {});
  assert.equal(erased.status, 200, JSON.stringify(erased.body));
  service.clock.advance(29 * DAY);
  await deleteOldEvents(service.env.db, service.clock.now());
  assert.ok((await stored()).length > 0);
  service.clock.advance(2 * DAY);
  await deleteOldEvents(service.env.db, service.clock.now());
  assert.deepEqual(await stored(), []);
  expectRefusal(await poll(client, '?after=1'), 412, 'after');
});

test('[EVLOG-13] users are compared with a log in its first minute and once per hour, otherwise only marked ones', async () => {
  const { db } = service.env;
  const marks = () => db.query('SELECT FROM user_changes');
  // Other tests have marked users.
  await userEvents.work(service.env);
  const own = await createPartner();
  const change = (name: string) =>
    post(own, `/orgs/${own.partner.orgId}/users/${own.viewer.id}`, { first_name: name });
  /** The previous release adds no row to `user_changes`. */
  const changeUnmarked = (name: string) =>
    db.query('UPDATE users SET name = $2 WHERE id = $1', [own.viewer.id, name]);
  await change('Without a log');
  assert.deepEqual(await marks(), []);
  const client = await createClient(own);
  const namesOf = async () => {
    await userEvents.work(service.env);
    return (await readLog(service, client))
      .filter(({ message }) => message.event.about?.id === own.viewer.id)
      .map(({ message }) => message.event.about.name);
  };
  const names = await namesOf();
  assert.equal(names.length, 1);
  await changeUnmarked('In the first minute');
  service.clock.advance(30_000);
  assert.deepEqual((await namesOf()).slice(1), ['In the first minute']);
  service.clock.advance(90_000);
  await namesOf();
  await changeUnmarked('Not marked');
  assert.equal((await namesOf()).length, 2);
  await change('Marked');
  assert.equal((await marks()).length, 1);
  assert.match((await namesOf())[2], /^Marked/);
  assert.deepEqual(await marks(), []);
  await changeUnmarked('Found after an hour');
  service.clock.advance(60 * 60 * 1000);
  assert.deepEqual((await namesOf()).slice(3), ['Found after an hour']);
});
