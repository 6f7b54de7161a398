import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { watchForSilence } from './test-watchdog.ts';

test('when nothing is heard, the program that has run longest is killed and named, also where all stand still', async () => {
  // A runner of two programs, of which the first never ends; the runner itself is stopped, as by a signal to its group.
  const program = (words: string) =>
    `spawn(process.execPath, ['-e', ${JSON.stringify(words)}], { stdio: 'ignore' })`;
  const script = `
    const { spawn } = require('node:child_process');
    const first = ${program('setInterval(() => {}, 1_000); "first"')};
    first.once('spawn', () => {
      const second = ${program('setInterval(() => {}, 1_000); "second"')};
      first.once('exit', (_code, signal) => {
        console.log(signal);
        second.kill();
      });
      second.once('spawn', () => console.log('both run'));
    });`;
  const runner = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  let told = '';
  runner.stdout.setEncoding('utf8').on('data', (text: string) => (told += text));
  await once(runner.stdout, 'data');
  runner.kill('SIGSTOP');
  const lines: string[] = [];
  const watch = watchForSilence(runner.pid ?? 0, (line) => lines.push(line), {
    silenceMs: 50,
    intervalMs: 10,
  });
  await once(runner, 'exit');
  watch.stop();
  assert.equal(told, 'both run\nSIGKILL\n');
  assert.match(lines[0] ?? '', /^No test has told anything for 0 s, .* setInterval.*"first"/);
});
