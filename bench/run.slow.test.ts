import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(process.env.RINGBINDER_TEST_MEMORY ?? tmpdir(), 'bench-test-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

function run(...options: string[]) {
  const script = new URL('./run.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, ...options], { env: { ...process.env, TMPDIR: directory } });
  const output = { out: '', error: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.error += text));
  return { child, output };
}

test('a run prints value, unit, budget and ok of each figure as JSON', async () => {
  const { child, output } = run('--quick', '--rounds', '1', '--json', '--only', 'post_message.32_clients');
  const [code] = await once(child, 'close');
  assert.equal(code, 0, output.error);
  const results = JSON.parse(output.out) as Record<string, Record<string, unknown>>;
  assert.ok('post_message.32_clients_one_binder.rate' in results);
  const { value, ...more } = results['post_message.32_clients'] ?? {};
  assert.ok(Number(value) > 0);
  assert.deepEqual(more, { unit: '× statement', budget: '≥ 0.5', ok: Number(value) >= 0.5 });
  assert.deepEqual(await readdir(directory), []);
});

test('Ctrl-C stops the server and removes its data', async () => {
  const { child, output } = run('--quick', '--only', 'memory');
  const closed = once(child, 'close');
  child.stderr.on('data', () => child.kill('SIGINT'));
  assert.deepEqual(await closed, [130, null], output.error);
  assert.deepEqual(await readdir(directory), []);
});
