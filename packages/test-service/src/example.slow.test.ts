import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { testBrowser } from '@ringbinder/testkit/browser.ts';
import { test } from 'vitest';

const { needed } = testBrowser();
const root = new URL('../../..', import.meta.url).pathname;

test(
  '[SANDBOX-8] the tests of the example pass: a page with Chat and an approval, in a browser',
  needed,
  async () => {
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const tests = spawn(
      process.execPath,
      ['--test', '--test-reporter=spec', 'examples/tested-portal/portal.test.ts'],
      {
        cwd: root,
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    let output = '';
    tests.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const [code] = await once(tests, 'close');
    assert.equal(code, 0, output);
    assert.match(output, /pass 3\n.*skipped 0\n/s);
  },
);
