import type { Message } from '@ringbinder/protocol';
import { membersOf } from '../binder/people.ts';
import { Avatar } from '../design/avatar.tsx';
import { chatTools as text } from '../strings/messages/chat-tools.ts';
import { namesOf } from '../strings/names.ts';
import type { ChatState } from './chat-state.ts';
import { useChat } from './context.ts';

function readersOf({ marks, binder }: ChatState, message: Message) {
  return membersOf(binder.state.value).filter(
    ({ user }) =>
      !user.is_bot &&
      user.id !== message.user.id &&
      (marks.all.value?.get(user.id)?.message_id ?? 0) >= message.id,
  );
}

export function SeenBy({ message }: { message: Message }) {
  const readers = readersOf(useChat(), message);
  return (
    <div class="seen-by">
      <h3>{text.actions.seen}</h3>
      {readers.length === 0 && <p class="muted small">{text.seenByNobody}</p>}
      <ul>
        {readers.map(({ user }) => (
          <li key={user.id}>
            <Avatar id={user.id} name={user.name} picture={user.picture_uri} small />
            <bdi>{user.name}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function SeenLine() {
  const chat = useChat();
  const { binder, items, hasNewer } = chat;
  const last = items.value.at(-1);
  if (hasNewer.value || last?.type !== 'message' || last.message.user.id !== binder.me.id) return null;
  const readers = readersOf(chat, last.message);
  if (readers.length === 0) return null;
  const others = membersOf(binder.state.value).filter(
    ({ user }) => !user.is_bot && user.id !== last.message.user.id,
  );
  const isAll = readers.length === others.length && others.length > 2;
  return (
    <p class="seen-line">
      {isAll ? text.seenByAll : text.seenBy(namesOf(readers.map(({ user }) => user.name)))}
    </p>
  );
}
