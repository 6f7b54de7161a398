import type { Message } from '@ringbinder/protocol';
import { memberOf } from '../../binder/people.ts';
import { Avatar } from '../../design/avatar.tsx';
import { formatHour, formatSoon } from '../../design/format.ts';
import { useNow } from '../../design/time.tsx';
import { chatTools as text } from '../../strings/messages/chat-tools.ts';
import { useChat } from '../context.ts';
import { dayKey } from '../days.ts';
import { unreadThreadsOf } from './unread-threads.ts';

const MAX_AVATARS = 3;

export function ThreadLine({ message }: { message: Message }) {
  const { binder, thread } = useChat();
  const now = useNow();
  const unread = unreadThreadsOf(binder).value.has(message.id);
  const { replies } = message;
  if (!replies) return null;
  const { count, last_time, users } = replies;
  const time = dayKey(last_time) === dayKey(now) ? formatHour(last_time) : formatSoon(last_time);
  return (
    <button
      type="button"
      class="thread-line"
      data-unread={unread}
      aria-expanded={thread?.value?.id === message.id}
      onClick={() => {
        if (thread) thread.value = { id: message.id };
      }}
    >
      <span class="thread-faces">
        {users.slice(0, MAX_AVATARS).map((id) => (
          <Avatar key={id} id={id} name={memberOf(binder.state.value, id)?.user.name ?? ''} small />
        ))}
      </span>
      {text.threads.line(count, time)}
      {unread && <span class="hidden-visually">, {text.threads.unread}</span>}
    </button>
  );
}
