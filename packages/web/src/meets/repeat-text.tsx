import type { MeetRepeat } from '@ringbinder/protocol';
import { formatRepeat } from './repeat.ts';

export function RepeatText({ repeat }: { repeat: MeetRepeat }) {
  return <> · {formatRepeat(repeat)}</>;
}
