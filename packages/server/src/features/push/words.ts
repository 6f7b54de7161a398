import type { Notification } from '@ringbinder/protocol';

/** The payload of a push. `url` is what a click opens, and a push replaces a shown one with the same `tag`. */
export interface PushPayload {
  title: string;
  body: string;
  url: string;
  tag: string;
}

/** Bytes of a payload are limited to 4,096 (RFC 8291). A UTF-16 unit has at most three. */
const MAX_BODY = 400;
const MAX_TITLE = 100;

/** @param items unread notifications of one binder, the most important first; @param origin of the app, without a slash at the end */
export function writePush(items: readonly [Notification, ...Notification[]], origin: string): PushPayload {
  const [item] = items;
  const { binder } = item;
  const others = items.length > 1 ? ` (+${items.length - 1})` : '';
  return {
    title: (binder.name || item.user.name).slice(0, MAX_TITLE),
    body: `${sentenceOf(item).slice(0, MAX_BODY)}${others}`,
    url: `${origin}/b/${binder.id}${placeOf(item)}`,
    tag: binder.id,
  };
}

/** Of an org that keeps contents out of pushes. */
export function writeContentFreePush(origin: string): PushPayload {
  return {
    title: 'Ringbinder',
    body: 'Something new waits for you.',
    url: `${origin}/home`,
    tag: 'ringbinder',
  };
}

function sentenceOf({ type, user, message, count = 0, transaction, todo, meet }: Notification): string {
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
    case 'invitation':
      return `${user.name} added you to the binder`;
    default:
      return type satisfies never;
  }
}

/** The path of what it is about, inside of the binder. */
function placeOf({ message, transaction, todo, meet }: Notification): string {
  if (message) return `/chat/${message.id}`;
  if (transaction) return `/transactions/${transaction.id}`;
  if (todo) return `/todos/${todo.id}`;
  return meet ? `/meet/${meet.session_key}` : '';
}
