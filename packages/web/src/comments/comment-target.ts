import type { ReplyToInput } from '@ringbinder/protocol';

/** What comments are written on: they are messages of the chat that answer it. */
export type CommentTarget = { transaction: { id: number } } | { todo: { id: number } };

/** Whether a message that answers something is a comment on a thing. */
export function isAbout(replyTo: ReplyToInput | undefined, about: CommentTarget): boolean {
  if ('todo' in about) return Number(replyTo?.todo?.id) === about.todo.id;
  return Number(replyTo?.transaction?.id) === about.transaction.id;
}
