import type { Annotation } from '@ringbinder/protocol';
import type { Database } from '../../storage/database.ts';

/** The annotations of pages, each page's in the order in which they are drawn. A page without any has no entry. */
export async function findAnnotations(
  db: Database,
  binderId: string,
  pageIds: readonly number[],
): Promise<Map<number, Annotation[]>> {
  const rows = await db.query<{ page_id: number; client_uuid: string; svg_tag: string; created_at: number }>(
    `SELECT page_id, client_uuid, svg_tag, created_at FROM annotations
     WHERE binder_id = $1 AND page_id = ANY($2) ORDER BY page_id, created_at, client_uuid`,
    [binderId, pageIds],
  );
  const byPage = new Map<number, Annotation[]>();
  for (const { page_id, client_uuid, svg_tag, created_at } of rows) {
    const annotations = byPage.get(page_id) ?? [];
    annotations.push({ client_uuid, svg_tag, created_time: created_at });
    byPage.set(page_id, annotations);
  }
  return byPage;
}
