import type { Message } from '@ringbinder/protocol';
import { meetTitle } from '../binder/binder-title.ts';
import { formatTime } from '../design/format.ts';
import { Glyph } from '../design/glyph.tsx';
import { lazy } from '../design/states.tsx';
import { chat as chatText } from '../strings/messages/chat.ts';
import { chatTools as text } from '../strings/messages/chat-tools.ts';
import { useChat } from './context.ts';

const RepeatText = lazy(
  () => import('../meets/repeat-text.tsx').then((module) => module.RepeatText),
  'quiet',
);

export function QuotedThing({ replyTo }: { replyTo: NonNullable<Message['reply_to']> }) {
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
        {text.repliesTo.page(
          match.name ?? (match.original_file_name || chatText.pageName(match.page_number)),
        )}
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
  // The line above already names the other person.
  if (!path && meet && state?.binder.conversation) return null;
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
