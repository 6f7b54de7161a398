import type { Annotation } from '@ringbinder/protocol';
import type { Database } from '../../storage/database.ts';

export async function findAnnotations(
  db: Database,
  binderId: string,
  pageIds: readonly number[],
): Promise<Map<number, Annotation[]>> {
  const rows = await db.query<Annotation & { page_id: number }>(
    `SELECT page_id, client_uuid, svg_tag, created_at AS created_time FROM annotations
     WHERE binder_id = $1 AND page_id = ANY($2) ORDER BY page_id, draw_order, created_at, client_uuid`,
    [binderId, pageIds],
  );
  const byPage = new Map<number, Annotation[]>();
  for (const { page_id, ...annotation } of rows) {
    const annotations = byPage.get(page_id);
    if (annotations) annotations.push(annotation);
    else byPage.set(page_id, [annotation]);
  }
  return byPage;
}

export interface NamedAnnotation {
  pageId: number;
  clientUuid: string;
}

export async function findNamedAnnotations(
  db: Database,
  binderId: string,
  names: readonly NamedAnnotation[],
): Promise<(NamedAnnotation & { annotation: Annotation })[]> {
  const rows = await db.query<Annotation & { page_id: number }>(
    `SELECT a.page_id, a.client_uuid, a.svg_tag, a.created_at AS created_time
     FROM unnest($2::bigint[], $3::text[]) AS named (page_id, client_uuid)
     JOIN annotations a ON a.binder_id = $1 AND a.page_id = named.page_id AND a.client_uuid = named.client_uuid`,
    [binderId, names.map(({ pageId }) => pageId), names.map(({ clientUuid }) => clientUuid)],
  );
  return rows.map(({ page_id: pageId, ...annotation }) => ({
    pageId,
    clientUuid: annotation.client_uuid,
    annotation,
  }));
}

/** The annotations of a thousand pages could be gigabytes. */
const MAX_BYTES = 8 * 1024 ** 2;

export async function countFittingPages(
  db: Database,
  binderId: string,
  pageIds: readonly number[],
): Promise<number> {
  const bytesOf = await findMarkupBytes(db, binderId, pageIds);
  let bytes = 0;
  const over = pageIds.findIndex((id) => {
    bytes += bytesOf.get(id) ?? 0;
    return bytes > MAX_BYTES;
  });
  return over === -1 ? pageIds.length : Math.max(1, over);
}

const MAX_DRAWN = 16 * 1024 ** 2;

export async function findMarkup(db: Database, binderId: string, pageId: number): Promise<string[]> {
  const rows = await db.query<{ svg_tag: string }>(
    `SELECT svg_tag FROM (
       SELECT svg_tag, draw_order, created_at, client_uuid,
              sum(octet_length(svg_tag)) OVER (ORDER BY draw_order, created_at, client_uuid) AS bytes
       FROM annotations WHERE binder_id = $1 AND page_id = $2
     ) a WHERE bytes <= ${MAX_DRAWN} ORDER BY draw_order, created_at, client_uuid`,
    [binderId, pageId],
  );
  return rows.map(({ svg_tag }) => svg_tag);
}

export async function findMarkupBytes(
  db: Database,
  binderId: string,
  pageIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db.query<{ page_id: number; bytes: number }>(
    `SELECT page_id, sum(octet_length(svg_tag)) AS bytes FROM annotations
     WHERE binder_id = $1 AND page_id = ANY($2) GROUP BY page_id`,
    [binderId, pageIds],
  );
  return new Map(rows.map(({ page_id, bytes }) => [page_id, bytes]));
}

export function findMarkupTexts(
  db: Database,
  binderId: string,
  pageIds: readonly number[],
): Promise<{ page_id: number; markup: string }[]> {
  return db.query(
    `SELECT page_id, json_agg(svg_tag ORDER BY draw_order, created_at, client_uuid)::text AS markup FROM annotations
     WHERE binder_id = $1 AND page_id = ANY($2) GROUP BY page_id`,
    [binderId, pageIds],
  );
}
