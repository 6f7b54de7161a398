import { useSignal } from '@preact/signals';
import { unwrap } from '@ringbinder/client';
import type { Message } from '@ringbinder/protocol';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { memberOf } from '../binder/people.ts';
import { explained } from '../binder/refusal.ts';
import { comments as text } from '../strings/messages/comments.ts';
import { CommentForm } from './comment-form.tsx';
import { HistoryEntry } from './history-entry.tsx';
import { OwnComment } from './own-comment.tsx';

interface CommentEntryProps {
  binder: BinderContext;
  message: Message;
  children: ComponentChildren;
}

/** Shows a comment that is a chat message. Its author edits and deletes it. */
export function CommentEntry({ binder, message, children }: CommentEntryProps) {
  const [state, setState] = useState<'shown' | 'editing' | 'edited'>('shown');
  const isEditing = state === 'editing';
  const { user, forwarded, audio, richtext, text: body } = message;
  const isOwn = binder.canWrite.value && user.id === binder.me.id;
  // The chat's editor keeps formatting, and edits transcripts.
  const isPlain = !forwarded && !audio && !richtext;
  const { api } = binder.client;
  const params = { path: { binder_id: binder.id, message_id: message.id } };
  const path = '/{binder_id}/messages/{message_id}';
  return (
    <HistoryEntry
      binder={binder}
      kind="comment"
      user={user}
      body={isEditing ? undefined : body}
      actions={
        isEditing ? (
          <EditForm
            binder={binder}
            written={body}
            close={() => setState('edited')}
            send={async (written, mentions) => {
              const left = message.mentions?.filter((id) => !memberOf(binder.state.peek(), id)) ?? [];
              // Without `mentions` they stay.
              const mentioned = message.mention_all ? {} : { mentions: [...mentions, ...left] };
              await explained(
                unwrap(api.POST(path, { params, body: { message: { text: written, ...mentioned } } })),
              );
            }}
          />
        ) : (
          isOwn && (
            <OwnComment
              written={body}
              edit={isPlain ? () => setState('editing') : undefined}
              isWanted={state === 'edited'}
              remove={() => explained(unwrap(api.DELETE(path, { params })))}
            />
          )
        )
      }
    >
      {children}
    </HistoryEntry>
  );
}

interface EditFormProps {
  binder: BinderContext;
  written: string;
  close: () => void;
  /** Throws a Refusal. */
  send: (written: string, mentions: string[]) => Promise<void>;
}

export function EditForm({ binder, written, close, send }: EditFormProps) {
  const draft = useSignal(written);
  return (
    <CommentForm
      binder={binder}
      draft={draft}
      label={text.edit}
      submit={text.save}
      isWanted
      cancel={close}
      send={async (edited, mentions) => {
        await send(edited, mentions);
        close();
      }}
    />
  );
}
