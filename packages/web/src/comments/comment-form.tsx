import type { BinderContext } from '../binder/context.ts';
import { draftOf } from '../chat/draft.ts';
import { comments as text } from '../strings/messages/comments.ts';
import type { CommentTarget } from './comment-target.ts';

export function CommentForm({ binder, about }: { binder: BinderContext; about: CommentTarget }) {
  const draft = draftOf(binder.me.id, `${binder.id}:${JSON.stringify(about)}`);
  const send = () => {
    const written = draft.peek().trim();
    if (written === '') return;
    binder.replica.send({ message: { text: written }, reply_to: about });
    draft.value = '';
  };
  return (
    <form
      class="comment-form"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        dir="auto"
        rows={1}
        aria-label={text.write}
        placeholder={text.write}
        value={draft.value}
        onInput={(event) => {
          draft.value = event.currentTarget.value;
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      <button type="submit" class="button compact" aria-disabled={draft.value.trim() === ''}>
        {text.send}
      </button>
    </form>
  );
}
