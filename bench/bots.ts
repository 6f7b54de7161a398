import type { Installation } from './installation.ts';

/**
 * @param mark two letters after the type letter in each id
 * @param webhookUrl empty for bots that pull events
 */
export async function copyDemoBot(
  installation: Pick<Installation, 'demo' | 'withDatabase'>,
  { mark, count, webhookUrl }: { mark: string; count: number; webhookUrl: string },
): Promise<string[]> {
  const { bot, org_id } = await installation.demo();
  const id = (letter: string) => `'${letter}' || $5 || lpad(n::text, 20, '0')`;
  const rows = await installation.withDatabase((db) =>
    db.query<{ user_id: string }>(
      `WITH made_clients AS (
         INSERT INTO clients (id, partner_id, kind, name, secret_sealed, created_at)
         SELECT ${id('C')}, partner_id, kind, name, secret_sealed, created_at
         FROM clients, generate_series(1, $1::int) n WHERE id = $2 RETURNING id
       ), made_bots AS (
         INSERT INTO bots (client_id, webhook_secret_sealed, webhook_url, allow_private_network)
         SELECT ${id('C')}, webhook_secret_sealed, $6, true
         FROM bots, generate_series(1, $1::int) n WHERE client_id = $2 RETURNING client_id
       ), made_users AS (
         INSERT INTO users (id, partner_id, org_id, name, is_bot, created_at, updated_at)
         SELECT ${id('U')}, partner_id, org_id, name, true, created_at, updated_at
         FROM users, generate_series(1, $1::int) n WHERE id = $3 RETURNING id
       )
       INSERT INTO org_bots (org_id, client_id, user_id, enabled_at)
       SELECT $4, ${id('C')}, ${id('U')}, 0 FROM generate_series(1, $1::int) n
       RETURNING user_id`,
      [count, bot.client_id, bot.user_id, org_id, mark, webhookUrl],
    ),
  );
  return rows.map(({ user_id }) => user_id);
}
