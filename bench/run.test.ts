import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { testBrowser } from '@ringbinder/testkit/browser.ts';
import { budgets } from './budgets.ts';
import { clusterMeasurements } from './cluster/growth.ts';
import { measurements } from './measurements/index.ts';
import { readOptions } from './options.ts';
import { peerMeasurements } from './peers/index.ts';

/** The temporary directory of the benchmark: whatever it leaves behind lies here. */
let directory: string;
before(async () => {
  directory = await mkdtemp(join(process.env.RINGBINDER_TEST_MEMORY ?? tmpdir(), 'bench-test-'));
});
after(() => rm(directory, { recursive: true, force: true }));

interface Run {
  child: ChildProcess;
  out(): string;
  told(): string;
}

function run(...options: string[]): Run {
  const script = new URL('./run.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, ...options], { env: { ...process.env, TMPDIR: directory } });
  let out = '';
  let told = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (told += text));
  return { child, out: () => out, told: () => told };
}

test('a measurement gives JSON of value, unit, budget and ok by name, and nothing else', async () => {
  const { child, out, told } = run('--quick', '--rounds', '1', '--json', '--only', 'post_message.32_clients');
  const [code] = await once(child, 'close');
  assert.equal(code, 0, told());
  const results = JSON.parse(out()) as Record<string, Record<string, unknown>>;
  assert.ok('post_message.32_clients_one_binder.rate' in results);
  for (const [name, result] of Object.entries(results)) {
    assert.match(name, /^post_message\.32_clients/);
    assert.deepEqual(Object.keys(result), ['value', 'unit', 'budget', 'ok']);
    assert.ok(Number(result.value) > 0, `${name} is ${result.value}`);
    assert.equal(typeof result.unit, 'string');
  }
  const { value, budget, ok } = results['post_message.32_clients'] ?? {};
  assert.deepEqual({ budget, ok }, { budget: '≥ 0.5', ok: Number(value) >= 0.5 });
  assert.deepEqual(await readdir(directory), []);
});

test('Chat in the page of another site is measured beside the app', testBrowser().needed, async () => {
  const { child, out, told } = run('--quick', '--rounds', '1', '--json', '--only', 'embed');
  const [code] = await once(child, 'close');
  assert.equal(code, 0, told());
  const results = JSON.parse(out()) as Record<string, Record<string, unknown>>;
  assert.deepEqual(Object.keys(results), ['embed.chat_to_app_time', 'embed.chat']);
  assert.ok(Number(results['embed.chat']?.value) > 0, out());
  assert.equal(results['embed.chat_to_app_time']?.budget, '≤ 1.5');
  assert.deepEqual(await readdir(directory), []);
});

test('Ctrl-C stops the server and leaves nothing behind', async () => {
  const { child, told } = run('--quick', '--only', 'memory');
  const closed = once(child, 'close');
  // Pressed again and again, as people do.
  child.stderr?.on('data', () => child.kill('SIGINT'));
  await once(child.stderr ?? child, 'data');
  child.kill('SIGINT');
  assert.deepEqual(await closed, [130, null], told());
  assert.deepEqual(await readdir(directory), []);
});

test('options that make no sense are refused with the usage', () => {
  for (const args of [
    ['pears'],
    ['peers', 'cluster'],
    ['--rounds', '0'],
    ['--rounds', 'many'],
    ['--faster'],
    ['--only'],
  ])
    assert.throws(() => readOptions(args), /--only TEXT/, args.join(' '));
});

test('every budget belongs to a figure that is measured', () => {
  const figures = new Set(
    [...measurements, ...peerMeasurements, ...clusterMeasurements].flatMap((measurement) =>
      Object.keys(measurement.figures),
    ),
  );
  for (const name of Object.keys(budgets)) assert.ok(figures.has(name), `${name} is not measured`);
});
