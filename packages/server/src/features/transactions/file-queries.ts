import { first, type Transaction } from '../../storage/database.ts';
import { archiveStep } from './archive-step.ts';

const EXISTING = `jsonb_array_elements(s.deliveries) WITH ORDINALITY AS delivery (item, place)
  JOIN LATERAL (
    SELECT json_agg(p.id ORDER BY p.id) AS page_ids, min(f.name) AS name
    FROM pages p LEFT JOIN files f ON f.binder_id = p.binder_id AND f.id = p.file_id
    WHERE p.binder_id = $1 AND p.deleted_at IS NULL
      AND p.id IN (SELECT value::bigint FROM jsonb_array_elements_text(delivery.item->'page_ids'))
  ) existing ON existing.page_ids IS NOT NULL`;

export interface DeliveryRow {
  request: string;
  file_id: string;
  page_ids: number[];
  name: string;
  sha256: string;
  user_id: string;
  at: number;
}

export const STEP_DELIVERIES = `(
  SELECT json_agg(delivery.item || jsonb_build_object('page_ids', existing.page_ids, 'name', coalesce(existing.name, '')) ORDER BY delivery.place)
  FROM ${EXISTING})`;

/** Existing pages of each file, keyed by the id of the file request. */
export type Delivered = Readonly<Record<string, readonly number[][]>>;

/** `id` may be the name of an inherited property of objects, such as `constructor`. */
export const deliveredOf = (delivered: Delivered | null, id: string): readonly number[][] =>
  delivered && Object.hasOwn(delivered, id) ? (delivered[id] ?? []) : [];

export const DELIVERED = `(
  SELECT json_object_agg(request, files) FROM (
    SELECT delivery.item->>'request' AS request, json_agg(existing.page_ids ORDER BY delivery.place) AS files FROM ${EXISTING} GROUP BY 1
  ) counted)`;

export interface NewDelivery extends Omit<DeliveryRow, 'name'> {
  binderId: string;
  transactionId: number;
  stepId: number;
}

/** The caller has locked the binder. */
export async function storeDelivery(tx: Transaction, delivery: NewDelivery): Promise<void> {
  const { binderId, transactionId, stepId, ...item } = delivery;
  await tx.query(
    `WITH ${archiveStep},
     stored AS (
       UPDATE transaction_steps s SET updated_at = $5, deliveries = coalesce(s.deliveries, '[]') || $4::jsonb
       WHERE s.binder_id = $1 AND s.transaction_id = $2::text::bigint AND s.id = $3::text::bigint AND s.completed_at IS NULL
       RETURNING s.id
     )
     UPDATE transactions t SET updated_at = $5 FROM stored WHERE t.binder_id = $1 AND t.id = $2::text::bigint`,
    [binderId, transactionId, stepId, JSON.stringify([item]), item.at],
  );
}

export async function removeDelivery(
  tx: Transaction,
  binderId: string,
  {
    transactionId,
    stepId,
    fileId,
    at,
  }: { transactionId: number; stepId: number; fileId: string; at: number },
): Promise<void> {
  await tx.query(
    `WITH ${archiveStep},
     stored AS (
       UPDATE transaction_steps s SET updated_at = $5,
         deliveries = (SELECT jsonb_agg(item) FROM jsonb_array_elements(s.deliveries) item WHERE item->>'file_id' <> $4)
       WHERE s.binder_id = $1 AND s.transaction_id = $2::text::bigint AND s.id = $3::text::bigint RETURNING s.id
     )
     UPDATE transactions t SET updated_at = $5 FROM stored WHERE t.binder_id = $1 AND t.id = $2::text::bigint`,
    [binderId, transactionId, stepId, fileId, at],
  );
}

export function findDelivery(
  tx: Transaction,
  binderId: string,
  { stepId, fileId }: { stepId: number; fileId: string },
): Promise<DeliveryRow | undefined> {
  return first<DeliveryRow & Record<string, unknown>>(
    tx,
    `SELECT item->>'request' AS request, item->>'file_id' AS file_id, item->>'user_id' AS user_id, existing.page_ids, existing.name,
       item->>'sha256' AS sha256, (item->>'at')::bigint AS at
     FROM transaction_steps s, ${EXISTING}
     WHERE s.binder_id = $1 AND s.id = $2 AND delivery.item->>'file_id' = $3`,
    [binderId, stepId, fileId],
  );
}
