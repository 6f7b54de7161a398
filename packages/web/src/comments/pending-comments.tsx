import type { OutboxItem } from '@ringbinder/client';
import type { BinderContext } from '../binder/context.ts';
import { Alert } from '../design/states.tsx';
import { comments as text } from '../strings/messages/comments.ts';
import { type CommentTarget, isAbout } from './comment-target.ts';
import { HistoryEntry } from './history-entry.tsx';

export function PendingComments({ binder, about }: { binder: BinderContext; about: CommentTarget }) {
  const pending = binder.pending.value.filter(
    ({ body, state }) => isAbout(body.reply_to, about) && state.status !== 'sent',
  );
  return (
    <>
      {pending.map((item) => (
        <PendingComment key={item.clientId} binder={binder} item={item} />
      ))}
    </>
  );
}

function PendingComment({ binder, item }: { binder: BinderContext; item: OutboxItem }) {
  const { state, body, clientId } = item;
  const isRefused = state.status === 'refused';
  return (
    <HistoryEntry
      kind="comment"
      user={binder.me}
      body={body.message.text}
      isBusy={!isRefused}
      actions={
        isRefused && (
          <div class="step-buttons">
            <button type="button" class="button compact" onClick={() => binder.replica.retry(clientId)}>
              {text.retry}
            </button>
            <button type="button" class="button compact quiet" onClick={() => binder.replica.drop(clientId)}>
              {text.drop}
            </button>
          </div>
        )
      }
    >
      <Alert as="span" class="wrong">
        {isRefused && text.refused(state.message)}
      </Alert>
      {!isRefused && <span class="muted">{text.sending}</span>}
    </HistoryEntry>
  );
}
