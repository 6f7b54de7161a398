import type { MeetRepeat } from '@ringbinder/protocol';
import { formatDate } from '../design/format.ts';
import { fromLocal } from '../design/zone.ts';
import { meets as text } from '../strings/messages/meets.ts';

export function frequencyOptions(): (readonly [MeetRepeat['frequency'] | '', string])[] {
  const { never, daily, weekly, twoWeekly, monthly } = text.repeats;
  return [
    ['', never],
    ['daily', daily],
    ['weekly', weekly],
    ['two_weekly', twoWeekly],
    ['monthly', monthly],
  ];
}

export function formatRepeat({ frequency, until }: MeetRepeat): string {
  const repeats = text.repeats[frequency === 'two_weekly' ? 'twoWeekly' : frequency];
  return until === undefined
    ? repeats
    : text.repeats.until(repeats, formatDate(fromLocal(Date.parse(until))));
}
