import type { Clock } from '@ringbinder/server/time/clock.ts';

/** A clock controlled by a test. It runs ahead of the machine's clock by `advance`, unless frozen. */
export interface TestClock extends Clock {
  advance(milliseconds: number): void;
  /**
   * Freezes time except for `advance`, for tests whose seconds a busy machine may exceed. Returns the function that
   * resumes it: `t.after(service.clock.freeze())`.
   */
  freeze(): () => void;
}

/** A clock that is correct until advanced. */
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
