import { type Actor, accessBinder } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { notFound } from '../../errors.ts';
import { isoTime, readMeet } from '../meets/index.ts';
import { pageLinks } from '../pages/index.ts';
import { findPrepared } from './queries.ts';

const MAX_LISTED = 1000;

interface ListedRecordingRow extends Record<string, unknown> {
  session_key: string;
  name: string;
  page_id: number;
  page_revision: number;
  file_id: string;
  mime_type: string;
  size: number;
  started_at: number;
  ended_at: number;
  created_at: number;
}

export async function listRecordings(env: Environment, actor: Actor, meetOrBinder: string) {
  const meet = meetOrBinder.startsWith('M') ? await readMeet(env.db, meetOrBinder) : undefined;
  const { binderId } = await accessBinder(env.db, actor, meet?.binder_id ?? meetOrBinder, 'read');
  if (meet?.state === 'SESSION_DELETED') throw notFound('meet', meetOrBinder);
  const rows = await env.db.query<ListedRecordingRow>(
    `SELECT m.session_key, m.name, r.page_id, p.revision AS page_revision, r.file_id, f.mime_type, f.size, r.started_at, r.ended_at, r.created_at
     FROM meet_recordings r
     JOIN meets m ON m.binder_id = r.binder_id AND m.id = r.meet_id
     JOIN files f ON f.binder_id = r.binder_id AND f.id = r.file_id AND f.deleted_at IS NULL
     JOIN pages p ON p.binder_id = r.binder_id AND p.id = r.page_id AND p.deleted_at IS NULL
     WHERE r.binder_id = $1 AND ($2::bigint IS NULL OR r.meet_id = $2) ORDER BY r.started_at DESC, r.file_id LIMIT ${MAX_LISTED}`,
    [binderId, meet?.id ?? null],
  );
  const linksOf = pageLinks(env, binderId);
  const prepared = await findPrepared(env.db, binderId, meet?.id ?? null);
  const preparing = prepared.map((row) => ({
    session_key: row.session_key,
    name: row.name,
    status: row.state,
    progress: row.progress,
    started_time: isoTime(row.started_at),
  }));
  const recordings = rows.map((row) => ({
    session_key: row.session_key,
    name: row.name,
    page_id: row.page_id,
    file_id: row.file_id,
    download_url: new URL(linksOf(row.page_id, row.page_revision).page_uri, env.baseUrl()).href,
    content_type: row.mime_type,
    content_length: row.size,
    started_time: isoTime(row.started_at),
    ended_time: isoTime(row.ended_at),
    created_time: isoTime(row.created_at),
  }));
  return { count: recordings.length, recordings, preparing };
}
