import { after } from 'node:test';
import {
  type CreatedBot,
  type CreatedClient,
  type CreatedPartner,
  type CreatedUser,
  type Receiver,
  startReceiver,
  startService,
  type TestService,
  type TestServiceOptions,
} from '@ringbinder/testkit';
import { type TestBrowser, testBrowser } from '@ringbinder/testkit/browser.ts';
import buildPages from '@ringbinder/testkit/playwright/build-pages.ts';
import { PASSWORD } from '@ringbinder/testkit/playwright/org.ts';
import { createOutbound, type Outbound } from '../../../outbound/index.ts';
import { type Delivery, startDelivery } from '../../bots/index.ts';
import { newSecret } from '../../bots/testing/push-fixture.ts';
import { hashPassword } from '../../users/index.ts';

const DAY_MS = 86_400_000;

const PEOPLE = [
  'Ben Okafor',
  'Carla Mendes',
  'Dmitri Volkov',
  'Elif Yılmaz',
  'Farah Haddad',
  'Grace Lindqvist',
  'Hiro Tanaka',
];
const ORGS = ['Almond Insurance', 'Birch & Partner', 'City Clinic', 'Delta Logistics', 'Elm Street Branch'];
const CLIENTS = ['Customer portal', 'Intranet', 'Mobile app'];

/** An installation that has been used for a while, with an admin who can sign in. */
export interface ConsoleFixture {
  partner: CreatedPartner;
  /** Of org and partner. */
  admin: CreatedUser;
  member: CreatedUser;
  client: CreatedClient;
  /** Its events go to the receiver. */
  bot: CreatedBot;
  receiver: Receiver;
  binderId: string;
  close(): Promise<void>;
}

export { buildPages, PASSWORD };

/** What the tests of a file share. */
export interface Console {
  browser: TestBrowser;
  service: TestService;
  fixture: ConsoleFixture;
}

/**
 * Starts what the tests of a file share: a service with the pages as they are now, an installation that has been used
 * for a while, and a browser. It is closed after the last test.
 */
export async function startConsole(options?: TestServiceOptions): Promise<Console> {
  buildPages();
  const service = await startService(options);
  const browser = testBrowser();
  const fixture = await createConsoleFixture(service);
  after(async () => {
    await browser.close();
    await fixture.close();
    await service.close();
  });
  return { browser, service, fixture };
}

/** Sets the stage, and pushes the events of its bot until it is closed. The service turns logs into events. */
async function createConsoleFixture(service: TestService): Promise<ConsoleFixture> {
  const { make, env } = service;
  const rename = (table: 'orgs' | 'clients', id: string, name: string) =>
    env.db.query(`UPDATE ${table} SET name = $2 WHERE id = $1`, [id, name]);

  const partner = await make.partner();
  await rename('orgs', partner.orgId, 'Harbour Bank');
  for (const name of ORGS) await rename('orgs', await make.org(partner.id), name);
  const [client, ...clients] = await Promise.all(CLIENTS.map(() => make.client({ partnerId: partner.id })));
  if (!client) throw new Error('there are no clients');
  for (const [place, { id }] of [client, ...clients].entries())
    await rename('clients', id, CLIENTS[place] ?? '');
  const admin = await make.user({ partner, client, name: 'Ada Lovelace' });
  const [member] = await Promise.all(PEOPLE.map((name) => make.user({ partner, client, name })));
  if (!member) throw new Error('there are no people');
  await env.db.query(
    `UPDATE users SET email = lower(split_part(name, ' ', 1)) || '@harbour.example', password_hash = $2
     WHERE org_id = $1 AND NOT is_bot`,
    [partner.orgId, await hashPassword(PASSWORD)],
  );
  await env.db.query(`UPDATE users SET role = 'admin', is_partner_admin = true WHERE id = $1`, [admin.id]);

  const { bot, receiver, binderId } = await setBot(service, partner, admin);
  const outbound: Outbound = createOutbound({ allowsHttp: true, timeoutMs: 1_000 });
  const delivery: Delivery = startDelivery(env, outbound);
  await fillUsage(service, partner.orgId, admin.id);
  const emailOf = (user: CreatedUser) => ({
    ...user,
    email: `${user.name.split(' ')[0]?.toLowerCase()}@harbour.example`,
  });
  return {
    partner,
    client,
    bot,
    receiver,
    binderId,
    admin: emailOf(admin),
    member: emailOf(member),
    async close() {
      await delivery.stop();
      await outbound.close();
      await receiver.close();
    },
  };
}

/** A bot that has been pushed events for a week, in a binder of the admin. */
async function setBot(service: TestService, partner: CreatedPartner, admin: CreatedUser) {
  const { make, env, call } = service;
  const receiver = await startReceiver();
  const bot = await make.bot({ partner, enabledBy: admin });
  const other = await make.botApp(partner.id, ['comment_posted', 'todo_created']);
  await env.db.query(`UPDATE clients SET name = 'Weekly digest' WHERE id = $1`, [other.id]);
  await env.db.query(`UPDATE clients SET name = 'Approvals' WHERE id = $1`, [bot.clientId]);
  await env.db.query(`UPDATE users SET name = 'Approvals', first_name = 'Approvals' WHERE id = $1`, [
    bot.userId,
  ]);
  await env.db.query(
    'UPDATE bots SET webhook_url = $2, webhook_secret_sealed = $3, allow_private_network = true WHERE client_id = $1',
    [bot.clientId, receiver.url, env.secrets.seal(newSecret())],
  );
  const binderId = await make.binder(admin);
  const json = { users: [{ user: { id: bot.userId } }] };
  await call('POST', `/${binderId}/addorguser`, { token: admin.token, json });
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
  return { bot: { ...bot, name: 'Approvals' }, receiver, binderId };
}

/** What was counted in the last 90 days: more on weekdays, and growing. */
async function fillUsage({ env }: TestService, orgId: string, userId: string): Promise<void> {
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
