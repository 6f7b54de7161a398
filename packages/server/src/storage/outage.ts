import { DatabaseBusy, DatabaseUnavailable, type Outage } from './unavailable.ts';

/** Told when the database goes away, with the first failure, and when it answers again. */
export interface OutageListener {
  onOutage(error: DatabaseUnavailable): void;
  onReturn(outage: Outage): void;
}

/**
 * Gives what all uses of a database are put through, so that it is told once when it goes away, and not by each that
 * fails. Their errors lead to the outage they belong to. It is over when something succeeds that began after it did.
 */
export function watchOutages({ onOutage, onReturn }: OutageListener) {
  let current: Outage | undefined;
  return async function watched<T>(use: () => Promise<T>): Promise<T> {
    const before = current;
    try {
      const result = await use();
      if (before !== undefined && before === current) {
        current = undefined;
        before.endedAt = performance.now();
        onReturn(before);
      }
      return result;
    } catch (error) {
      if (error instanceof DatabaseUnavailable && !(error instanceof DatabaseBusy)) {
        if (current === undefined) onOutage(error);
        current ??= { begunAt: performance.now(), endedAt: undefined, refused: 0 };
        error.outage = current;
      }
      throw error;
    }
  };
}
