import type { NotificationSettings } from '@ringbinder/protocol';
import { GRACE_MS, nextTimeOfDay } from '../notifications/index.ts';

const MINUTE_MS = 60_000;
export const WINDOW_MS = 10 * MINUTE_MS;
const MORNING = '08:00';

/** Ignores quiet hours. `sentAt` is 0 if no email was sent before. */
export function dueTimeOf(
  mode: Exclude<NotificationSettings['mail'], 'none'>,
  { firstAt, sentAt, zone }: { firstAt: number; sentAt: number; zone: string },
): number {
  switch (mode) {
    case 'at_once':
      return Math.max(firstAt + GRACE_MS, sentAt + MINUTE_MS);
    case 'unread':
      return Math.max(firstAt, sentAt) + WINDOW_MS;
    case 'daily':
      return nextTimeOfDay(MORNING, Math.max(firstAt, sentAt), zone);
    default:
      return mode satisfies never;
  }
}
