import type { MeetRepeat, MeetReplies, MeetState, UserReference } from '@ringbinder/protocol';
import { type Database, first, type Transaction } from '../../storage/database.ts';
import { endingWhereLong, type ListedRow } from '../../storage/long-lists.ts';

export interface MeetRow extends Record<string, unknown> {
  binder_id: string;
  id: number;
  session_key: string;
  /** The `session_key` of the first meet of the series. Null for the first meet itself. */
  series_key: string | null;
  name: string;
  agenda: string;
  state: MeetState;
  host_id: string;
  host_name: string;
  auto_recording: boolean;
  sends_mail: boolean;
  starts_at: number;
  /** Null for an instant meet. */
  ends_at: number | null;
  started_at: number | null;
  ended_at: number | null;
  repeat: MeetRepeat | null;
  repeats_from: number | null;
  is_locked: boolean;
  has_captions: boolean;
  /** Null before the first recording. Empty after a host has stopped it. */
  recorder_id: string | null;
  revision: number;
  plan_sequence: number;
  /** Null unless the meet is running. */
  participants: UserReference[] | null;
  /** Null if nobody was invited. */
  replies: MeetReplies | null;
  created_at: number;
  updated_at: number;
}

export interface MeetOfUserRow extends MeetRow, ListedRow {
  binder_name: string;
}

const columns = `m.binder_id, m.id, m.session_key, m.series_key, m.name, m.agenda, m.state, m.host_id, host.name AS host_name,
  m.auto_recording, m.sends_mail, m.starts_at, m.ends_at, m.started_at, m.ended_at, m.repeat, m.repeats_from, m.is_locked, m.has_captions, m.recorder_id,
  m.revision, m.plan_sequence, m.created_at, m.updated_at`;
/** The members who are in the meet `m`, or null unless it is running. */
export const PARTICIPANTS = `CASE WHEN m.state = 'SESSION_STARTED' THEN coalesce((
    SELECT jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name) ORDER BY array_position(m.present_ids, u.id))
    FROM users u WHERE u.id = ANY(m.present_ids)), '[]') END AS participants`;
const COMPUTED = `${PARTICIPANTS},
  (SELECT jsonb_build_object('accepted', count(*) FILTER (WHERE i.reply = 'accepted'),
     'maybe', count(*) FILTER (WHERE i.reply = 'maybe'), 'declined', count(*) FILTER (WHERE i.reply = 'declined'),
     'waiting', count(*) FILTER (WHERE i.reply IS NULL))
   FROM meet_invitations i JOIN binder_members member ON member.binder_id = i.binder_id AND member.user_id = i.user_id
   WHERE i.binder_id = m.binder_id AND i.meet_id = m.id HAVING count(*) > 0) AS replies`;
const source = 'FROM meets m JOIN users host ON host.id = m.host_id';
const listColumns = columns
  .replaceAll(/\b(?:m|host)\.(\w+ AS )?/g, '')
  .concat(', participants, replies')
  .replace('agenda', `CASE WHEN fits THEN agenda ELSE '' END AS agenda`);

const FIND_MEETS = `${endingWhereLong(
  `SELECT ${columns}, ${COMPUTED} ${source}
   WHERE m.binder_id = $1 AND m.state <> 'SESSION_DELETED' AND m.id < $2 ORDER BY m.id DESC LIMIT $3`,
  'agenda',
  'id DESC',
)} SELECT ${listColumns}, fits FROM listed ORDER BY id DESC`;

/** If agendas are long, `fits` is false for the last rows. */
export function findMeets(
  db: Database,
  binderId: string,
  below: number,
  limit: number,
): Promise<(MeetRow & ListedRow)[]> {
  return db.query<MeetRow & ListedRow>(FIND_MEETS, [binderId, below, limit]);
}

export function findMeetsByIds(db: Database, binderId: string, ids: readonly number[]): Promise<MeetRow[]> {
  return db.query<MeetRow>(
    `SELECT ${columns}, ${COMPUTED} ${source} WHERE m.binder_id = $1 AND m.id = ANY($2) AND m.state <> 'SESSION_DELETED'`,
    [binderId, ids],
  );
}

export function findMeet(
  db: Database,
  sessionKey: string,
): Promise<(MeetRow & { binder_name: string }) | undefined> {
  return first<MeetRow & { binder_name: string }>(
    db,
    `SELECT ${columns}, ${COMPUTED}, b.name AS binder_name ${source} JOIN binders b ON b.id = m.binder_id AND b.deleted_at IS NULL
     WHERE m.session_key = $1`,
    [sessionKey],
  );
}

/** Returns the meet itself if it is not of a series. */
export function findNewestOfSeries(
  db: Database,
  { binder_id, session_key, series_key }: Pick<MeetRow, 'binder_id' | 'session_key' | 'series_key'>,
): Promise<MeetRow | undefined> {
  return first<MeetRow>(
    db,
    `SELECT ${columns}, ${COMPUTED} ${source}
     WHERE m.binder_id = $1 AND $2 IN (m.session_key, m.series_key) ORDER BY m.id DESC LIMIT 1`,
    [binder_id, series_key ?? session_key],
  );
}

const FIND_MEETS_OF_USER = `${endingWhereLong(
  `SELECT ${columns}, ${COMPUTED}, b.name AS binder_name ${source}
   JOIN binders b ON b.id = m.binder_id AND b.deleted_at IS NULL
   JOIN binder_members member ON member.binder_id = m.binder_id AND member.user_id = $1
   WHERE m.state <> 'SESSION_DELETED' AND m.starts_at < $3
     AND CASE m.state WHEN 'SESSION_STARTED' THEN true ELSE coalesce(m.ended_at, m.ends_at) > $2 END
     AND (m.starts_at, m.session_key) > ($4, $5)
   ORDER BY m.starts_at, m.session_key LIMIT $6`,
  'agenda',
  'starts_at, session_key',
)} SELECT ${listColumns}, binder_name, fits FROM listed ORDER BY starts_at, session_key`;

/** Includes running meets, regardless of when they started. */
export function findMeetsOfUser(
  db: Database,
  userId: string,
  { from, to }: { from: number; to: number },
  after: { startsAt: number; sessionKey: string },
  limit: number,
): Promise<MeetOfUserRow[]> {
  return db.query<MeetOfUserRow>(FIND_MEETS_OF_USER, [
    userId,
    from,
    to,
    after.startsAt,
    after.sessionKey,
    limit,
  ]);
}

/** Includes each series whose next meet is not scheduled yet. */
export function countPlanned(tx: Transaction, binderId: string): Promise<number> {
  return countMeets(
    tx,
    binderId,
    `state = 'SESSION_SCHEDULED' OR repeat IS NOT NULL AND repeated_at IS NULL`,
  );
}

export function countRunning(tx: Transaction, binderId: string): Promise<number> {
  return countMeets(tx, binderId, `state = 'SESSION_STARTED'`);
}

async function countMeets(tx: Transaction, binderId: string, condition: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*) AS count FROM meets WHERE binder_id = $1 AND (${condition})`,
    [binderId],
  );
  return row?.count ?? 0;
}

export function findDeclined(db: Database, sessionKey: string): Promise<{ id: string; name: string }[]> {
  return db.query<{ id: string; name: string }>(
    `SELECT u.id, u.name FROM meets m JOIN binders b ON b.id = m.binder_id AND b.conversation
     JOIN users u ON u.id = ANY(m.declined_ids)
     WHERE m.session_key = $1 AND NOT u.id = ANY(coalesce(m.attendee_ids, '{}')) ORDER BY u.id`,
    [sessionKey],
  );
}

export interface MeetsOfBinder {
  isRunning: boolean;
  /** The next meet whose reminder was sent. */
  reminded: Pick<MeetRow, 'session_key' | 'name' | 'starts_at'> | undefined;
  /** The latest running meet without a plan. */
  call: Call | undefined;
  /** The latest meet at whose lobby a guest knocked. */
  knocked: KnockedMeet | undefined;
  rings: readonly Ring[];
}

export type KnockedMeet = Pick<MeetRow, 'session_key' | 'name' | 'host_id'> & { knocked_at: number };

export type Call = Pick<MeetRow, 'session_key' | 'name' | 'starts_at' | 'host_id' | 'host_name'> & {
  /** Members who joined or declined the meet. */
  answered_ids: string[];
};

/** A member in the running meet called `user_id` into it. */
export type Ring = Pick<MeetRow, 'session_key' | 'name'> & {
  user_id: string;
  by: UserReference;
  at: number;
};

export async function findMeetsNow(
  db: Database,
  binderIds: readonly string[],
): Promise<Map<string, MeetsOfBinder>> {
  type Row = Call &
    Pick<MeetRow, 'binder_id' | 'state' | 'ends_at'> & {
      is_reminded: boolean;
      knocked_at: number | null;
      rings: Pick<Ring, 'user_id' | 'by' | 'at'>[] | null;
    };
  const rows = await db.query<Row>(
    `SELECT m.binder_id, m.state, m.session_key, m.name, m.starts_at, m.ends_at, m.host_id, host.name AS host_name,
       m.knocked_at, m.reminded_at IS NOT NULL AS is_reminded,
       coalesce(m.attendee_ids, '{}') || m.declined_ids AS answered_ids,
       CASE WHEN m.rings <> '{}' THEN (
         SELECT jsonb_agg(jsonb_build_object('user_id', ring.key, 'at', ring.value->'at', 'by', jsonb_build_object('id', u.id, 'name', u.name)))
         FROM jsonb_each(m.rings) ring JOIN users u ON u.id = ring.value->>'by') END AS rings
     ${source} WHERE m.binder_id = ANY($1)
       AND (m.state = 'SESSION_STARTED'
         OR m.state = 'SESSION_SCHEDULED' AND (m.reminded_at IS NOT NULL OR m.knocked_at IS NOT NULL))
     ORDER BY m.starts_at, m.session_key`,
    [binderIds],
  );
  const matchingMeets = new Map<string, MeetsOfBinder>();
  for (const { binder_id: binderId, state, ends_at, is_reminded, knocked_at, rings, ...meet } of rows) {
    const before = matchingMeets.get(binderId);
    const isRunning = state === 'SESSION_STARTED';
    matchingMeets.set(binderId, {
      isRunning: isRunning || before?.isRunning === true,
      reminded: before?.reminded ?? (isRunning || !is_reminded ? undefined : meet),
      call: isRunning && ends_at === null ? meet : before?.call,
      knocked:
        knocked_at !== null && knocked_at >= (before?.knocked?.knocked_at ?? 0)
          ? { ...meet, knocked_at }
          : before?.knocked,
      rings: [...(before?.rings ?? []), ...(isRunning ? ringsOf(meet, rings) : [])],
    });
  }
  return matchingMeets;
}

const ringsOf = (
  { session_key, name }: Pick<MeetRow, 'session_key' | 'name'>,
  rings: Pick<Ring, 'user_id' | 'by' | 'at'>[] | null,
): Ring[] => (rings ?? []).map((ring) => ({ ...ring, session_key, name }));
