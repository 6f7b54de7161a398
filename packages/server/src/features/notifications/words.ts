import type { Notification } from '@ringbinder/protocol';

/** What has happened, in one sentence. */
export function sentenceOf({
  type,
  user,
  message,
  count = 0,
  transaction,
  todo,
  meet,
  page,
}: Notification): string {
  switch (type) {
    case 'messages':
      return `${count > 1 ? `${count} messages. ` : ''}${user.name}: ${message?.text ?? ''}`;
    case 'mention':
      return `${user.name} mentioned you: ${message?.text ?? ''}`;
    case 'reply':
      return `${user.name} replied: ${message?.text ?? ''}`;
    case 'approval_waiting':
      return `Your approval is needed: ${transaction?.title}`;
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
    case 'meet_missed':
      return `You missed a call from ${user.name}: ${meet?.name}`;
    case 'page_shared':
      return `${user.name} added ${page?.name || 'a page'}${count > 1 ? ` and ${count - 1} more` : ''}`;
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

function placeInBinder({ message, transaction, todo, meet, page }: Omit<Notification, 'binder'>): string {
  if (message) return `/chat/${message.id}`;
  if (transaction) return `/transactions/${transaction.id}`;
  if (todo) return `/todos/${todo.id}`;
  if (page) return `/pages/${page.id}`;
  return meet ? `/meet/${meet.session_key}` : '';
}
