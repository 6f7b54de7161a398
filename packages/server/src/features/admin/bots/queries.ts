import { type Database, first, hasRow, type Transaction } from '../../../storage/database.ts';
import { hasPart } from '../../../storage/has-part.ts';
import { markingUsers } from '../../../storage/user-changes.ts';

export interface BotAppRow extends Record<string, unknown> {
  id: string;
  name: string;
  webhook_url: string;
  events: string[] | null;
  picture_url: string;
  allow_private_network: boolean;
  expires_in_as_text: boolean;
  sha1_signature_header: string;
  gone_at: number | null;
  disabled_at: number | null;
  created_at: number;
  old_secret_until: number | null;
  old_webhook_secret_until: number | null;
  sort_name: string;
}

const botApps = `SELECT c.id, c.name, b.webhook_url, b.events, b.picture_url, b.allow_private_network, b.expires_in_as_text,
    b.sha1_signature_header, b.gone_at, c.disabled_at, c.created_at, c.old_secret_until, b.old_webhook_secret_until, lower(c.name) AS sort_name
  FROM clients c JOIN bots b ON b.client_id = c.id WHERE c.partner_id = $1`;

export function findBotApps(
  db: Database,
  partnerId: string,
  q: string | undefined,
  after: readonly [name: string, id: string],
  limit: number,
): Promise<BotAppRow[]> {
  return db.query<BotAppRow>(
    `${botApps} AND (lower(c.name), c.id) > ($2, $3) AND ${hasPart('$4', 'c.name')}
     ORDER BY lower(c.name), c.id LIMIT $5`,
    [partnerId, ...after, q ?? null, limit],
  );
}

export function findBotApp(
  db: Database,
  partnerId: string,
  clientId: string,
): Promise<BotAppRow | undefined> {
  return first<BotAppRow>(db, `${botApps} AND c.id = $2`, [partnerId, clientId]);
}

export async function insertBot(tx: Transaction, clientId: string, webhookSecret: Buffer): Promise<void> {
  await tx.query('INSERT INTO bots (client_id, webhook_secret_sealed) VALUES ($1, $2)', [
    clientId,
    webhookSecret,
  ]);
}

export interface BotChange {
  webhook_url?: string;
  events?: string[] | null;
  picture_url?: string;
  allow_private_network?: boolean;
  expires_in_as_text?: boolean;
  sha1_signature_header?: string;
}

export async function changeBot(tx: Transaction, clientId: string, change: BotChange): Promise<void> {
  const { webhook_url, events, picture_url, allow_private_network } = change;
  await tx.query(
    `UPDATE bots SET webhook_url = coalesce($2, webhook_url), events = CASE WHEN $3 THEN $4 ELSE events END,
       picture_url = coalesce($5, picture_url), allow_private_network = coalesce($6, allow_private_network),
       expires_in_as_text = coalesce($7, expires_in_as_text),
       sha1_signature_header = coalesce(lower($8), sha1_signature_header), gone_at = CASE WHEN $2 IS NULL THEN gone_at END
     WHERE client_id = $1`,
    [
      clientId,
      webhook_url ?? null,
      events !== undefined,
      events ?? null,
      picture_url ?? null,
      allow_private_network ?? null,
      change.expires_in_as_text ?? null,
      change.sha1_signature_header ?? null,
    ],
  );
}

export async function renameBotUsers(tx: Transaction, clientId: string, at: number): Promise<void> {
  await tx.query(
    markingUsers(`UPDATE users SET name = c.name, picture_url = b.picture_url, updated_at = $2
     FROM clients c JOIN bots b ON b.client_id = c.id JOIN org_bots o ON o.client_id = c.id
     WHERE c.id = $1 AND users.id = o.user_id AND (users.name, users.picture_url) IS DISTINCT FROM (c.name, b.picture_url)`),
    [clientId, at],
  );
}

export function replaceWebhookSecret(
  tx: Transaction,
  { partnerId, clientId }: { partnerId: string; clientId: string },
  sealed: Buffer,
  oldUntil: number | null,
): Promise<boolean> {
  return hasRow(
    tx,
    `UPDATE bots b SET webhook_secret_sealed = $3, old_webhook_secret_until = $4,
       old_webhook_secret_sealed = CASE WHEN $4::bigint IS NOT NULL THEN b.webhook_secret_sealed END
     FROM clients c WHERE b.client_id = $2 AND c.id = b.client_id AND c.partner_id = $1 RETURNING b.client_id`,
    [partnerId, clientId, sealed, oldUntil],
  );
}
