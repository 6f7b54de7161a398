import { useSignal } from '@preact/signals';
import type { Message } from '@ringbinder/protocol';
import { useRef } from 'preact/hooks';
import { membersOf } from '../binder/people.ts';
import { chat as text } from '../strings/messages/chat.ts';
import { namesOf } from '../strings/names.ts';
import { useChat } from './context.ts';
import { EmojiPicker } from './emoji/lazy-picker.ts';
import { ChatGlyph } from './glyphs.tsx';
import { attempt, toggleReaction } from './message-call.ts';

const MAX_VISIBLE_NAMES = 12;

export function Reactions({ message }: { message: Message }) {
  const chat = useChat();
  const isPicking = useSignal(false);
  const add = useRef<HTMLButtonElement>(null);
  const { reactions = [] } = message;
  if (reactions.length === 0) return null;
  const { me, canWrite, state } = chat.binder;
  const names = new Map(membersOf(state.value).map(({ user }) => [user.id, user.name]));
  const who = (users: readonly string[], count: number) => {
    const reactors = users.flatMap((id) => (id === me.id ? [text.you] : (names.get(id) ?? [])));
    const visible = reactors.slice(0, MAX_VISIBLE_NAMES);
    const more = count - visible.length;
    return namesOf(more > 0 ? [...visible, text.reactions.more(more)] : visible);
  };
  return (
    <div class="reactions">
      {reactions.map(({ emoji, count, users }) => (
        <button
          key={emoji}
          type="button"
          class="reaction"
          aria-pressed={users.includes(me.id)}
          aria-disabled={!canWrite.value}
          aria-label={text.reactions.label(emoji, String(count), who(users, count))}
          title={who(users, count)}
          onClick={() => canWrite.value && attempt(toggleReaction(chat, message, emoji))}
        >
          <span aria-hidden="true">{emoji}</span> {count}
        </button>
      ))}
      {canWrite.value && (
        <button
          type="button"
          class="reaction add"
          ref={add}
          aria-label={text.reactions.add}
          title={text.reactions.add}
          onClick={() => {
            isPicking.value = true;
          }}
        >
          <ChatGlyph name="emoji" />
        </button>
      )}
      {isPicking.value && (
        <EmojiPicker
          near={add}
          label={text.reactions.pick}
          close={() => {
            isPicking.value = false;
          }}
          choose={(emoji) => attempt(toggleReaction(chat, message, emoji))}
        />
      )}
    </div>
  );
}
