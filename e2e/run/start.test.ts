import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readConfig, settings } from '@ringbinder/server/config/config.ts';
import { afterAll, test } from 'vitest';
import {
  databaseProcess,
  emptyDirectory,
  privateDirectory,
  removeDirectories,
  usedDirectory,
} from './directories.ts';
import { killServers, runRingbinder, startRingbinder } from './ringbinder.ts';

const root = new URL('../..', import.meta.url).pathname;

afterAll(async () => {
  await killServers();
  await removeDirectories();
});

function assertOneLine({ code, output }: { code: number | null; output: string }, expected: RegExp): void {
  assert.equal(code, 1, output);
  assert.match(output, /^Ringbinder cannot start: .+\n$/);
  assert.match(output, expected);
}

test('[RUN-1] [RUN-3] on nothing at all, where only this user can enter, it starts, and ends with addresses, a demo sign-in and a first call that works', async () => {
  const directory = join(await privateDirectory(), 'made', 'when', 'missing');
  const ringbinder = await startRingbinder(directory);
  const screen = ringbinder.output();
  const demo = await ringbinder.demo();
  for (const line of [
    `Production   ${ringbinder.origin}/v1/`,
    `Sandbox      ${ringbinder.origin}/sandbox/v1/`,
    `API docs     ${ringbinder.origin}/docs`,
    `${demo.users[0]?.email}  ${demo.users[0]?.password}`,
    join(directory, 'demo.json'),
  ])
    assert.ok(screen.includes(line), `${line} in\n${screen}`);
  assert.ok(screen.split('\n').every((line) => line.length <= 110));
  const commands = /A first call.*\n\n((?: {4}.*\n)+)/.exec(screen)?.[1] ?? '';
  const { stdout } = await promisify(execFile)('bash', ['-c', commands]);
  assert.equal(JSON.parse(stdout).data.binders[0].binder.id, demo.binder_id);
  assert.equal((await fetch(`${ringbinder.origin}/readyz`)).status, 200);
  await ringbinder.stop();
});

test('[RUN-5] every setting is documented once, with its default', () => {
  const text = readFileSync(join(root, 'docs/settings.md'), 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith('| `'));
  assert.deepEqual(
    rows.map((row) => row.split('|').slice(1, 3).join('').replaceAll(/[ `]+/g, ' ').trim()),
    Object.values(settings).map(({ name, fallback }) => `${name} ${fallback || '–'}`),
  );
  const { port, host, publicUrl, dataDir } = readConfig({});
  assert.deepEqual([port, host, publicUrl, dataDir], [8400, '127.0.0.1', '', join(process.cwd(), 'data')]);
});

const wrong: [string, string, RegExp][] = [
  ['PORT', '84o0', /PORT must be a whole number from 0 to 65535/],
  ['PUBLIC_URL', 'ftp://example.com', /PUBLIC_URL must be an address like https:/],
  ['DATABASE_URL', 'mysql://localhost/ringbinder', /DATABASE_URL must be an address like postgres:/],
  ['SECRET_KEY', '1234', /SECRET_KEY must be 64 hexadecimal digits/],
  ['LOG_LEVEL', 'loud', /LOG_LEVEL must be one of fatal, error/],
  ['MAX_UPLOAD_BYTES', '-1', /MAX_UPLOAD_BYTES must be a whole number/],
];

test('[RUN-6] a wrong setting is refused with one line that names it and does not repeat it', () => {
  for (const [name, value, reason] of wrong) {
    const refuse = () => readConfig({ [name]: value });
    assert.throws(refuse, { name: 'StartupError', message: reason });
    assert.throws(refuse, (error: Error) => !/\n/.test(error.message) && !error.message.includes(value));
  }
});

test('[RUN-6] that line is all that a start says', async () => {
  const directory = await usedDirectory();
  assertOneLine(await runRingbinder(directory, { PORT: '84o0' }), /PORT must be a whole number/);
  assertOneLine(await runRingbinder(directory, { ROLE: 'worker' }), /ROLE=worker needs DATABASE_URL/);
  const ending = await runRingbinder(directory, { HOST: 'no-such-host.invalid' });
  assertOneLine(ending, /HOST no-such-host\.invalid is not an address of this machine/);
  assert.equal(await databaseProcess(directory), undefined);
});

test('[RUN-6] so does a database that cannot be reached', async () => {
  const settings = { DATABASE_URL: 'postgres://ann:secret@127.0.0.1:1/ringbinder' };
  const ending = await runRingbinder(await emptyDirectory(), settings);
  assertOneLine(ending, /DATABASE_URL: the database cannot be reached: connect ECONNREFUSED/);
  assert.ok(!ending.output.includes('secret'));
});

test('[RUN-6] a data directory that cannot be is told in one line', async () => {
  const parent = await emptyDirectory();
  writeFileSync(join(parent, 'file'), '');
  assertOneLine(
    await runRingbinder(join(parent, 'file')),
    /file: there is a file of that name\. Set DATA_DIR/,
  );
  assertOneLine(await runRingbinder(join(parent, 'file', 'x')), /x: a part of its path is not a directory/);
  mkdirSync(join(parent, 'key'));
  writeFileSync(join(parent, 'key', 'secret.key'), 'no key\n');
  assertOneLine(await runRingbinder(join(parent, 'key')), /secret\.key must contain 64 hexadecimal digits/);
  assert.equal(await databaseProcess(join(parent, 'key')), undefined);
});

test('[RUN-7] a port in use stops the start with one line, and leaves no database running', async () => {
  const directory = await usedDirectory();
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const ending = await runRingbinder(directory, { PORT: String(port) });
  assertOneLine(
    ending,
    new RegExp(`port ${port} on 127.0.0.1 is in use: stop the other program, or set PORT`),
  );
  assert.equal(await databaseProcess(directory), undefined);
  other.close();
});

test('[RUN-10] addresses are built from PUBLIC_URL', async () => {
  const directory = await usedDirectory();
  const ringbinder = await startRingbinder(directory, { PUBLIC_URL: 'https://binders.example.com' });
  const { base_url, sandbox } = await ringbinder.demo();
  assert.equal(base_url, 'https://binders.example.com/v1/');
  assert.equal(sandbox.base_url, 'https://binders.example.com/sandbox/v1/');
  assert.match(ringbinder.output(), /Production {3}https:\/\/binders\.example\.com\/v1\//);
  await ringbinder.stop();
});

test('[RUN-16] with NODE_ENV=production there is no demo; the log goes to standard output', async () => {
  const directory = await emptyDirectory();
  const ringbinder = await startRingbinder(directory, { NODE_ENV: 'production' });
  const names = readdirSync(directory);
  assert.ok(!names.includes('demo.json') && !names.includes('server.log'), names.join(' '));
  assert.equal(statSync(join(directory, 'secret.key')).mode & 0o777, 0o600);
  for (const base of ['/v1/', '/sandbox/v1/']) {
    const form = { grant_type: 'refresh_token', client_id: 'C', client_secret: 's', refresh_token: 't' };
    const address = `${ringbinder.origin}${base}oauth/token`;
    const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(form) });
    assert.equal(answer.status, 401);
  }
  const { code } = await ringbinder.stop();
  assert.equal(code, 0);
  const lines = ringbinder
    .output()
    .split('\n')
    .filter((line) => !/^(Stopping:| {2}|$)/.test(line));
  const messages = lines.map((line) => JSON.parse(line).msg as string);
  assert.ok(messages.some((message) => message.startsWith('PUBLIC_URL is not set: links lead to http://')));
});
