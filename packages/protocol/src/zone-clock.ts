const DAY_MS = 86_400_000;

export interface ZoneClock {
  toLocal(at: number): Date;
  /** If `local` occurs twice, returns the earlier moment. Moves a skipped time forward by the gap. */
  fromLocal(local: number): number;
}

/** The default is the time zone of the system. */
export function createZoneClock(zone?: string): ZoneClock {
  const format = new Intl.DateTimeFormat('en-US', {
    ...(zone === undefined ? {} : { timeZone: zone }),
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });

  function offset(at: number): number {
    const parts: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(at)) parts[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
  }

  return {
    toLocal: (at) => new Date(at + offset(at)),
    fromLocal(local) {
      // Around a clock change, the offsets of the day before and the day after differ.
      const offsets = [offset(local - DAY_MS), offset(local + DAY_MS)];
      const times = offsets.map((each) => local - each).filter((at) => at + offset(at) === local);
      return times.length > 0 ? Math.min(...times) : local - Math.min(...offsets);
    },
  };
}
