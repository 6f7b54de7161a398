import type { Message } from '@ringbinder/protocol';
import { formatTime } from '../design/format.ts';
import { chatTools as text } from '../strings/messages/chat-tools.ts';
import { ForwardGlyph } from './forward-glyph.tsx';

export function Forwarded({ user, time }: NonNullable<Message['forwarded']>) {
  return (
    <p class="pinned-mark">
      <ForwardGlyph />
      <span dir="auto">{text.forwarded(user.name, formatTime(time))}</span>
    </p>
  );
}
