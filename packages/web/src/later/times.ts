import { startOfDay } from '../design/dates.ts';
import { fromLocal, toLocal } from '../design/zone.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MORNING_HOUR = 9;

const reminderTimes = ['soon', 'hour', 'hours', 'tomorrow', 'monday'] as const;
export type ReminderTime = (typeof reminderTimes)[number];

/** On Sundays, `monday` equals `tomorrow`. */
export const reminderTimesFrom = (now: number): readonly ReminderTime[] =>
  reminderTimes.filter((name) => name !== 'monday' || timeOf(name, now) !== timeOf('tomorrow', now));

/** Returns milliseconds since 1970. Mornings are in the user's time zone. */
export function timeOf(name: ReminderTime, now: number): number {
  switch (name) {
    case 'soon':
      return now + 20 * MINUTE_MS;
    case 'hour':
      return now + HOUR_MS;
    case 'hours':
      return now + 3 * HOUR_MS;
    case 'tomorrow':
      return morningAfter(now, 1);
    case 'monday':
      return morningAfter(now, 8 - (toLocal(now).getUTCDay() || 7));
    default:
      return name satisfies never;
  }
}

function morningAfter(now: number, days: number): number {
  const local = toLocal(startOfDay(now));
  local.setUTCDate(local.getUTCDate() + days);
  return fromLocal(local.setUTCHours(MORNING_HOUR));
}
