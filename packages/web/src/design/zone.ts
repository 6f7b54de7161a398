import { readerOfPage } from './reader.ts';

/** The time zone of the profile of whoever is signed in; undefined where none is set there: then it is the browser's. */
const timeZone: string | undefined = zoneOfPage();

function zoneOfPage(): string | undefined {
  const { timezone: name } = readerOfPage();
  if (!name) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    // A zone that this browser does not know.
    return undefined;
  }
}

/** What makes a format of Intl tell times by the reader's clock. */
export const readersZone: Intl.DateTimeFormatOptions = zoneOptions(timeZone);

function zoneOptions(zone: string | undefined): Intl.DateTimeFormatOptions {
  return zone === undefined ? {} : { timeZone: zone };
}

/** Tells times apart by the clock of a time zone. Times are milliseconds since 1970. */
export interface ZoneClock {
  /** The date and time of day that the clock shows, in the UTC fields of a Date. */
  shown(at: number): Date;
  /** When the clock shows this, in the UTC fields: the first time where it does so twice, just behind where it never does. */
  whenShown(shown: number): number;
}

/** Makes the clock of a time zone by its name in the tz database, like `Europe/Berlin`. Default: the browser's. */
export function createZoneClock(zone?: string): ZoneClock {
  const format = new Intl.DateTimeFormat('en-US', {
    ...zoneOptions(zone),
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
    shown: (at) => new Date(at + offset(at)),
    whenShown(shown) {
      // Offsets before and after a change of the clock: the larger one is in force first.
      const offsets = [offset(shown - DAY_MS), offset(shown + DAY_MS)];
      const times = offsets.map((each) => shown - each).filter((at) => at + offset(at) === shown);
      return times.length > 0 ? Math.min(...times) : shown - Math.min(...offsets);
    },
  };
}

export function readersZoneName(): string {
  return timeZone ?? new Intl.DateTimeFormat('en').resolvedOptions().timeZone;
}

const DAY_MS = 86_400_000;

const clock = createZoneClock(timeZone);

/** The date and time of day by the reader's clock, in the UTC fields of a Date. @param at milliseconds since 1970 */
export const shownAt = clock.shown;
/** When the reader's clock shows this, given in UTC fields, in milliseconds since 1970. */
export const whenShown = clock.whenShown;
