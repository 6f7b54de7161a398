import type { Meet } from '@ringbinder/protocol';

export function groupMeets(meets: readonly Meet[]) {
  const of = (status: Meet['status']) => meets.filter((meet) => meet.status === status);
  return {
    running: of('SESSION_STARTED').toSorted((one, other) => startOf(one) - startOf(other)),
    planned: of('SESSION_SCHEDULED').toSorted((one, other) => one.start_time - other.start_time),
    past: of('SESSION_ENDED').toSorted((one, other) => startOf(other) - startOf(one)),
  };
}

export function startOf({ started_time, start_time }: Meet): number {
  return started_time === undefined ? start_time : Date.parse(started_time);
}

const HALF_HOUR_MS = 30 * 60 * 1000;

export function proposeTimes(now: number): { start: number; end: number } {
  const soon = now + 5 * 60 * 1000;
  const start = Math.ceil(soon / HALF_HOUR_MS) * HALF_HOUR_MS;
  return { start, end: start + HALF_HOUR_MS };
}
