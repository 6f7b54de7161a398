import assert from 'node:assert/strict';
import { startService, type TestService } from '@ringbinder/testkit';
import type { FastifyReply } from 'fastify';
import { afterAll, beforeAll, test, vi } from 'vitest';
import { createSignInAttempts } from './attempts.ts';
import { MAX_FAILED_ATTEMPTS } from './failed-attempts.ts';

const HOUR_MS = 3_600_000;
const reply = { header: () => reply } as unknown as FastifyReply;

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const wrong = async () => ({ fitting: [], isWrong: true });

test('[SIGNIN-3] of forty attempts at once each waits for the one before, and five are looked at', async () => {
  for (const way of ['fromKnownDevice', 'fromUnknownDevice'] as const) {
    const attempts = createSignInAttempts(service.env);
    const attempt = { ip: '192.0.2.1', mailbox: `${way}@guessed.example`, reply };
    let [looking, looked] = [0, 0];
    const look = async () => {
      assert.equal(++looking, 1, 'one at a time');
      await new Promise(setImmediate);
      looking--;
      looked++;
      return wrong();
    };
    const all = Array.from({ length: 40 }, () =>
      way === 'fromKnownDevice'
        ? attempts.fromKnownDevice('a', attempt, look)
        : attempts.fromUnknownDevice(attempt, look),
    );
    const outcomes = await Promise.allSettled(all);
    assert.equal(looked, 5);
    assert.equal(outcomes.filter(({ status }) => status === 'rejected').length, 35);
  }
});

test('[LIMIT-9] an address may be wrong fifty times a minute, whatever accounts it tries; one that is known goes on', async () => {
  const attempts = createSignInAttempts(service.env);
  const at = (number: number) => ({ ip: '192.0.2.2', mailbox: `${number}@guessed.example`, reply });
  for (let number = 0; number < 50; number++) await attempts.fromUnknownDevice(at(number), wrong);
  const never = async () => assert.fail('it was looked at');
  await assert.rejects(attempts.fromUnknownDevice(at(50), never), /more than 50 wrong passwords a minute/);
  await attempts.fromKnownDevice('a', at(51), wrong);
  await attempts.fromUnknownDevice({ ...at(52), ip: '192.0.2.3' }, wrong);
});

test('[SIGNIN-7] what could not be looked at does not count', async () => {
  const attempts = createSignInAttempts(service.env);
  const attempt = { ip: '192.0.2.4', mailbox: 'busy@guessed.example', reply };
  const busy = async () => Promise.reject(new Error('busy'));
  for (let turn = 0; turn < MAX_FAILED_ATTEMPTS + 1; turn++)
    await assert.rejects(attempts.fromUnknownDevice(attempt, busy), /busy/);
  await attempts.fromUnknownDevice(attempt, wrong);
});

test('[SIGNIN-7] one address, or one browser, may be wrong twenty times an hour: strangers need several', async () => {
  assert.ok(MAX_FAILED_ATTEMPTS > 20);
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: 0 });
  try {
    const attempts = createSignInAttempts(service.env);
    const attempt = { ip: '192.0.2.1', mailbox: 'a@guessed.example', reply };
    const guess = () => attempts.fromKnownDevice('a', attempt, wrong);
    for (let turn = 0; turn < 20; turn++) {
      await guess();
      vi.advanceTimersByTime(61_000);
    }
    await assert.rejects(guess(), /more than 20 wrong passwords for an account in 60 minutes/);
    vi.advanceTimersByTime(HOUR_MS - 20 * 61_000);
    await guess();
  } finally {
    vi.useRealTimers();
  }
});
