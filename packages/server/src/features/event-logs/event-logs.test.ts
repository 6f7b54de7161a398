import assert from 'node:assert/strict';
import {
  type Cast,
  expectRefusal,
  startReceiver,
  startService,
  type TestService,
  until,
} from '@ringbinder/testkit';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, test } from 'vitest';
import { startConsumer } from '../../log/index.ts';
import { createOutbound } from '../../outbound/index.ts';
import { startDelivery } from '../bots/index.ts';
import { clientLog, userEvents } from './index.ts';
import {
  checkSchemas,
  foldEvents,
  type LogClient,
  readLog,
  stateOfOrg,
  whenLogsAreRead,
} from './testing/fold.ts';
import { logFixture } from './testing/log-fixture.ts';
import { createRandomCalls } from './testing/random-calls.ts';

let service: TestService;
let cast: Cast;
let stopConsumer: () => Promise<void>;
beforeAll(async () => {
  service = await startService();
  const consumer = startConsumer(service.env, clientLog);
  stopConsumer = () => consumer.stop();
  cast = await createPartner();
});
afterAll(async () => {
  await stopConsumer();
  await service.close();
});

const { createClient, createPartner, poll, post: postAs } = logFixture(() => service);

const clientsOf = ({ partner }: Cast) => `/partners/${partner.id}/clients`;
const post = (path: string, json: unknown, of = cast) => postAs(of, path, json);

test('[EVLOG-1] [EVLOG-2] a client polls the events of its org by its id and secret, and nobody else does', async () => {
  const client = await createClient(cast);
  assert.equal(client.data.event_log, true);
  assert.equal((await service.call('GET', '/events', { token: cast.owner.token })).status, 401);
  assert.equal((await service.call('GET', '/events')).status, 401);
  assert.equal((await poll({ ...client, secret: 'wrong' })).status, 401);
  assert.equal((await poll(await createClient(cast, { event_log: false }))).status, 412);
  const binderId = await service.make.binder(cast.owner);
  await post(`/${binderId}`, { name: 'Renamed' });
  await whenLogsAreRead(service);
  const events = await readLog(service, client);
  checkSchemas(events);
  const own = events.map(({ message }) => message).filter(({ binder_id }) => binder_id === binderId);
  assert.deepEqual(
    own.map(({ message_type }) => message_type),
    ['binder_created', 'binder_updated'],
  );
  assert.deepEqual(
    [own[1].client_id, own[1].org_id, own[1].event.binder, own[1].event.user.id, own[1].event.target],
    [
      client.id,
      cast.partner.orgId,
      { name: 'Renamed' },
      cast.owner.id,
      { id: binderId, object_type: 'binder' },
    ],
  );
});

test('[EVLOG-1] a waiting poll returns with the next event', async () => {
  const client = await createClient(cast);
  const binderId = await service.make.binder(cast.owner);
  await whenLogsAreRead(service);
  const { length } = await readLog(service, client);
  const waiting = poll(client, `?after=${length}&wait=30`);
  await post(`/${binderId}`, { name: 'While it waits' });
  const { events, next } = (await waiting).body.data;
  assert.equal(events[0].message.event.binder.name, 'While it waits');
  assert.equal(next, length + 1);
  expectRefusal(await poll(client, '?after=999999'), 400, 'after');
});

test('[EVLOG-3] a log has the orgs of its partner that the client serves, and nothing of other partners', async () => {
  const other = await createPartner();
  const otherOrgId = await service.make.org(cast.partner.id);
  const foreign = await createClient(other);
  const all = await createClient(cast);
  const bound = await createClient(cast, { org_id: otherOrgId });
  const binderId = await service.make.binder(cast.owner);
  await whenLogsAreRead(service);
  await userEvents.work(service.env);
  const orgsOf = async (client: LogClient) =>
    new Set((await readLog(service, client)).map(({ message }) => message.org_id));
  assert.ok((await readLog(service, all)).some(({ message }) => message.binder_id === binderId));
  assert.deepEqual([...(await orgsOf(bound))], []);
  assert.ok(!(await orgsOf(foreign)).has(cast.partner.orgId));
  assert.ok(!(await orgsOf(all)).has(other.partner.orgId));
});

test('[EVLOG-4] users are in the log from its beginning, with each change', async () => {
  const client = await createClient(cast);
  await userEvents.work(service.env);
  await userEvents.work(service.env);
  const { length } = await readLog(service, client);
  await post(`/orgs/${cast.partner.orgId}/users/${cast.viewer.id}`, { disabled: true });
  await userEvents.work(service.env);
  const events = await readLog(service, client);
  checkSchemas(events);
  const of = events.filter(({ message }) => message.event.about?.id === cast.viewer.id);
  assert.deepEqual(
    of.map(({ message }) => [
      message.message_type,
      message.event.about.disabled,
      message.event.target.object_type,
    ]),
    [
      ['user_created', false, 'org'],
      ['user_updated', true, 'org'],
    ],
  );
  assert.equal(events.length, length + 1);
  await post(`/orgs/${cast.partner.orgId}/users/${cast.viewer.id}`, { disabled: false });
});

test('[EVLOG-5] events are pushed to events_url, signed by the secret of the first response', async () => {
  const receiver = await startReceiver();
  const outbound = createOutbound({ allowsHttp: true, timeoutMs: 1_000 });
  const delivery = startDelivery(service.env, outbound);
  const client = await createClient(cast, { event_log: undefined, events_url: receiver.url });
  const secret = String(client.data.events_secret);
  const binderId = await service.make.binder(cast.owner);
  const received = await until('the event is pushed', async () =>
    receiver.received.find(({ event }) => event.binder_id === binderId),
  );
  assert.equal(received.event.message_type, 'binder_created');
  new Webhook(secret).verify(received.body, received.headers as Record<string, string>);
  const path = `${clientsOf(cast)}/${client.id}`;
  const changed = await post(path, { events_url: receiver.url });
  assert.equal(changed.body.data.events_secret, undefined);
  assert.equal(changed.body.data.events_url, receiver.url);
  const off = await post(path, { event_log: false });
  assert.deepEqual([off.body.data.event_log, off.body.data.events_url], [undefined, undefined]);
  assert.equal((await poll(client)).status, 412);
  await delivery.stop();
  await outbound.close();
  await receiver.close();
});

test('[EVLOG-6] a wrong setting is refused, and nothing is created', async () => {
  const refused = async (json: object, path: string) =>
    expectRefusal(await post(clientsOf(cast), { name: 'Wrong', ...json }), 400, path);
  await refused({ events_url: 'ftp://example.com' }, 'events_url');
  await refused({ events_url: 'https://example.com', event_log: false }, 'event_log');
  await refused({ public: true, event_log: true }, 'event_log');
  const listed = await service.call('GET', `${clientsOf(cast)}?q=Wrong`, { token: cast.owner.token });
  assert.deepEqual(listed.body.data.clients, []);
});

test('[EVLOG-7] the fold of the log is the state of the org after random calls', async () => {
  const own = await createPartner();
  const { orgId } = own.partner;
  const client = await createClient(own, { org_id: orgId });
  await service.call('DELETE', `/${own.binderId}`, { token: own.owner.token });
  const randomCall = createRandomCalls(service, {
    owner: own.owner,
    others: [own.editor, own.viewer],
    orgId,
  });
  for (let count = 0; count < 150; count++) await randomCall();
  await whenLogsAreRead(service);
  await userEvents.work(service.env);
  const events = await readLog(service, client);
  checkSchemas(events);
  const folded = foldEvents(events);
  assert.deepEqual(folded, await stateOfOrg(service, orgId));
  assert.ok(Object.keys(folded).length > 5);
});
