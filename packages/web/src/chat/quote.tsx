import { computed } from '@preact/signals';
import { unwrap } from '@ringbinder/client';
import type { Message } from '@ringbinder/protocol';
import { excerpt } from '@ringbinder/protocol/graphemes.ts';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { meetTitle } from '../binder/binder-title.ts';
import { formatTime } from '../design/format.ts';
import { Glyph } from '../design/glyph.tsx';
import { lazy } from '../design/states.tsx';
import { chat as text } from '../strings/messages/chat.ts';
import { useChat } from './context.ts';
import { authorOf, summaryOf } from './summary.ts';

const RepeatText = lazy(
  () => import('../meets/repeat-text.tsx').then((module) => module.RepeatText),
  'quiet',
);

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

function useMessage(id: number): Message | 'gone' | undefined {
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

function QuotedThing({ replyTo }: { replyTo: NonNullable<Message['reply_to']> }) {
  const { binder } = useChat();
  const state = binder.state.value;
  const { transaction, todo, page, file } = replyTo;
  if (transaction) {
    const match = state?.transactions.find(({ id }) => id === transaction.id);
    return match ? (
      <a class="quote-line" href={binder.links.transaction(match.id)}>
        <Glyph name="confirm" /> {text.repliesTo.transaction(match.title)}
      </a>
    ) : (
      <p class="quote-line gone">{text.repliesTo.nothing}</p>
    );
  }
  if (todo) {
    const match = state?.todos.find(({ id }) => id === todo.id);
    return match ? (
      <a class="quote-line" href={binder.links.todo(match.id)}>
        <Glyph name="check" /> {text.repliesTo.todo(match.name)}
      </a>
    ) : (
      <p class="quote-line gone">{text.repliesTo.nothing}</p>
    );
  }
  if (page) {
    const match = state?.pages.find(({ id }) => id === page.id);
    const pin = page.position_comment_id === undefined ? '' : `?comment=${page.position_comment_id}`;
    return match ? (
      <a class="quote-line" href={`${binder.links.page(match.id)}${pin}`}>
        {match.thumbnail_uri ? (
          <img src={match.thumbnail_uri} alt="" loading="lazy" />
        ) : (
          <Glyph name="document" />
        )}{' '}
        {text.repliesTo.page(match.name ?? (match.original_file_name || text.pageName(match.page_number)))}
      </a>
    ) : (
      <p class="quote-line gone">{text.repliesTo.nothing}</p>
    );
  }
  if (file) {
    const match = state?.files.find(({ id }) => id === file.id);
    return <p class="quote-line">{match ? text.repliesTo.file(match.name) : text.repliesTo.nothing}</p>;
  }
  const meet = state?.meets.find(({ session_key }) => session_key === replyTo.meet?.session_key);
  const path = meet && !meet.ended_time && binder.links.meet?.(meet.session_key);
  const name = meet && meetTitle(meet.name, binder);
  if (!path) return <p class="quote-line">{name ?? text.repliesTo.nothing}</p>;
  return (
    <>
      <a class="quote-line" href={path}>
        <Glyph name="video" /> {text.repliesTo.join(name ?? '')}
      </a>
      {meet.status === 'SESSION_SCHEDULED' && (
        <p class="quote-line">
          <time dateTime={meet.starts}>{formatTime(meet.start_time)}</time> · <bdi>{meet.host.name}</bdi>
          {meet.repeat && <RepeatText repeat={meet.repeat} />}
        </p>
      )}
    </>
  );
}
