import type { Clock } from '@ringbinder/server/time/clock.ts';

/** A clock that a test controls: the machine's time, plus what `advance` added, unless frozen. */
export interface TestClock extends Clock {
  advance(milliseconds: number): void;
  /**
   * Stops time, for tests that a busy machine may slow down; `advance` still changes it. Returns the function that
   * resumes time: `t.after(service.clock.freeze())`.
   */
  freeze(): () => void;
}

/** Creates a clock that shows the machine's time until it is advanced. */
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
