import type { File, PageType } from '@ringbinder/protocol';
import { archiveRowVersions } from '../../log/index.ts';
import { person } from '../../resource/resource.ts';
import { type Database, first, type Row, type Transaction } from '../../storage/database.ts';

export interface DocumentPage extends Record<string, unknown> {
  id: number;
  page_index: number;
  name: string;
  type: PageType;
  file_id: string;
  section_id: number | null;
}

export function findRun(db: Database, binderId: string, pageId: number): Promise<DocumentPage[]> {
  return db.query<DocumentPage>(
    `WITH placed AS (
       SELECT id, page_index, name, type, file_id, section_id, page_number,
         row_number() OVER (ORDER BY page_number, id) - row_number() OVER (PARTITION BY file_id, section_id ORDER BY page_number, id) AS run
       FROM pages WHERE binder_id = $1 AND deleted_at IS NULL
     )
     SELECT p.id, p.page_index, p.name, p.type, p.file_id, p.section_id FROM placed p JOIN placed own ON own.id = $2::bigint
       AND p.file_id = own.file_id AND p.section_id IS NOT DISTINCT FROM own.section_id AND p.run = own.run
     ORDER BY p.page_number, p.id`,
    [binderId, pageId],
  );
}

/**
 * `carriers` includes pages that were deleted because a later version had fewer pages. `document` contains
 * the file `$2` and the former files of its pages.
 */
const CARRIERS = `
  present AS (SELECT id FROM pages WHERE binder_id = $1 AND file_id = $2),
  document AS (
    SELECT $2::text AS file_id UNION
    SELECT v.state->>'file_id' FROM present c JOIN versions v ON v.binder_id = $1 AND v.entity = 'pages' AND v.id = c.id::text
    WHERE v.state->>'file_id' IS NOT NULL
  ),
  carriers AS (
    SELECT id FROM present UNION
    SELECT p.id FROM document d JOIN pages p ON p.binder_id = $1 AND p.file_id = d.file_id
    WHERE p.deleted_at IN (SELECT f.created_at FROM document x JOIN files f ON f.binder_id = $1 AND f.id = x.file_id)
  )`;

const VERSIONS = `
  WITH ${CARRIERS},
  shown AS (
    SELECT file_id, max(until_seq) AS until_seq, count(DISTINCT id) AS pages FROM (
      SELECT v.id, v.state->>'file_id' AS file_id, v.until_seq
      FROM carriers c JOIN versions v ON v.binder_id = $1 AND v.entity = 'pages' AND v.id = c.id::text
    ) state WHERE file_id <> $2 GROUP BY file_id
  ),
  listed AS (
    SELECT $2::text AS file_id, 9007199254740990::bigint AS until_seq,
      (SELECT count(*) FROM pages p WHERE p.binder_id = $1 AND p.file_id = $2 AND p.deleted_at IS NULL) AS pages
    UNION ALL
    SELECT file_id, until_seq, pages FROM shown
  )
  SELECT l.file_id, l.until_seq, f.name, f.mime_type, f.size, f.sha256, f.pdf_sha256, f.conversion, l.pages AS total_pages,
    ${person('u')} AS user, f.created_at AS created_time
  FROM listed l JOIN files f ON f.binder_id = $1 AND f.id = l.file_id AND (f.deleted_at IS NULL OR f.kept_in_history)
    JOIN users u ON u.id = f.user_id`;

export async function findCarriers(db: Database, binderId: string, fileId: string): Promise<number[]> {
  const rows = await db.query<{ id: number }>(`WITH ${CARRIERS} SELECT id FROM carriers`, [binderId, fileId]);
  return rows.map(({ id }) => id);
}

export async function findPageBefore(db: Database, binderId: string, pageId: number): Promise<number> {
  const row = await first<{ id: number }>(
    db,
    `SELECT p.id FROM pages p JOIN pages own ON own.binder_id = $1 AND own.id = $2::bigint
     WHERE p.binder_id = $1 AND p.deleted_at IS NULL AND (p.page_number, p.id) < (own.page_number, own.id)
     ORDER BY p.page_number DESC, p.id DESC LIMIT 1`,
    [binderId, pageId],
  );
  return row?.id ?? 0;
}

export interface VersionRow
  extends Pick<File, 'name' | 'mime_type' | 'size' | 'total_pages' | 'user' | 'created_time'>,
    Row {
  file_id: string;
  /** `seq` of the log entry that ended this version. */
  until_seq: number;
  sha256: string;
  pdf_sha256: string | null;
  conversion: NonNullable<File['conversion']> | null;
}

export function findVersions(
  db: Database,
  binderId: string,
  fileId: string,
  { before, limit }: { before: number; limit: number },
): Promise<VersionRow[]> {
  return db.query<VersionRow>(`${VERSIONS} WHERE l.until_seq < $3 ORDER BY l.until_seq DESC LIMIT $4`, [
    binderId,
    fileId,
    before,
    limit,
  ]);
}

export function findVersion(
  db: Database,
  binderId: string,
  fileId: string,
  versionId: string,
): Promise<VersionRow | undefined> {
  return first<VersionRow>(db, `${VERSIONS} WHERE l.file_id = $3::text`, [binderId, fileId, versionId]);
}

export interface PageOfVersion {
  pageIndex: number;
  width: number;
  height: number;
  url?: string | undefined;
  /** In milliseconds. */
  duration?: number | undefined;
}

export async function findPagesOfVersion(
  past: Database,
  binderId: string,
  fileId: string,
  carriers: readonly number[],
): Promise<(PageOfVersion & { id: number })[]> {
  const rows = await past.query<{
    id: number;
    page_index: number;
    width: number;
    height: number;
    url: string | null;
    duration: number | null;
  }>(
    `SELECT p.id, p.page_index, p.width, p.height, p.url, p.duration FROM pages p
     WHERE p.binder_id = $1 AND p.file_id = $2 AND p.deleted_at IS NULL AND p.id = ANY($3::bigint[])
     ORDER BY p.page_number, p.id`,
    [binderId, fileId, carriers],
  );
  return rows.map(({ page_index, url, duration, ...page }) => ({
    ...page,
    pageIndex: page_index,
    url: url ?? undefined,
    duration: duration ?? undefined,
  }));
}

export async function replacePages(
  tx: Transaction,
  binderId: string,
  fileId: string,
  pages: readonly (PageOfVersion & { id: number; historyBytes: number })[],
  at: number,
): Promise<void> {
  await tx.query(
    `WITH kept AS (${archiveRowVersions('pages', '$2::text[]')})
     UPDATE pages p SET file_id = $3, page_index = n.page_index, width = n.width, height = n.height, url = n.url,
       duration = n.duration, history_bytes = p.history_bytes + n.history_bytes, revision = p.revision + 1, updated_at = $4
     FROM unnest($2::text[]::bigint[], $5::int[], $6::float8[], $7::float8[], $8::text[], $9::bigint[], $10::bigint[])
       AS n (id, page_index, width, height, url, duration, history_bytes)
     WHERE p.binder_id = $1 AND p.id = n.id`,
    [
      binderId,
      pages.map(({ id }) => id),
      fileId,
      at,
      pages.map(({ pageIndex }) => pageIndex),
      pages.map(({ width }) => width),
      pages.map(({ height }) => height),
      pages.map(({ url }) => url ?? null),
      pages.map(({ duration }) => duration ?? null),
      pages.map(({ historyBytes }) => historyBytes),
    ],
  );
  await tx.query(
    `UPDATE page_texts t SET text = '', reader_version = 0, terms = NULL, terms_of = NULL, lexemes = NULL, lexemes_of = NULL
     WHERE t.binder_id = $1 AND t.page_id = ANY($2::bigint[])
       AND NOT EXISTS (SELECT FROM page_captions c WHERE c.binder_id = $1 AND c.page_id = t.page_id)`,
    [binderId, pages.map(({ id }) => id)],
  );
}

export function removeDrawings(
  tx: Transaction,
  binderId: string,
  pageIds: readonly number[],
): Promise<{ page_id: number; client_uuid: string; bytes: number }[]> {
  const keys = `ARRAY(SELECT page_id || '/' || client_uuid FROM annotations WHERE binder_id = $1 AND page_id = ANY($2::bigint[]))`;
  return tx.query(
    `WITH kept AS (${archiveRowVersions('annotations', keys)})
     DELETE FROM annotations WHERE binder_id = $1 AND page_id = ANY($2::bigint[])
     RETURNING page_id, client_uuid, octet_length(svg_tag) AS bytes`,
    [binderId, pageIds],
  );
}

export interface DrawingRow extends Record<string, unknown> {
  page_id: number;
  client_uuid: string;
  user_id: string;
  svg_tag: string;
  created_at: number;
}

export function findDrawings(
  past: Database,
  binderId: string,
  pageIds: readonly number[],
): Promise<DrawingRow[]> {
  return past.query<DrawingRow>(
    `SELECT page_id, client_uuid, user_id, svg_tag, created_at FROM annotations
     WHERE binder_id = $1 AND page_id = ANY($2::bigint[]) ORDER BY page_id, draw_order, created_at, client_uuid`,
    [binderId, pageIds],
  );
}

export async function insertDrawings(
  tx: Transaction,
  binderId: string,
  drawings: readonly DrawingRow[],
  at: number,
): Promise<void> {
  const keys = drawings.map(({ page_id, client_uuid }) => `${page_id}/${client_uuid}`);
  await tx.query(archiveRowVersions('annotations', '$2::text[]'), [binderId, keys]);
  await tx.query(
    `INSERT INTO annotations (binder_id, page_id, client_uuid, user_id, svg_tag, created_at, updated_at)
     SELECT $1, n.page_id, n.client_uuid, n.user_id, n.svg_tag, n.created_at, $2
     FROM unnest($3::bigint[], $4::text[], $5::text[], $6::text[], $7::bigint[])
       WITH ORDINALITY AS n (page_id, client_uuid, user_id, svg_tag, created_at, ordinal) ORDER BY n.ordinal`,
    [
      binderId,
      at,
      drawings.map(({ page_id }) => page_id),
      drawings.map(({ client_uuid }) => client_uuid),
      drawings.map(({ user_id }) => user_id),
      drawings.map(({ svg_tag }) => svg_tag),
      drawings.map(({ created_at }) => created_at),
    ],
  );
}

/** Includes signatures that will be drawn soon. */
export async function hasSignatures(db: Database, binderId: string, fileId: string): Promise<boolean> {
  const rows = await db.query(
    `SELECT FROM files f WHERE f.binder_id = $1 AND f.id = $2 AND (f.signed_file_id IS NOT NULL
       OR EXISTS (SELECT FROM signature_jobs j WHERE j.binder_id = f.binder_id AND j.file_id = f.id))`,
    [binderId, fileId],
  );
  return rows.length > 0;
}
