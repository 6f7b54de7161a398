import type { SignaturePlace } from '@ringbinder/protocol';
import type { Database, Transaction } from '../../storage/database.ts';

export interface SignablePage extends Record<string, unknown> {
  id: number;
  type: string;
  mime_type: string | null;
  page_index: number;
  width: number;
  height: number;
  sha256: string;
  base_file_id: string;
}

export async function findSignablePages(
  db: Database,
  binderId: string,
  places: readonly Pick<SignaturePlace, 'page_id'>[],
): Promise<Map<number, SignablePage>> {
  if (places.length === 0) return new Map();
  const rows = await db.query<SignablePage>(
    `SELECT p.id, p.type, f.mime_type, p.page_index, p.width, p.height, f.sha256, coalesce(f.signed_file_id, f.id) AS base_file_id
     FROM pages p JOIN files f ON f.binder_id = p.binder_id AND f.id = p.file_id
     WHERE p.binder_id = $1 AND p.id = ANY($2::bigint[]) AND p.deleted_at IS NULL`,
    [binderId, places.map(({ page_id }) => page_id)],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export interface StoredSignature {
  text?: string;
  strokes?: number[][];
  /** SHA-256 of the JSON object with `text` or `strokes`. */
  sha256?: string;
  erased?: true;
  file_id: string;
  /** From 0. */
  page_index: number;
  /** In points. */
  page_width: number;
  page_height: number;
  /** Digest of the file version that the person saw. */
  file_sha256: string;
}

/** Keyed by place id. */
export type StoredSignatures = Record<string, StoredSignature>;

export const STEP_PLACES = `(
  SELECT json_agg(each.place || CASE WHEN p.id IS NULL THEN '{}' ELSE
    jsonb_build_object('page_width', p.width, 'page_height', p.height, 'base_file_id', coalesce(f.signed_file_id, f.id)) END
    ORDER BY each.ordinal)
  FROM jsonb_array_elements(s.signature_places) WITH ORDINALITY AS each (place, ordinal)
  LEFT JOIN pages p ON p.binder_id = $1 AND p.id = (each.place->>'page_id')::bigint AND p.deleted_at IS NULL
  LEFT JOIN files f ON f.binder_id = p.binder_id AND f.id = p.file_id)`;

/** Maps each unsigned file to its latest version with the signatures of step `s`. */
export const SIGNED_FILES = `CASE WHEN s.signatures IS NOT NULL THEN (
  SELECT json_object_agg(f.signed_file_id, f.id) FROM (
    SELECT DISTINCT ON (signed_file_id) signed_file_id, id FROM files
    WHERE binder_id = $1 AND signed_file_id IS NOT NULL AND signed_steps @> to_jsonb(s.id) AND created_at >= s.completed_at
    ORDER BY signed_file_id, deleted_at IS NOT NULL, created_at DESC, id DESC
  ) f) END`;

/**
 * `where` is a condition on the steps `e`. In a WITH, this reads the steps before the statement changes them.
 */
export const redrawSql = (where: string, at: string): string => `
  INSERT INTO signature_jobs (binder_id, file_id, due_at)
  SELECT DISTINCT $1, signature.value->>'file_id', ${at}::bigint
  FROM transaction_steps e, jsonb_each(e.signatures) AS press, jsonb_each(press.value) AS signature
  WHERE e.binder_id = $1 AND ${where}
  ON CONFLICT (binder_id, file_id) DO UPDATE SET due_at = excluded.due_at, attempts = 0`;

export async function scheduleDrawing(
  tx: Transaction,
  { binderId, stepId, at }: { binderId: string; stepId: number; at: number },
): Promise<void> {
  await tx.query(redrawSql('e.id = $2::bigint', '$3'), [binderId, stepId, at]);
}
