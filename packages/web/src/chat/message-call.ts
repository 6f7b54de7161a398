import { unwrap } from '@ringbinder/client';
import type { Message } from '@ringbinder/protocol';
import { explained } from '../binder/refusal.ts';
import { toastError } from '../design/toast.tsx';
import type { ChatState } from './chat-state.ts';

export function attempt(call: Promise<unknown>): void {
  explained(call).catch((error: Error) => toastError(error.message));
}

export const paramsOf = (chat: ChatState, message: Message) => ({
  path: { binder_id: chat.binder.id, message_id: message.id },
});

export function toggleReaction(chat: ChatState, message: Message, emoji: string): Promise<unknown> {
  const { api } = chat.binder.client;
  const { path } = paramsOf(chat, message);
  const isOwn = hasReacted(message, emoji, chat.binder.me.id);
  return isOwn
    ? unwrap(
        api.DELETE('/{binder_id}/messages/{message_id}/reactions/{emoji}', {
          params: { path: { ...path, emoji } },
        }),
      )
    : unwrap(api.POST('/{binder_id}/messages/{message_id}/reactions', { params: { path }, body: { emoji } }));
}

function hasReacted({ reactions = [] }: Message, emoji: string, userId: string): boolean {
  return reactions.some((each) => each.emoji === emoji && each.users.includes(userId));
}
