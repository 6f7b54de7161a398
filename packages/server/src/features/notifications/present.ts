import type { Notification } from '@ringbinder/protocol';
import { excerpt } from '@ringbinder/protocol/graphemes.ts';
import { plainText } from '@ringbinder/protocol/plain-text.ts';
import { presentDueTimeAndDay } from '../../time/due-day.ts';
import type { NotificationRow } from './queries.ts';

/** In UTF-16 units. */
const MAX_TEXT = 240;

export function presentNotification(row: NotificationRow): Notification {
  return {
    id: row.type === 'messages' ? row.binder_id : String(row.id),
    type: row.type,
    binder: { id: row.binder_id, name: row.binder_name },
    time: row.time,
    ...(row.read_at === null ? {} : { read_time: row.read_at }),
    user: { id: row.user_id, name: row.user_name },
    ...presentMessage(row),
    ...(row.count === null ? {} : { count: row.count }),
    ...presentItem(row),
  };
}

function presentMessage(row: NotificationRow): Pick<Notification, 'message'> {
  if (row.message_id === null) return {};
  return {
    message: {
      ...presentExcerpt({ ...row, id: row.message_id, text: row.text ?? '' }),
      ...presentAttachments(row),
    },
  };
}

interface ExcerptRow {
  id: number;
  text: string;
  thread_id: number | null;
  thread_only: boolean | null;
}

export function presentExcerpt({ id, text, thread_id, thread_only }: ExcerptRow) {
  return {
    id,
    text: excerpt(plainText(text), MAX_TEXT),
    ...(thread_id === null ? {} : { thread_id }),
    ...(thread_only ? { thread_only: true as const } : {}),
  };
}

export function presentAttachments({
  file_name,
  has_audio,
}: {
  file_name: string | null;
  has_audio: boolean | null;
}) {
  return {
    ...(file_name === null ? {} : { file: { name: file_name } }),
    ...(has_audio ? { has_audio: true as const } : {}),
  };
}

function presentItem(
  row: NotificationRow,
): Pick<Notification, 'transaction' | 'step' | 'reminder' | 'for' | 'todo' | 'meet' | 'page' | 'comment'> {
  const { transaction_id, outcome, step_id, todo_id, session_key, starts_at, page_id, comment_id } = row;
  if (transaction_id !== null)
    return {
      transaction: { id: transaction_id, title: row.title ?? '', ...(outcome === null ? {} : { outcome }) },
      ...(step_id === null ? {} : { step: { id: step_id } }),
      ...(row.is_reminder ? { reminder: true as const } : {}),
      ...(row.for_id === null ? {} : { for: { id: row.for_id, name: row.for_name ?? '' } }),
    };
  if (todo_id !== null)
    return { todo: { id: todo_id, name: row.todo_name ?? '', ...presentDueTimeAndDay(row) } };
  if (session_key !== null)
    return { meet: { session_key, name: row.meet_name ?? '', start_time: starts_at ?? row.time } };
  if (page_id !== null)
    return {
      page: { id: page_id, name: row.page_name ?? '' },
      ...(comment_id === null
        ? {}
        : { comment: { id: comment_id, text: excerpt(row.comment_text ?? '', MAX_TEXT) } }),
    };
  return {};
}
