import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { createRefusalLog } from './refusal-log.ts';

test('[OPS-8] refused calls are told when it begins, and then counted for ten seconds at a time', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const lines: unknown[][] = [];
    const countRefusal = createRefusalLog({ warn: (...line: unknown[]) => void lines.push(line) } as never);
    for (let call = 0; call < 1_000; call++) countRefusal('busy');
    assert.deepEqual(lines, [[{ why: 'busy' }, 'overload: rejecting calls']]);
    vi.advanceTimersByTime(10_000);
    for (let call = 0; call < 5; call++) countRefusal('busy');
    vi.advanceTimersByTime(10_000);
    assert.deepEqual(lines.slice(1), [
      [{ refused: 999, ms: 10_000 }, 'overload: rejected calls'],
      [{ refused: 5, ms: 10_000 }, 'overload: rejected calls'],
    ]);
    vi.advanceTimersByTime(60_000);
    assert.equal(lines.length, 3);
    countRefusal('late');
    assert.deepEqual(lines.at(-1), [{ why: 'late' }, 'overload: rejecting calls']);
  } finally {
    vi.useRealTimers();
  }
});
