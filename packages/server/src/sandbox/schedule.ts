export interface ClockStep {
  isLast: boolean;
  movedMs: number;
  signal: AbortSignal;
}

export interface TimedWork {
  findNext(now: number): Promise<number | null>;
  runDue(step: ClockStep): Promise<unknown>;
}

export interface Schedule {
  add(work: TimedWork): void;
  findNext(now: number): Promise<number | null>;
  runDue(step: ClockStep): Promise<void>;
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
    async runDue(step) {
      for (const work of all) {
        if (step.signal.aborted) return;
        await work.runDue(step);
      }
    },
  };
}
