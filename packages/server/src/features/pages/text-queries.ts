import type { Database } from '../../storage/database.ts';
import { typesInSql } from './kinds/index.ts';
import { READER_VERSION } from './page-changes.ts';

const DOCUMENTS = typesInSql(({ isDocument }) => isDocument);

export interface PageWithoutText extends Record<string, unknown> {
  id: number;
  page_index: number;
  sha256: string;
  mime_type: string;
}

export function findPagesWithoutText(
  db: Database,
  binderId: string,
  limit: number,
): Promise<PageWithoutText[]> {
  return db.query<PageWithoutText>(
    `SELECT p.id, p.page_index, coalesce(f.pdf_sha256, f.sha256) AS sha256,
            CASE WHEN f.pdf_sha256 IS NULL THEN f.mime_type ELSE 'application/pdf' END AS mime_type
     FROM pages p JOIN files f ON f.binder_id = p.binder_id AND f.id = p.file_id
     WHERE p.binder_id = $1 AND p.deleted_at IS NULL AND p.type IN (${DOCUMENTS})
       AND NOT EXISTS (
         SELECT FROM page_texts t WHERE t.binder_id = p.binder_id AND t.page_id = p.id AND t.reader_version >= $3
       )
     ORDER BY f.id, p.page_index LIMIT $2`,
    [binderId, limit, READER_VERSION],
  );
}

/** Marks deleted pages and pages without extractable text, so that no job reads them. */
export async function passOverOtherTexts(db: Database, binderId: string): Promise<void> {
  await db.query(
    `UPDATE page_texts t SET reader_version = $2 WHERE t.binder_id = $1 AND t.reader_version < $2 AND NOT EXISTS (
       SELECT FROM pages p JOIN files f ON f.binder_id = p.binder_id AND f.id = p.file_id
       WHERE p.binder_id = t.binder_id AND p.id = t.page_id AND p.deleted_at IS NULL AND p.type IN (${DOCUMENTS})
     )`,
    [binderId, READER_VERSION],
  );
}
