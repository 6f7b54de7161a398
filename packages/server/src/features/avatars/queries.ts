import { type Database, first, hasRow } from '../../storage/database.ts';
import type { ReceivedBytes } from '../../storage/files/index.ts';
import { markingUsers } from '../../storage/user-changes.ts';
import { storeBytes } from '../files/index.ts';

export interface PictureRow extends Record<string, unknown> {
  sha256: string;
  mimeType: string;
}

export function storePicture(
  db: Database,
  userId: string,
  picture: { url: string; key: string; mimeType: string; bytes: ReceivedBytes; at: number },
): Promise<void> {
  return db.transaction(async (tx) => {
    await storeBytes(tx, [picture.bytes], picture.at);
    await tx.query(
      markingUsers(
        `UPDATE users SET picture_url = $2, picture_key = $3, picture_sha256 = $4, picture_type = $5, updated_at = $6 WHERE id = $1`,
      ),
      [userId, picture.url, picture.key, picture.bytes.sha256, picture.mimeType, picture.at],
    );
  });
}

const HAS_UPLOADED_PICTURE = `picture_key IS NOT NULL AND right(picture_url, 22) = picture_key`;
const columns = 'picture_sha256 AS sha256, picture_type AS "mimeType"';

export function findOwnPicture(db: Database, userId: string): Promise<PictureRow | undefined> {
  return first<PictureRow>(db, `SELECT ${columns} FROM users WHERE id = $1 AND ${HAS_UPLOADED_PICTURE}`, [
    userId,
  ]);
}

export function findPictureByKey(db: Database, userId: string, key: string): Promise<PictureRow | undefined> {
  return first<PictureRow>(
    db,
    `SELECT ${columns} FROM users WHERE id = $1 AND picture_key = $2 AND ${HAS_UPLOADED_PICTURE} AND disabled_at IS NULL`,
    [userId, key],
  );
}

export function removePicture(db: Database, userId: string, at: number): Promise<boolean> {
  return hasRow(
    db,
    markingUsers(`UPDATE users SET picture_url = '', picture_key = NULL, picture_sha256 = NULL, picture_type = NULL, updated_at = $2
     WHERE id = $1 AND ${HAS_UPLOADED_PICTURE}`),
    [userId, at],
  );
}

export async function updatePictureOrigins(db: Database, origin: string, root: string): Promise<void> {
  await db.query(
    markingUsers(`UPDATE users SET picture_url = $1 || $2 || '/' || id || '/' || picture_key
     WHERE picture_sha256 IS NOT NULL AND ${HAS_UPLOADED_PICTURE} AND picture_url <> $1 || $2 || '/' || id || '/' || picture_key`),
    [origin, root],
  );
  await db.query(
    `UPDATE users SET picture_key = NULL, picture_sha256 = NULL, picture_type = NULL
     WHERE picture_sha256 IS NOT NULL AND NOT (${HAS_UPLOADED_PICTURE})`,
  );
}
