import { useSignal } from '@preact/signals';
import type { Message } from '@ringbinder/protocol';
import { membersOf } from '../binder/people.ts';
import { chat as text } from '../strings/messages/chat.ts';
import { useChat } from './context.ts';
import { languageOf } from './language-of.ts';
import { MENTION_ALL } from './mentions.ts';
import { MessageText } from './message-text.tsx';
import { RichText } from './rich-text.tsx';

export function Content({ message }: { message: Message }) {
  const mentions = useMentions(message);
  if (message.html !== undefined) return <RichText html={message.html} mentions={mentions} />;
  if (message.text === '') return null;
  const isLarge = /^\p{RGI_Emoji}{1,3}$/v.test(message.text);
  if (isLong(message.text)) return <LongText message={message} mentions={mentions} />;
  return (
    <p dir="auto" lang={languageOf(message.text)} class={`message-text ${isLarge ? 'large' : ''}`}>
      <MessageText text={message.text} mentions={mentions} />
    </p>
  );
}

const MAX_VISIBLE = 1_500;
const MAX_LINES = 24;

function isLong(words: string): boolean {
  return (
    words.length > MAX_VISIBLE * 1.3 ||
    (words.length > MAX_LINES && words.split('\n').length > MAX_LINES * 1.3)
  );
}

function LongText({ message, mentions }: { message: Message; mentions: ReadonlyMap<string, string> }) {
  const isWhole = useSignal(false);
  const lines = message.text.slice(0, MAX_VISIBLE).split('\n').slice(0, MAX_LINES).join('\n');
  return (
    <>
      <p dir="auto" lang={languageOf(message.text)} class="message-text">
        <MessageText text={isWhole.value ? message.text : `${lines} …`} mentions={mentions} />
      </p>
      <button
        type="button"
        class="button compact quiet show-all"
        aria-expanded={isWhole.value}
        onClick={() => {
          isWhole.value = !isWhole.value;
        }}
      >
        {isWhole.value ? text.showLess : text.showAll}
      </button>
    </>
  );
}

function useMentions({ mentions: ids = [], mention_all: all }: Message): ReadonlyMap<string, string> {
  const { binder } = useChat();
  if (ids.length === 0) return NOBODY;
  const named = membersOf(binder.state.value).filter(({ user }) => ids.includes(user.id));
  return new Map([
    ...named.map(({ user }) => [user.name, user.id] as const),
    ...(all ? [[MENTION_ALL, ''] as const] : []),
  ]);
}

const NOBODY: ReadonlyMap<string, string> = new Map();
