import type { Message } from '@ringbinder/protocol';
import { hasSharedDraft } from '../../binder/draft.ts';
import { memberOf } from '../../binder/people.ts';
import { Avatar } from '../../design/avatar.tsx';
import { formatHour, formatSoon } from '../../design/format.ts';
import { Glyph } from '../../design/glyph.tsx';
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
  const isOpen = thread?.value?.id === message.id;
  const isUnfinished = hasSharedDraft(binder.me.id, `${binder.id}/${message.id}`) && !isOpen;
  if (!replies && !isUnfinished) return null;
  return (
    <button
      type="button"
      class="thread-line"
      data-unread={unread}
      aria-expanded={isOpen}
      onClick={() => {
        if (thread) thread.value = { id: message.id };
      }}
    >
      {replies && <Replies {...replies} now={now} />}
      {unread && <span class="hidden-visually">, {text.threads.unread}</span>}
      {isUnfinished && (
        <span class="thread-draft">
          <Glyph name="edit" />
          {text.threads.unfinished}
        </span>
      )}
    </button>
  );
}

function Replies({ count, last_time, users, now }: NonNullable<Message['replies']> & { now: number }) {
  const { binder } = useChat();
  const time = dayKey(last_time) === dayKey(now) ? formatHour(last_time) : formatSoon(last_time);
  return (
    <>
      <span class="thread-faces">
        {users.slice(0, MAX_AVATARS).map((id) => (
          <Avatar key={id} id={id} name={memberOf(binder.state.value, id)?.user.name ?? ''} small />
        ))}
      </span>
      {text.threads.line(count, time)}
    </>
  );
}
