import type { BinderContext } from '../binder/context.ts';
import { draftOf } from '../binder/draft.ts';
import { comments as text } from '../strings/messages/comments.ts';
import { CommentForm, messageOf } from './comment-form.tsx';
import type { CommentTarget } from './comment-target.ts';

export function ReplyForm({ binder, about }: { binder: BinderContext; about: CommentTarget }) {
  return (
    <CommentForm
      binder={binder}
      draft={draftOf(binder.me.id, `${binder.id}:${JSON.stringify(about)}`)}
      label={text.write}
      submit={text.send}
      send={(written, mentions) =>
        void binder.replica.send({ message: messageOf(written, mentions), reply_to: about })
      }
    />
  );
}
