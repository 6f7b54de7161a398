import type { BinderState } from '@ringbinder/client';
import type { Message } from '@ringbinder/protocol';
import { excerpt } from '@ringbinder/protocol/graphemes.ts';
import type { BinderContext } from '../binder/context.ts';
import { viewer as text } from '../strings/messages/viewer.ts';
import { systemWords } from '../strings/system-words.ts';

/**
 * Returns only loaded messages.
 * @param commentIds the comments of a pin, or undefined for the whole page
 */
export function answersInChat(
  { messages }: BinderState,
  pageId: number,
  commentIds: readonly number[] | undefined,
): Message[] {
  return messages.filter(({ reply_to, is_feed, mentions }) => {
    // System messages that mention people repeat the comment.
    if (reply_to?.page?.id !== pageId || (is_feed && mentions)) return false;
    const { position_comment_id: pin } = reply_to.page;
    return commentIds ? pin !== undefined && commentIds.includes(pin) : pin === undefined;
  });
}

export function ChatAnswers({ binder, messages }: { binder: BinderContext; messages: readonly Message[] }) {
  if (messages.length === 0) return null;
  return (
    <ul class="chat-answers" aria-label={text.comments.inChat}>
      {messages.map(({ id, user, text: words, is_feed }) => (
        <li key={id}>
          <a class="small" href={binder.links.message(id)}>
            {!is_feed && <strong dir="auto">{user.name}</strong>}{' '}
            <span class="muted">{text.comments.inTheChat}</span>{' '}
            <bdi>{excerpt(is_feed ? systemWords(words) : words, 200)}</bdi>
          </a>
        </li>
      ))}
    </ul>
  );
}
