/** What is under way when time is moved. */
export interface Arrival {
  /** Time is where it was to be moved to. */
  isLast: boolean;
  /** How far it has been moved in all, milliseconds. */
  movedMs: number;
  /** Aborts when the call that moves time waits no longer. */
  signal: AbortSignal;
}

/** Something that becomes due as time passes. */
export interface TimedWork {
  /** When the next of it is due after `now`; null: nothing is. */
  findNext(now: number): Promise<number | null>;
  /** Does what is due by now, or waits until it has been done. */
  settle(arrival: Arrival): Promise<unknown>;
}

export interface Schedule {
  add(work: TimedWork): void;
  /** When the next thing is due after `now`; null: nothing is. */
  findNext(now: number): Promise<number | null>;
  /** Does what is due by now, one kind after the other. */
  settle(arrival: Arrival): Promise<void>;
}

export function createSchedule(): Schedule {
  const all: TimedWork[] = [];
  return {
    add: (work) => void all.push(work),
    async findNext(now) {
      const times = await Promise.all(all.map((work) => work.findNext(now)));
      const due = times.filter((time) => time !== null);
      return due.length === 0 ? null : Math.min(...due);
    },
    async settle(arrival) {
      for (const work of all) {
        if (arrival.signal.aborted) return;
        await work.settle(arrival);
      }
    },
  };
}
