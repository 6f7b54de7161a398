import { MAX_TIME, type MeetRepeat, meetFrequencies } from '@ringbinder/protocol';
import { createZoneClock } from '@ringbinder/protocol/zone-clock.ts';
import { because, invalid } from '../../errors.ts';
import { isDate } from '../../time/calendar-date.ts';
import { isTimeZone } from '../users/index.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS = { daily: 1, weekly: 7, two_weekly: 14 };

export function checkRepeat({ timezone, until }: MeetRepeat, startsAt: number): void {
  if (!isTimeZone(timezone)) throw invalid('repeat.timezone', because('time_zone'));
  if (until === undefined) return;
  if (!isDate(until)) throw invalid('repeat.until', because('answer_date'));
  if (until < dayOf(createZoneClock(timezone).toLocal(startsAt)))
    throw invalid('repeat.until', because('not_after_start'));
}

/**
 * Returns the first start after `after`. Counts from the series' first start, so that a monthly meet returns to the
 * 31st after a short month.
 */
export function nextStart(
  { frequency, timezone, until }: MeetRepeat,
  first: number,
  after: number,
): number | undefined {
  // An archive may contain time zones or frequencies of another server.
  if (!isTimeZone(timezone) || !meetFrequencies.includes(frequency)) return undefined;
  const clock = createZoneClock(timezone);
  const [origin, reached] = [clock.toLocal(first), clock.toLocal(after)];
  const isMonthly = frequency === 'monthly';
  const periodMs = isMonthly ? 0 : DAYS[frequency] * DAY_MS;
  const passed = isMonthly
    ? monthOf(reached) - monthOf(origin)
    : Math.floor((reached.getTime() - origin.getTime()) / periodMs);
  for (let count = Math.max(1, passed); ; count++) {
    const local = isMonthly ? addMonths(origin, count) : origin.getTime() + count * periodMs;
    const at = clock.fromLocal(local);
    if (at <= after) continue;
    const isOver = at > MAX_TIME || (until !== undefined && dayOf(new Date(local)) > until);
    return isOver ? undefined : at;
  }
}

const monthOf = (local: Date) => local.getUTCFullYear() * 12 + local.getUTCMonth();

const dayOf = (local: Date) => local.toISOString().slice(0, 10);

function addMonths(local: Date, count: number): number {
  const [year, month] = [local.getUTCFullYear(), local.getUTCMonth() + count];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Date.UTC(year, month, Math.min(local.getUTCDate(), lastDay));
  return day + (local.getTime() % DAY_MS);
}
