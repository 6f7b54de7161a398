import { type Signal, signal } from '@preact/signals';
import { draftOf } from '../../binder/draft.ts';
import { chatTools as text } from '../../strings/messages/chat-tools.ts';
import { type ChatState, createDraft, createHighlight, type OpenThread } from '../chat-state.ts';
import { stagedOf } from '../staged.ts';
import { createReplies, type Replies } from './replies.ts';

export interface ThreadState extends ChatState {
  readonly replies: Replies;
  readonly alsoSend: Signal<boolean>;
}

export function openThread(chat: ChatState, { id, replyId }: OpenThread): ThreadState {
  const { binder } = chat;
  const draftName = `${binder.id}/${id}`;
  const replies = createReplies(binder, id);
  const place = signal<ChatState['place']['value']>({ at: 'end' });
  const alsoSend = signal(false);
  const highlight = createHighlight();
  if (replyId !== undefined) {
    place.value = { at: 'message', id: replyId, part: 0.3 };
    highlight.show(replyId);
  }
  return {
    ...chat,
    ...createDraft(binder.me.id, draftName, draftOf(binder.me.id, draftName, true)),
    scope: '.chat-thread',
    thread: undefined,
    staged: stagedOf(binder, draftName),
    placeholder: signal(text.threads.placeholder),
    // Typing signals do not identify a thread, so do not send any.
    typing: { ...chat.typing, type: () => undefined, stop: () => undefined },
    items: replies.items,
    place,
    highlighted: highlight.id,
    replies,
    alsoSend,
    replyFields: () => ({
      reply_to: { binder: { comment_id: id } },
      ...(!alsoSend.peek() && { thread_only: true }),
    }),
    isHere: ({ reply_to }) => reply_to?.binder?.comment_id === id,
    reply: () => {
      alsoSend.value = false;
    },
    showNewest: () => {
      place.value = { at: 'end' };
    },
    close() {
      replies.close();
      highlight.close();
    },
  };
}
