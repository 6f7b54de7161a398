import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'vitest';
import { locateBinaries } from './binaries.ts';
import { assertOwn, chooseRunAs } from './privileges.ts';
import { hold } from './testing/child.ts';
import { query, queryValue } from './testing/query.ts';
import { scratch, scratchDatabase } from './testing/scratch.ts';

const isRoot = process.geteuid?.() === 0;
const { native } = await locateBinaries();

const closed = { env: { PATH: '/nonexistent' } };

function canReachBinaries(uid: number): boolean {
  try {
    execFileSync('/bin/sh', ['-c', 'test -x "$0"', native], { uid, gid: uid, cwd: '/' });
    return true;
  } catch {
    return false;
  }
}

function userOf(pid: number): number {
  return Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

function needs(t: TestContext, condition: boolean, what: string): boolean {
  if (!condition) t.skip(`needs ${what}`);
  return condition;
}

test('an ordinary user runs it as itself; root never as root', async () => {
  const directory = scratch();
  const { mode, owner } = await chooseRunAs(directory);
  assert.equal(mode === 'same user', !isRoot);
  if (!isRoot) assert.equal(owner.uid, process.geteuid?.());
});

test('[RUN-4] an ordinary user is told whose a directory is that is not its own', async (t) => {
  if (!needs(t, !isRoot, 'an ordinary user')) return;
  await assert.rejects(assertOwn('/'), /The directory \/ belongs to user id 0, and this is user id \d+/);
});

test('[RUN-3] root runs it in a user namespace, also below a 0700 directory, and the files stay its own', async (t) => {
  if (!needs(t, isRoot, 'root')) return;
  const directory = await scratchDatabase('private', 'postgres');
  chmodSync(dirname(directory), 0o700);
  const { mode } = await chooseRunAs(directory);
  if (!needs(t, mode === 'user namespace', 'user namespaces')) return;
  const holder = hold({ directory });
  const { pid, connection } = await holder.report;
  assert.equal(userOf(pid), 0);
  assert.match(readFileSync(`/proc/${pid}/uid_map`, 'utf8'), /^\s*65534\s+0\s+1\s*$/);
  assert.equal(statSync(join(directory, 'data', 'PG_VERSION')).uid, 0);
  assert.equal(await queryValue(connection, 'SELECT 1'), 1);
  await holder.stop();
});

test('where user namespaces are closed, root runs it as nobody; data moves between both ways', async (t) => {
  if (!needs(t, isRoot, 'root')) return;
  const directory = scratch('data', 'postgres');
  const options = { directory };
  const first = hold(options, closed);
  const report = await first.report;
  if (!canReachBinaries(65534)) {
    assert.match(
      report.message,
      /cannot enter the directory \/\S* \(mode 7\d\d\) on the way to the PostgreSQL binaries/,
    );
    return;
  }
  assert.equal(report.event, 'ready', report.message);
  assert.equal(userOf(report.pid), 65534);
  assert.equal(statSync(join(directory, 'data')).uid, 65534);
  await query(report.connection, 'CREATE TABLE kept AS SELECT 42 AS n');
  await first.stop();
  for (const how of [{}, closed]) {
    const holder = hold(options, how);
    const { event, message, connection } = await holder.report;
    assert.equal(event, 'ready', message);
    assert.equal(await queryValue(connection, 'SELECT n FROM kept'), 42);
    await holder.stop();
  }
});

test('[RUN-4] a directory that nobody cannot reach is named', async (t) => {
  if (!needs(t, isRoot && canReachBinaries(65534), 'root, and binaries that nobody can reach')) return;
  const directory = scratch('private', 'data', 'postgres');
  mkdirSync(dirname(directory), { recursive: true });
  const parent = dirname(dirname(directory));
  chmodSync(parent, 0o700);
  const { name, message } = await hold({ directory }, closed).report;
  assert.equal(name, 'EmbeddedPostgresError');
  assert.ok(
    message.includes(`cannot enter the directory ${parent} (mode 700) on the way to the data directory`),
  );
  assert.ok(message.endsWith(`chmod o+x ${parent}`));
});

test('root runs it as the ordinary user who owns the directory, to whom all files stay', async (t) => {
  if (!needs(t, isRoot && canReachBinaries(4711), 'root, and binaries that others can reach')) return;
  const directory = scratch('data', 'postgres');
  mkdirSync(directory, { recursive: true });
  chownSync(directory, 4711, 4711);
  const database = await scratchDatabase();
  execFileSync('cp', ['-a', join(database, 'data'), directory]);
  execFileSync('chown', ['-R', '4711:4711', directory]);
  const holder = hold({ directory });
  const { event, message, pid } = await holder.report;
  assert.equal(event, 'ready', message);
  assert.equal(userOf(pid), 4711);
  for (const part of ['data/postmaster.pid', 'server.log', 'socket']) {
    assert.equal(statSync(join(directory, part)).uid, 4711);
  }
  await holder.stop();
});
