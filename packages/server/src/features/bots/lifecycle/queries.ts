import { type Database, first, type Transaction } from '../../../storage/database.ts';
import { userMarks } from '../../../storage/user-changes.ts';
import { type UserRow, userColumns } from '../../users/index.ts';

export interface OrgBotRow extends Record<string, unknown> {
  client_id: string;
  bot_name: string;
  is_enabled: boolean;
  events: string[] | null;
  user: UserRow | null;
}

const orgBots = `
  SELECT c.id AS client_id, c.name AS bot_name, coalesce(ob.enabled_at IS NOT NULL, false) AS is_enabled, b.events,
    (SELECT to_jsonb(shown) FROM (SELECT ${userColumns} FROM users u WHERE u.id = ob.user_id) shown) AS user
  FROM orgs o
  JOIN clients c ON c.partner_id = o.partner_id AND (c.org_id IS NULL OR c.org_id = o.id)
  JOIN bots b ON b.client_id = c.id
  LEFT JOIN org_bots ob ON ob.org_id = o.id AND ob.client_id = c.id
  WHERE o.id = $1 AND (c.disabled_at IS NULL OR ob.enabled_at IS NOT NULL)`;

export function findOrgBots(
  db: Database,
  orgId: string,
  choice: { all: boolean; after: readonly [string, string]; limit: number },
): Promise<OrgBotRow[]> {
  const [name, id] = choice.after;
  return db.query<OrgBotRow>(
    `${orgBots} AND ($2 OR ob.enabled_at IS NOT NULL) AND (c.name, c.id) > ($3, $4) ORDER BY c.name, c.id LIMIT $5`,
    [orgId, choice.all, name, id, choice.limit],
  );
}

export function findOrgBot(db: Database, orgId: string, clientId: string): Promise<OrgBotRow | undefined> {
  return first<OrgBotRow>(db, `${orgBots} AND c.id = $2`, [orgId, clientId]);
}

export async function insertBotUser(
  tx: Transaction,
  bot: { userId: string; orgId: string; clientId: string; at: number },
): Promise<void> {
  await tx.query(
    `WITH made AS (
       INSERT INTO users (id, partner_id, org_id, first_name, name, picture_url, is_bot, created_at, updated_at)
       SELECT $1, c.partner_id, $2, c.name, c.name, b.picture_url, true, $4, $4
       FROM clients c JOIN bots b ON b.client_id = c.id WHERE c.id = $3
       RETURNING id, partner_id, org_id
     ), marks AS (${userMarks('made')})
     INSERT INTO org_bots (org_id, client_id, user_id, enabled_at) SELECT $2, $3, id, $4 FROM made`,
    [bot.userId, bot.orgId, bot.clientId, bot.at],
  );
}

export async function enableBotUser(tx: Transaction, userId: string, at: number): Promise<void> {
  await tx.query(
    `WITH enabled AS (UPDATE org_bots SET enabled_at = $2 WHERE user_id = $1 RETURNING user_id, client_id),
       changed AS (
         UPDATE users u SET disabled_at = NULL, first_name = c.name, name = c.name, picture_url = b.picture_url, updated_at = $2
         FROM enabled JOIN clients c ON c.id = enabled.client_id JOIN bots b ON b.client_id = c.id
         WHERE u.id = enabled.user_id RETURNING u.id, u.partner_id, u.org_id
       )
     ${userMarks('changed')}`,
    [userId, at],
  );
}

export async function disableBotUser(tx: Transaction, userId: string, at: number): Promise<void> {
  await tx.query(
    `WITH disabled AS (UPDATE org_bots SET enabled_at = NULL WHERE user_id = $1 RETURNING user_id),
       tokens AS (DELETE FROM access_tokens WHERE user_id = $1),
       families AS (UPDATE token_families SET revoked_at = $2 WHERE user_id = $1 AND revoked_at IS NULL),
       changed AS (UPDATE users SET disabled_at = $2, updated_at = $2 WHERE id = $1 RETURNING id, partner_id, org_id)
     ${userMarks('changed')}`,
    [userId, at],
  );
}
