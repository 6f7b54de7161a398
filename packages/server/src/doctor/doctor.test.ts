import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cloneDatabase, startService, type TestService } from '@ringbinder/testkit';
import pg from 'pg';
import { afterAll, beforeAll, onTestFinished, test } from 'vitest';
import { selfSigned } from '../features/saml/signing/key.ts';
import { startS3 } from '../storage/files/testing/s3-server.ts';
import { auditFinding, backupFinding, clockFinding, upgradeFinding } from './database.ts';
import { examineInstallation, reportOf } from './doctor.ts';
import { diskFinding } from './machine.ts';

const command = fileURLToPath(new URL('../commands/doctor.ts', import.meta.url));
const HOUR_MS = 3_600_000;

let service: TestService;
beforeAll(async () => {
  service = await startService({ environments: ['production', 'sandbox'] });
});
afterAll(() => service.close());

type Connection = TestService['shared']['databases'][number]['connection'];

function addressOf(connection: Connection | undefined, password = 'pass-word-1'): string {
  assert.ok(connection);
  if ('connectionString' in connection) return connection.connectionString;
  const { host, port, user, database } = connection;
  return `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}

function variables(): Record<string, string> {
  const [production, sandbox] = service.shared.databases;
  return {
    PORT: new URL(service.origin).port,
    PUBLIC_URL: service.origin,
    DATA_DIR: service.directory,
    DATABASE_URL: addressOf(production?.connection),
    SANDBOX_DATABASE_URL: addressOf(sandbox?.connection),
    MEET_UDP_PORT: '0',
  };
}

async function find(name: string, changes: Record<string, string>, timeoutMs?: number) {
  const findings = await examineInstallation({ ...variables(), ...changes }, timeoutMs);
  return findings.filter((each) => each.name === name).map(({ state, detail }) => `${state} ${detail}`);
}

async function startSilent(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  return portOf(server);
}

async function portOf(server: Server): Promise<number> {
  if (!server.listening) await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  const port = await portOf(server);
  server.close();
  await once(server, 'close');
  return port;
}

test('[OPS-31] a running service is in order', async () => {
  const findings = await examineInstallation(variables());
  const bad = findings.filter(({ state, name }) => state !== 'ok' && name !== 'Disk');
  assert.deepEqual(bad, []);
  const names = findings.map(({ name }) => name);
  for (const name of ['Settings', 'DATA_DIR', 'Database', 'Sandbox database', 'Clock', 'PUBLIC_URL'])
    assert.ok(names.includes(name), `${name} in ${names}`);
  assert.match(reportOf(findings), /^ok +Database +PostgreSQL \d+\S*, [\d.]+ ms$/m);
});

test('[OPS-31] [OPS-32] the command prints JSON without secrets, and its exit status has the result', async () => {
  const run = (args: string[], env: Record<string, string>) =>
    promisify(execFile)(process.execPath, [command, ...args], {
      env: { PATH: process.env.PATH, ...env },
    }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
    );
  const port = await closedPort();
  const secrets = {
    REDIS_URL: `redis://someone:hunter%402@127.0.0.1:${port}`,
    SECRET_KEY: 'ab12'.repeat(16),
  };
  const { code, stdout, stderr } = await run(['--json'], { ...variables(), ...secrets });
  assert.equal(code, 1);
  const { checks } = JSON.parse(stdout) as { checks: { name: string; state: string; remedy?: string }[] };
  for (const { name, state, remedy } of checks) assert.equal(remedy === undefined, state === 'ok', name);
  assert.equal(checks.find(({ name }) => name === 'REDIS_URL')?.state, 'FAIL');
  assert.doesNotMatch(stdout + stderr, /hunter|pass-word-1|ab12ab12/);
  assert.equal((await run(['--jsn'], {})).code, 2);
  assert.equal((await run([], variables())).code, 0);
});

test('[OPS-32] a stopped installation is examined, and nothing is created', async () => {
  const findings = await examineInstallation({
    DATA_DIR: `${service.directory}/none`,
    PORT: String(await closedPort()),
  });
  assert.deepEqual(
    findings.filter(({ state }) => state === 'FAIL'),
    [],
  );
  assert.match(findings.find(({ name }) => name === 'Database')?.detail ?? '', /^stopped/);
});

test('[OPS-32] a database without tables or one that does not exist stays so', async () => {
  const empty = await cloneDatabase(null);
  onTestFinished(() => empty.drop());
  const [finding, upgrade] = await find('Database', { DATABASE_URL: addressOf(empty.connection) });
  assert.match(finding ?? '', /^ok PostgreSQL/);
  assert.match(upgrade ?? '', /^warn an upgrade will run: 0001\S+\.sql, .* and \d+ more$/);
  const client = new pg.Client(empty.connection);
  await client.connect();
  const { rows } = await client.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`);
  await client.end();
  assert.deepEqual(rows, []);
  const missing = addressOf(empty.connection).replace(/test_[0-9a-f]+/, 'no_such_database');
  for (let round = 0; round < 2; round++)
    assert.match((await find('Database', { DATABASE_URL: missing }))[0] ?? '', /^warn .*does not exist/);
});

test('[OPS-31] a mail server, a Redis and a store that are away are failures', async () => {
  const s3 = await startS3();
  onTestFinished(() => s3.close());
  assert.deepEqual(await find('FILES_URL', { FILES_URL: s3.url }), [
    'ok an object was written, read and deleted',
  ]);
  const port = await closedPort();
  const away = {
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    REDIS_URL: `redis://127.0.0.1:${port}`,
    FILES_URL: `s3://binders/x?endpoint=http://127.0.0.1:${port}`,
    DATABASE_URL: `postgres://someone:pass@127.0.0.1:${port}/ringbinder`,
  };
  const findings = await examineInstallation({ ...variables(), ...away });
  for (const name of [...Object.keys(away).slice(0, 3), 'Database'])
    assert.equal(findings.find((each) => each.name === name)?.state, 'FAIL', name);
});

async function startRejecting(): Promise<number> {
  const fields = 'SFATAL\0C28P01\0Mpassword authentication failed for user "someone"\0\0';
  const length = Buffer.alloc(4);
  length.writeInt32BE(fields.length + 4);
  const server = createServer((socket) =>
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)]))),
  ).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  return portOf(server);
}

test('[OPS-31] [OPS-32] a wrong database password is a failure with its remedy', async () => {
  const url = `postgres://someone:hunter-2@127.0.0.1:${await startRejecting()}/ringbinder`;
  const findings = await examineInstallation({ ...variables(), DATABASE_URL: url });
  assert.deepEqual(
    findings.find(({ name }) => name === 'Database'),
    {
      name: 'Database',
      state: 'FAIL',
      detail: 'password authentication failed for user "someone"',
      remedy: 'correct the password in DATABASE_URL',
    },
  );
  assert.doesNotMatch(JSON.stringify(findings), /hunter/);
});

test('[OPS-33] a server that never answers does not hold up the others', async () => {
  const port = await startSilent();
  const findings = await examineInstallation(
    { ...variables(), SMTP_URL: `smtp://127.0.0.1:${port}`, REDIS_URL: `redis://127.0.0.1:${port}` },
    1_500,
  );
  const late = findings.filter(({ detail }) => detail === 'no response within 1.5 s').map(({ name }) => name);
  assert.deepEqual(late, ['SMTP_URL', 'REDIS_URL']);
  assert.equal(findings.find(({ name }) => name === 'Database')?.state, 'ok');
});

test('[OPS-31] an expired certificate is a failure, and so is one that nobody signed', async () => {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const find443 = async (until: number) => {
    const server = createHttps(
      {
        key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }),
        cert: selfSigned(keys, 'localhost', { from: until - 1_000 * HOUR_MS, until }),
      },
      (_, response) => void response.end('{"status":"ok"}'),
    ).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    return find('Certificate', { PUBLIC_URL: `https://127.0.0.1:${await portOf(server)}` });
  };
  assert.deepEqual(await find443(Date.now() - 49 * HOUR_MS), ['FAIL expired 3 days ago']);
  assert.match((await find443(Date.now() + 500 * HOUR_MS))[0] ?? '', /^FAIL invalid: .*SELF_SIGNED/);
});

test('[OPS-38] a receiver of the audit log that is away, and entries that wait, are named', async () => {
  const server = createServer((socket) => void socket.resume()).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  const findStream = (port: number) => find('AUDIT_STREAM', { AUDIT_STREAM: `tcp://127.0.0.1:${port}` });
  assert.deepEqual(await findStream(await portOf(server)), ['ok the receiver takes connections']);
  assert.match((await findStream(await closedPort()))[0] ?? '', /^FAIL .*ECONNREFUSED/);
  const file = (path: string) => find('AUDIT_STREAM', { AUDIT_STREAM: `file:${path}` });
  assert.match((await file('/no-such-directory/audit.jsonl'))[0] ?? '', /^FAIL ENOENT/);
  assert.deepEqual(await file(`${service.directory}/audit.jsonl`), ['ok the directory can be written']);

  const partner = await service.make.partner();
  await service.env.db.query(
    `INSERT INTO audit_entries (at, actor_id, partner_id, action, target, details, address)
     VALUES ($1, 'U', $2, 'org.update', 'T', '{}', '')`,
    [Date.now() - 10 * 60_000, partner.id],
  );
  assert.match(
    (await find('Audit stream', { AUDIT_STREAM: `file:${service.directory}/audit.jsonl` }))[0] ?? '',
    /^warn \d+ entries wait, the oldest for 60\d s$/,
  );
  assert.equal(auditFinding({ entries: 3, since: 0 }, 200_000).state, 'ok');
});

test('[OPS-34] misspelt and invalid settings are named', async () => {
  assert.deepEqual(await find('Settings', { SMPT_URL: 'smtp://x', PATH: '/bin', HOSTNAME: 'a', POST: '1' }), [
    'warn SMPT_URL is not a setting and has no effect',
  ]);
  const findings = await examineInstallation({
    ...variables(),
    DATABASE_URL: 'mysql://a:geheim@b',
    PORT: 'x',
  });
  const [database, port] = findings
    .filter(({ name }) => name === 'Settings')
    .map(({ detail }) => detail)
    .sort();
  assert.match(database ?? '', /^DATABASE_URL must/);
  assert.match(port ?? '', /^PORT must be a whole number/);
  assert.equal(
    findings.find(({ name }) => name === 'Database'),
    undefined,
  );
  assert.doesNotMatch(JSON.stringify(findings), /geheim/);
});

test('[OPS-39] an upgrade is named with its way back, and a release that went back is in order', async () => {
  const expanding = { name: '0002_a.sql', needs: 1 };
  const contracting = { name: '0003_b.sql', needs: 2 };
  assert.match(
    upgradeFinding('Database', 1, [expanding]).detail,
    /0002_a\.sql\. You can go back afterwards$/,
  );
  assert.match(
    upgradeFinding('Database', 1, [expanding, contracting]).detail,
    /You cannot go back after 0003_b\.sql$/,
  );
  const { db } = service.env;
  await db.query(
    `INSERT INTO schema_migrations (number, name, checksum, needs) VALUES (9998, '9998_newer.sql', '', 1)`,
  );
  onTestFinished(async () => void (await db.query('DELETE FROM schema_migrations WHERE number > 9000')));
  assert.match(
    (await find('Database', {}))[1] ?? '',
    /^ok a newer release ran 9998_newer\.sql; this release works/,
  );
  await db.query(
    `INSERT INTO schema_migrations (number, name, checksum, needs) VALUES (9999, '9999_less.sql', '', 9998)`,
  );
  assert.match(
    (await find('Database', {}))[1] ?? '',
    /^FAIL a newer Ringbinder ran the migration 9999_less\.sql/,
  );
});

test('[OPS-31] disk, clock and backup have limits', () => {
  const GIB = 1024 ** 3;
  const disk = [
    diskFinding(50 * GIB, 100 * GIB),
    diskFinding(14 * GIB, 100 * GIB),
    diskFinding(4 * GIB, 100 * GIB),
  ];
  const small = diskFinding(0.9 * GIB, 2 * GIB);
  assert.deepEqual(
    [...disk, small].map(({ state }) => state),
    ['ok', 'warn', 'FAIL', 'FAIL'],
  );
  const clocks = [clockFinding(1_900, 0), clockFinding(-2_100, 0), clockFinding(0, 9_000)];
  assert.deepEqual(
    clocks.map(({ state }) => state),
    ['ok', 'warn', 'warn'],
  );
  const backups = [undefined, 27, 29, 73].map((hours) => backupFinding(hours && -hours * HOUR_MS, 0));
  assert.deepEqual(
    backups.map(({ state }) => state),
    ['warn', 'ok', 'warn', 'FAIL'],
  );
});
