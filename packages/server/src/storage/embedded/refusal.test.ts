import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'vitest';
import { locateBinaries } from './binaries.ts';
import { hold } from './fixtures/child.ts';
import { scratch, scratchDatabase, start, testSettings } from './fixtures/scratch.ts';
import { StartupError } from './index.ts';

const isRoot = process.geteuid?.() === 0;

/** The message that a start ends with, which must be a StartupError's. */
async function refusal(directory: string): Promise<string> {
  try {
    const server = await start({ directory });
    await server.stop();
  } catch (error) {
    assert.ok(error instanceof StartupError, `${error}`);
    return error.message;
  }
  assert.fail('it started');
}

/** Runs what follows with a tmpfs on `directory`, which nothing outside sees. Undefined where that is not allowed. */
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

async function refusalOnTmpfs(
  t: TestContext,
  directory: string,
  options: string,
): Promise<string | undefined> {
  mkdirSync(directory, { recursive: true });
  const wrapper = withTmpfs(directory, options);
  if (wrapper === undefined) t.skip('mounting is not allowed here');
  if (wrapper === undefined) return undefined;
  const holder = hold({ directory: join(directory, 'postgres') }, { wrapper });
  const { event, name, message } = await holder.report;
  assert.deepEqual([event, name], ['failed', 'StartupError']);
  return message;
}

test('[STORE-4] a directory of another major version is refused, with what to do, and left as it is', async () => {
  const directory = await scratchDatabase();
  writeFileSync(join(directory, 'data', 'PG_VERSION'), '17\n');
  const message = await refusal(directory);
  assert.match(message, /made by PostgreSQL 17, and this Ringbinder brings PostgreSQL 18/);
  assert.match(message, /export .* import .* DATABASE_URL; .* move .* away/);
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
  assert.match(message, /^The database in .* was made by another build of PostgreSQL/);
  assert.match(message, /initialized with PG_CONTROL_VERSION 1700/);
});

test('the end of the log is shown when the server does not start', async () => {
  const directory = await scratchDatabase();
  const settings = { ...testSettings, shared_buffers: 'plenty' };
  await assert.rejects(start({ directory, settings }), {
    name: 'StartupError',
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

test('a path that leads through a file is refused in one line that names it', async () => {
  const directory = scratch();
  mkdirSync(dirname(directory), { recursive: true });
  writeFileSync(join(dirname(directory), 'file'), '');
  const below = join(dirname(directory), 'file', 'postgres');
  const line = await refusal(below);
  assert.ok(line.startsWith(`Cannot write to the directory ${below}: `));
  assert.doesNotMatch(line, /\n/);
});

test('an unwritable directory is refused in one line that names it', async (t) => {
  const directory = scratch('data');
  let message: string | undefined;
  if (isRoot) {
    message = await refusalOnTmpfs(t, directory, 'ro');
  } else {
    mkdirSync(directory, { recursive: true });
    chmodSync(directory, 0o555);
    message = await refusal(join(directory, 'postgres'));
  }
  if (message === undefined) return;
  assert.ok(message.startsWith(`Cannot write to the directory ${directory}/postgres: `));
  assert.match(message, isRoot ? /read-only\. Set DATA_DIR/ : /may not\. Make it writable/);
});

test('a full disk is told in one line that names the directory, by initdb', async (t) => {
  const directory = scratch('data');
  const message = await refusalOnTmpfs(t, directory, 'size=8m');
  if (message === undefined) return;
  assert.equal(
    message,
    `Cannot write to the directory ${directory}/postgres: the disk is full. ` +
      'Free some space on it, or set DATA_DIR to a directory on another disk.',
  );
});

test('a full disk is told in one line that names the directory, by the server', async (t) => {
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
  const { name, message } = await holder.report;
  assert.equal(name, 'StartupError');
  assert.match(message, /^Cannot write to the directory .*\/postgres: the disk is full\. Free [^\n]*$/);
});

test('a machine without binaries is told so, with the way out', async () => {
  const cases = [
    [
      { platform: 'win32', arch: 'x64' },
      /no embedded PostgreSQL for win32-x64\. Run Ringbinder in WSL, or set DATABASE_URL/,
    ],
    [{ platform: 'linux', arch: 's390x' }, /no embedded PostgreSQL for linux-s390x\. .* DATABASE_URL/],
    [{ platform: 'darwin', arch: process.platform === 'darwin' ? 'none' : 'arm64' }, /DATABASE_URL/],
  ] as const;
  for (const [options, message] of cases) {
    await assert.rejects(locateBinaries(options), { name: 'StartupError', message });
  }
});
