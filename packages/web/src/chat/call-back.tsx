import type { Message } from '@ringbinder/protocol';
import { Glyph } from '../design/glyph.tsx';
import { call as text } from '../strings/messages/call.ts';
import { useChat } from './context.ts';

/** The server writes this line for the person who was called, in English for all users. */
const MISSED = 'Missed call'; // not shown

export function CallBack({ message }: { message: Message }) {
  const { binder } = useChat();
  const { meet, me } = binder;
  if (message.text !== MISSED || message.user.id === me.id || !meet || !binder.canWrite.value) return null;
  return (
    <button type="button" class="button compact call-back" onClick={meet}>
      <Glyph name="video" />
      {text.callBack}
    </button>
  );
}
