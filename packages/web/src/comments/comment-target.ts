import type { Message, ReplyToInput } from '@ringbinder/protocol';

/** Comments on a target are chat messages that reply to the target. */
export type CommentTarget = { transaction: { id: number } } | { todo: { id: number } };

export function isAbout(replyTo: ReplyToInput | undefined, about: CommentTarget): boolean {
  if ('todo' in about) return Number(replyTo?.todo?.id) === about.todo.id;
  return Number(replyTo?.transaction?.id) === about.transaction.id;
}

export function commentsOn(about: CommentTarget, messages: readonly Message[]): Message[] {
  return messages.filter(({ reply_to }) => isAbout(reply_to, about));
}

export function countTodoComments(messages: readonly Message[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { reply_to, is_feed } of messages)
    if (reply_to?.todo && !is_feed) counts.set(reply_to.todo.id, (counts.get(reply_to.todo.id) ?? 0) + 1);
  return counts;
}
