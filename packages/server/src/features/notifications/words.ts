import type { Catalogue } from '@ringbinder/locales';
import type { Notification } from '@ringbinder/protocol';

export function sentenceOf(item: Notification, catalogue: Catalogue): string {
  const { type, user, message, count = 0, transaction, reminder, todo, meet, page, comment } = item;
  const represented = item.for;
  const values = { name: user.name, text: message ? contentOf(message, catalogue) : '' };
  const title = transaction?.title ?? '';
  const due = { name: user.name, title: todo?.name ?? '' };
  const planned = { name: user.name, title: meet?.name ?? '' };
  switch (type) {
    case 'messages':
      return count > 1
        ? catalogue.text('notification.messages', { ...values, count })
        : catalogue.text('notification.message', values);
    case 'mention':
      return catalogue.text('notification.mention', values);
    case 'reply':
      return catalogue.text('notification.reply', values);
    case 'approval_waiting':
      if (reminder) return catalogue.text('notification.approval_reminded', { name: user.name, title });
      return represented
        ? catalogue.text('notification.approval_waiting_for', { name: represented.name, title })
        : catalogue.text('notification.approval_waiting', { title });
    case 'approval_decided':
      return transaction?.outcome === 'rejected'
        ? catalogue.text('notification.approval_rejected', { title })
        : catalogue.text('notification.approval_completed', { title });
    case 'todo_assigned':
      return catalogue.text('notification.todo_assigned', due);
    case 'todo_due':
      return catalogue.text('notification.todo_due', due);
    case 'message_due':
      return catalogue.text('notification.message_due', values);
    case 'meet_scheduled':
      return catalogue.text('notification.meet_scheduled', planned);
    case 'meet_starting':
      return catalogue.text('notification.meet_starting', planned);
    case 'meet_started':
      return catalogue.text('notification.meet_started', planned);
    case 'meet_missed':
      return catalogue.text('notification.meet_missed', { name: user.name });
    case 'page_shared':
      return catalogue.text('notification.page_shared', { name: user.name, count, title: page?.name ?? '' });
    case 'page_commented':
      return catalogue.text('notification.page_commented', {
        name: user.name,
        title: page?.name ?? '',
        text: comment?.text ?? '',
      });
    case 'invitation':
      return catalogue.text('notification.invitation', { name: user.name });
    case 'ownership':
      return catalogue.text('notification.ownership', { name: user.name });
    default:
      return type satisfies never;
  }
}

export function contentOf(
  { text, file, has_audio }: Pick<NonNullable<Notification['message']>, 'text' | 'file' | 'has_audio'>,
  catalogue: Catalogue,
): string {
  if (text.trim() !== '') return text;
  if (has_audio) return catalogue.text('notification.voice_message');
  return file?.name ?? catalogue.text('notification.attachment');
}

export function placeOf({ binder, ...item }: Notification): string {
  return `/b/${binder.id}${placeInBinder(item)}`;
}

function placeInBinder({
  message,
  transaction,
  todo,
  meet,
  page,
  comment,
}: Omit<Notification, 'binder'>): string {
  if (message) return `/chat/${message.id}`;
  if (transaction) return `/transactions/${transaction.id}`;
  if (todo) return `/todos/${todo.id}`;
  if (page) return `/pages/${page.id}${comment ? `?comment=${comment.id}` : ''}`;
  return meet ? `/meet/${meet.session_key}` : '';
}
