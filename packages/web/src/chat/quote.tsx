import { computed } from '@preact/signals';
import { unwrap } from '@ringbinder/client';
import type { Message } from '@ringbinder/protocol';
import { excerpt } from '@ringbinder/protocol/graphemes.ts';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { lazy } from '../design/states.tsx';
import { chat as text } from '../strings/messages/chat.ts';
import { useChat } from './context.ts';
import { authorOf, summaryOf } from './summary.ts';

const QuotedThing = lazy(() => import('./quoted-thing.tsx').then((module) => module.QuotedThing), 'quiet');

export function Quote({ message }: { message: Message }) {
  const { reply_to, thread_id } = message;
  const { thread } = useChat();
  if (!reply_to) return null;
  if (!thread && reply_to.binder?.comment_id === thread_id) return null;
  if (reply_to.binder) return <QuotedMessage id={reply_to.binder.comment_id} />;
  return <QuotedThing replyTo={reply_to} />;
}

function QuotedMessage({ id }: { id: number }) {
  const chat = useChat();
  const quoted = useMessage(id);
  if (quoted === 'gone') return <p class="quote-line gone">{text.gone}</p>;
  return (
    <a
      class="quote-line"
      href={chat.binder.links.message(id)}
      onClick={(event) => {
        event.preventDefault();
        void chat.show(id);
      }}
    >
      {quoted ? (
        <>
          <strong dir="auto">{authorOf(quoted)}</strong> <bdi>{excerpt(summaryOf(quoted), 200)}</bdi>
        </>
      ) : (
        '…'
      )}
    </a>
  );
}

const fetched = new WeakMap<object, Map<number, Promise<Message | 'gone'>>>();

export function useMessage(id: number): Message | 'gone' | undefined {
  const chat = useChat();
  const [read, setRead] = useState<Message | 'gone'>();
  const inState = useMemo(
    () =>
      computed(() => {
        const isSame = (message: Message) => message.id === id;
        const { items, binder } = chat;
        const item = items.value.find((each) => each.type === 'message' && each.id === id);
        return item?.type === 'message' ? item.message : binder.state.value?.messages.find(isSame);
      }),
    [chat, id],
  ).value;
  useEffect(() => {
    if (inState) return;
    let isCurrent = true;
    void readOnce(chat.binder, id).then(
      (message) => isCurrent && setRead(message),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [id, inState === undefined]);
  return inState ?? read;
}

function readOnce({ client, replica, id: binderId }: ReturnType<typeof useChat>['binder'], id: number) {
  const cached = fetched.get(replica) ?? new Map<number, Promise<Message | 'gone'>>();
  fetched.set(replica, cached);
  const reading =
    cached.get(id) ??
    // Request a list, because browsers log the 404 for a deleted message as an error.
    unwrap(
      client.api.GET('/{binder_id}/messages', {
        params: { path: { binder_id: binderId }, query: { before: id + 1, limit: 1 } },
      }),
    ).then(
      ({ messages }) => messages.find((message) => message.id === id) ?? ('gone' as const),
      (error) => {
        cached.delete(id);
        throw error;
      },
    );
  cached.set(id, reading);
  return reading;
}
