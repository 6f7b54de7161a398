import type { MeetRepeat } from '@ringbinder/protocol';
import { createZoneClock } from '@ringbinder/protocol/zone-clock.ts';
import { tzlib_get_ical_block } from 'timezones-ical-library';
import type { MeetRow } from './queries.ts';
import { nextStart } from './repeat.ts';

/** RDATE needs a list, and a series may have no last day. */
const HORIZON_MS = 10 * 365 * 24 * 60 * 60 * 1000;

type PlannedMeet = Pick<MeetRow, 'starts_at' | 'ends_at' | 'repeat' | 'repeats_from'>;

/**
 * Returns the lines for the time zone and for the times of a series from the first start of its rhythm. Returns
 * undefined for a single meet, and for a series of which each meet is cancelled.
 */
export function writeSeries(
  { repeat, repeats_from, starts_at, ends_at }: PlannedMeet,
  cancelledStarts: readonly number[],
): { timezone: string[]; times: string[] } | undefined {
  if (!repeat || ends_at === null) return undefined;
  const first = repeats_from ?? starts_at;
  if (nextStart(repeat, first, first) === undefined) return undefined;
  const cancelled = new Set(cancelledStarts);
  let remaining: number | undefined = first;
  while (remaining !== undefined && cancelled.has(remaining)) remaining = nextStart(repeat, first, remaining);
  if (remaining === undefined) return undefined;
  const clock = createZoneClock(repeat.timezone);
  // A name may be written in another case, or be a former name.
  const zone = new Intl.DateTimeFormat('en', { timeZone: repeat.timezone }).resolvedOptions().timeZone;
  const [block = '', zoneId = `TZID=${zone}`] = tzlib_get_ical_block(zone);
  const local = (at: number) => utc(clock.toLocal(at).getTime()).slice(0, -1);
  const isLastDay = repeat.frequency === 'monthly' && clock.toLocal(first).getUTCDate() === 31;
  const rule = [FREQUENCIES[repeat.frequency], ...(isLastDay ? ['BYMONTHDAY=-1'] : [])];
  if (repeat.until !== undefined)
    rule.push(`UNTIL=${utc(clock.fromLocal(Date.parse(`${repeat.until}T23:59:59Z`)))}`);
  const list = (name: string, starts: readonly number[]) =>
    starts.length === 0 ? [] : [`${name};${zoneId}:${starts.map(local).join(',')}`];
  return {
    timezone: block === '' ? [] : block.split('\r\n'),
    times: [
      `DTSTART;${zoneId}:${local(first)}`,
      `DTEND;${zoneId}:${local(first + ends_at - starts_at)}`,
      `RRULE:${rule.join(';')}`,
      ...list('RDATE', isLastDay ? [] : startsInShortMonths(repeat, first)),
      ...list('EXDATE', cancelledStarts),
    ],
  };
}

const FREQUENCIES = {
  daily: 'FREQ=DAILY',
  weekly: 'FREQ=WEEKLY',
  two_weekly: 'FREQ=WEEKLY;INTERVAL=2',
  monthly: 'FREQ=MONTHLY',
};

/**
 * Returns the starts in the months that lack the day of the first start, because a rule for the 29th or 30th skips
 * February. Thunderbird ignores BYSETPOS next to BYMONTHDAY.
 */
function startsInShortMonths(repeat: MeetRepeat, first: number): number[] {
  const clock = createZoneClock(repeat.timezone);
  const dayOf = (at: number) => clock.toLocal(at).getUTCDate();
  const starts: number[] = [];
  if (repeat.frequency !== 'monthly' || dayOf(first) <= 28) return starts;
  for (let at = nextStart(repeat, first, first); at !== undefined; at = nextStart(repeat, first, at)) {
    if (at > first + HORIZON_MS) break;
    if (dayOf(at) !== dayOf(first)) starts.push(at);
  }
  return starts;
}

/** Returns a time as iCalendar writes it, such as `20270131T093000Z`. */
export function utc(at: number): string {
  return new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '');
}
