import { type Database, first, hasRow, type Transaction } from '../../../storage/database.ts';
import type { TemplateBody } from './body.ts';

export interface TemplateFields extends Record<string, unknown> {
  id: string;
  name: string;
  version: number;
  created_at: number;
  updated_at: number;
}

export interface TemplateSummaryRow extends TemplateFields {
  sort_name: string;
}

export interface TemplateRow extends TemplateFields {
  body: TemplateBody;
}

export function findTemplates(
  db: Database,
  orgId: string,
  [name, id]: readonly [string, string],
  limit: number,
): Promise<TemplateSummaryRow[]> {
  return db.query<TemplateSummaryRow>(
    `SELECT id, name, lower(name) AS sort_name, version, created_at, updated_at FROM transaction_templates
     WHERE org_id = $1 AND deleted_at IS NULL AND (lower(name), id) > ($2::text, $3::text)
     ORDER BY lower(name), id LIMIT $4::bigint`,
    [orgId, name, id, limit],
  );
}

export function findTemplate(
  db: Database,
  orgId: string,
  id: string,
  version: number | undefined,
): Promise<TemplateRow | undefined> {
  return first<TemplateRow>(
    db,
    `SELECT t.id, t.name, v.version, t.created_at, t.updated_at, v.body
     FROM transaction_templates t
     JOIN transaction_template_versions v ON v.template_id = t.id AND v.version = coalesce($3::integer, t.version)
     WHERE t.id = $2 AND t.org_id = $1 AND t.deleted_at IS NULL`,
    [orgId, id, version ?? null],
  );
}

export async function countTemplates(tx: Transaction, orgId: string): Promise<number> {
  const row = await first<{ count: number }>(
    tx,
    'SELECT count(*) AS count FROM transaction_templates WHERE org_id = $1 AND deleted_at IS NULL',
    [orgId],
  );
  return row?.count ?? 0;
}

export function isNameTaken(
  tx: Transaction,
  orgId: string,
  name: string,
  exceptId: string,
): Promise<boolean> {
  return hasRow(
    tx,
    `SELECT FROM transaction_templates
     WHERE org_id = $1 AND lower(name) = lower($2) AND deleted_at IS NULL AND id <> $3`,
    [orgId, name, exceptId],
  );
}

export async function insertTemplate(
  tx: Transaction,
  { id, orgId, name, at }: { id: string; orgId: string; name: string; at: number },
  body: TemplateBody,
): Promise<void> {
  await tx.query(
    `WITH made AS (
       INSERT INTO transaction_templates (id, org_id, name, version, created_at, updated_at) VALUES ($1, $2, $3, 1, $4, $4)
       RETURNING id
     )
     INSERT INTO transaction_template_versions (template_id, version, body, created_at)
     SELECT id, 1, $5::jsonb, $4 FROM made`,
    [id, orgId, name, at, JSON.stringify(body)],
  );
}

export async function renameTemplate(tx: Transaction, id: string, name: string, at: number): Promise<void> {
  await tx.query('UPDATE transaction_templates SET name = $2, updated_at = $3 WHERE id = $1', [id, name, at]);
}

export async function insertVersion(
  tx: Transaction,
  id: string,
  body: TemplateBody,
  at: number,
): Promise<void> {
  await tx.query(
    `WITH next AS (
       UPDATE transaction_templates SET version = version + 1, updated_at = $3 WHERE id = $1 RETURNING id, version
     )
     INSERT INTO transaction_template_versions (template_id, version, body, created_at)
     SELECT id, version, $2::jsonb, $3 FROM next`,
    [id, JSON.stringify(body), at],
  );
}

export async function markTemplateDeleted(tx: Transaction, id: string, at: number): Promise<void> {
  await tx.query('UPDATE transaction_templates SET deleted_at = $2, updated_at = $2 WHERE id = $1', [id, at]);
}
