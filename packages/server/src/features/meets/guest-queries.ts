import { KNOCK_DURATION_MS } from '@ringbinder/protocol/ringing.ts';
import { isStillMember } from '../../access/index.ts';
import { type Database, hasRow, type Transaction } from '../../storage/database.ts';
import type { MeetRow } from './queries.ts';

export interface GuestLinkRow extends Record<string, unknown> {
  id: string;
  user_id: string;
  user_name: string;
  created_at: number;
  expires_at: number;
}

const IS_VALID = isStillMember('l.created_by', '$1', 'write');

type MeetOf = Pick<MeetRow, 'binder_id' | 'id'>;

/** Returns the number of the meet's valid links. */
export async function insertGuestLink(
  tx: Transaction,
  meet: MeetOf,
  link: { id: string; userId: string; at: number; expiresAt: number },
): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `WITH made AS (
       INSERT INTO meet_guest_links (binder_id, meet_id, id, created_by, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6)
     )
     SELECT 1 + count(*) AS count FROM meet_guest_links l
     WHERE binder_id = $1 AND meet_id = $2 AND expires_at > $5 AND ${IS_VALID}`,
    [meet.binder_id, meet.id, link.id, link.userId, link.at, link.expiresAt],
  );
  return row?.count ?? 0;
}

export function findGuestLinks(db: Database, meet: MeetOf, now: number): Promise<GuestLinkRow[]> {
  return db.query<GuestLinkRow>(
    `SELECT l.id, l.created_by AS user_id, u.name AS user_name, l.created_at, l.expires_at
     FROM meet_guest_links l JOIN users u ON u.id = l.created_by
     WHERE l.binder_id = $1 AND l.meet_id = $2 AND l.expires_at > $3 AND ${IS_VALID}
     ORDER BY l.created_at DESC, l.id`,
    [meet.binder_id, meet.id, now],
  );
}

export function deleteGuestLink(tx: Transaction, meet: MeetOf, id: string, now: number): Promise<boolean> {
  return hasRow(
    tx,
    `DELETE FROM meet_guest_links WHERE binder_id = $1 AND meet_id = $2 AND id = $3 AND expires_at > $4 RETURNING id`,
    [meet.binder_id, meet.id, id, now],
  );
}

export async function findLinkedMeet(db: Database, id: string, now: number): Promise<string | undefined> {
  const [row] = await db.query<{ session_key: string }>(
    `SELECT m.session_key FROM meet_guest_links l
     JOIN meets m ON m.binder_id = l.binder_id AND m.id = l.meet_id
     JOIN binders b ON b.id = l.binder_id AND b.deleted_at IS NULL
     JOIN orgs o ON o.id = b.org_id AND o.disabled_at IS NULL
     WHERE l.id = $1 AND l.expires_at > $2 AND ${isStillMember('l.created_by', 'l.binder_id', 'write')}`,
    [id, now],
  );
  return row?.session_key;
}

/** Guests may stay when their link expires. */
export async function findRevokedGuestLinks(
  db: Database,
  meet: MeetOf,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT given.id FROM unnest($3::text[]) AS given (id) WHERE given.id NOT IN (
       SELECT l.id FROM meet_guest_links l
       JOIN binders b ON b.id = l.binder_id AND b.deleted_at IS NULL
       JOIN orgs o ON o.id = b.org_id AND o.disabled_at IS NULL
       WHERE l.binder_id = $1 AND b.id = $1 AND l.meet_id = $2 AND ${IS_VALID})
     AND NOT EXISTS (
       SELECT FROM meets m
       JOIN binders b ON b.id = m.binder_id AND b.deleted_at IS NULL
       JOIN orgs o ON o.id = b.org_id AND o.disabled_at IS NULL AND o.guests_by_session_key
       WHERE m.binder_id = $1 AND b.id = $1 AND m.id = $2 AND m.session_key = 'M' || given.id)`,
    [meet.binder_id, meet.id, ids],
  );
  return rows.map(({ id }) => id);
}

export type GuestState = 'admitted' | 'denied' | 'removed';

export async function findGuestStates(db: Database, meet: MeetOf): Promise<ReadonlyMap<string, GuestState>> {
  const rows = await db.query<{ guest_id: string; state: GuestState }>(
    'SELECT guest_id, state FROM meet_guests WHERE binder_id = $1 AND meet_id = $2',
    [meet.binder_id, meet.id],
  );
  return new Map(rows.map(({ guest_id, state }) => [guest_id, state]));
}

/** The first admission or denial is final, but a guest can still be removed. */
export function decideOnGuest(
  db: Database,
  meet: MeetOf,
  guestId: string,
  state: GuestState,
  at: number,
): Promise<boolean> {
  return hasRow(
    db,
    `INSERT INTO meet_guests AS known (binder_id, meet_id, guest_id, state, decided_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (binder_id, meet_id, guest_id) DO UPDATE SET state = excluded.state, decided_at = excluded.decided_at
       WHERE known.state = excluded.state OR excluded.state = 'removed'
     RETURNING guest_id`,
    [meet.binder_id, meet.id, guestId, state, at],
  );
}

const WITHOUT_KNOCK = `WHERE binder_id = $1 AND id = $2::bigint
       AND state IN ('SESSION_SCHEDULED', 'SESSION_STARTED')
       AND coalesce(knocked_at, 0) <= $3::bigint - ${KNOCK_DURATION_MS}`;

/** False if hosts already see that a guest is waiting. */
export function canKnock(db: Database, meet: MeetOf, at: number): Promise<boolean> {
  return hasRow(db, `SELECT id FROM meets ${WITHOUT_KNOCK}`, [meet.binder_id, meet.id, at]);
}

export function storeKnock(tx: Transaction, meet: MeetOf, at: number): Promise<boolean> {
  return hasRow(tx, `UPDATE meets SET knocked_at = $3::bigint ${WITHOUT_KNOCK} RETURNING id`, [
    meet.binder_id,
    meet.id,
    at,
  ]);
}

export function deleteKnock(db: Database, meet: MeetOf): Promise<boolean> {
  return hasRow(
    db,
    `UPDATE meets SET knocked_at = NULL WHERE binder_id = $1 AND id = $2::bigint AND knocked_at IS NOT NULL
     RETURNING id`,
    [meet.binder_id, meet.id],
  );
}

/** Longer than any guest's stay, because a deleted link counts as revoked. */
const RETENTION_MS = 2 * 24 * 60 * 60 * 1000;

export async function deleteExpiredGuestLinks(db: Database, now: number): Promise<void> {
  await db.query('DELETE FROM meet_guest_links WHERE expires_at < $1', [now - RETENTION_MS]);
  await db.query('DELETE FROM meet_guests WHERE decided_at < $1', [now - RETENTION_MS]);
}
