import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newVisitor, startService, type TestService, type Visitor } from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, onTestFinished, test } from 'vitest';
import { readAuditAddress } from '../../../config/audit-address.ts';
import { createMetrics } from '../../../http/index.ts';
import { createSignInLog, deleteOldSignIns } from '../../../storage/sign-in-log.ts';
import { UNIQUE_IDENTIFIER } from '../../oauth/index.ts';
import { createFixture, type OAuthFixture, PASSWORD } from '../../oauth/testing/fixture.ts';
import { createSignOnFixture, person } from '../../saml/testing/sign-on-fixture.ts';
import { createAuditStream, measureAuditStream } from './job.ts';
import type { SignInOcsfEvent } from './sign-ins.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

let service: TestService;
let fixture: OAuthFixture;
let directory: string;
let path: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sign-ins-'));
  path = join(directory, 'audit.jsonl');
  service = await startService({ config: { auditStream: readAuditAddress(`file:${path}`) } });
  fixture = await createFixture(service);
});
afterAll(async () => {
  await service.close();
  await rm(directory, { recursive: true });
});
beforeEach(async () => {
  await service.env.signIns.flush();
  await service.env.db.query('DELETE FROM sign_in_events');
  await rm(path, { force: true });
});

const run = async (address = readAuditAddress(`file:${path}`)) => {
  let failure: unknown;
  await createAuditStream(address).work(service.env, (error) => {
    failure = error;
  });
  return failure;
};

async function flushAndRead(): Promise<SignInOcsfEvent[]> {
  await service.env.signIns.flush();
  assert.equal(await run(), undefined);
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line)).filter(({ metadata }) => metadata.log_name === 'sign-ins');
}

const summaryOf = (event: SignInOcsfEvent) => [
  event.metadata.event_code,
  event.unmapped.method,
  'uid' in event.user ? event.user.uid : event.user.name,
  event.activity_id,
  event.status_id,
];

async function signIn(email: string, password: string): Promise<Visitor> {
  const visitor = newVisitor(service.origin);
  await visitor.submit(await visitor.get('/sign-in'), { email, password });
  return visitor;
}

const token = (form: Record<string, string>, { client } = fixture) =>
  service.call('POST', '/oauth/token', {
    form: { client_id: client.id, client_secret: client.secret, ...form },
  });

test('[OPS-40] a sign-in, a wrong password, an unknown address and a sign-out are events of OCSF, without what was typed', async () => {
  const { user, partner } = fixture;
  const visitor = await signIn(user.email, PASSWORD);
  await visitor.submit(await visitor.get('/account'), {});
  await signIn(user.email, 'typed password');
  await signIn('typed-password@nobody.example', 'typed password');
  const events = await flushAndRead();
  assert.deepEqual(events.map(summaryOf), [
    ['sign-in.accept', 'password', user.id, 1, 1],
    ['sign-in.end', 'password', user.id, 2, 1],
    ['sign-in.refuse', 'password', user.id, 1, 2],
    ['sign-in.refuse', 'password', 'Unknown', 1, 2],
  ]);
  const [, , refused] = events;
  assert.ok(refused);
  const { time, metadata, ...rest } = refused;
  assert.ok(Math.abs(time - service.clock.now()) < 60_000);
  assert.match(metadata.uid, /^s\d+-\d+$/);
  assert.equal(metadata.tenant_uid, partner.id);
  const who = { uid: user.id, name: user.name, type_id: 1 };
  assert.deepEqual(rest, {
    ...{ class_uid: 3002, class_name: 'Authentication', category_uid: 3, activity_id: 1, type_uid: 300_201 },
    ...{ severity_id: 2, status_id: 2, status_detail: 'wrong password' },
    ...{ auth_protocol_id: 99, auth_protocol: 'password' },
    ...{
      actor: { user: who },
      user: who,
      service: { name: 'Ringbinder' },
      src_endpoint: { ip: '127.0.0.1' },
    },
    unmapped: { method: 'password', org_id: partner.orgId },
  });
  assert.ok(!/typed|nobody|correct horse/i.test(await readFile(path, 'utf8')));
});

test('[OPS-40] refused guesses over the limit are one event with their number, of medium severity', async () => {
  const { user } = await createFixture(service);
  for (let turn = 0; turn < 7; turn++) await signIn(user.email, 'wrong');
  const events = await flushAndRead();
  const tally = (reason: string) =>
    events
      .filter(({ status_detail }) => status_detail === reason)
      .reduce((sum, event) => sum + (event.count ?? 1), 0);
  assert.deepEqual([tally('wrong password'), tally('too many attempts')], [5, 2]);
  const limited = events.filter(({ status_detail }) => status_detail === 'too many attempts');
  assert.ok(limited.every(({ severity_id }) => severity_id === 3));
});

test('[OPS-41] grants are events with person and client, and a second use of a code or refresh token alarms', async () => {
  const { user, client } = fixture;
  const visitor = await fixture.signedIn();
  const code = await fixture.code(visitor);
  const tokens = (await fixture.exchange(code)).body;
  const granted = await token({
    ...{ grant_type: UNIQUE_IDENTIFIER, uniqueid: 'somebody', timestamp: String(service.clock.now()) },
  });
  assert.equal(granted.status, 200);
  const bot = await service.make.bot();
  const request = { client_id: bot.clientId, org_id: bot.orgId, timestamp: String(service.clock.now()) };
  const signature = createHmac('sha256', bot.clientSecret)
    .update(request.client_id + request.org_id + request.timestamp)
    .digest('hex');
  const asBot = `/apps/token?${new URLSearchParams({ ...request, signature })}`;
  assert.equal((await service.call('GET', asBot)).status, 200);
  const secret = 'not the secret';
  await token({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token });
  await token({ grant_type: 'refresh_token', refresh_token: 'x'.repeat(43), client_secret: secret });
  await token({ grant_type: 'refresh_token', refresh_token: 'x'.repeat(43), client_id: 'CnotAClient' });
  await fixture.exchange(code);
  const other = (await fixture.exchange(await fixture.code(visitor))).body;
  const refresh = async (text: string) =>
    (await token({ grant_type: 'refresh_token', refresh_token: text })).body.refresh_token;
  await refresh(await refresh(other.refresh_token));
  await refresh(other.refresh_token);

  const events = await flushAndRead();
  const grants = events.filter(({ metadata }) => metadata.event_code.startsWith('token.'));
  const { id: userId } = (await service.call('GET', '/me', { token: granted.body.access_token })).body.data;
  // The server merges equal events that it writes together, but may write them in two parts.
  const numbers = new Map<string, number>();
  for (const event of grants) {
    const of = event.unmapped.client_id === client.id ? 'app' : (event.unmapped.client_id ?? 'nobody');
    const key = [...summaryOf(event), event.severity_id, of].join(' ');
    numbers.set(key, (numbers.get(key) ?? 0) + (event.count ?? 1));
  }
  assert.deepEqual(Object.fromEntries(numbers), {
    [`token.grant authorization_code ${user.id} 99 1 1 app`]: 2,
    [`token.grant unique-identifier ${userId} 1 1 1 app`]: 1,
    [`token.grant bot ${bot.userId} 1 1 1 ${bot.clientId}`]: 1,
    'token.refuse refresh_token Unknown 99 2 2 app': 1,
    'token.refuse refresh_token Unknown 99 2 2 nobody': 1,
    'token.refuse authorization_code Unknown 99 2 3 app': 1,
    'token.refuse refresh_token Unknown 99 2 3 app': 1,
  });
  const text = await readFile(path, 'utf8');
  for (const each of [
    code,
    secret,
    signature,
    client.secret,
    tokens.access_token,
    tokens.refresh_token,
    'CnotAClient',
  ])
    assert.ok(!text.includes(each), each);
});

test('[OPS-40] a sign-on by SAML, and a refused response of a provider, are events', async () => {
  const { provider, ofOrg, acs } = await createSignOnFixture(service);
  const nameId = person();
  await provider.signOn(newVisitor(service.origin), ofOrg(), { assertion: { nameId } });
  await fetch(acs, { method: 'POST', body: new URLSearchParams({ SAMLResponse: 'bm8gcmVzcG9uc2U=' }) });
  const events = await flushAndRead();
  assert.deepEqual(
    events.map((event) => [event.metadata.event_code, event.auth_protocol, event.status_id]),
    [
      ['sign-in.accept', 'SAML', 1],
      ['sign-in.refuse', 'SAML', 2],
    ],
  );
  assert.match(events[1]?.status_detail ?? '', /^the response /);
});

test('[OPS-42] nothing is lost or slowed while the receiver is away; a second process sends it once', async () => {
  const { user } = fixture;
  await signIn(user.email, PASSWORD);
  await service.env.signIns.flush();
  assert.match(String(await run(readAuditAddress('tcp://127.0.0.1:1'))), /ECONNREFUSED/);
  const metrics = createMetrics();
  measureAuditStream(metrics, service.env);
  assert.match(await metrics.registry.metrics(), /^audit_stream_backlog_entries\{.*\} [1-9]/m);
  assert.deepEqual(await Promise.all([run(), run()]), [undefined, undefined]);
  assert.deepEqual((await flushAndRead()).map(summaryOf), [['sign-in.accept', 'password', user.id, 1, 1]]);
  assert.deepEqual(await service.env.db.query('SELECT FROM sign_in_events'), []);
});

test('[OPS-42] memory and table are bounded: more is counted, and then dropped with a metric and one warning', async () => {
  const warnings: string[] = [];
  const log = { warn: (_fields: unknown, message: string) => void warnings.push(message) };
  const { db, clock } = service.env;
  const signIns = createSignInLog(db, clock, log as never, { entries: 3, rows: 4 });
  onTestFinished(() => signIns.close());
  const record = (number: number) =>
    signIns.record({ action: 'sign-in.refuse', method: 'password', address: `192.0.2.${number}` });
  for (let number = 0; number < 10; number++) record(number);
  record(0);
  await signIns.flush();
  const rows = () => db.query('SELECT address, number FROM sign_in_events ORDER BY id');
  assert.deepEqual(await rows(), [
    { address: '192.0.2.0', number: 2 },
    { address: '192.0.2.1', number: 1 },
    { address: '192.0.2.2', number: 1 },
    { address: '', number: 7 },
  ]);
  for (const number of [1, 2]) {
    record(number);
    await signIns.flush();
  }
  assert.equal(signIns.dropped(), 2);
  assert.equal((await rows()).length, 4);
  await deleteOldSignIns(db, clock.now() + 29 * DAY_MS);
  assert.equal((await rows()).length, 4);
  await deleteOldSignIns(db, clock.now() + 31 * DAY_MS);
  assert.equal((await rows()).length, 0);
  assert.deepEqual(warnings, ['sign-in events: too many wait for the receiver, dropping new ones']);
});

test('[OPS-42] while the database is away, events wait in memory and sign-ins do not fail', async () => {
  const warnings: string[] = [];
  const log = { warn: (_fields: unknown, message: string) => void warnings.push(message) };
  let isAway = true;
  const query: typeof service.env.db.query = (...call) =>
    isAway ? Promise.reject(new Error('away')) : service.env.db.query(...call);
  const signIns = createSignInLog({ query }, service.clock, log as never);
  onTestFinished(() => signIns.close());
  signIns.record({ action: 'sign-in.end', method: 'saml', address: '192.0.2.9' });
  await signIns.flush();
  signIns.record({ action: 'sign-in.end', method: 'saml', address: '192.0.2.9' });
  await signIns.flush();
  isAway = false;
  await signIns.flush();
  assert.deepEqual(await service.env.db.query('SELECT action, number FROM sign_in_events'), [
    { action: 'sign-in.end', number: 2 },
  ]);
  assert.deepEqual(warnings, ['sign-in events: storing failed, retrying']);
});
