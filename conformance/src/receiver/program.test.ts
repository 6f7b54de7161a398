import assert from 'node:assert/strict';
import { test } from 'vitest';
import { correctSteps, startPlainReceiver } from '../testing/plain-receiver.ts';
import { runProgram } from '../testing/program.ts';
import { readReceiverOptions } from './options.ts';

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

test('[CONF-2] the program prints a table, ends with the sum, and with exit code 0', async (t) => {
  const { url, close } = await startPlainReceiver(correctSteps(secret));
  t.onTestFinished(close);
  const args = ['--receiver', url, '--verbose'];
  const { code, out, err } = await runProgram(args, { WEBHOOK_SECRET: secret });
  assert.deepEqual([code, err], [0, ''], out);
  assert.ok(out.startsWith(`Ringbinder conformance: the receiver ${url}\n`));
  assert.match(out, /^Refuses what is not +11$/m);
  assert.match(out, /^every kind of event: not applicable: .+ --binder-id$/m);
  assert.match(
    out,
    /^32 passed, 0 failed, 1 not applicable \(33 checks in [\d.]+ s, the slowest answer after \d+ ms\)$/m,
  );
});

test('[CONF-2] what fails is told with what was expected and what came, as JSON too, and the exit code is 1', async (t) => {
  const steps = correctSteps(secret);
  steps.isRecent = () => true;
  const { url, close } = await startPlainReceiver(steps);
  t.onTestFinished(close);
  const args = ['--receiver', url, '--secret', secret];
  const [{ code, out }, asJson] = await Promise.all([runProgram(args), runProgram([...args, '--json'])]);
  assert.deepEqual([code, asJson.code], [1, 1]);
  assert.match(
    out,
    /^FAILED CONF-2: Refuses what is not: a stale delivery\n {2}expected {2}4xx \(not 410\) to a delivery of ten minutes ago\n {2}came {6}204 after \d+ ms \(webhook-id E\w{22}\)$/m,
  );
  const { receiver, passed, failed, not_applicable, checks, failures } = JSON.parse(asJson.out);
  assert.deepEqual([receiver, passed, failed, not_applicable, checks.length], [url, 29, 3, 1, 33]);
  assert.deepEqual(
    failures.map(({ title }: { title: string }) => title),
    ['a stale delivery', 'a delivery from the future', 'a webhook-timestamp that is no number'],
  );
});

test('[CONF-2] a receiver that is silent is not asked thirty times', async (t) => {
  const steps = correctSteps(secret);
  steps.take = () => undefined;
  const { url, close } = await startPlainReceiver(steps);
  t.onTestFinished(close);
  const { code, out } = await runProgram([
    '--receiver',
    url,
    '--secret',
    secret,
    '--timeout',
    '0.2',
    '--verbose',
  ]);
  assert.equal(code, 1);
  assert.match(out, /^ {2}came {6}no response within 0.2 s/m);
  assert.match(out, /^a long event: not applicable: the receiver has not responded since “a signed event”$/m);
  assert.match(out, /^0 passed, 1 failed, 32 not applicable/m);
});

test('what cannot be tried is said in one line, with exit code 2', async () => {
  const nobody = ['--receiver', 'http://127.0.0.1:1/'];
  const { code, out, err } = await runProgram([...nobody, '--secret', secret]);
  assert.deepEqual(
    { code, out, err },
    { code: 2, out: '', err: 'http://127.0.0.1:1/ does not respond: ECONNREFUSED\n' },
  );
  const cases: [string[], RegExp][] = [
    [nobody, /^--secret is needed: .+$/],
    [['--receiver', 'bot.example.com', '--secret', secret], /^--receiver bot.example.com is not an http .+$/],
    [[...nobody, '--secret', secret, '--timeout', 'long'], /^--timeout long is not a number .+$/],
    [[...nobody, '--only', 'TX'], /^Unknown option '--only'$/],
  ];
  for (const [args, message] of cases) assert.throws(() => readReceiverOptions(args, {}), { message });
});

test('--help tells of both, with a receiver too', async () => {
  const { code, out } = await runProgram(['--receiver', 'http://127.0.0.1:1/', '--help']);
  assert.equal(code, 0);
  assert.match(out, /--credentials FILE[\s\S]+--receiver URL/);
});
