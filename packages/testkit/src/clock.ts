import type { Clock } from '@ringbinder/server/time/clock.ts';

/** A clock that a test moves. It runs with the machine's clock, `advance` ahead of it, unless it is frozen. */
export interface TestClock extends Clock {
  /** Moves time on. @param milliseconds how far */
  advance(milliseconds: number): void;
  /**
   * Lets time stand still but for `advance`, where a test has seconds that a busy machine may take. Gives what lets it run
   * again: `t.after(service.clock.freeze())`.
   */
  freeze(): () => void;
}

/** A clock that shows the right time until it is moved. */
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
