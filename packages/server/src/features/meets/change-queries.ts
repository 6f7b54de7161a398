import type { LogBodies } from '../../log/index.ts';
import { type Database, first, hasRow, type Transaction } from '../../storage/database.ts';
import { DATABASE_NOW } from '../../storage/database-time.ts';
import type { MeetRow } from './queries.ts';

/** Under the binder's lock, the log entry of the change gets this `seq`. */
const NEXT_REVISION = '(SELECT seq + 1 FROM binders WHERE id = $1)';

export interface NewMeet
  extends Pick<
    MeetRow,
    | 'binder_id'
    | 'id'
    | 'session_key'
    | 'name'
    | 'agenda'
    | 'host_id'
    | 'auto_recording'
    | 'sends_mail'
    | 'starts_at'
    | 'ends_at'
    | 'repeat'
    | 'repeats_from'
    | 'series_key'
    | 'plan_sequence'
    | 'created_at'
  > {
  state: 'SESSION_SCHEDULED' | 'SESSION_STARTED';
}

export async function insertMeet(tx: Transaction, meet: NewMeet): Promise<void> {
  await tx.query(
    `INSERT INTO meets (binder_id, id, session_key, name, agenda, state, host_id, auto_recording, sends_mail,
       starts_at, ends_at, started_at, attendee_ids, revision, created_at, updated_at, repeat, repeats_from, series_key, plan_sequence)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11,
       CASE $6 WHEN 'SESSION_STARTED' THEN $12::bigint END, '{}', ${NEXT_REVISION}, $12, $12, $13, $14, $15, $16)`,
    [
      meet.binder_id,
      meet.id,
      meet.session_key,
      meet.name,
      meet.agenda,
      meet.state,
      meet.host_id,
      meet.auto_recording,
      meet.sends_mail,
      meet.starts_at,
      meet.ends_at,
      meet.created_at,
      meet.repeat && JSON.stringify(meet.repeat),
      meet.repeats_from,
      meet.series_key,
      meet.plan_sequence,
    ],
  );
}

export type MeetPlan = Pick<
  MeetRow,
  'name' | 'agenda' | 'starts_at' | 'ends_at' | 'auto_recording' | 'sends_mail' | 'repeat' | 'repeats_from'
>;

/** If the start has changed, the meet gets another reminder. */
export async function updatePlan(
  tx: Transaction,
  { binder_id, id }: Pick<MeetRow, 'binder_id' | 'id'>,
  plan: MeetPlan,
  at: number,
): Promise<void> {
  await tx.query(
    `UPDATE meets SET name = $3, agenda = $4, starts_at = $5, ends_at = $6, auto_recording = $7, sends_mail = $8,
       plan_sequence = plan_sequence + 1, updated_at = $9, revision = ${NEXT_REVISION},
       reminded_at = CASE WHEN starts_at <> $5 THEN NULL ELSE reminded_at END, repeat = $10, repeats_from = $11
     WHERE binder_id = $1 AND id = $2`,
    [
      binder_id,
      id,
      plan.name,
      plan.agenda,
      plan.starts_at,
      plan.ends_at,
      plan.auto_recording,
      plan.sends_mail,
      at,
      plan.repeat && JSON.stringify(plan.repeat),
      plan.repeats_from,
    ],
  );
}

/** Null if the attendees are unknown. */
export const IS_UNATTENDED = `ends_at IS NULL AND attendee_ids = '{}'`;

const ORPHANED_MS = 15 * 60 * 1000;

/**
 * No plan keeps the meet open, and its process lost the lease long ago.
 *
 * @param now SQL for the application's time; leases use the database's time
 */
export const isOrphaned = (now: string) =>
  `(ends_at IS NULL OR ends_at <= ${now}) AND node_lease_until < ${DATABASE_NOW} - ${ORPHANED_MS}`;

const TRANSITIONS = {
  start: ['SESSION_SCHEDULED', 'SESSION_STARTED', 'started_at'],
  end: ['SESSION_STARTED', 'SESSION_ENDED', 'ended_at'],
  expire: ['SESSION_SCHEDULED', 'SESSION_ENDED', 'ended_at'],
  abandon: ['SESSION_STARTED', 'SESSION_ENDED', 'ended_at'],
  orphan: ['SESSION_STARTED', 'SESSION_ENDED', 'ended_at'],
  cancel: ['SESSION_SCHEDULED', 'SESSION_DELETED', 'ended_at'],
} as const;

const CONDITIONS: Partial<Record<keyof typeof TRANSITIONS, string>> = {
  abandon: `AND ${IS_UNATTENDED}`,
  orphan: `AND ${isOrphaned('$3::bigint')}`,
};

export function moveMeet(
  tx: Transaction,
  { binder_id, id }: Pick<MeetRow, 'binder_id' | 'id'>,
  move: keyof typeof TRANSITIONS,
  at: number,
): Promise<boolean> {
  const [from, to, column] = TRANSITIONS[move];
  return hasRow(
    tx,
    `UPDATE meets SET state = $4, ${column} = $3, updated_at = $3, revision = ${NEXT_REVISION},
       plan_sequence = plan_sequence + CASE $4 WHEN 'SESSION_DELETED' THEN 1 ELSE 0 END,
       node_id = CASE $4 WHEN 'SESSION_STARTED' THEN node_id END,
       node_lease_until = CASE $4 WHEN 'SESSION_STARTED' THEN node_lease_until END
     WHERE binder_id = $1 AND id = $2 AND state = $5 ${CONDITIONS[move] ?? ''} RETURNING id`,
    [binder_id, id, at, to, from],
  );
}

/** Only the first answer counts, but a member who declined may still join. Returns false if nothing changed. */
export function storeAnswer(
  db: Database,
  { binder_id, id }: Pick<MeetRow, 'binder_id' | 'id'>,
  userId: string,
  answer: LogBodies['meet_answered']['answer'],
): Promise<boolean> {
  const column = answer === 'joined' ? 'attendee_ids' : 'declined_ids';
  const has = answer === 'joined' ? 'attendee_ids' : '(attendee_ids || declined_ids)';
  return hasRow(
    db,
    `UPDATE meets SET ${column} = ${column} || $3::text
     WHERE binder_id = $1 AND id = $2::bigint AND state = 'SESSION_STARTED' AND ends_at IS NULL AND NOT $3::text = ANY(${has})
     RETURNING id`,
    [binder_id, id, userId],
  );
}

type MeetOf = Pick<MeetRow, 'binder_id' | 'id'>;

/** Under the binder's lock. Returns the members who joined and left, or undefined if the meet is not running. */
export async function storePresence(
  tx: Transaction,
  { binder_id, id }: MeetOf,
  userIds: readonly string[],
): Promise<{ joined: string[]; left: string[] } | undefined> {
  const [row] = await tx.query<{ joined: string[]; left: string[] }>(
    `UPDATE meets m SET present_ids = $3, rings = m.rings - $3::text[], revision = ${NEXT_REVISION}
     FROM meets before WHERE m.binder_id = $1 AND m.id = $2 AND m.state = 'SESSION_STARTED'
       AND before.binder_id = $1 AND before.id = $2 AND m.present_ids <> $3::text[]
     RETURNING ARRAY(SELECT unnest($3::text[]) EXCEPT SELECT unnest(before.present_ids)) AS joined,
       ARRAY(SELECT unnest(before.present_ids) EXCEPT SELECT unnest($3::text[])) AS left`,
    [binder_id, id, userIds],
  );
  return row;
}

/** Returns false if the member is in the meet, or was called less than `ringMs` ago. */
export function storeRing(
  tx: Transaction,
  { binder_id, id }: MeetOf,
  ring: { userId: string; by: string; at: number; ringMs: number },
): Promise<boolean> {
  return hasRow(
    tx,
    `UPDATE meets SET rings = rings || jsonb_build_object($3::text, jsonb_build_object('by', $4::text, 'at', $5::bigint))
     WHERE binder_id = $1 AND id = $2 AND state = 'SESSION_STARTED' AND NOT $3::text = ANY(present_ids)
       AND coalesce((rings->$3::text->>'at')::bigint, 0) <= $5::bigint - $6::bigint
     RETURNING id`,
    [binder_id, id, ring.userId, ring.by, ring.at, ring.ringMs],
  );
}

/** Returns false if nobody called the user. */
export function deleteRing(tx: Transaction, { binder_id, id }: MeetOf, userId: string): Promise<boolean> {
  return hasRow(
    tx,
    `UPDATE meets SET rings = rings - $3::text
     WHERE binder_id = $1 AND id = $2 AND rings ? $3::text RETURNING id`,
    [binder_id, id, userId],
  );
}

/** For changes of invitations, right before their log entry. */
export async function updateRevision(tx: Transaction, { binder_id, id }: MeetOf): Promise<void> {
  await tx.query(`UPDATE meets SET revision = ${NEXT_REVISION} WHERE binder_id = $1 AND id = $2`, [
    binder_id,
    id,
  ]);
}

/** Returns undefined for meets that were scheduled or are not in a conversation. Only its host can end a missed call. */
export function findCall(
  tx: Transaction,
  { binder_id, id }: Pick<MeetRow, 'binder_id' | 'id'>,
  userId: string,
): Promise<{ is_missed: boolean } | undefined> {
  return first(
    tx,
    `SELECT coalesce(m.host_id = $3 AND (m.attendee_ids || m.declined_ids) <@ ARRAY[m.host_id], false) AS is_missed
     FROM meets m JOIN binders b ON b.id = m.binder_id
     WHERE m.binder_id = $1 AND m.id = $2 AND m.ends_at IS NULL AND b.conversation`,
    [binder_id, id, userId],
  );
}
