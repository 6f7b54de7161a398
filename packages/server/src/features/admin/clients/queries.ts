import type { ClientTexts } from '@ringbinder/protocol/client-texts.ts';
import { type Database, first, hasRow, type Transaction } from '../../../storage/database.ts';
import { hasPart } from '../../../storage/has-part.ts';

export interface ClientRow extends Record<string, unknown> {
  id: string;
  name: string;
  org_id: string | null;
  redirect_uris: string[];
  origins: string[];
  grants: string[];
  scope: string;
  is_trusted: boolean;
  is_public: boolean;
  disabled_at: number | null;
  created_at: number;
  old_secret_until: number | null;
  texts: ClientTexts;
  notification_url: string | null;
  notification_gone_at: number | null;
  has_log: boolean;
  events_url: string | null;
  events_gone_at: number | null;
  sort_name: string;
}

const columns = `c.id, c.name, c.org_id, c.redirect_uris, c.origins, c.grants, c.scope, c.is_trusted, c.is_public, c.disabled_at, c.texts,
  c.created_at, c.old_secret_until, n.url AS notification_url, n.gone_at AS notification_gone_at,
  g.client_id IS NOT NULL AS has_log, nullif(g.url, '') AS events_url, g.gone_at AS events_gone_at, lower(c.name) AS sort_name`;
const RECEIVER_JOINS = `LEFT JOIN notification_receivers n ON n.client_id = c.id
  LEFT JOIN client_logs g ON g.client_id = c.id`;

export function findClients(
  db: Database,
  partnerId: string,
  filter: { q?: string; org_id?: string; disabled?: boolean },
  after: readonly [name: string, id: string],
  limit: number,
): Promise<ClientRow[]> {
  return db.query<ClientRow>(
    `SELECT ${columns} FROM clients c ${RECEIVER_JOINS}
     WHERE c.partner_id = $1 AND c.kind = 'app' AND (lower(c.name), c.id) > ($2, $3)
       AND ${hasPart('$4', 'c.name')}
       AND ($5::text IS NULL OR c.org_id = $5)
       AND ($6::boolean IS NULL OR (c.disabled_at IS NOT NULL) = $6)
     ORDER BY lower(c.name), c.id LIMIT $7`,
    [partnerId, ...after, filter.q ?? null, filter.org_id ?? null, filter.disabled ?? null, limit],
  );
}

export function findClient(
  db: Database,
  partnerId: string,
  clientId: string,
): Promise<ClientRow | undefined> {
  return first<ClientRow>(
    db,
    `SELECT ${columns} FROM clients c ${RECEIVER_JOINS} WHERE c.id = $2 AND c.partner_id = $1 AND c.kind = 'app'`,
    [partnerId, clientId],
  );
}

export interface NewClient {
  id: string;
  partnerId: string;
  orgId: string | null;
  kind: 'app' | 'bot';
  name: string;
  /** Null for a public client. */
  secretSealed: Buffer | null;
  redirectUris: readonly string[];
  origins: readonly string[];
  grants: readonly string[];
  scope: string;
  trusted: boolean;
  texts?: ClientTexts;
  at: number;
}

export function insertClient(tx: Transaction, client: NewClient): Promise<boolean> {
  return hasRow(
    tx,
    `INSERT INTO clients (id, partner_id, org_id, kind, name, secret_sealed, redirect_uris, origins, grants, scope, is_trusted,
       is_public, created_at, updated_at, texts)
     SELECT $1, $2, $3, $4, $5, $6::bytea, $7, $8, $9, $10, $11, $6 IS NULL, $12, $12, $13::jsonb
     WHERE $3::text IS NULL OR EXISTS (SELECT FROM orgs WHERE id = $3 AND partner_id = $2)
     RETURNING id`,
    [
      client.id,
      client.partnerId,
      client.orgId,
      client.kind,
      client.name,
      client.secretSealed,
      client.redirectUris,
      client.origins,
      client.grants,
      client.scope,
      client.trusted,
      client.at,
      JSON.stringify(client.texts ?? {}),
    ],
  );
}

export interface ClientChange {
  name?: string;
  redirect_uris?: string[];
  origins?: string[];
  grants?: string[];
  scope?: string;
  trusted?: boolean;
  texts?: ClientTexts;
  disabled?: boolean;
}

export function changeClient(
  tx: Transaction,
  of: { partnerId: string; clientId: string; kind: 'app' | 'bot' },
  change: ClientChange,
  at: number,
): Promise<boolean> {
  return hasRow(
    tx,
    `UPDATE clients SET name = coalesce($4, name), redirect_uris = coalesce($5, redirect_uris), origins = coalesce($6, origins),
       grants = coalesce($7, grants), scope = coalesce($8, scope), is_trusted = coalesce($9, is_trusted),
       disabled_at = CASE WHEN $10::boolean IS NULL THEN disabled_at WHEN $10 THEN coalesce(disabled_at, $11) END,
       texts = coalesce($12::jsonb, texts), updated_at = $11
     WHERE id = $1 AND partner_id = $2 AND kind = $3 RETURNING id`,
    [
      of.clientId,
      of.partnerId,
      of.kind,
      change.name ?? null,
      change.redirect_uris ?? null,
      change.origins ?? null,
      change.grants ?? null,
      change.scope ?? null,
      change.trusted ?? null,
      change.disabled ?? null,
      at,
      change.texts === undefined ? null : JSON.stringify(change.texts),
    ],
  );
}

export function replaceSecret(
  tx: Transaction,
  of: { partnerId: string; clientId: string; kind: 'app' | 'bot' },
  secretSealed: Buffer,
  oldUntil: number | null,
  at: number,
): Promise<boolean> {
  return hasRow(
    tx,
    `UPDATE clients SET secret_sealed = $4, old_secret_until = $5, updated_at = $6,
       old_secret_sealed = CASE WHEN $5::bigint IS NOT NULL THEN secret_sealed END
     WHERE id = $1 AND partner_id = $2 AND kind = $3 AND NOT is_public RETURNING id`,
    [of.clientId, of.partnerId, of.kind, secretSealed, oldUntil, at],
  );
}
