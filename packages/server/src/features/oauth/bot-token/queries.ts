import { type Database, first } from '../../../storage/database.ts';

interface BotRow extends Record<string, unknown> {
  scope: string;
  secret_sealed: Buffer;
  old_secret_sealed: Buffer | null;
  user_id: string | null;
  expires_in_as_text: boolean;
}

/** `user_id` is null if the org has not enabled the bot, or if the bot's user or the org is disabled. */
export function findBotOf(
  db: Database,
  clientId: string,
  orgId: string,
  now: number,
): Promise<BotRow | undefined> {
  return first<BotRow>(
    db,
    `SELECT c.scope, c.secret_sealed, CASE WHEN c.old_secret_until > $3 THEN c.old_secret_sealed END AS old_secret_sealed,
       enabled.user_id, b.expires_in_as_text
     FROM clients c JOIN bots b ON b.client_id = c.id LEFT JOIN (
       SELECT ob.client_id, ob.user_id FROM org_bots ob
       JOIN users u ON u.id = ob.user_id AND u.disabled_at IS NULL
       JOIN orgs o ON o.id = ob.org_id AND o.disabled_at IS NULL
       WHERE ob.org_id = $2 AND ob.enabled_at IS NOT NULL
     ) enabled ON enabled.client_id = c.id
     WHERE c.id = $1 AND c.kind = 'bot' AND c.disabled_at IS NULL`,
    [clientId, orgId, now],
  );
}
