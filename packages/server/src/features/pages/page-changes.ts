import { notFound } from '../../errors.ts';
import { archiveRowVersions } from '../../log/index.ts';
import { type Database, hasRow, type Transaction } from '../../storage/database.ts';

/** Null keeps the page's section, and 0 removes the page from it. */
const newSection = (parameter: string, current: string) =>
  `CASE WHEN ${parameter}::bigint IS NULL THEN ${current} ELSE nullif(${parameter}::bigint, 0) END`;

export async function changePage(
  db: Database,
  binderId: string,
  pageId: number,
  change: {
    name?: string | undefined;
    description?: string | undefined;
    pageNumber?: string | undefined;
    fileId?: string | undefined;
    sectionId?: number | undefined;
  },
  at: number,
): Promise<void> {
  await db.query(
    `WITH kept AS (${archiveRowVersions('pages', 'ARRAY[$2::text]')})
     UPDATE pages SET name = coalesce($3, name), page_number = coalesce(trim_scale($4::numeric), page_number),
       file_id = coalesce($5, file_id), section_id = ${newSection('$7', 'section_id')},
       description = CASE WHEN $8::text IS NULL THEN description ELSE nullif($8, '') END, revision = revision + 1, updated_at = $6
     WHERE binder_id = $1 AND id = $2::text::bigint`,
    [
      binderId,
      pageId,
      change.name ?? null,
      change.pageNumber ?? null,
      change.fileId ?? null,
      at,
      change.sectionId ?? null,
      change.description ?? null,
    ],
  );
  if (change.description !== undefined) await indexDescription(db, binderId, pageId, change.description);
}

export interface PageGap {
  previous: string;
  next: string | null;
}

/** @param afterId 0 for the gap before the first page */
export async function findGapAfter(
  db: Database,
  binderId: string,
  afterId: number,
  ids: readonly number[],
): Promise<PageGap> {
  const [gap] = await db.query<{ previous: string; next: string | null }>(
    `WITH others AS (
       SELECT p.id, p.page_number FROM pages p WHERE p.binder_id = $1 AND p.deleted_at IS NULL
         AND NOT EXISTS (SELECT FROM unnest($3::bigint[]) AS moved (id) WHERE moved.id = p.id)
     ), before AS (
       SELECT id, page_number FROM others WHERE id = $2::bigint UNION ALL SELECT 0, 0 WHERE $2::bigint = 0
     )
     SELECT before.page_number::text AS previous,
       (SELECT o.page_number::text FROM others o WHERE before.id = 0 OR (o.page_number, o.id) > (before.page_number, before.id)
        ORDER BY o.page_number, o.id LIMIT 1) AS next
     FROM before`,
    [binderId, afterId, ids],
  );
  return gap ?? { previous: '0', next: null };
}

export function changePages(
  db: Database,
  binderId: string,
  {
    ids,
    name,
    sectionId,
    gap,
  }: {
    ids: readonly number[];
    name?: string | undefined;
    sectionId?: number | undefined;
    gap?: PageGap | undefined;
  },
  at: number,
): Promise<{ id: number; page_number: string }[]> {
  // Multiplies by a power of ten below 1 / (count + 1), because division of decimals would round.
  const unit = `0.${'0'.repeat(String(ids.length + 1).length - 1)}1`;
  return db.query(
    `WITH kept AS (${archiveRowVersions('pages', '$2::text[]')}),
     placed AS (
       SELECT id, CASE WHEN $4::numeric IS NULL THEN NULL
           WHEN $5::numeric IS NULL THEN floor($4::numeric) + ordinal
           ELSE trim_scale($4::numeric + ($5::numeric - $4::numeric) * ordinal * $6::numeric) END AS number
       FROM unnest($2::text[]::bigint[]) WITH ORDINALITY AS n (id, ordinal)
     )
     UPDATE pages p SET name = coalesce($3::text, p.name), page_number = coalesce(placed.number, p.page_number),
       section_id = ${newSection('$8', 'p.section_id')}, revision = p.revision + 1, updated_at = $7
     FROM placed WHERE p.binder_id = $1 AND p.id = placed.id RETURNING p.id, p.page_number::text AS page_number`,
    [binderId, ids, name ?? null, gap?.previous ?? null, gap?.next ?? null, unit, at, sectionId ?? null],
  );
}

const MAX_FRACTION = 50;

export const isLongNumber = (pageNumber: string): boolean =>
  (pageNumber.split('.')[1] ?? '').length > MAX_FRACTION;

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

export async function requireSection(
  tx: Transaction,
  binderId: string,
  sectionId: number | undefined,
): Promise<void> {
  if (!sectionId) return;
  const condition = 'binder_id = $1 AND id = $2 AND deleted_at IS NULL';
  const isThere = await hasRow(tx, `SELECT FROM sections WHERE ${condition}`, [binderId, sectionId]);
  if (!isThere) throw notFound('section', sectionId);
}

export async function clearSection(
  tx: Transaction,
  binderId: string,
  sectionId: number,
  at: number,
): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `WITH members AS (
       SELECT id FROM pages WHERE binder_id = $1 AND section_id = $2::bigint AND deleted_at IS NULL
     ), kept AS (${archiveRowVersions('pages', 'ARRAY(SELECT id::text FROM members)')})
     UPDATE pages p SET section_id = NULL, revision = p.revision + 1, updated_at = $3
     FROM members WHERE p.binder_id = $1 AND p.id = members.id RETURNING p.id`,
    [binderId, sectionId, at],
  );
  return rows.map(({ id }) => id);
}

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

/** Increment it when the reading of texts changes. */
export const READER_VERSION = 3;

export async function storePageText(db: Database, binderId: string, id: number, text: string): Promise<void> {
  await db.query(
    `INSERT INTO page_texts (binder_id, page_id, text, reader_version) VALUES ($1, $2, $3, $4)
     ON CONFLICT (binder_id, page_id) DO UPDATE SET text = excluded.text, reader_version = excluded.reader_version`,
    [binderId, id, storable(text), READER_VERSION],
  );
}

/** Makes the search job index the page again. */
export async function indexDescription(
  db: Database,
  binderId: string,
  id: number,
  description: string,
): Promise<void> {
  await db.query(
    `INSERT INTO page_texts (binder_id, page_id, text, reader_version, terms_of, lexemes_of)
     VALUES ($1, $2, '', 0, hashtextextended($3, 1), hashtextextended($3, 1))
     ON CONFLICT (binder_id, page_id) DO UPDATE
       SET terms = NULL, terms_of = excluded.terms_of, lexemes = NULL, lexemes_of = excluded.lexemes_of`,
    [binderId, id, description],
  );
}

/** Does not overwrite a text that was stored during the job. */
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
