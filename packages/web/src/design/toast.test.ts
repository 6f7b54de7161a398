import assert from 'node:assert/strict';
import { afterEach, beforeEach, test, vi } from 'vitest';
import { announce, announced, current, toastError } from './toast.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('[WCAG-6] each of several sentences at once is announced, and removed afterwards', () => {
  for (const sentence of ['Call Ben', 'Call Eva', 'Call Ben']) announce(sentence);
  vi.advanceTimersByTime(500);
  assert.deepEqual(
    announced.value.map(({ message }) => message),
    ['Call Ben', 'Call Eva', 'Call Ben'],
  );
  vi.advanceTimersByTime(1_000);
  assert.deepEqual(announced.value, []);
});

test('[WCAG-6] an error stays visible after it was announced, until another replaces it', () => {
  toastError('Lost');
  vi.advanceTimersByTime(500);
  assert.equal(current.value?.live, 'assertive');
  vi.advanceTimersByTime(1_000);
  assert.deepEqual([current.value?.message, current.value?.live], ['Lost', 'off']);
  toastError('Refused');
  vi.advanceTimersByTime(5_000);
  assert.equal(current.value?.message, 'Refused', 'the end of the first does not remove the second');
  vi.advanceTimersByTime(2_000);
  assert.equal(current.value, undefined);
});
