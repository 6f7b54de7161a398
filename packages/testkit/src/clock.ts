import type { Clock } from '@ringbinder/server/clock.ts';

/** A clock that a test moves. It runs with the machine's clock, `advance` ahead of it. */
export interface TestClock extends Clock {
  /** Moves time on. @param milliseconds how far */
  advance(milliseconds: number): void;
}

/** A clock that shows the right time until it is moved. */
export function createTestClock(): TestClock {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    advance(milliseconds) {
      ahead += milliseconds;
    },
  };
}
