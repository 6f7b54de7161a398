import type { MeetRepeat } from '@ringbinder/protocol';
import { formatDate } from '../design/format.ts';
import { fromLocal } from '../design/zone.ts';
import { repeats as text } from '../strings/messages/repeats.ts';

export function formatRepeat({ frequency, until }: MeetRepeat): string {
  const repeats = text[frequency === 'two_weekly' ? 'twoWeekly' : frequency];
  return until === undefined ? repeats : text.until(repeats, formatDate(fromLocal(Date.parse(until))));
}
