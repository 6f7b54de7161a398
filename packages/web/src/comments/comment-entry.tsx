import { unwrap } from '@ringbinder/client';
import type { Message } from '@ringbinder/protocol';
import type { ComponentChildren } from 'preact';
import type { BinderContext } from '../binder/context.ts';
import { memberOf } from '../binder/people.ts';
import { explained } from '../binder/refusal.ts';
import { Editable } from './editable.tsx';
import { HistoryEntry } from './history-entry.tsx';

interface CommentEntryProps {
  binder: BinderContext;
  message: Message;
  children: ComponentChildren;
}

export function CommentEntry({ binder, message, children }: CommentEntryProps) {
  const { user, forwarded, audio, richtext, text: body } = message;
  const { api } = binder.client;
  const params = { path: { binder_id: binder.id, message_id: message.id } };
  const path = '/{binder_id}/messages/{message_id}';
  const change = async (written: string, mentions: string[]) => {
    const left = message.mentions?.filter((id) => !memberOf(binder.state.peek(), id)) ?? [];
    // If `mentions` is missing, the server does not change the mentions.
    const mentioned = message.mention_all ? {} : { mentions: [...mentions, ...left] };
    await explained(unwrap(api.POST(path, { params, body: { message: { text: written, ...mentioned } } })));
  };
  return (
    <HistoryEntry
      kind="comment"
      user={user}
      actions={
        <Editable
          binder={binder}
          written={body}
          isOwn={binder.canWrite.value && user.id === binder.me.id}
          // Only the chat's editor preserves formatting and edits transcripts.
          change={forwarded || audio || richtext ? undefined : change}
          remove={() => explained(unwrap(api.DELETE(path, { params })))}
        >
          {body && (
            <p dir="auto" class="said">
              {body}
            </p>
          )}
        </Editable>
      }
    >
      {children}
    </HistoryEntry>
  );
}
