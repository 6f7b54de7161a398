import { archiveRowVersions } from '../../log/index.ts';
import type { Database, Transaction } from '../../storage/database.ts';

const ANNOTATION_KEY = `ARRAY[$2::bigint || '/' || $3::text]`;

/** A statement does not see its own changes, so this subquery reads the old size. */
const PREVIOUS_SIZE = `SELECT octet_length(svg_tag) AS bytes FROM annotations
       WHERE binder_id = $1 AND page_id = $2::bigint AND client_uuid = $3`;

/** Returns the size of the replaced content, in bytes. */
export async function upsertAnnotation(
  tx: Transaction,
  annotation: {
    binderId: string;
    pageId: number;
    clientUuid: string;
    userId: string;
    svgTag: string;
    at: number;
  },
): Promise<number> {
  const [row] = await tx.query<{ bytes: number }>(
    `WITH kept AS (${archiveRowVersions('annotations', ANNOTATION_KEY)}), before AS (${PREVIOUS_SIZE})
     INSERT INTO annotations (binder_id, page_id, client_uuid, user_id, svg_tag, created_at, updated_at)
     VALUES ($1, $2::bigint, $3, $4, $5, $6, $6)
     ON CONFLICT (binder_id, page_id, client_uuid)
     DO UPDATE SET svg_tag = excluded.svg_tag, user_id = excluded.user_id, updated_at = excluded.updated_at
     RETURNING coalesce((SELECT bytes FROM before), 0) AS bytes`,
    [
      annotation.binderId,
      annotation.pageId,
      annotation.clientUuid,
      annotation.userId,
      annotation.svgTag,
      annotation.at,
    ],
  );
  return row?.bytes ?? 0;
}

export async function removeAnnotation(
  tx: Transaction,
  binderId: string,
  pageId: number,
  clientUuid: string,
): Promise<number | undefined> {
  const [row] = await tx.query<{ bytes: number }>(
    `WITH kept AS (${archiveRowVersions('annotations', ANNOTATION_KEY)})
     DELETE FROM annotations WHERE binder_id = $1 AND page_id = $2::bigint AND client_uuid = $3 RETURNING octet_length(svg_tag) AS bytes`,
    [binderId, pageId, clientUuid],
  );
  return row?.bytes;
}

export async function measureAnnotations(
  db: Database,
  binderId: string,
  pageId: number,
): Promise<{ count: number; bytes: number }> {
  const [row] = await db.query<{ count: number; bytes: number }>(
    `SELECT count(*) AS count, coalesce(sum(octet_length(svg_tag)), 0) AS bytes FROM annotations
     WHERE binder_id = $1 AND page_id = $2`,
    [binderId, pageId],
  );
  return row ?? { count: 0, bytes: 0 };
}
