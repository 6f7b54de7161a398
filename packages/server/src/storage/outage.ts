import { DatabaseBusy, DatabaseUnavailable, type Outage } from './unavailable.ts';

export interface OutageListener {
  onOutage(error: DatabaseUnavailable): void;
  onReturn(outage: Outage): void;
  /** An outage is over after this time without failures. */
  settleMs?: number;
}

/** On a full disk, writes fail but reads succeed, so outages would alternate with recoveries. */
const SETTLE_MS = 10_000;

/** Only an operation that begins and succeeds during an outage can end it. */
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
