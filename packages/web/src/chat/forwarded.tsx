import type { Message } from '@ringbinder/protocol';
import { formatTime } from '../design/format.ts';
import { forwarding as text } from '../strings/en/forwarding.ts';
import { ForwardGlyph } from './forward-glyph.tsx';

/** The author and time of the original. */
export function Forwarded({ user, time }: NonNullable<Message['forwarded']>) {
  return (
    <p class="pinned-mark">
      <ForwardGlyph />
      <span dir="auto">{text.mark(user.name, formatTime(time))}</span>
    </p>
  );
}
