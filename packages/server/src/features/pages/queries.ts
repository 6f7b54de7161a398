import { Page, type PageType } from '@ringbinder/protocol';
import Type, { type Static } from 'typebox';
import { archiveRowVersions } from '../../log/index.ts';
import { presenter, type RowOf } from '../../resource/resource.ts';
import { type Database, first, type Row } from '../../storage/database.ts';
import { indexDescription } from './page-changes.ts';

const Columns = Type.Omit(Page, [
  'original_file_name',
  'file_id',
  'page_uri',
  'thumbnail_uri',
  'background_uri',
  'name',
  'is_deleted',
  'svg_tags',
]);
export const presentColumns = presenter(Columns);

export interface PageRow extends RowOf<Static<typeof Columns>>, Row {
  name: string;
  file_id: string | null;
  file_name: string | null;
  sha256: string | null;
  size: number | null;
  mime_type: string | null;
  /** Hash of an office document's PDF, or of a HEIC photo's JPEG. */
  pdf_sha256: string | null;
}

const pageSelect = `
  SELECT p.id, p.file_id, p.type, p.page_index, p.page_number, p.width, p.height, p.section_id, p.revision, p.created_at AS created_time, p.updated_at AS updated_time, p.name, p.description, p.url, p.duration,
         f.name AS file_name, f.sha256, f.size, f.mime_type, f.pdf_sha256
  FROM pages p LEFT JOIN files f ON f.binder_id = p.binder_id AND f.id = p.file_id
  WHERE p.binder_id = $1 AND p.deleted_at IS NULL`;

export interface PageChoice {
  fileId: string | null;
  ids: number[] | null;
  after: { pageNumber: string; id: number };
  limit: number;
}

export function findPages(db: Database, binderId: string, choice: PageChoice): Promise<PageRow[]> {
  return db.query<PageRow>(
    `${pageSelect} AND ($2::text IS NULL OR p.file_id = $2) AND ($3::bigint[] IS NULL OR p.id = ANY($3))
       AND (p.page_number, p.id) > ($4::numeric, $5) ORDER BY p.page_number, p.id LIMIT $6`,
    [binderId, choice.fileId, choice.ids, choice.after.pageNumber, choice.after.id, choice.limit],
  );
}

/** Returns undefined if the binder is deleted, because no access check precedes the use of a signed link. */
export function findPage(db: Database, binderId: string, pageId: number): Promise<PageRow | undefined> {
  return first<PageRow>(
    db,
    `${pageSelect} AND p.id = $2 AND EXISTS (SELECT FROM binders b WHERE b.id = $1 AND b.deleted_at IS NULL)`,
    [binderId, pageId],
  );
}

export function findPagesByIds(db: Database, binderId: string, ids: readonly number[]): Promise<PageRow[]> {
  return db.query<PageRow>(`${pageSelect} AND p.id = ANY($2)`, [binderId, ids]);
}

export async function findFileIdsOfPages(
  db: Database,
  binderId: string,
  ids: readonly number[],
): Promise<string[]> {
  const rows = await db.query<{ file_id: string }>(
    'SELECT DISTINCT file_id FROM pages WHERE binder_id = $1 AND id = ANY($2) AND file_id IS NOT NULL',
    [binderId, ids],
  );
  return rows.map(({ file_id }) => file_id);
}

export interface NewPage {
  id: number;
  fileId: string | null;
  type: PageType;
  pageIndex: number;
  width: number;
  height: number;
  name?: string;
  description?: string | undefined;
  url?: string | undefined;
  duration?: number | undefined;
  sectionId?: number | null;
}

export async function insertPages(
  db: Database,
  binderId: string,
  pages: readonly NewPage[],
  at: number,
): Promise<void> {
  await db.query(
    `WITH kept AS (${archiveRowVersions('pages', '$2::text[]')})
     INSERT INTO pages (binder_id, id, file_id, type, page_index, page_number, width, height, created_at, updated_at, name, url, duration, section_id, description)
     SELECT $1, n.id, n.file_id, n.type, n.page_index, last.number + n.ordinal, n.width, n.height, $8, $8, n.name, n.url, n.duration, n.section_id, nullif(n.description, '')
     FROM unnest($2::text[]::bigint[], $3::text[], $4::text[], $5::int[], $6::float8[], $7::float8[], $9::text[], $10::text[], $11::bigint[], $12::bigint[], $13::text[])
            WITH ORDINALITY AS n (id, file_id, type, page_index, width, height, name, url, duration, section_id, description, ordinal),
          (SELECT coalesce(floor(max(page_number)), 0) AS number FROM pages WHERE binder_id = $1 AND deleted_at IS NULL) last`,
    [
      binderId,
      pages.map((page) => page.id),
      pages.map((page) => page.fileId),
      pages.map((page) => page.type),
      pages.map((page) => page.pageIndex),
      pages.map((page) => page.width),
      pages.map((page) => page.height),
      at,
      pages.map((page) => page.name ?? ''),
      pages.map((page) => page.url ?? null),
      pages.map((page) => page.duration ?? null),
      pages.map((page) => page.sectionId ?? null),
      pages.map((page) => page.description ?? null),
    ],
  );
  for (const { id, description } of pages)
    if (description) await indexDescription(db, binderId, id, description);
}

export async function findPagesOfFile(db: Database, binderId: string, fileId: string): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    'SELECT id FROM pages WHERE binder_id = $1 AND file_id = $2 AND deleted_at IS NULL ORDER BY id',
    [binderId, fileId],
  );
  return rows.map(({ id }) => id);
}

export async function markPagesDeleted(
  db: Database,
  binderId: string,
  ids: number[],
  at: number,
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `WITH kept AS (${archiveRowVersions('pages', '$2::text[]')})
     UPDATE pages SET deleted_at = $3, updated_at = $3, revision = revision + 1
     WHERE binder_id = $1 AND id = ANY($2::text[]::bigint[]) AND deleted_at IS NULL RETURNING id`,
    [binderId, ids, at],
  );
  return rows.map((row) => row.id);
}
