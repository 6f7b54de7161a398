import type { Database, Transaction } from '../../storage/database.ts';

export interface Caption {
  userId: string;
  name: string;
  language: string;
  text: string;
  startedAt: number;
  endedAt: number;
}

export async function setMeetCaptions(db: Database, sessionKey: string, hasCaptions: boolean): Promise<void> {
  await db.query('UPDATE meets SET has_captions = $2 WHERE session_key = $1', [sessionKey, hasCaptions]);
}

export async function insertCaption(
  tx: Transaction,
  meet: { binderId: string; meetId: number; seq: number },
  caption: Caption,
): Promise<void> {
  const { userId, name, language, text, startedAt, endedAt } = caption;
  await tx.query(
    `INSERT INTO meet_captions (binder_id, meet_id, seq, user_id, name, language, text, started_at, ended_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [meet.binderId, meet.meetId, meet.seq, userId, name, language, text, startedAt, endedAt],
  );
}

/** Times are in milliseconds since the recording's start. */
export interface Cue extends Record<string, unknown> {
  name: string;
  text: string;
  started: number;
  ended: number;
}

/** Enough for about nine hours of speech. */
const MAX_CUES = 20_000;

export function findCues(db: Database, binderId: string, pageId: number): Promise<Cue[]> {
  return db.query<Cue>(
    `SELECT c.name, c.text, greatest(0, c.started_at - r.started_at) AS started,
       least(c.ended_at, r.ended_at) - r.started_at AS ended
     FROM meet_recordings r
     JOIN meet_captions c ON c.binder_id = r.binder_id AND c.meet_id = r.meet_id
       AND c.ended_at > r.started_at AND c.started_at < r.ended_at
     WHERE r.binder_id = $1 AND r.page_id = $2
     ORDER BY c.started_at, c.seq LIMIT ${MAX_CUES}`,
    [binderId, pageId],
  );
}
