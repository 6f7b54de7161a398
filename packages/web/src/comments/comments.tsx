import type { Message } from '@ringbinder/protocol';
import { useId } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { RelativeTime } from '../design/time.tsx';
import { comments as text } from '../strings/messages/comments.ts';
import { CommentEntry } from './comment-entry.tsx';
import { commentsOn } from './comment-target.ts';
import { SystemEntry } from './history-entry.tsx';
import { OlderComments } from './older-comments.tsx';
import { PendingComments } from './pending-comments.tsx';
import { ReplyForm } from './reply-form.tsx';

export function Comments({ binder, about }: { binder: BinderContext; about: { todo: { id: number } } }) {
  const heading = useId();
  const messages = commentsOn(about, binder.state.value?.messages ?? []);
  return (
    <section aria-labelledby={heading} class="comments-section">
      <h3 id={heading}>{text.title}</h3>
      <OlderComments binder={binder} about={about.todo} />
      <ol class="history">
        {messages.map((message) => (
          <CommentRow key={message.id} binder={binder} message={message} />
        ))}
        <PendingComments binder={binder} about={about} />
      </ol>
      {binder.canWrite.value && <ReplyForm binder={binder} about={about} />}
    </section>
  );
}

function CommentRow({ binder, message }: { binder: BinderContext; message: Message }) {
  const { created_time, id } = message;
  const time = (
    <a class="muted" href={binder.links.message(id)} title={text.inChat}>
      <RelativeTime at={created_time} />
    </a>
  );
  if (message.is_feed) return <SystemEntry message={message}>{time}</SystemEntry>;
  return (
    <CommentEntry binder={binder} message={message}>
      {time}
    </CommentEntry>
  );
}
