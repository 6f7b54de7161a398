import type { LogEntry, Message, ReadMark } from '@ringbinder/protocol';
import type { Environment } from '../../environment/environment.ts';
import type { StoredLogEntry } from '../../log/index.ts';
import { signedPreviewPicture, withSignedPictures } from '../image-proxy/index.ts';
import { audioPath } from './attachments.ts';
import type { SingleMessageRow } from './queries.ts';
import type { ReadMarkRow } from './read-marks.ts';

export function presentMessage(env: Environment, binderId: string, row: SingleMessageRow): Message {
  return {
    id: row.id,
    text: row.text,
    user: { id: row.user_id, name: row.user_name },
    ...(row.reply_to ? { reply_to: row.reply_to } : {}),
    ...(row.thread_id === null ? {} : { thread_id: row.thread_id }),
    ...(row.thread_only ? { thread_only: true as const } : {}),
    ...(row.replies === null ? {} : { replies: row.replies }),
    ...(row.mentions ? { mentions: row.mentions } : {}),
    ...(row.mention_all ? { mention_all: true as const } : {}),
    ...(row.richtext === null ? {} : { richtext: row.richtext, html: htmlOf(env, binderId, row) }),
    ...(row.fields === null ? {} : { fields: row.fields }),
    ...(row.buttons === null ? {} : { buttons: row.buttons }),
    ...(row.forwarded === null ? {} : { forwarded: row.forwarded }),
    ...(row.file === null ? {} : { file: row.file }),
    ...(row.has_audio ? { audio: audioPath(env, binderId, row.id) } : {}),
    ...(row.reactions === null ? {} : { reactions: row.reactions }),
    ...(row.pinned === null ? {} : { pinned: row.pinned }),
    ...previewOf(env, binderId, row),
    ...(row.is_feed ? { is_feed: true as const } : {}),
    created_time: row.created_at,
    updated_time: row.updated_at,
  };
}

function previewOf(
  env: Environment,
  binderId: string,
  { id, preview }: SingleMessageRow,
): Pick<Message, 'preview'> {
  const { url, title, picture, ...about } = preview ?? {};
  if (url === undefined || title === undefined) return {};
  const signed =
    picture === undefined ? {} : { picture: signedPreviewPicture(env, { binderId, id }, picture) };
  return { preview: { url, title, ...about, ...signed } };
}

function htmlOf(env: Environment, binderId: string, { id, html }: SingleMessageRow): string {
  return withSignedPictures(env, { binderId, id }, html ?? '');
}

export function presentReadMark(row: ReadMarkRow): ReadMark {
  return { user: { id: row.user_id, name: row.user_name }, message_id: row.read_id };
}

export function presentEntry(entry: StoredLogEntry): LogEntry {
  const { seq, at, kind, body } = entry;
  return { seq, at, kind, actor: { id: entry.actor_id, name: entry.actor_name }, body };
}
