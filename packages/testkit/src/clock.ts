import type { Clock } from '@ringbinder/server/time/clock.ts';

/** The machine's time plus `advance`, unless frozen. */
export interface TestClock extends Clock {
  advance(milliseconds: number): void;
  /** For tests that a busy machine may slow down; `advance` still works. Returns the function that resumes time. */
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
