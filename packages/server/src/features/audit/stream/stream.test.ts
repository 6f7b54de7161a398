import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  createSecureContext,
  createServer as createTlsServer,
  getCACertificates,
  setDefaultCACertificates,
  TLSSocket,
} from 'node:tls';
import { cloneDatabase, startService, type TestService } from '@ringbinder/testkit';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, onTestFinished, test } from 'vitest';
import { type AuditAddress, readAuditAddress } from '../../../config/audit-address.ts';
import { createMetrics } from '../../../http/index.ts';
import { selfSigned } from '../../saml/signing/key.ts';
import { type AuditAction, auditFields } from '../details.ts';
import { OPERATOR, recordAudit } from '../record.ts';
import { sendEvents } from './destination.ts';
import { createAuditStream, measureAuditStream } from './job.ts';
import type { OcsfEvent } from './ocsf.ts';

let service: TestService;
let person: { id: string; name: string; partnerId: string; orgId: string };
beforeAll(async () => {
  service = await startService();
  const partner = await service.make.partner();
  const orgId = await service.make.org(partner.id);
  const user = await service.make.user({ partner, orgId });
  person = { id: user.id, name: user.name, partnerId: partner.id, orgId };
});
afterAll(() => service.close());
beforeEach(() =>
  service.env.db.query(
    'UPDATE audit_stream SET lease_until = 0, last_id = (SELECT coalesce(max(id), 0) FROM audit_entries)',
  ),
);

const record = (action: AuditAction, details: object = {}, target = 'T1', actorId = person.id) =>
  service.env.db.transaction((tx) =>
    recordAudit(tx, {
      ...{ at: service.clock.now(), actorId, partnerId: person.partnerId, orgId: person.orgId },
      ...{ action, target, details: details as Record<string, never>, address: '192.0.2.7' },
    }),
  );

async function run(stream: ReturnType<typeof createAuditStream>): Promise<unknown> {
  let failure: unknown;
  await stream.work(service.env, (error) => {
    failure = error;
  });
  return failure;
}

async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

interface EventReceiver {
  address: AuditAddress;
  events: OcsfEvent[];
}

async function startEventReceiver(port = 0): Promise<EventReceiver & { server: Server; port: number }> {
  const events: OcsfEvent[] = [];
  const server = createServer(async (socket) => {
    const lines = (await buffer(socket)).toString().split('\n');
    events.push(...lines.filter(Boolean).map((line) => JSON.parse(line) as OcsfEvent));
  });
  const bound = await listen(server, port);
  return { address: readAuditAddress(`tcp://127.0.0.1:${bound}`), events, server, port: bound };
}

const targetsOf = (events: readonly OcsfEvent[]) => events.map(({ unmapped }) => unmapped.target);

test('[OPS-35] an entry becomes an event of OCSF with actor, address, object and a uid', async () => {
  const { address, events } = await startEventReceiver();
  await record('user.disable', { disabled: true }, person.id);
  assert.equal(await run(createAuditStream(address)), undefined);
  const [event] = events;
  assert.ok(event);
  const { time, metadata, ...rest } = event;
  assert.ok(Math.abs(time - service.clock.now()) < 60_000);
  assert.match(metadata.uid, /^\d+-\d+$/);
  assert.deepEqual(
    { ...metadata, uid: '', product: { ...metadata.product, version: '' } },
    {
      version: '1.3.0',
      product: { name: 'Ringbinder', vendor_name: 'Ringbinder', version: '' },
      uid: '',
      log_name: 'audit',
      event_code: 'user.disable',
      tenant_uid: person.partnerId,
    },
  );
  assert.deepEqual(rest, {
    class_uid: 3001,
    class_name: 'Account Change',
    category_uid: 3,
    activity_id: 5,
    type_uid: 300_105,
    severity_id: 1,
    status_id: 1,
    actor: { user: { uid: person.id, name: person.name, type_id: 2 } },
    src_endpoint: { ip: '192.0.2.7' },
    user: { uid: person.id, name: person.name },
    unmapped: { org_id: person.orgId, target: person.id, disabled: true },
  });
});

const REQUIRED = ['activity_id', 'category_uid', 'class_uid', 'metadata', 'severity_id', 'time', 'type_uid'];
const OF_CLASS: Record<number, { required: string[]; activities: number }> = {
  3001: { required: ['user'], activities: 9 },
  3002: { required: ['user', 'service'], activities: 7 },
  3004: { required: ['entity'], activities: 13 },
  6003: { required: ['actor', 'api', 'src_endpoint'], activities: 4 },
};

test('[OPS-35] [OPS-37] every kind of entry is a complete event, without the secrets that its fields may hold', async () => {
  const { address, events } = await startEventReceiver();
  const actions = Object.keys(auditFields) as AuditAction[];
  const url = 'https://ben:hunter2@hooks.example.com/services/T0/hunter2?token=hunter2#hunter2';
  const others = [
    'https:/hooks.example.com/hunter2',
    ' https:hooks.example.com/hunter2',
    'app:hunter2',
    'Team: North',
  ];
  for (const action of actions) {
    const details = Object.fromEntries(
      auditFields[action].map((field, index) => [
        field,
        field === 'certificates'
          ? ['hunter2']
          : index % 2 === 0
            ? url
            : [url, `app://hunter2/${field}`, ...others],
      ]),
    );
    const leaked = { password: 'hunter2', client_secret: 'hunter2', token: 'hunter2', text: 'hunter2' };
    await record(action, { ...details, ...leaked }, action, action === 'setup.claim' ? OPERATOR : person.id);
  }
  assert.equal(await run(createAuditStream(address)), undefined);
  assert.deepEqual(targetsOf(events), actions);
  assert.equal(new Set(events.map(({ metadata }) => metadata.uid)).size, actions.length);
  for (const event of events as unknown as Record<string, unknown>[]) {
    const { class_uid, activity_id, type_uid, activity_name } = event as unknown as OcsfEvent;
    const ofClass = OF_CLASS[class_uid];
    assert.ok(ofClass, String(class_uid));
    for (const name of [...REQUIRED, ...ofClass.required]) assert.ok(event[name], `${name} of ${class_uid}`);
    assert.equal(type_uid, class_uid * 100 + activity_id);
    assert.ok(activity_id === 99 ? activity_name : activity_id <= ofClass.activities, String(type_uid));
  }
  const everything = JSON.stringify(events);
  assert.equal(everything.includes('hunter2'), false);
  assert.ok(
    everything.includes(
      '["https://hooks.example.com","…","https://hooks.example.com","https://hooks.example.com","…","Team: North"]',
    ),
  );
});

test('[OPS-36] [OPS-38] nothing is lost while the receiver is down, nor by a restart', async () => {
  const { port, server } = await startEventReceiver();
  server.close();
  const stream = createAuditStream(readAuditAddress(`tcp://127.0.0.1:${port}`));
  const metrics = createMetrics();
  measureAuditStream(metrics, service.env);
  const figures = async () =>
    [...(await metrics.registry.metrics()).matchAll(/^audit_stream_\w+\{.*\} (.+)$/gm)].map(([, value]) =>
      Math.floor(Number(value)),
    );
  for (const target of ['A', 'B']) await record('org.update', {}, target);
  service.clock.advance(60_000);
  assert.match(String(await run(stream)), /ECONNREFUSED/);
  assert.match(String(await run(stream)), /ECONNREFUSED/);
  assert.deepEqual(await figures(), [2, 60]);
  const warnings = service.logLines.filter((line) => line.includes('audit stream: sending failed'));
  assert.equal(warnings.length, 1);

  const { events, address } = await startEventReceiver(port);
  const restarted = createAuditStream(address);
  assert.equal(await run(restarted), undefined);
  assert.equal(await run(restarted), undefined);
  assert.deepEqual(targetsOf(events), ['A', 'B']);
  assert.deepEqual(await figures(), [0, 0]);
});

test('[OPS-36] [OPS-38] a batch that the receiver did not read to its end is sent again with the same uids', async () => {
  const sockets: Socket[] = [];
  const uids: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    sockets.push(socket);
    socket.on('data', (data) => {
      uids.push(JSON.parse(String(data)).metadata.uid);
      if (sockets.length === 1) socket.resetAndDestroy();
    });
  });
  const stream = createAuditStream(readAuditAddress(`tcp://127.0.0.1:${await listen(server)}`));
  await record('org.update');
  const ends = () => service.logLines.filter((line) => line.includes('accepts entries again')).length;
  const before = ends();
  assert.ok(await run(stream));
  assert.equal(await run(stream), undefined);
  assert.equal(ends(), before + 1);
  assert.equal(uids.length, 2);
  assert.equal(uids[0], uids[1]);
});

test('[OPS-36] an entry that is committed after a later one is sent, in order', async () => {
  const { address, events } = await startEventReceiver();
  const stream = createAuditStream(address);
  const [database] = service.shared.databases;
  assert.ok(database);
  const slow = new pg.Client(database.connection);
  await slow.connect();
  try {
    await slow.query('BEGIN');
    await slow.query(
      `INSERT INTO audit_entries (at, actor_id, partner_id, action, target, details, address)
       VALUES (1, $1, $2, 'org.update', 'slow', '{}', '')`,
      [person.id, person.partnerId],
    );
    await record('org.update', {}, 'fast');
    assert.equal(await run(stream), undefined);
    assert.deepEqual(events, []);
    await slow.query('COMMIT');
  } finally {
    await slow.end();
  }
  assert.equal(await run(stream), undefined);
  assert.deepEqual(targetsOf(events), ['slow', 'fast']);
});

test('[OPS-36] several processes at once send each entry once, in several batches', async () => {
  const { address, events } = await startEventReceiver();
  const targets = Array.from({ length: 450 }, (_, index) => `T${index}`);
  await service.env.db.query(
    `INSERT INTO audit_entries (at, actor_id, partner_id, action, target, details, address)
     SELECT 1, $1::text, $2::text, 'org.update', target, '{}', ''
     FROM unnest($3::text[]) WITH ORDINALITY AS t (target, place) ORDER BY place`,
    [person.id, person.partnerId, targets],
  );
  const processes = [1, 2, 3].map(() => createAuditStream(address));
  assert.deepEqual(await Promise.all(processes.map(run)), [undefined, undefined, undefined]);
  assert.deepEqual(targetsOf(events), targets);
});

test('[OPS-35] a file gets lines that only its owner reads, also after a rotation', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'audit-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const path = join(directory, 'audit log.jsonl');
  const stream = createAuditStream(readAuditAddress(`file:${encodeURI(path)}`));
  const targetsIn = async (file: string) =>
    targetsOf(
      (await readFile(file, 'utf8'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    );
  await record('org.update', {}, 'A');
  await run(stream);
  await record('org.update', {}, 'B');
  await run(stream);
  assert.deepEqual(await targetsIn(path), ['A', 'B']);
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  await rename(path, `${path}.1`);
  await record('org.update', {}, 'C');
  await run(stream);
  assert.deepEqual(await targetsIn(path), ['C']);
});

test('[OPS-36] a line of a file that was cut off does not spoil the events that are sent again', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'audit-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const path = join(directory, 'audit.jsonl');
  await writeFile(path, '{"a":1}\n{"class_uid":30');
  const stream = createAuditStream(readAuditAddress(`file:${path}`));
  for (const target of ['A', 'B']) {
    await record('org.update', {}, target);
    assert.equal(await run(stream), undefined);
  }
  const [whole, torn, ...sent] = (await readFile(path, 'utf8')).trim().split('\n');
  assert.deepEqual([whole, torn], ['{"a":1}', '{"class_uid":30']);
  assert.deepEqual(targetsOf(sent.map((line) => JSON.parse(line))), ['A', 'B']);
  await assert.rejects(sendEvents({ kind: 'file', path: '/dev/null' }, []), /is not a regular file/);
});

test('[OPS-36] a file that does not respond in time has got nothing confirmed', async () => {
  const never = () => new Promise<void>(() => undefined);
  await assert.rejects(
    sendEvents({ kind: 'file', path: '/mnt/audit.jsonl' }, [], 10, never),
    /was not written within 0.01 s/,
  );
});

test('[OPS-35] syslog has frames of RFC 5424 with their lengths', async () => {
  const received: Buffer[] = [];
  const server = createServer(async (socket) => void received.push(await buffer(socket)));
  const port = await listen(server);
  await record('org.update', { name: 'Zürich' });
  await record('idp.delete');
  await run(createAuditStream(readAuditAddress(`syslog+tcp://127.0.0.1:${port}`)));
  let rest = Buffer.concat(received);
  const codes: string[] = [];
  while (rest.length > 0) {
    const [length = ''] = /^\d+ /.exec(rest.toString('latin1')) ?? [];
    const end = length.length + Number(length);
    const message = rest.subarray(length.length, end).toString();
    const [, priority, json] =
      /^<(\d+)>1 \d{4}-\d\d-\d\dT\S+Z \S+ ringbinder \d+ [\w.]+ - (\{.*\})$/.exec(message) ?? [];
    codes.push(`${priority} ${JSON.parse(json ?? '').metadata.event_code}`);
    rest = rest.subarray(end);
  }
  assert.deepEqual(codes, ['109 org.update', '108 idp.delete']);
});

function localhostIdentity() {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const now = Date.now();
  return {
    key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: selfSigned(keys, 'localhost', { from: now - 1_000_000, until: now + 1_000_000 }),
  };
}

test('[OPS-36] with TLS, reading to the end confirms, and an end of TLS before a reset does not', async () => {
  const identity = localhostIdentity();
  const trusted = getCACertificates('default');
  setDefaultCACertificates([identity.cert]);
  onTestFinished(() => setDefaultCACertificates(trusted));
  let isReading = false;
  const received: Buffer[] = [];
  const server = createServer((connection) => {
    connection.on('error', () => undefined);
    const stream = new Duplex({
      read: () => undefined,
      write: (chunk, _encoding, done) => void connection.write(chunk, done),
      final(done) {
        if (isReading) connection.end();
        else connection.resetAndDestroy();
        done();
      },
    });
    connection.on('data', (data) => stream.push(data)).on('end', () => stream.push(null));
    const options = { isServer: true, secureContext: createSecureContext(identity) };
    const socket = new TLSSocket(stream, options).on('error', () => undefined);
    if (isReading) socket.on('data', (data) => received.push(data));
    else
      socket.once('secure', () => {
        connection.pause();
        setImmediate(() => socket.end());
      });
  });
  const port = await listen(server);
  const stream = createAuditStream(readAuditAddress(`tls://localhost:${port}`));
  await record('org.update', {}, 'A');
  assert.match(String(await run(stream)), /ECONNRESET|before the end/);
  const long = 'Ä'.repeat(300_000);
  await record('org.update', {}, long);
  isReading = true;
  assert.match(
    String(await run(createAuditStream(readAuditAddress(`tls://127.0.0.1:${port}`)))),
    /does not match certificate/,
  );
  assert.equal(await run(stream), undefined);
  const lines = Buffer.concat(received).toString().trim().split('\n');
  assert.deepEqual(targetsOf(lines.map((line) => JSON.parse(line))), ['A', long]);
});

test('[OPS-36] a receiver with an unknown certificate, and one that does not confirm, get nothing confirmed', async () => {
  const read: Buffer[] = [];
  const server = createTlsServer(localhostIdentity(), (socket) =>
    socket.on('data', (data) => read.push(data)),
  );
  server.on('tlsClientError', () => undefined);
  const port = await listen(server);
  await record('org.update');
  const stream = createAuditStream(readAuditAddress(`tls://127.0.0.1:${port}`));
  assert.match(String(await run(stream)), /self.signed/i);
  assert.deepEqual(read, []);

  const silent = createServer({ allowHalfOpen: true }, (socket) => {
    socket.resume();
    onTestFinished(() => void socket.destroy());
  });
  const silentPort = await listen(silent);
  await assert.rejects(
    sendEvents(readAuditAddress(`tcp://127.0.0.1:${silentPort}`), [], 200),
    /did not confirm within 0.2 s/,
  );
});

test('[OPS-35] an address that is no destination, or could lose entries, is refused', () => {
  for (const [text, reason] of [
    ['udp://host:514', /must not be UDP/],
    ['syslog+udp://host:514', /must not be UDP/],
    ['tls://host', /must be a URL such as file:/],
    ['tls://user:password@host:1', /must be a URL such as file:/],
    ['tcp://host:1/path', /must be a URL such as file:/],
    ['https://host:1', /must be a URL such as file:/],
    ['file:', /must be a URL such as file:/],
    ['file:audit.jsonl', /must be a URL such as file:/],
    ['file://host/audit.jsonl', /must be a URL such as file:/],
    ['audit.log', /must be a URL such as file:/],
    ['stdout', /must be a URL such as file:/],
    ['file:/dev/stdout', /must be a regular file/],
    ['file:///proc/self/fd/1', /must be a regular file/],
  ] as const)
    assert.throws(() => readAuditAddress(text), reason, text);
  for (const text of ['file:/var/audit.jsonl', 'file:///var/audit.jsonl'])
    assert.deepEqual(readAuditAddress(text), { kind: 'file', path: '/var/audit.jsonl' });
  assert.deepEqual(readAuditAddress('syslog+tls://[::1]:6514'), {
    ...{ kind: 'socket', isTls: true, host: '::1', port: 6514, format: 'syslog' },
  });
});

test('[OPS-36] a new installation begins with its first entry', async () => {
  const empty = await cloneDatabase();
  onTestFinished(() => empty.drop());
  const client = new pg.Client(empty.connection);
  await client.connect();
  const { rows } = await client.query('SELECT last_id::int, lease_until::int FROM audit_stream');
  await client.end();
  assert.deepEqual(rows, [{ last_id: 0, lease_until: 0 }]);
});
