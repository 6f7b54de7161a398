import { archiveRowVersions } from '../../log/index.ts';
import type { Database } from '../../storage/database.ts';

/** Changes a page and increments its revision; undefined fields remain unchanged. */
export async function changePage(
  db: Database,
  binderId: string,
  pageId: number,
  change: { name?: string | undefined; pageNumber?: string | undefined; fileId?: string | undefined },
  at: number,
): Promise<void> {
  await db.query(
    `WITH kept AS (${archiveRowVersions('pages', 'ARRAY[$2::text]')})
     UPDATE pages SET name = coalesce($3, name), page_number = coalesce(trim_scale($4::numeric), page_number),
       file_id = coalesce($5, file_id), revision = revision + 1, updated_at = $6
     WHERE binder_id = $1 AND id = $2::text::bigint`,
    [binderId, pageId, change.name ?? null, change.pageNumber ?? null, change.fileId ?? null, at],
  );
}

/** Maximum fraction digits of a page number. Each insertion between two numbers takes one more. */
const MAX_FRACTION = 50;

export const isLongNumber = (pageNumber: string): boolean =>
  (pageNumber.split('.')[1] ?? '').length > MAX_FRACTION;

/** Renumbers a binder's pages from 1 in the same order. Returns the pages whose number changed. */
export async function renumberPages(
  db: Database,
  binderId: string,
  at: number,
): Promise<{ id: number; page_number: string }[]> {
  return db.query(
    `WITH placed AS (
       SELECT id, page_number, row_number() OVER (ORDER BY page_number, id) AS place
       FROM pages WHERE binder_id = $1 AND deleted_at IS NULL
     ), moved AS (SELECT id, place FROM placed WHERE page_number <> place),
     kept AS (${archiveRowVersions('pages', 'ARRAY(SELECT id::text FROM moved)')})
     UPDATE pages p SET page_number = moved.place, revision = p.revision + 1, updated_at = $2
     FROM moved WHERE p.binder_id = $1 AND p.id = moved.id RETURNING p.id, p.page_number::text AS page_number`,
    [binderId, at],
  );
}

/** Marks a file as deleted unless a page uses it, and retains its bytes for the binder's history. */
export async function archiveReplacedFile(
  db: Database,
  binderId: string,
  fileId: string,
  at: number,
): Promise<void> {
  await db.query(
    `UPDATE files SET deleted_at = $3, updated_at = $3, kept_in_history = true WHERE binder_id = $1 AND id = $2
       AND NOT EXISTS (SELECT FROM pages p WHERE p.binder_id = $1 AND p.file_id = $2 AND p.deleted_at IS NULL)`,
    [binderId, fileId, at],
  );
}

/** Bump when the rules for reading page texts change; pages read by an earlier version are read again. */
export const READER_VERSION = 3;

/** Replaces the search text of a page. NUL is removed, because text columns cannot contain it. */
export async function storePageText(db: Database, binderId: string, id: number, text: string): Promise<void> {
  await db.query(
    `INSERT INTO page_texts (binder_id, page_id, text, reader_version) VALUES ($1, $2, $3, $4)
     ON CONFLICT (binder_id, page_id) DO UPDATE SET text = excluded.text, reader_version = excluded.reader_version`,
    [binderId, id, storable(text), READER_VERSION],
  );
}

/**
 * Stores extracted texts, except for pages whose text was stored meanwhile. An unreadable page (null) keeps its text.
 */
export async function storeReadTexts(
  db: Database,
  binderId: string,
  pages: readonly { id: number; text: string | null }[],
): Promise<void> {
  const texts = pages.map(({ text }) => (text === null ? null : storable(text)));
  await db.query(
    `INSERT INTO page_texts (binder_id, page_id, text, reader_version)
     SELECT $1, read.id, coalesce(read.text, t.text, ''), $4
     FROM unnest($2::bigint[], $3::text[]) AS read (id, text)
       LEFT JOIN page_texts t ON t.binder_id = $1 AND t.page_id = read.id
     ON CONFLICT (binder_id, page_id) DO UPDATE SET text = excluded.text, reader_version = excluded.reader_version
       WHERE page_texts.reader_version < excluded.reader_version`,
    [binderId, pages.map(({ id }) => id), texts, READER_VERSION],
  );
}

const storable = (text: string) => text.replaceAll('\0', '').toWellFormed();
