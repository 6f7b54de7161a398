import { isStillMember } from '../../access/index.ts';
import { type Database, first, type Transaction } from '../../storage/database.ts';
import type { MeetRow } from './queries.ts';

const BATCH = 200;

type MeetOf = Pick<MeetRow, 'binder_id' | 'id'>;
type SeriesOf = Pick<MeetRow, 'binder_id' | 'session_key' | 'series_key' | 'starts_at' | 'repeats_from'>;

const IS_TO_REPEAT = `m.repeat IS NOT NULL AND m.repeated_at IS NULL AND m.state IN ('SESSION_ENDED', 'SESSION_DELETED')`;

export function findMeetsToRepeat(db: Database): Promise<MeetOf[]> {
  return db.query<MeetOf & Record<string, unknown>>(
    `SELECT m.binder_id, m.id FROM meets m JOIN binders b ON b.id = m.binder_id AND b.deleted_at IS NULL
     WHERE ${IS_TO_REPEAT} ORDER BY m.ended_at LIMIT ${BATCH}`,
  );
}

export interface SeriesMeet extends MeetRow {
  /** The host, or the owner if the host may no longer write. Null if neither may write. */
  next_host_id: string | null;
  /** Some users have only this meet in their calendar, because an earlier version sent the email. */
  needs_mail: boolean;
}

const NEEDS_MAIL = `m.sends_mail AND m.state <> 'SESSION_DELETED' AND i.mailed_at IS NOT NULL AND i.mail_due_at IS NULL
  AND i.mailed_repeat IS DISTINCT FROM m.repeat`;

/**
 * An earlier version schedules meets without the entry that their series has in calendars. Adds those whose first meet
 * was mailed as a series.
 */
export const ADOPT_MEETS = `UPDATE meets m SET series_key = coalesce(f.series_key, f.session_key),
    plan_sequence = greatest(m.plan_sequence, f.plan_sequence) + 1
  FROM meets f WHERE m.series_key IS NULL AND m.repeats_from < m.starts_at
    AND f.binder_id = m.binder_id AND f.starts_at = m.repeats_from AND f.repeats_from = m.repeats_from AND f.name = m.name
    AND EXISTS (SELECT FROM meet_invitations i
      WHERE i.binder_id = f.binder_id AND i.meet_id = f.id AND i.mailed_repeat IS NOT NULL)`;

/** Returns undefined if another process has claimed the meet. */
export async function claimRepeat(
  tx: Transaction,
  { binder_id, id }: MeetOf,
  now: number,
): Promise<SeriesMeet | undefined> {
  await tx.query(`${ADOPT_MEETS} AND m.binder_id = $1 AND m.id = $2`, [binder_id, id]);
  return first<SeriesMeet>(
    tx,
    `UPDATE meets m SET repeated_at = $3 FROM binders b
     WHERE m.binder_id = $1 AND m.id = $2 AND b.id = m.binder_id AND b.deleted_at IS NULL AND ${IS_TO_REPEAT}
     RETURNING m.*, CASE WHEN ${isStillMember('m.host_id', 'm.binder_id', 'write')} THEN m.host_id
       WHEN ${isStillMember('b.owner_id', 'm.binder_id', 'write')} THEN b.owner_id END AS next_host_id,
       EXISTS (SELECT FROM meet_invitations i
         WHERE i.binder_id = m.binder_id AND i.meet_id = m.id AND ${NEEDS_MAIL}) AS needs_mail`,
    [binder_id, id, now],
  );
}

/**
 * Returns the starts of the cancelled meets of the series up to this meet, since it has its current rhythm. The server
 * schedules the later dates again, and a host may move a meet to the start of a cancelled one.
 */
export async function findCancelledStarts(
  db: Database,
  { binder_id, session_key, series_key, starts_at, repeats_from }: SeriesOf,
): Promise<number[]> {
  if (repeats_from === null) return [];
  const rows = await db.query<{ starts_at: number }>(
    `SELECT starts_at FROM meets
     WHERE binder_id = $1 AND $2 IN (session_key, series_key) AND repeats_from = $3 AND starts_at <= $4
     GROUP BY starts_at HAVING bool_and(state = 'SESSION_DELETED') ORDER BY starts_at`,
    [binder_id, series_key ?? session_key, repeats_from, starts_at],
  );
  return rows.map((row) => row.starts_at);
}

/**
 * Copies invitations, except those of former members. The calendar entry of a user who has an email about the series
 * covers the next meet too, so only a pending email is copied. Users get that of a cancelled meet from this meet.
 */
export async function copyInvitations(
  tx: Transaction,
  { binder_id, id }: MeetOf,
  nextId: number,
  at: number,
): Promise<string[]> {
  const rows = await tx.query<{ user_id: string }>(
    `INSERT INTO meet_invitations (binder_id, meet_id, user_id, invited_by, message, created_at, mailed_at, mailed_repeat, mail_due_at)
     SELECT i.binder_id, $3, i.user_id, i.invited_by, '', $4::bigint, i.mailed_at, i.mailed_repeat,
       CASE WHEN ${NEEDS_MAIL} THEN $4::bigint WHEN i.mailed_at IS NULL OR m.state <> 'SESSION_DELETED' THEN i.mail_due_at END
     FROM meet_invitations i JOIN meets m ON m.binder_id = i.binder_id AND m.id = i.meet_id
     JOIN binder_members member ON member.binder_id = i.binder_id AND member.user_id = i.user_id
     WHERE i.binder_id = $1 AND i.meet_id = $2 AND i.invited_by <> i.user_id
     RETURNING user_id`,
    [binder_id, id, nextId, at],
  );
  return rows.map(({ user_id }) => user_id);
}
