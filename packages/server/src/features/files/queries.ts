import { File } from '@ringbinder/protocol';
import { person, presenter, type RowOf } from '../../resource/resource.ts';
import { type Database, first, type Row } from '../../storage/database.ts';

export type FileRow = RowOf<File> & { sha256: string } & Row;

export const presentFile = presenter(File);

const fileSelect = `
  SELECT f.id, f.name, f.sha256, f.size, f.mime_type, f.conversion, ${person('u')} AS user, f.created_at AS created_time, f.updated_at AS updated_time,
         (SELECT count(*) FROM pages p WHERE p.binder_id = $1 AND p.file_id = f.id AND p.deleted_at IS NULL) AS total_pages,
         CASE WHEN f.first_file_id IS NOT NULL THEN json_build_object('id', f.first_file_id,
           'user', CASE WHEN o.id IS NULL THEN ${person('u')} ELSE ${person('ou')} END,
           'created_time', coalesce(o.created_at, f.created_at)) END AS first_version
  FROM files f JOIN users u ON u.id = f.user_id
    LEFT JOIN files o ON o.binder_id = $1 AND o.id = f.first_file_id LEFT JOIN users ou ON ou.id = o.user_id
  WHERE f.binder_id = $1`;

const IS_LISTED = 'f.deleted_at IS NULL';
/** The history needs some deleted files, such as earlier texts of notes. */
export const IS_KEPT = '(f.deleted_at IS NULL OR f.kept_in_history)';

export function findFile(db: Database, binderId: string, fileId: string): Promise<FileRow | undefined> {
  return first<FileRow>(db, `${fileSelect} AND ${IS_LISTED} AND f.id = $2`, [binderId, fileId]);
}

export function findStoredFile(db: Database, binderId: string, fileId: string): Promise<FileRow | undefined> {
  return first<FileRow>(db, `${fileSelect} AND ${IS_KEPT} AND f.id = $2`, [binderId, fileId]);
}

export function findFilesByIds(db: Database, binderId: string, ids: readonly string[]): Promise<FileRow[]> {
  return db.query<FileRow>(`${fileSelect} AND ${IS_LISTED} AND f.id = ANY($2)`, [binderId, ids]);
}

export function findFiles(
  db: Database,
  binderId: string,
  after: { createdAt: number; id: string },
  limit: number,
): Promise<FileRow[]> {
  return db.query<FileRow>(
    `${fileSelect} AND ${IS_LISTED} AND (f.created_at, f.id) > ($2, $3) ORDER BY f.created_at, f.id LIMIT $4`,
    [binderId, after.createdAt, after.id, limit],
  );
}

/** The caller must have stored the bytes. */
export async function insertFile(
  db: Database,
  file: {
    binderId: string;
    id: string;
    name: string;
    sha256: string;
    size: number;
    mimeType: string;
    userId: string;
    at: number;
    pdfSha256?: string | null;
    conversion?: FileRow['conversion'];
    replaces?: string;
    /** The unsigned original of this file, and the steps whose signatures it contains. */
    signed?: { fileId: string; steps: readonly number[] };
  },
): Promise<void> {
  await db.query(
    `INSERT INTO files (binder_id, id, name, sha256, size, mime_type, user_id, created_at, updated_at, pdf_sha256, conversion, signed_file_id, signed_steps, first_file_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, $12, $13,
       (SELECT coalesce(first_file_id, id) FROM files WHERE binder_id = $1 AND id = $11::text))`,
    [
      file.binderId,
      file.id,
      file.name,
      file.sha256,
      file.size,
      file.mimeType,
      file.userId,
      file.at,
      file.pdfSha256 ?? null,
      file.conversion ?? null,
      file.replaces ?? null,
      file.signed?.fileId ?? null,
      file.signed ? JSON.stringify(file.signed.steps) : null,
    ],
  );
}
