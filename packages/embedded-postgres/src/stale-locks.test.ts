import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, vi } from 'vitest';
import { findPostmaster, isRunning, parsePostmasterFile } from './postmaster-file.ts';
import { hold } from './testing/child.ts';
import { scratchDatabase, start, WAIT } from './testing/scratch.ts';

test('postmaster.pid is read as far as the server has written it', () => {
  const full = '77\n/data\n1795216774\n5432\n/data/socket\n\n 16040257        32\nready   \n';
  const file = { pid: 77, startedAt: '1795216774', socketDirectory: '/data/socket', status: 'ready' };
  assert.deepEqual(parsePostmasterFile(full), file);
  assert.deepEqual(parsePostmasterFile('77\n/data\n1795216774\n5432\n'), {
    ...file,
    socketDirectory: undefined,
    status: undefined,
  });
  for (const text of ['', '\n', 'nonsense', '-5\n', '0\n'])
    assert.equal(parsePostmasterFile(text), undefined);
});

test('lock files whose process id another program has by now do not keep the server from starting', async () => {
  const directory = await scratchDatabase();
  const holder = hold({ directory });
  const { pid } = await holder.report;
  const files = [join(directory, 'data', 'postmaster.pid'), join(directory, 'socket', '.s.PGSQL.5432.lock')];
  const texts = files.map((path) => readFileSync(path, 'utf8'));
  await holder.stop();
  // Use an unrelated process, because PostgreSQL ignores its parent's id.
  const other = spawn('sleep', ['600']);
  try {
    for (const [index, path] of files.entries()) {
      writeFileSync(path, (texts[index] ?? '').replace(String(pid), String(other.pid)));
    }
    const server = await start({ directory });
    assert.equal(server.origin, 'started');
    await server.stop();
  } finally {
    other.kill();
  }
});

test('an empty lock file, as a full disk leaves it, does not keep the server from starting', async () => {
  const directory = await scratchDatabase();
  const path = join(directory, 'data', 'postmaster.pid');
  writeFileSync(path, '');
  utimesSync(path, 0, 0);
  const server = await start({ directory });
  await server.stop();
});

test('a process that has ended but whose parent has not noticed is not running', async (t) => {
  if (!existsSync('/proc/self/stat')) return t.skip('there is no /proc here');
  // The child ends when its input ends, and its parent never reaps it.
  const script = 'exec 3<&0; cat <&3 >/dev/null & echo $!; exec 3<&- sleep 600 </dev/null';
  const parent = spawn('sh', ['-c', script], { stdio: ['pipe', 'pipe', 'ignore'] });
  try {
    const [pid] = await once(parent.stdout, 'data');
    await vi.waitUntil(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8') === 'sleep\n', WAIT);
    assert.equal(await isRunning(Number(pid)), true);
    parent.stdin.end();
    await vi.waitUntil(async () => !(await isRunning(Number(pid))), WAIT);
    process.kill(Number(pid), 0);
  } finally {
    parent.kill();
  }
});

test('a server that runs in another container on the same volume is not started beside', async (t) => {
  const directory = await scratchDatabase();
  const isRoot = process.geteuid?.() === 0;
  const wrapper = ['unshare', ...(isRoot ? [] : ['--map-root-user']), '--pid', '--fork', '--kill-child'];
  const [program = '', ...args] = wrapper;
  const [code] = await once(spawn(program, [...args, 'true']), 'exit').catch(() => [1]);
  if (code !== 0) return t.skip('process namespaces are closed here');
  const holder = hold({ directory }, { wrapper });
  const { event, message } = await holder.report;
  assert.equal(event, 'ready', message);
  assert.equal(await findPostmaster(join(directory, 'data')), undefined);
  await assert.rejects(start({ directory }), {
    name: 'EmbeddedPostgresError',
    message: /outside this machine or container is running on/,
  });
  await holder.stop();
  const server = await start({ directory });
  await server.stop();
});
