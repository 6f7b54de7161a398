import type { WorkingHours } from '@ringbinder/protocol';
import { createZoneClock, type ZoneClock } from '@ringbinder/protocol/zone-clock.ts';
import { fromLocal, toLocal } from '../design/zone.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

export function clockOf(timezone: string): ZoneClock | undefined {
  try {
    return timezone === '' ? undefined : createZoneClock(timezone);
  } catch {
    return undefined;
  }
}

export function minutesAhead(clock: ZoneClock, at: number): number {
  return Math.round((clock.toLocal(at).getTime() - toLocal(at).getTime()) / MINUTE_MS);
}

/** Working hours that end after midnight belong to the day on which they start. */
export function isWorking({ days, from, to }: WorkingHours, clock: ZoneClock, at: number): boolean {
  const local = clock.toLocal(at);
  const today = local.getUTCDay() || 7;
  const yesterday = today === 1 ? 7 : today - 1;
  const time = local.toISOString().slice(11, 16);
  if (from < to) return days.includes(today) && from <= time && time < to;
  return (days.includes(today) && from <= time) || (days.includes(yesterday) && time < to);
}

export function endOf(period: 'today' | 'week', at: number): number {
  const local = toLocal(at);
  const day = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate());
  const left = period === 'today' ? 1 : 8 - (local.getUTCDay() || 7);
  return fromLocal(day + left * DAY_MS);
}
