import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { removeDirectories, usedDirectory } from '../../e2e/run/directories.ts';
import { killServers, type Ringbinder, startRingbinder } from '../../e2e/run/ringbinder.ts';
import { runProgram } from './testing/program.ts';

let server: Ringbinder;
beforeAll(async () => {
  server = await startRingbinder(await usedDirectory());
});
afterAll(async () => {
  await killServers();
  await removeDirectories();
});

const credentials = () => join(server.directory, 'demo.json');

test('[CONF-1] rules can be chosen, and the table ends with the sum', async () => {
  const { code, out } = await runProgram([
    server.origin,
    '--credentials',
    credentials(),
    '--only',
    'PCOM,TX-19',
  ]);
  assert.equal(code, 0, out);
  assert.match(out, /^Page comments \(PCOM\) +11 +1$/m);
  assert.match(out, /^Transactions \(TX\) +1$/m);
  assert.match(out, /^12 passed, 0 failed, 1 not applicable \(\d+ checks in [\d.]+ s\)$/m);
});

test('what cannot be tried is said in one line, with exit code 2', async () => {
  const cases: [string[], RegExp][] = [
    [
      ['http://127.0.0.1:1', '--credentials', credentials()],
      /^http:\/\/127.0.0.1:1\/v1\/ does not respond: .+\n$/,
    ],
    [[server.origin, '--credentials', '/nowhere/demo.json'], /^\/nowhere\/demo.json cannot be read: .+\n$/],
    [[server.origin, '--only', 'tx'], /^--only tx is neither a rule .+\n$/],
    [['--nonsense'], /^Unknown option .+\n/],
  ];
  for (const [args, said] of cases) {
    const { code, err } = await runProgram(args);
    assert.match(err, said);
    assert.equal(code, 2);
  }
});
