import type { Database, Transaction } from '../../storage/database.ts';
import { IS_KEPT } from '../files/index.ts';

export async function lockLimit(
  tx: Transaction,
  orgId: string,
  limit: 'max_bytes' | 'max_binders',
): Promise<number | undefined> {
  const [row] = await tx.query<{ most: number }>(
    `SELECT ${limit} AS most FROM orgs WHERE id = $1 AND ${limit} IS NOT NULL FOR NO KEY UPDATE`,
    [orgId],
  );
  return row?.most;
}

export async function countBytes(db: Database, orgId: string): Promise<number> {
  const [row] = await db.query<{ bytes: number }>(
    `SELECT coalesce(sum(size), 0)::bigint + (
       SELECT coalesce(sum(p.history_bytes), 0)::bigint FROM binders b JOIN pages p ON p.binder_id = b.id
       WHERE b.org_id = $1 AND b.deleted_at IS NULL
     ) AS bytes FROM (
       SELECT DISTINCT f.sha256, f.size FROM binders b JOIN files f ON f.binder_id = b.id AND ${IS_KEPT}
       WHERE b.org_id = $1 AND b.deleted_at IS NULL
     ) contents`,
    [orgId],
  );
  return row?.bytes ?? 0;
}

export async function countBinders(db: Database, orgId: string): Promise<number> {
  const [row] = await db.query<{ binders: number }>(
    'SELECT count(*) AS binders FROM binders WHERE org_id = $1 AND deleted_at IS NULL',
    [orgId],
  );
  return row?.binders ?? 0;
}
