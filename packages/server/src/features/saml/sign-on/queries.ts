import { type Database, first, hasRow } from '../../../storage/database.ts';

export interface SignOn extends Record<string, unknown> {
  id: string;
  owner_id: string;
  idp_id: string;
  org_id: string;
  next: string;
}

export async function insertSignOn(
  db: Database,
  signOn: SignOn,
  browser: Buffer,
  expiresAt: number,
): Promise<void> {
  await db.query(
    `INSERT INTO sign_ons (id, browser, owner_id, idp_id, org_id, next, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [signOn.id, browser, signOn.owner_id, signOn.idp_id, signOn.org_id, signOn.next, expiresAt],
  );
}

/** More than one, because the browser may send the response again. */
const MAX_ATTEMPTS = 5;

export function countAttempt(db: Database, id: string, now: number): Promise<SignOn | undefined> {
  return first<SignOn>(
    db,
    `UPDATE sign_ons SET attempts = attempts + 1
     WHERE id = $1 AND ticket IS NULL AND expires_at > $2 AND attempts < ${MAX_ATTEMPTS}
     RETURNING id, owner_id, idp_id, org_id, next`,
    [id, now],
  );
}

export function answerSignOn(
  db: Database,
  {
    id,
    userId,
    ticket,
    now,
    expiresAt,
  }: { id: string; userId: string; ticket: Buffer; now: number; expiresAt: number },
): Promise<boolean> {
  return hasRow(
    db,
    `UPDATE sign_ons SET user_id = $2, ticket = $3, expires_at = $5
     WHERE id = $1 AND ticket IS NULL AND expires_at > $4 RETURNING id`,
    [id, userId, ticket, now, expiresAt],
  );
}

export async function changeNext(db: Database, id: string, next: string): Promise<void> {
  await db.query('UPDATE sign_ons SET next = $2 WHERE id = $1', [id, next]);
}

export function takeSignOn(
  db: Database,
  ticket: Buffer,
  browser: Buffer,
  now: number,
): Promise<{ user_id: string; next: string } | undefined> {
  return first<{ user_id: string; next: string }>(
    db,
    'DELETE FROM sign_ons WHERE ticket = $1 AND browser = $2 AND expires_at > $3 RETURNING user_id, next',
    [ticket, browser, now],
  );
}

export async function deleteExpiredSignOns(db: Database, now: number): Promise<void> {
  await db.query('DELETE FROM sign_ons WHERE expires_at < $1', [now]);
}
