import type { ClientTexts } from '@ringbinder/protocol/client-texts.ts';
import { type Database, first, hasRow } from '../../storage/database.ts';

export async function findEmbedOrigins(db: Database, clientId: string): Promise<string[] | undefined> {
  const [row] = await db.query<{ origins: string[] }>(
    `SELECT origins FROM clients WHERE id = $1 AND kind = 'app' AND disabled_at IS NULL`,
    [clientId],
  );
  return row?.origins;
}

export interface EmbedUser extends Record<string, unknown> {
  id: string;
  name: string;
  email: string | null;
  timezone: string;
  language: string;
  default_language: string | null;
  org_id: string;
  org_name: string;
  texts: ClientTexts;
}

export function findEmbedUser(
  db: Database,
  userId: string,
  clientId: string,
): Promise<EmbedUser | undefined> {
  return first<EmbedUser>(
    db,
    `SELECT u.id, u.name, u.email, u.timezone, u.language, u.default_language, u.org_id, o.name AS org_name, c.texts
     FROM users u JOIN orgs o ON o.id = u.org_id JOIN clients c ON c.id = $2 WHERE u.id = $1 AND u.disabled_at IS NULL`,
    [userId, clientId],
  );
}

export interface NewWindow {
  codeHash: Buffer;
  hostHash: Buffer;
  clientId: string;
  origin: string;
  session: Buffer;
  at: number;
  codeUntil: number;
  expiresAt: number;
}

export function insertWindow(db: Database, window: NewWindow): Promise<boolean> {
  return hasRow(
    db,
    `INSERT INTO embed_windows (code_hash, host_hash, client_id, origin, session, created_at, code_until, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING code_hash`,
    [
      window.codeHash,
      window.hostHash,
      window.clientId,
      window.origin,
      window.session,
      window.at,
      window.codeUntil,
      window.expiresAt,
    ],
  );
}

export function takeWindow(
  db: Database,
  {
    codeHash,
    popupHash,
    clientId,
    now,
  }: { codeHash: Buffer; popupHash: Buffer; clientId: string; now: number },
): Promise<{ session: Buffer; origin: string } | undefined> {
  return first<{ session: Buffer; origin: string }>(
    db,
    `WITH found AS (
       SELECT code_hash, session FROM embed_windows
       WHERE code_hash = $1 AND client_id = $3 AND session IS NOT NULL AND code_until > $4 FOR UPDATE
     )
     UPDATE embed_windows w SET popup_hash = $2, session = NULL FROM found WHERE w.code_hash = found.code_hash
     RETURNING found.session, w.origin`,
    [codeHash, popupHash, clientId, now],
  );
}

export function codeExists(db: Database, codeHash: Buffer): Promise<boolean> {
  return hasRow(db, 'SELECT FROM embed_windows WHERE code_hash = $1', [codeHash]);
}

const MAX_UNREAD_FRAMES = 500;

/** Returns undefined for an unknown key or a full queue. */
export async function appendFrames(
  db: Database,
  { keyHash, frames, now }: { keyHash: Buffer; frames: readonly Buffer[]; now: number },
): Promise<Buffer | undefined> {
  const [row] = await db.query<{ code_hash: Buffer }>(
    `WITH side AS (
       UPDATE embed_windows w SET next_seq = next_seq + $3
       WHERE (host_hash = $1 OR popup_hash = $1) AND expires_at > $2
         AND (SELECT count(*) FROM embed_frames f WHERE f.code_hash = w.code_hash) < ${MAX_UNREAD_FRAMES}
       RETURNING code_hash, host_hash = $1 AS from_host, next_seq - $3 AS first
     ), added AS (
       INSERT INTO embed_frames (code_hash, from_host, seq, frame)
       SELECT s.code_hash, s.from_host, s.first + f.ordinal - 1, f.frame
       FROM side s, unnest($4::bytea[]) WITH ORDINALITY AS f (frame, ordinal)
     )
     SELECT code_hash FROM side`,
    [keyHash, now, frames.length, frames],
  );
  return row?.code_hash;
}

export async function findWindow(
  db: Database,
  keyHash: Buffer,
  now: number,
): Promise<{ codeHash: Buffer; isHost: boolean } | undefined> {
  const [row] = await db.query<{ code_hash: Buffer; is_host: boolean }>(
    `SELECT code_hash, host_hash = $1 AS is_host FROM embed_windows
     WHERE (host_hash = $1 OR popup_hash = $1) AND expires_at > $2`,
    [keyHash, now],
  );
  return row && { codeHash: row.code_hash, isHost: row.is_host };
}

export async function readFramesAfter(
  db: Database,
  { codeHash, fromHost, after }: { codeHash: Buffer; fromHost: boolean; after: number },
): Promise<{ seq: number; frame: Buffer }[]> {
  return db.query<{ seq: number; frame: Buffer }>(
    `WITH read AS (DELETE FROM embed_frames WHERE code_hash = $1 AND from_host = $2 AND seq <= $3)
     SELECT seq, frame FROM embed_frames WHERE code_hash = $1 AND from_host = $2 AND seq > $3 ORDER BY seq LIMIT 100`,
    [codeHash, fromHost, after],
  );
}

export async function deleteExpiredWindows(db: Database, now: number): Promise<void> {
  await db.query('DELETE FROM embed_windows WHERE expires_at < $1', [now]);
}
