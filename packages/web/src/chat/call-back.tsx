import type { Message } from '@ringbinder/protocol';
import { Glyph } from '../design/glyph.tsx';
import { call as text } from '../strings/messages/call.ts';
import { useChat } from './context.ts';

/** The server writes this line for the person who was called, in English for all users. */
const MISSED = 'Missed call'; // not shown

export function CallBack({ message }: { message: Message }) {
  const { binder } = useChat();
  const call = binder.callBack ?? binder.meet;
  if (message.text !== MISSED || message.user.id === binder.me.id || !call || !binder.canWrite.value)
    return null;
  const running = binder.state.value?.meets.find(({ status }) => status === 'SESSION_STARTED');
  const path = running && binder.links.meet?.(running.session_key);
  return (
    <button
      type="button"
      class="button compact call-back"
      onClick={path ? () => binder.navigate(path) : call}
    >
      <Glyph name="video" />
      {text.callBack}
    </button>
  );
}
