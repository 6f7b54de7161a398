import { isDisabled } from '../../../access/index.ts';
import { type Database, first, hasRow } from '../../../storage/database.ts';
import { FAILED_ATTEMPT_WINDOW_MS } from '../sign-in/failed-attempts.ts';
import { activeHolder } from '../tokens/active-holder.ts';
import { DEVICE_MS } from './devices.ts';

export interface SessionUser extends Record<string, unknown> {
  id: string;
  user_id: string;
  user_name: string;
  timezone: string;
  language: string;
  default_language: string | null;
  is_admin: boolean;
  email: string | null;
  org_id: string;
  partner_id: string;
  org_name: string;
  seen_at: number;
  method: string;
}

export function insertSession(
  db: Database,
  session: {
    hash: Buffer;
    id: string;
    userId: string;
    method: string;
    address: string;
    userAgent: string;
    at: number;
    expiresAt: number;
  },
): Promise<boolean> {
  return hasRow(
    db,
    `WITH ${activeHolder('$3')}
     INSERT INTO sessions (hash, id, user_id, method, address, user_agent, created_at, seen_at, expires_at)
     SELECT $1, $2, id, $4, $5, $6, $7, $7, $8 FROM holder RETURNING id`,
    [
      session.hash,
      session.id,
      session.userId,
      session.method,
      session.address,
      session.userAgent,
      session.at,
      session.expiresAt,
    ],
  );
}

export function findSessionUser(
  db: Database,
  hash: Buffer,
  now: number,
  seenAfter: number,
): Promise<SessionUser | undefined> {
  return first<SessionUser>(
    db,
    `SELECT s.id, s.user_id, u.name AS user_name, u.timezone, u.language, u.default_language, u.email, u.org_id, u.partner_id, o.name AS org_name, s.seen_at, s.method,
       u.role = 'admin' OR u.is_partner_admin AS is_admin
     FROM sessions s
     JOIN users u ON u.id = s.user_id AND u.disabled_at IS NULL
     JOIN orgs o ON o.id = u.org_id AND o.disabled_at IS NULL
     WHERE s.hash = $1 AND s.expires_at > $2 AND s.seen_at > $3`,
    [hash, now, seenAfter],
  );
}

export interface DisabledUser extends Record<string, unknown> {
  user_id: string;
  language: string;
  default_language: string | null;
}

export function findDisabledUser(db: Database, hash: Buffer, now: number): Promise<DisabledUser | undefined> {
  return first<DisabledUser>(
    db,
    `SELECT e.user_id, u.language, u.default_language FROM ended_sessions e JOIN users u ON u.id = e.user_id
     WHERE e.hash = $1 AND e.expires_at > $2 AND ${isDisabled('u')}`,
    [hash, now],
  );
}

export async function touchSession(db: Database, hash: Buffer, now: number): Promise<void> {
  await db.query('UPDATE sessions SET seen_at = $2 WHERE hash = $1 AND seen_at < $2', [hash, now]);
}

export function deleteSession(db: Database, hash: Buffer): Promise<boolean> {
  return hasRow(db, 'DELETE FROM sessions WHERE hash = $1 RETURNING id', [hash]);
}

export interface OwnSessionRow extends Record<string, unknown> {
  id: string;
  method: string;
  address: string;
  user_agent: string;
  seen_at: number;
}

export function findSessionsOf(
  db: Database,
  userId: string,
  { now, seenAfter }: { now: number; seenAfter: number },
): Promise<OwnSessionRow[]> {
  return db.query<OwnSessionRow>(
    `SELECT id, method, address, user_agent, seen_at FROM sessions
     WHERE user_id = $1 AND expires_at > $2 AND seen_at > $3 ORDER BY seen_at DESC, id LIMIT 100`,
    [userId, now, seenAfter],
  );
}

/**
 * Deletes all push subscriptions of the user. Signed-in browsers subscribe again.
 *
 * @param except the id of a session that does not end
 * @param id the only session that ends; null for all
 */
export function endOwnSessions(
  db: Database,
  userId: string,
  { id, except }: { id: string | null; except: string },
): Promise<{ method: string }[]> {
  return db.query<{ method: string }>(
    `WITH ended AS (
       DELETE FROM sessions WHERE user_id = $1 AND id <> $2 AND ($3::text IS NULL OR id = $3) RETURNING method
     ), devices AS (
       DELETE FROM push_subscriptions WHERE user_id = $1 AND EXISTS (SELECT FROM ended)
     )
     SELECT method FROM ended`,
    [userId, except, id],
  );
}

export async function deleteSessionsOf(db: Database, userId: string, except?: Buffer): Promise<void> {
  await db.query('DELETE FROM sessions WHERE user_id = $1 AND hash IS DISTINCT FROM $2::bytea', [
    userId,
    except ?? null,
  ]);
}

export async function deleteExpiredSignIns(db: Database, now: number): Promise<void> {
  await db.query('DELETE FROM sessions WHERE expires_at < $1', [now]);
  await db.query('DELETE FROM ended_sessions WHERE expires_at < $1', [now]);
  // Expired codes remain for a day, so that a second use still revokes the tokens.
  await db.query('DELETE FROM authorization_codes WHERE expires_at < $1', [now - 24 * 60 * 60 * 1000]);
  await db.query('DELETE FROM embed_sign_ins WHERE expires_at < $1', [now]);
  await db.query('DELETE FROM password_resets WHERE expires_at < $1', [now]);
  await db.query('DELETE FROM sign_in_devices WHERE seen_at < $1', [now - DEVICE_MS]);
  await db.query('DELETE FROM password_guesses WHERE began_at < $1', [now - FAILED_ATTEMPT_WINDOW_MS]);
}
