import type { PageType } from '@ringbinder/protocol';
import { archiveRowVersions } from '../../log/index.ts';
import { type Database, first, type Transaction } from '../../storage/database.ts';

export interface TransferredPage extends Record<string, unknown> {
  id: number;
  type: PageType;
  file_id: string | null;
  comments: number;
}

export interface Transfer {
  sourceId: string;
  targetId: string;
  pages: readonly { from: number; to: number }[];
  at: number;
}

export function findTransferred(
  db: Database,
  binderId: string,
  ids: readonly number[] | null,
): Promise<TransferredPage[]> {
  return db.query<TransferredPage>(
    `SELECT p.id, p.type, p.file_id,
       (SELECT count(*) FROM page_comments c WHERE c.binder_id = $1 AND c.page_id = p.id AND c.deleted_at IS NULL) AS comments
     FROM pages p WHERE p.binder_id = $1 AND p.deleted_at IS NULL AND ($2::bigint[] IS NULL OR p.id = ANY($2))
     ORDER BY array_position($2::bigint[], p.id), p.page_number, p.id`,
    [binderId, ids],
  );
}

interface FilePlace {
  sourceId: string;
  targetId: string;
  fileId: string;
}

export interface FileToCopy extends Record<string, unknown> {
  name: string;
  mime_type: string;
  page_ids: number[];
  is_there: boolean;
}

export function findFileToCopy(
  tx: Transaction,
  { sourceId, targetId, fileId }: FilePlace,
): Promise<FileToCopy | undefined> {
  return first<FileToCopy>(
    tx,
    `SELECT f.name, f.mime_type,
       ARRAY(SELECT id FROM pages WHERE binder_id = f.binder_id AND file_id = f.id AND deleted_at IS NULL
         ORDER BY page_number, id) AS page_ids,
       EXISTS (SELECT FROM files t WHERE t.binder_id = $2 AND t.id = f.id AND t.deleted_at IS NULL) AS is_there
     FROM files f WHERE f.binder_id = $1 AND f.id = $3 AND f.deleted_at IS NULL`,
    [sourceId, targetId, fileId],
  );
}

const FILE_COLUMNS =
  'f.id, f.name, f.sha256, f.size, f.mime_type, f.user_id, f.created_at, f.updated_at, f.pdf_sha256, f.conversion, f.first_file_id';
/**
 * Does not change `kept_in_history`, so that an earlier version stays in the history if the file is deleted
 * again.
 */
const insertFilesOf = (source: string) => `
     INSERT INTO files (binder_id, id, name, sha256, size, mime_type, user_id, created_at, updated_at, pdf_sha256, conversion, first_file_id)
     SELECT DISTINCT $2, ${FILE_COLUMNS} FROM ${source}
     ON CONFLICT (binder_id, id) DO UPDATE SET deleted_at = NULL, updated_at = excluded.updated_at
       WHERE files.deleted_at IS NOT NULL`;

export async function insertCopiedFile(
  tx: Transaction,
  { sourceId, targetId, fileId }: FilePlace,
): Promise<void> {
  const source = 'files f WHERE f.binder_id = $1 AND f.id = $3';
  await tx.query(insertFilesOf(source), [sourceId, targetId, fileId]);
}

const mapping = `unnest($3::bigint[], $4::bigint[]) WITH ORDINALITY AS moved (source_page, target_page, ordinal)`;

function values({ sourceId, targetId, pages }: Transfer): unknown[] {
  return [sourceId, targetId, pages.map(({ from }) => from), pages.map(({ to }) => to)];
}

/** @param fresh true for copies, which start at revision 1 with the current time */
export async function insertTransferred(tx: Transaction, transfer: Transfer, fresh: boolean): Promise<void> {
  const base = values(transfer);
  await tx.query(
    insertFilesOf(`${mapping} JOIN pages p ON p.binder_id = $1 AND p.id = moved.source_page
     JOIN files f ON f.binder_id = $1 AND f.id = p.file_id`),
    base,
  );
  const pageIds = transfer.pages.map(({ to }) => to);
  await tx.query(archiveRowVersions('pages', '$2::text[]'), [transfer.targetId, pageIds]);
  await tx.query(
    `INSERT INTO pages (binder_id, id, file_id, type, page_index, page_number, width, height, name, url, duration, revision, created_at, updated_at, section_id, description)
     SELECT $2, moved.target_page, p.file_id, p.type, p.page_index, last.number + moved.ordinal, p.width, p.height, p.name, p.url, p.duration,
            CASE WHEN $6 THEN 1 ELSE p.revision + 1 END, CASE WHEN $6 THEN $5 ELSE p.created_at END, $5,
            CASE WHEN $1 = $2 THEN p.section_id END, p.description
     FROM ${mapping} JOIN pages p ON p.binder_id = $1 AND p.id = moved.source_page,
          (SELECT coalesce(floor(max(page_number)), 0) AS number FROM pages WHERE binder_id = $2 AND deleted_at IS NULL) last`,
    [...base, transfer.at, fresh],
  );
  await tx.query(
    `INSERT INTO annotations (binder_id, page_id, client_uuid, user_id, svg_tag, created_at, updated_at)
     SELECT $2, moved.target_page, a.client_uuid, a.user_id, a.svg_tag, a.created_at, a.updated_at
     FROM ${mapping} JOIN annotations a ON a.binder_id = $1 AND a.page_id = moved.source_page`,
    base,
  );
  await tx.query(
    `INSERT INTO page_texts (binder_id, page_id, text, reader_version) SELECT $2, moved.target_page, t.text, t.reader_version
     FROM ${mapping} JOIN page_texts t ON t.binder_id = $1 AND t.page_id = moved.source_page`,
    base,
  );
  await tx.query(
    `INSERT INTO page_captions (binder_id, page_id, kind, language, vtt)
     SELECT $2, moved.target_page, c.kind, c.language, c.vtt
     FROM ${mapping} JOIN page_captions c ON c.binder_id = $1 AND c.page_id = moved.source_page`,
    base,
  );
}

export async function insertTransferredComments(
  tx: Transaction,
  transfer: Transfer,
  { firstId, count }: { firstId: number; count: number },
): Promise<void> {
  const newIds = Array.from({ length: count }, (_, at) => firstId + at);
  await tx.query(archiveRowVersions('page_comments', '$2::text[]'), [transfer.targetId, newIds]);
  await tx.query(
    `INSERT INTO page_comments (binder_id, id, page_id, user_id, text, x, y, created_at, updated_at, resolved_at, reply_to)
     SELECT $2, c.new_id, c.target_page, c.user_id, c.text, c.x, c.y, c.created_at, c.updated_at, c.resolved_at,
       nullif(min(c.new_id) OVER (PARTITION BY coalesce(c.reply_to, c.id)), c.new_id)
     FROM (
       SELECT c.*, moved.target_page, $5 + row_number() OVER (ORDER BY c.id) - 1 AS new_id
       FROM ${mapping} JOIN page_comments c ON c.binder_id = $1 AND c.page_id = moved.source_page AND c.deleted_at IS NULL
     ) c`,
    [...values(transfer), firstId],
  );
}
