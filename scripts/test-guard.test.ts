import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '@ringbinder/testkit/until.ts';

const GUARD = new URL('./test-guard.ts', import.meta.url).href;

/** A run of tests with a database, which ends in some way. */
async function startRun(t: { after(work: () => void): void }, isOrderly: boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'rb-guard-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const [memory, scratch] = [join(folder, 'memory'), join(folder, 'scratch')];
  mkdirSync(join(memory, 'postgres', 'data'), { recursive: true });
  mkdirSync(scratch);
  const database = spawn('sleep', ['600']);
  t.after(() => void database.kill('SIGKILL'));
  writeFileSync(join(memory, 'postgres', 'data', 'postmaster.pid'), `${database.pid}\n/somewhere\n`);
  const program = `
    const { guardDatabase } = await import('${GUARD}');
    const done = guardDatabase(${JSON.stringify({ memory, directory: scratch })});
    process.stdout.write('guarded');
    process.stdin.once('data', () => { ${isOrderly ? 'done();' : ''} process.exit(); });`;
  const run = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.after(() => void run.kill('SIGKILL'));
  await once(run.stdout, 'data');
  return { database, run, memory, scratch };
}

test('a run that is killed leaves neither its database nor its files', async (t) => {
  const { database, run, memory, scratch } = await startRun(t, false);
  const ended = once(database, 'exit');
  run.kill('SIGKILL');
  assert.deepEqual(await ended, [null, 'SIGQUIT']);
  await until('the files are gone', () => !existsSync(memory) && !existsSync(scratch));
});

test('a run that ends in order keeps what it has not removed itself', async (t) => {
  const { database, run, memory } = await startRun(t, true);
  const ended = once(run, 'exit');
  run.stdin.write('end');
  await ended;
  // Another guard, which begins after the end of this one, is done first.
  const other = await startRun(t, false);
  const otherEnded = once(other.database, 'exit');
  other.run.kill('SIGKILL');
  await otherEnded;
  assert.deepEqual([database.exitCode, database.signalCode, existsSync(memory)], [null, null, true]);
});
