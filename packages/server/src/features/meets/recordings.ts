import { createReadStream } from 'node:fs';
import { type Actor, accessBinder, type BinderChange, changeBinder, found } from '../../access/index.ts';
import type { Environment } from '../../environment.ts';
import type { Database } from '../../storage/database.ts';
import { addFile, inspectFile, pageLinks } from '../pages/index.ts';
import { isoTime } from './present.ts';
import { findMeet, type MeetRow } from './queries.ts';
import { readMeet } from './service.ts';

/** Recordings that one call lists. */
const MAX_LISTED = 1000;

/** A recording that is to become a page. Times in milliseconds. */
export interface NewRecording {
  meet: Pick<MeetRow, 'session_key' | 'binder_id'>;
  /** Where its bytes are. They are copied; the file stays the caller's. */
  path: string;
  /** What its file is called, with the ending of its kind: `.webm`. */
  fileName: string;
  /** What was recorded. One meet has no two recordings that began at the same time: added again, it is there already. */
  startedAt: number;
  endedAt: number;
}

/**
 * Makes a recording of a meet a page of its binder, and tells of it (`meet_recording_ready`), in one transaction, once. The
 * file is probed before, so what is told of plays. Throws a 400 for a file that is no recording, and what the media engine
 * throws.
 * @returns the id of its page; undefined when it was added before, or the binder is gone
 */
export async function addRecording(env: Environment, recording: NewRecording): Promise<number | undefined> {
  const { meet, path, fileName, startedAt, endedAt } = recording;
  const known = await findMeet(env.db, meet.session_key);
  if (!known) return undefined;
  const bytes = await env.files.receive(createReadStream(path), Number.MAX_SAFE_INTEGER);
  try {
    const file = { name: fileName, bytes };
    const taken = await inspectFile(env, file, env.closing, { partName: 'recording' });
    const actor = await findKeeper(env.db, known);
    const call = { env, db: env.db, actor, binderId: known.binder_id };
    return await changeBinder(call, 'write', async (change) => {
      const { tx, at, log } = change;
      if (await isThere(tx, known, startedAt)) return undefined;
      const { fileId, pageIds, entries } = await addFile(call, change, file, taken, known.name);
      const [pageId] = pageIds;
      if (pageId === undefined) throw new Error('a recording has a page');
      await insertRecording(change, known.id, { fileId, pageId, startedAt, endedAt });
      const { page_uri } = pageLinks(env, known.binder_id)(pageId, at);
      const body = {
        id: known.session_key,
        topic: known.name,
        recording_url: new URL(page_uri, env.baseUrl()).href,
        start_time: startedAt,
        end_time: endedAt,
      };
      await log([...entries, { kind: 'meet_recording_ready', body }]);
      return pageId;
    });
  } finally {
    await bytes.drop();
  }
}

/** Who makes the page: the host, as long as the host may write in the binder, otherwise its owner. */
async function findKeeper(db: Database, meet: MeetRow): Promise<Pick<Actor, 'userId'>> {
  const [row] = await db.query<{ user_id: string }>(
    `SELECT user_id FROM binder_members WHERE binder_id = $1 AND role IN ('owner', 'editor')
     ORDER BY user_id = $2 DESC, role = 'owner' DESC LIMIT 1`,
    [meet.binder_id, meet.host_id],
  );
  return { userId: row?.user_id ?? meet.host_id };
}

async function isThere(tx: Database, meet: MeetRow, startedAt: number): Promise<boolean> {
  const rows = await tx.query(
    'SELECT page_id FROM meet_recordings WHERE binder_id = $1 AND meet_id = $2 AND started_at = $3',
    [meet.binder_id, meet.id, startedAt],
  );
  return rows.length > 0;
}

async function insertRecording(
  { tx, at, access }: BinderChange,
  meetId: number,
  {
    fileId,
    pageId,
    startedAt,
    endedAt,
  }: { fileId: string; pageId: number; startedAt: number; endedAt: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO meet_recordings (binder_id, meet_id, file_id, page_id, started_at, ended_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [access.binderId, meetId, fileId, pageId, startedAt, endedAt, at],
  );
}

interface RecordingRow extends Record<string, unknown> {
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

/** The recordings of a meet, or of all meets of a binder, the newest first. Needs read access. */
export async function listRecordings(env: Environment, actor: Actor, meetOrBinder: string) {
  const meet = meetOrBinder.startsWith('M') ? await readMeet(env.db, meetOrBinder) : undefined;
  const { binderId } = await accessBinder(env.db, actor, meet?.binder_id ?? meetOrBinder, 'read');
  if (meet) found(meet.state === 'SESSION_DELETED' ? undefined : meet, 'meet', meetOrBinder);
  const rows = await env.db.query<RecordingRow>(
    `SELECT m.session_key, m.name, r.page_id, p.revision AS page_revision, r.file_id, f.mime_type, f.size, r.started_at, r.ended_at, r.created_at
     FROM meet_recordings r
     JOIN meets m ON m.binder_id = r.binder_id AND m.id = r.meet_id
     JOIN files f ON f.binder_id = r.binder_id AND f.id = r.file_id AND f.deleted_at IS NULL
     JOIN pages p ON p.binder_id = r.binder_id AND p.id = r.page_id AND p.deleted_at IS NULL
     WHERE r.binder_id = $1 AND ($2::bigint IS NULL OR r.meet_id = $2) ORDER BY r.started_at DESC, r.file_id LIMIT ${MAX_LISTED}`,
    [binderId, meet?.id ?? null],
  );
  const linksOf = pageLinks(env, binderId);
  return rows.map((row) => ({
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
}
