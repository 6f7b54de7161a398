import { MAX_TIME } from '@ringbinder/protocol';
import { because, invalid, preconditionFailed, withDetails } from '../../errors.ts';
import { parseIsoTime } from '../../time/iso-time.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_DURATION_MS = 7 * DAY_MS;

export function readTime(field: string, text: string): number {
  const at = parseIsoTime(text);
  if (at === undefined)
    throw invalid(field, 'must be a valid ISO 8601 time with a zone, like 2027-01-31T09:30:00Z');
  if (at < 0 || at > MAX_TIME) throw invalid(field, 'must be between 1970 and 9999');
  return at;
}

/** Older clients send `start_time` and `end_time`, in milliseconds. */
export interface TimesInput {
  starts?: string;
  ends?: string;
  start_time?: number;
  end_time?: number;
}

export function readTimes(times: TimesInput): { startsAt: number | undefined; endsAt: number | undefined } {
  return {
    startsAt: oneOf('starts', times.starts, 'start_time', times.start_time),
    endsAt: oneOf('ends', times.ends, 'end_time', times.end_time),
  };
}

function oneOf(isoField: string, iso: string | undefined, field: string, ms: number | undefined) {
  if (iso === undefined) return ms;
  const at = readTime(isoField, iso);
  if (ms !== undefined && ms !== at) throw invalid(field, `differs from ${isoField}, and both name one time`);
  return at;
}

export function checkTimes(startsAt: number, endsAt: number, now: number): void {
  if (endsAt <= startsAt) throw invalid('ends', because('not_after_start'));
  if (endsAt - startsAt > MAX_DURATION_MS) throw invalid('ends', because('meet_long'));
  if (endsAt <= now)
    throw preconditionFailed(withDetails(because('in_past'), 'ends is in the past'), [
      { path: 'ends', ...because('in_past') },
    ]);
}
