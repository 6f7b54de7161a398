import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'vitest';
import { locateBinaries } from './binaries.ts';
import { EmbeddedPostgresError } from './index.ts';
import { hold } from './testing/child.ts';
import { scratch, scratchDatabase, start, testSettings } from './testing/scratch.ts';

const isRoot = process.geteuid?.() === 0;

async function failure(directory: string): Promise<NodeJS.ErrnoException> {
  try {
    const server = await start({ directory });
    await server.stop();
  } catch (error) {
    assert.ok(error instanceof Error);
    return error;
  }
  assert.fail('it started');
}

async function refusal(directory: string): Promise<string> {
  const error = await failure(directory);
  assert.ok(error instanceof EmbeddedPostgresError, `${error}`);
  return error.message;
}

function withTmpfs(directory: string, options: string): readonly string[] | undefined {
  const mount = ['sh', '-c', 'mount -t tmpfs -o "$1" tmpfs "$0" && shift && exec "$@"', directory, options];
  const wrapper = ['unshare', '--mount', ...(isRoot ? [] : ['--map-root-user']), ...mount];
  try {
    execFileSync('unshare', [...wrapper.slice(1), 'true'], { stdio: 'ignore' });
    return wrapper;
  } catch {
    return undefined;
  }
}

async function codeOnTmpfs(t: TestContext, directory: string, options: string): Promise<string | undefined> {
  mkdirSync(directory, { recursive: true });
  const wrapper = withTmpfs(directory, options);
  if (wrapper === undefined) t.skip('mounting is not allowed here');
  if (wrapper === undefined) return undefined;
  const holder = hold({ directory: join(directory, 'postgres') }, { wrapper });
  const { event, code } = await holder.report;
  assert.equal(event, 'failed');
  return code;
}

test('[STORE-4] a directory of another major version is refused, with what to do, and left as it is', async () => {
  const directory = await scratchDatabase();
  writeFileSync(join(directory, 'data', 'PG_VERSION'), '17\n');
  const message = await refusal(directory);
  assert.match(message, /created by PostgreSQL 17, and this program brings PostgreSQL 18/);
  assert.match(message, /export .* import .* use that; .* move .* away/);
  assert.ok(message.includes(join(directory, 'data')));
  assert.equal(readFileSync(join(directory, 'data', 'PG_VERSION'), 'utf8'), '17\n');
});

test('files of another build of PostgreSQL are refused with what PostgreSQL says of them', async () => {
  const directory = await scratchDatabase();
  const control = join(directory, 'data', 'global', 'pg_control');
  const bytes = readFileSync(control);
  bytes.writeUInt32LE(1700, 8);
  writeFileSync(control, bytes);
  const message = await refusal(directory);
  assert.match(message, /^The database in .* was created by another build of PostgreSQL/);
  assert.match(message, /initialized with PG_CONTROL_VERSION 1700/);
});

test('the end of the log is shown when the server does not start', async () => {
  const directory = await scratchDatabase();
  const settings = { ...testSettings, shared_buffers: 'plenty' };
  await assert.rejects(start({ directory, settings }), {
    name: 'EmbeddedPostgresError',
    message:
      /^PostgreSQL did not start on .*\(exit code 1\)\. (.|\n)*invalid value for parameter "shared_buffers": "plenty"/,
  });
});

test('a directory that holds something else is refused and left alone', async () => {
  const directory = scratch();
  mkdirSync(join(directory, 'data'), { recursive: true });
  writeFileSync(join(directory, 'data', 'holiday.jpg'), 'sea');
  assert.match(await refusal(directory), /data is not a PostgreSQL data directory .* Move it away/);
  assert.equal(readFileSync(join(directory, 'data', 'holiday.jpg'), 'utf8'), 'sea');
});

test('a path that leads through a file fails with the system’s error', async () => {
  const directory = scratch();
  mkdirSync(dirname(directory), { recursive: true });
  writeFileSync(join(dirname(directory), 'file'), '');
  const below = join(dirname(directory), 'file', 'postgres');
  assert.equal((await failure(below)).code, 'ENOTDIR');
});

test('an unwritable directory fails with the system’s error', async (t) => {
  const directory = scratch('data');
  if (isRoot) {
    const code = await codeOnTmpfs(t, directory, 'ro');
    if (code !== undefined) assert.equal(code, 'EROFS');
    return;
  }
  mkdirSync(directory, { recursive: true });
  chmodSync(directory, 0o555);
  assert.equal((await failure(join(directory, 'postgres'))).code, 'EACCES');
});

test('a full disk that initdb reports is ENOSPC', async (t) => {
  const directory = scratch('data');
  const code = await codeOnTmpfs(t, directory, 'size=8m');
  if (code !== undefined) assert.equal(code, 'ENOSPC');
});

test('a full disk that the server reports is ENOSPC', async (t) => {
  const database = await scratchDatabase();
  const directory = scratch('data');
  mkdirSync(directory, { recursive: true });
  const wrapper = withTmpfs(directory, 'size=80m');
  if (wrapper === undefined) return t.skip('mounting is not allowed here');
  const fill = 'cp -a "$0" "$1" && (cat /dev/zero > "$1/zeros" 2>/dev/null; shift; exec "$@")';
  const holder = hold(
    { directory: join(directory, 'postgres') },
    { wrapper: [...wrapper, 'sh', '-c', fill, database, directory] },
  );
  assert.equal((await holder.report).code, 'ENOSPC');
});

test('a machine without binaries is told so, with the way out', async () => {
  const cases = [
    [
      { platform: 'win32', arch: 'x64' },
      /no embedded PostgreSQL for win32-x64\. Run this program in WSL, or use another PostgreSQL server/,
    ],
    [
      { platform: 'linux', arch: 's390x' },
      /no embedded PostgreSQL for linux-s390x\. .* another PostgreSQL server/,
    ],
    [
      { platform: 'darwin', arch: process.platform === 'darwin' ? 'none' : 'arm64' },
      /another PostgreSQL server/,
    ],
  ] as const;
  for (const [options, message] of cases) {
    await assert.rejects(locateBinaries(options), { name: 'EmbeddedPostgresError', message });
  }
});
