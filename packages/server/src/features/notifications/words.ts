import type { Notification } from '@ringbinder/protocol';

/** What has happened, in one sentence. */
export function sentenceOf({
  type,
  user,
  message,
  count = 0,
  transaction,
  for: represented,
  todo,
  meet,
}: Notification): string {
  switch (type) {
    case 'messages':
      return `${count > 1 ? `${count} messages. ` : ''}${user.name}: ${message?.text ?? ''}`;
    case 'mention':
      return `${user.name} mentioned you: ${message?.text ?? ''}`;
    case 'reply':
      return `${user.name} replied: ${message?.text ?? ''}`;
    case 'approval_waiting':
      return represented
        ? `Your approval for ${represented.name} is needed: ${transaction?.title}`
        : `Your approval is needed: ${transaction?.title}`;
    case 'approval_decided':
      return `${transaction?.title}: ${transaction?.outcome}`;
    case 'todo_assigned':
      return `${user.name} assigned a to-do to you: ${todo?.name}`;
    case 'todo_due':
      return `Reminder: ${todo?.name}`;
    case 'meet_scheduled':
      return `${user.name} scheduled a meeting: ${meet?.name}`;
    case 'meet_starting':
      return `Starts in a few minutes: ${meet?.name}`;
    case 'meet_started':
      return `${user.name} started a meeting: ${meet?.name}`;
    case 'invitation':
      return `${user.name} added you to the binder`;
    default:
      return type satisfies never;
  }
}

/** The path in the app of what it is about. */
export function placeOf({ binder, ...item }: Notification): string {
  return `/b/${binder.id}${placeInBinder(item)}`;
}

function placeInBinder({ message, transaction, todo, meet }: Omit<Notification, 'binder'>): string {
  if (message) return `/chat/${message.id}`;
  if (transaction) return `/transactions/${transaction.id}`;
  if (todo) return `/todos/${todo.id}`;
  return meet ? `/meet/${meet.session_key}` : '';
}
