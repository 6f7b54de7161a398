import type { Message } from '@ringbinder/protocol';
import type { BinderContext } from '../binder/context.ts';
import { InMeet } from '../meets/in-meet.tsx';

/** Below the message that a meet has started. */
export function MeetMessage({ binder, message }: { binder: BinderContext; message: Message }) {
  const key = message.reply_to?.meet?.session_key;
  const { meets = [], messages = [] } = binder.state.value ?? {};
  const meet = meets.find(({ session_key }) => session_key === key);
  const isNewest = messages.findLast((each) => each.reply_to?.meet?.session_key === key)?.id === message.id;
  return meet?.status === 'SESSION_STARTED' && isNewest ? <InMeet participants={meet.participants} /> : null;
}
