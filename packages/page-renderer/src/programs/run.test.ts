import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, beforeAll, test } from 'vitest';
import { untilExited } from '../testing/engine-watch.ts';
import { runProgram } from './run.ts';

const limits = { timeoutMs: 10_000, cpuSeconds: 10, memoryBytes: 2 ** 32, fileBytes: 2 ** 20 };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ringbinder-run-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (script: string, more: Partial<typeof limits> & { signal?: AbortSignal } = {}) =>
  runProgram(['/bin/sh', '-c', script], { ...limits, ...more, folder, searchPath: process.env.PATH ?? '' });

test('a program’s exit code and last words are given', async () => {
  assert.deepEqual(await run('echo out; echo err >&2; exit 3'), { exitCode: 3, output: 'out\nerr\n' });
  const talkative = await run('yes | head -c 1000000');
  assert.deepEqual([talkative.exitCode, talkative.output.length], [0, 2_000]);
});

test('a program that is not there ends with an error code', async () => {
  const options = { ...limits, folder, searchPath: process.env.PATH ?? '' };
  assert.equal((await runProgram(['no-such-program'], options)).exitCode, 127);
});

test('the kernel ends what takes more than it may', async () => {
  const timeoutMs = 120_000;
  for (const end of [
    await run('while :; do :; done', { cpuSeconds: 1, timeoutMs }),
    await run('dd if=/dev/zero of=big bs=1M count=9', { timeoutMs }),
  ]) {
    assert.notEqual(end.exitCode, 0);
    assert.equal(end.waitedMs, undefined, 'its time was not up');
  }
});

test('time that is up and a signal end the whole group', async () => {
  const script = 'sleep 600 & echo $! > child; wait';
  assert.equal((await run(script, { timeoutMs: 500 })).exitCode, null);
  await untilExited(Number(await readFile(join(folder, 'child'), 'utf8')));
  const reason = new Error('enough');
  await assert.rejects(run(script, { signal: AbortSignal.timeout(300) }), { name: 'TimeoutError' });
  await assert.rejects(run(script, { signal: AbortSignal.abort(reason) }), reason);
  await untilExited(Number(await readFile(join(folder, 'child'), 'utf8')));
});

test('of a program whose time is up one knows how long it waited for the processor', {
  skip: process.platform !== 'linux',
}, async () => {
  const loop = `taskset -c 0 sh -c 'while :; do :; done' &`;
  const crowded = await run(`${loop.repeat(3)} wait`, { timeoutMs: 1_000 });
  assert.ok((crowded.waitedMs ?? 0) > 300, `${crowded.waitedMs}`);
  const idle = await run('sleep 600', { timeoutMs: 1_000 });
  assert.ok((idle.waitedMs ?? 1_000) < 300, `${idle.waitedMs}`);
});

test('what a program leaves running ends with it', async () => {
  await run('sleep 600 & echo $! > child');
  await untilExited(Number(await readFile(join(folder, 'child'), 'utf8')));
});

test('a program ends with the service, however that ends', async () => {
  const service = fork(new URL('../testing/program-runner.ts', import.meta.url), [folder], { execArgv: [] });
  let pids: number[] = [];
  await until('the program runs', async () => {
    const text = await readFile(join(folder, 'pids'), 'utf8').catch(() => '');
    pids = text.trim().split(' ').map(Number);
    return pids.length === 2;
  });
  service.kill('SIGKILL');
  for (const pid of pids) await untilExited(pid);
});
