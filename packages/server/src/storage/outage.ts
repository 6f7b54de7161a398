import { DatabaseBusy, DatabaseUnavailable, type Outage } from './unavailable.ts';

/** Told when the database goes away, with the first failure, and when it answers again, for good. */
export interface OutageListener {
  onOutage(error: DatabaseUnavailable): void;
  onReturn(outage: Outage): void;
  /** Milliseconds without a failure after which an outage is over; 10,000 by default. */
  settleMs?: number;
}

/** With a full disk every read succeeds and every write fails: 181 outages in a few minutes, when each was told. */
const SETTLE_MS = 10_000;

/**
 * Gives what all uses of a database are put through, so that it is told once when it goes away, and not by each that
 * fails. Their errors lead to the outage they belong to. It ends when something succeeds that began after it did, and is
 * told of when nothing has failed for a while since; until then a failure belongs to the same outage.
 */
export function watchOutages({ onOutage, onReturn, settleMs = SETTLE_MS }: OutageListener) {
  let current: Outage | undefined;
  let settling: NodeJS.Timeout | undefined;

  function failed(error: DatabaseUnavailable): Outage {
    if (current === undefined) {
      onOutage(error);
      return { begunAt: performance.now(), endedAt: undefined, refused: 0, relapses: 0 };
    }
    if (current.endedAt !== undefined) current.relapses++;
    current.endedAt = undefined;
    clearTimeout(settling);
    return current;
  }

  function answered(outage: Outage): void {
    outage.endedAt = performance.now();
    settling = setTimeout(() => {
      current = undefined;
      onReturn(outage);
    }, settleMs);
    settling.unref();
  }

  return async function watched<T>(use: () => Promise<T>): Promise<T> {
    const before = current;
    const relapses = current?.relapses;
    try {
      const result = await use();
      const isSame = before !== undefined && before === current && before.relapses === relapses;
      if (isSame && before.endedAt === undefined) answered(before);
      return result;
    } catch (error) {
      if (error instanceof DatabaseUnavailable && !(error instanceof DatabaseBusy)) {
        current = failed(error);
        error.outage = current;
      }
      throw error;
    }
  };
}
