import { isStillMember } from '../../access/index.ts';
import { type Database, first, type Transaction } from '../../storage/database.ts';
import type { MeetRow } from './queries.ts';

const BATCH = 200;

type MeetOf = Pick<MeetRow, 'binder_id' | 'id'>;

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
}

/** Returns undefined if another process has claimed the meet. */
export function claimRepeat(
  tx: Transaction,
  { binder_id, id }: MeetOf,
  now: number,
): Promise<SeriesMeet | undefined> {
  return first<SeriesMeet>(
    tx,
    `UPDATE meets m SET repeated_at = $3 FROM binders b
     WHERE m.binder_id = $1 AND m.id = $2 AND b.id = m.binder_id AND b.deleted_at IS NULL AND ${IS_TO_REPEAT}
     RETURNING m.*, CASE WHEN ${isStillMember('m.host_id', 'm.binder_id', 'write')} THEN m.host_id
       WHEN ${isStillMember('b.owner_id', 'm.binder_id', 'write')} THEN b.owner_id END AS next_host_id`,
    [binder_id, id, now],
  );
}

/** Sends an email to each user who was invited by email before. */
export async function copyInvitations(
  tx: Transaction,
  { binder_id, id }: MeetOf,
  nextId: number,
  at: number,
): Promise<string[]> {
  const rows = await tx.query<{ user_id: string }>(
    `INSERT INTO meet_invitations (binder_id, meet_id, user_id, invited_by, message, created_at, mail_due_at)
     SELECT i.binder_id, $3, i.user_id, i.invited_by, '', $4::bigint,
       CASE WHEN m.sends_mail AND u.email IS NOT NULL AND u.disabled_at IS NULL
         AND (i.mailed_at IS NOT NULL OR i.mail_due_at IS NOT NULL) THEN $4::bigint END
     FROM meet_invitations i JOIN meets m ON m.binder_id = i.binder_id AND m.id = i.meet_id
     JOIN users u ON u.id = i.user_id
     JOIN binder_members member ON member.binder_id = i.binder_id AND member.user_id = i.user_id
     WHERE i.binder_id = $1 AND i.meet_id = $2
     RETURNING user_id`,
    [binder_id, id, nextId, at],
  );
  return rows.map(({ user_id }) => user_id);
}
