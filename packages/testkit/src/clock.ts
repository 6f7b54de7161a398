import type { Clock } from '@ringbinder/server/time/clock.ts';

export interface TestClock extends Clock {
  advance(milliseconds: number): void;
  /** `advance` still works. Returns a function that resumes time. */
  freeze(): () => void;
}

export function createTestClock(): TestClock {
  let ahead = 0;
  let frozenAt: number | undefined;
  const now = () => (frozenAt ?? Date.now()) + ahead;
  return {
    now,
    advance(milliseconds) {
      ahead += milliseconds;
    },
    freeze() {
      frozenAt = Date.now();
      return () => {
        frozenAt = undefined;
      };
    },
  };
}
