import { newSecret } from '@ringbinder/server/features/bots/testing/push-fixture.ts';
import { type CreatedBot, type Receiver, startReceiver, type TestService } from '@ringbinder/testkit';
import {
  type App,
  type BrowserContextOptions,
  test as base,
  loaded,
  type Page,
  type TestOrg,
} from '@ringbinder/testkit/playwright/index.ts';

const DAY_MS = 86_400_000;

export const test = base.extend({
  serviceOptions: [{ botLog: true }, { scope: 'worker' }],
  org: async ({ service, org }, use) => {
    await service.env.db.query('UPDATE users SET is_partner_admin = true WHERE id = $1', [org.ada.id]);
    await use(org);
  },
});

/** @param path such as `/users` */
export async function openConsole(app: App, path = '', options: BrowserContextOptions = {}): Promise<Page> {
  const page = await app.open(app.org.ada, { path: `/admin${path}`, ...options });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await loaded(page);
  return page;
}

export async function goTo(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  await loaded(page);
}

export async function fillConsole(service: TestService, org: TestOrg): Promise<void> {
  const { make, env } = service;
  const { partner, client, ada } = org;
  const rename = (table: 'orgs' | 'clients', id: string, name: string) =>
    env.db.query(`UPDATE ${table} SET name = $2 WHERE id = $1`, [id, name]);
  const orgs = ['Almond Insurance', 'Birch & Partner', 'City Clinic', 'Delta Logistics', 'Elm Street Branch'];
  for (const name of orgs) await rename('orgs', await make.org(partner.id), name);
  await rename('clients', client.id, 'Customer portal');
  for (const name of ['Intranet', 'Mobile app'])
    await rename('clients', (await make.client({ partnerId: partner.id })).id, name);
  for (const name of ['Dmitri Volkov', 'Elif Yılmaz', 'Farah Haddad', 'Grace Lindqvist', 'Hiro Tanaka'])
    await org.addUser(name);
  const other = await make.botApp(partner.id, ['comment_posted', 'todo_created']);
  await rename('clients', other.id, 'Weekly digest');
  await addBot(service, org, 'https://bots.harbour.example/hook');
  await addUse(service, org.partner.orgId, ada.id);
}

async function addBot(service: TestService, { partner, ada }: TestOrg, webhookUrl: string) {
  const { make, env, call } = service;
  const bot = await make.bot({ partner, enabledBy: ada });
  await env.db.query(`UPDATE clients SET name = 'Approvals' WHERE id = $1`, [bot.clientId]);
  await env.db.query(`UPDATE users SET name = 'Approvals', first_name = 'Approvals' WHERE id = $1`, [
    bot.userId,
  ]);
  await env.db.query(
    'UPDATE bots SET webhook_url = $2, webhook_secret_sealed = $3, allow_private_network = true WHERE client_id = $1',
    [bot.clientId, webhookUrl, env.secrets.seal(newSecret())],
  );
  const binderId = await make.binder(ada);
  const json = { users: [{ user: { id: bot.userId } }] };
  await call('POST', `/${binderId}/addorguser`, { token: ada.token, json });
  const tries = Array.from({ length: 6 }, (_, day) =>
    Array.from({ length: 20 + ((day * 37) % 45) }, (_, place) => ({ day: day + 1, place })),
  ).flat();
  await env.db.query(
    `INSERT INTO bot_attempts (user_id, sequence, at, ms, status, reason)
     SELECT $1, 0, $2::bigint - (t.day * 24 * 60 + t.place) * 60000, 20 + t.place % 17,
       CASE WHEN t.place % 11 = 0 THEN 503 ELSE 204 END, NULL
     FROM jsonb_to_recordset($3::jsonb) AS t (day integer, place integer)`,
    [bot.userId, env.clock.now(), JSON.stringify(tries)],
  );
  return { bot, binderId };
}

export interface BotStage {
  bot: CreatedBot;
  binderId: string;
  receiver: Receiver;
}

export async function addReceivingBot(service: TestService, org: TestOrg): Promise<BotStage> {
  const receiver = await startReceiver();
  return { ...(await addBot(service, org, receiver.url)), receiver };
}

async function addUse({ env }: TestService, orgId: string, userId: string): Promise<void> {
  const today = Math.floor(env.clock.now() / DAY_MS);
  const days = Array.from({ length: 90 }, (_, ago) => {
    const day = today - ago;
    const isWeekend = (day + 4) % 7 === 0 || (day + 4) % 7 === 6;
    const messages = Math.round((isWeekend ? 20 : 140 + ((day * 53) % 90)) * (1 - ago / 150));
    return { day, messages, pages: Math.round(messages / 9), files: Math.round(messages / 14) };
  });
  await env.db.query(
    `WITH days AS (SELECT * FROM jsonb_to_recordset($2::jsonb) AS d (day integer, messages bigint, pages bigint, files bigint)),
       counted AS (
         INSERT INTO usage_days (org_id, day, messages, pages, files, file_bytes)
         SELECT $1, day, messages, pages, files, files * 734003 FROM days ON CONFLICT DO NOTHING
       )
     INSERT INTO usage_active_users (org_id, day, user_id)
     SELECT $1, d.day, u.id FROM days d JOIN users u ON u.org_id = $1 AND NOT u.is_bot
     WHERE u.id = $3 OR (hashtext(u.id || d.day) & 3) < CASE WHEN d.messages > 60 THEN 3 ELSE 1 END
     ON CONFLICT DO NOTHING`,
    [orgId, JSON.stringify(days), userId],
  );
}
