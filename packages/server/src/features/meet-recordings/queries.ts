import { type Database, first, hasRow, type Transaction } from '../../storage/database.ts';
import { DATABASE_NOW } from '../../storage/database-time.ts';

export interface RecordingRow extends Record<string, unknown> {
  binder_id: string;
  meet_id: number;
  id: string;
  user_id: string;
  state: 'recording' | 'composing' | 'failed';
  started_at: number;
  ended_at: number | null;
  /** From 0 to 1. */
  progress: number;
  problem: string | null;
  attempts: number;
  /** The recording covers the binder's log after this `seq`. */
  from_seq: number;
  marks: RecordingMark[];
}

/** Events that are not in the binder's log. */
export interface RecordingMark {
  type: 'joined' | 'shared';
  at: number;
  name: string;
}

export type RecordingKey = Pick<RecordingRow, 'binder_id' | 'meet_id' | 'id'>;

const KEY = 'binder_id = $1 AND meet_id = $2 AND id = $3';
const columns =
  'binder_id, meet_id, id, user_id, state, started_at, ended_at, progress, problem, attempts, from_seq, marks';
const keyOf = ({ binder_id, meet_id, id }: RecordingKey) => [binder_id, meet_id, id];

/** Returns false if the meet is already being recorded. */
export function insertRecording(
  db: Database,
  key: RecordingKey,
  { userId, at, forMs }: { userId: string; at: number; forMs: number },
): Promise<boolean> {
  return hasRow(
    db,
    `WITH begun AS (
       INSERT INTO meet_recording_jobs
         (binder_id, meet_id, id, user_id, state, started_at, claimed_until, updated_at, from_seq)
       SELECT $1, $2, $3, $4, 'recording', $5, ${DATABASE_NOW} + $6, $5, seq FROM binders WHERE id = $1
       ON CONFLICT (binder_id, meet_id) WHERE state = 'recording' DO NOTHING RETURNING id
     )
     UPDATE meets SET recorder_id = $4 WHERE binder_id = $1 AND id = $2 AND EXISTS (SELECT FROM begun) RETURNING id`,
    [...keyOf(key), userId, at, forMs],
  );
}

export function leaseRecording(db: Database, key: RecordingKey, forMs: number): Promise<boolean> {
  return hasRow(
    db,
    `UPDATE meet_recording_jobs SET claimed_until = ${DATABASE_NOW} + $4 WHERE ${KEY} AND state = 'recording' RETURNING id`,
    [...keyOf(key), forMs],
  );
}

export async function setNotRecorded(db: Database, { binder_id, meet_id }: RecordingKey): Promise<void> {
  await db.query(`UPDATE meets SET recorder_id = '' WHERE binder_id = $1 AND id = $2`, [binder_id, meet_id]);
}

export async function endOrphan(
  db: Database,
  { binder_id, id }: { binder_id: string; id: number },
  at: number,
): Promise<void> {
  await db.query(
    `UPDATE meet_recording_jobs SET state = 'composing', ended_at = greatest(started_at, $3), claimed_until = ${DATABASE_NOW}, updated_at = $3
     WHERE binder_id = $1 AND meet_id = $2 AND state = 'recording'`,
    [binder_id, id, at],
  );
}

const MAX_MARKS = 500;

export async function addMark(db: Database, key: RecordingKey, mark: RecordingMark): Promise<void> {
  await db.query(
    `UPDATE meet_recording_jobs SET marks = marks || $4::jsonb
     WHERE ${KEY} AND state = 'recording' AND jsonb_array_length(marks) < ${MAX_MARKS}`,
    [...keyOf(key), JSON.stringify([mark])],
  );
}

export async function endRecording(db: Database, key: RecordingKey, at: number): Promise<void> {
  await db.query(
    `UPDATE meet_recording_jobs SET state = 'composing', ended_at = $4, claimed_until = ${DATABASE_NOW}, updated_at = $4
     WHERE ${KEY} AND state = 'recording'`,
    [...keyOf(key), at],
  );
}

/**
 * If the process died while recording, the claim's expiry becomes the recording's end.
 *
 * @param now the application's time; claims use the database's time
 * @param here the recordings whose tracks are on this machine
 * @param lostMs after this time, a machine without the tracks may claim the recording
 */
export function claimRecording(
  db: Database,
  { now, forMs, here, lostMs }: { now: number; forMs: number; here: string[]; lostMs: number },
): Promise<RecordingRow | undefined> {
  return first<RecordingRow>(
    db,
    `UPDATE meet_recording_jobs SET state = 'composing', ended_at = coalesce(ended_at, greatest(started_at, $1 - (${DATABASE_NOW} - claimed_until))),
       attempts = attempts + 1, claimed_until = ${DATABASE_NOW} + $2, updated_at = $1
     WHERE (binder_id, meet_id, id) = (
       SELECT binder_id, meet_id, id FROM meet_recording_jobs WHERE state <> 'failed' AND claimed_until <= ${DATABASE_NOW}
         AND (id = ANY($3) OR greatest(claimed_until, updated_at) <= ${DATABASE_NOW} - $4)
       ORDER BY claimed_until LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING ${columns}`,
    [now, forMs, here, lostMs],
  );
}

export async function updateProgress(
  db: Database,
  row: RecordingRow,
  progress: number,
  forMs: number,
): Promise<void> {
  await db.query(
    `UPDATE meet_recording_jobs SET progress = $4, claimed_until = ${DATABASE_NOW} + $5
     WHERE ${KEY} AND state = 'composing' AND attempts = $6`,
    [...keyOf(row), progress, forMs, row.attempts],
  );
}

export async function failRecording(
  db: Database,
  row: RecordingRow,
  problem: string,
  at: number,
): Promise<void> {
  await db.query(
    `UPDATE meet_recording_jobs SET state = 'failed', problem = $4, updated_at = $5 WHERE ${KEY} AND attempts = $6`,
    [...keyOf(row), problem, at, row.attempts],
  );
}

export function removeRecording(tx: Transaction, row: RecordingRow): Promise<boolean> {
  return hasRow(tx, `DELETE FROM meet_recording_jobs WHERE ${KEY} AND attempts = $4 RETURNING id`, [
    ...keyOf(row),
    row.attempts,
  ]);
}

export async function removeFailed(db: Database, before: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `DELETE FROM meet_recording_jobs WHERE state = 'failed' AND updated_at < $1 RETURNING id`,
    [before],
  );
  return rows.map(({ id }) => id);
}

export interface PreparedRow extends Record<string, unknown> {
  session_key: string;
  name: string;
  state: 'composing' | 'failed';
  progress: number;
  started_at: number;
}

/** Newest first. Omits a recording in a running meet. */
export function findPrepared(db: Database, binderId: string, meetId: number | null): Promise<PreparedRow[]> {
  return db.query<PreparedRow>(
    `SELECT m.session_key, m.name, CASE j.state WHEN 'failed' THEN 'failed' ELSE 'composing' END AS state, j.progress, j.started_at
     FROM meet_recording_jobs j
     JOIN meets m ON m.binder_id = j.binder_id AND m.id = j.meet_id
     WHERE j.binder_id = $1 AND ($2::bigint IS NULL OR j.meet_id = $2) AND (j.state <> 'recording' OR m.state = 'SESSION_ENDED')
     ORDER BY j.started_at DESC LIMIT 100`,
    [binderId, meetId],
  );
}

export async function findOwner(db: Database, binderId: string): Promise<string | undefined> {
  const [row] = await db.query<{ owner_id: string }>(
    'SELECT owner_id FROM binders WHERE id = $1 AND deleted_at IS NULL',
    [binderId],
  );
  return row?.owner_id;
}

export async function insertMeetRecording(
  tx: Transaction,
  { binder_id, meet_id, started_at, from_seq, marks }: RecordingRow,
  result: { fileId: string; pageId: number; endedAt: number; at: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO meet_recordings
       (binder_id, meet_id, file_id, page_id, started_at, ended_at, created_at, from_seq, to_seq, marks)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, seq, $9 FROM binders WHERE id = $1`,
    [
      ...[binder_id, meet_id, result.fileId, result.pageId, started_at, result.endedAt, result.at],
      ...[from_seq, JSON.stringify(marks)],
    ],
  );
}
