import type { Message } from '@ringbinder/protocol';
import { membersOf } from '../binder/people.ts';
import { useChat } from './context.ts';
import { RichText } from './rich-text.tsx';
import { Words } from './words.tsx';

/** What a message says. */
export function Content({ message }: { message: Message }) {
  const mentions = useMentions(message.mentions);
  if (message.html !== undefined) return <RichText html={message.html} mentions={mentions} />;
  if (message.text === '') return null;
  const isLarge = /^\p{RGI_Emoji}{1,3}$/v.test(message.text);
  return (
    <p class={`message-text ${isLarge ? 'large' : ''}`}>
      <Words text={message.text} mentions={mentions} />
    </p>
  );
}

/** The ids of members who are mentioned, by their names. */
function useMentions(ids: readonly string[] = []): ReadonlyMap<string, string> {
  const { binder } = useChat();
  if (ids.length === 0) return NOBODY;
  const named = membersOf(binder.state.value).filter(({ user }) => ids.includes(user.id));
  return new Map(named.map(({ user }) => [user.name, user.id]));
}

const NOBODY: ReadonlyMap<string, string> = new Map();
