import { createHmac } from 'node:crypto';
import type { DatabasePool } from '../../packages/server/src/storage/database.ts';
import type { Installation } from '../installation.ts';
import type { Measurement } from '../measurement.ts';
import { median } from '../statistics.ts';

const BOTS = 100;
const POSTS = 30;
const ENTRIES = 500;

/** How soon a message is an event of a bot, and how many events are made of a log for a hundred bots. */
export const botLog: Measurement = {
  figures: {
    'bot_log.delay': `answer of a post to the event that a waiting bot pulls, one of ${BOTS} bots of the binder`,
    'bot_log.events': `events made of ${ENTRIES} entries for ${BOTS} bots`,
  },
  async run({ installation, rounds, quick }) {
    const bots = await makeBots(installation, quick ? 5 : BOTS);
    const { id } = (await installation.call('POST', '/me/binders', { name: 'Bots' })) as { id: string };
    const users = bots.map((bot) => ({ user: { id: bot } }));
    await installation.call('POST', `/${id}/addorguser`, { users });
    const delays = await measureDelays(installation, id, quick ? 3 : POSTS);
    const rates: number[] = [];
    for (let round = 0; round < rounds; round++) rates.push(await measureRate(installation, id, bots.length));
    return {
      'bot_log.delay': { value: median(delays), unit: 'ms' },
      'bot_log.events': { value: median(rates), unit: '/s' },
    };
  },
};

/** Enables as many copies of the demo's bot, and gives their users, the demo's first. */
async function makeBots(installation: Installation, count: number): Promise<string[]> {
  const { bot, org_id } = await installation.demo();
  const place = (letter: string) => `'${letter}' || lpad(n::text, 22, '0')`;
  const rows = await installation.withDatabase((db) =>
    db.query<{ user_id: string }>(
      `WITH made_clients AS (
         INSERT INTO clients (id, partner_id, kind, name, secret_sealed, created_at)
         SELECT ${place('C')}, partner_id, kind, name, secret_sealed, created_at
         FROM clients, generate_series(2, $1::int) n WHERE id = $2 RETURNING id
       ), made_bots AS (
         INSERT INTO bots (client_id, webhook_secret_sealed) SELECT ${place('C')}, webhook_secret_sealed
         FROM bots, generate_series(2, $1::int) n WHERE client_id = $2 RETURNING client_id
       ), made_users AS (
         INSERT INTO users (id, partner_id, org_id, name, is_bot, created_at, updated_at)
         SELECT ${place('U')}, partner_id, org_id, name, true, created_at, updated_at
         FROM users, generate_series(2, $1::int) n WHERE id = $3 RETURNING id
       )
       INSERT INTO org_bots (org_id, client_id, user_id, enabled_at)
       SELECT $4, ${place('C')}, ${place('U')}, 0 FROM generate_series(2, $1::int) n
       RETURNING user_id`,
      [count, bot.client_id, bot.user_id, org_id],
    ),
  );
  return [bot.user_id, ...rows.map(({ user_id }) => user_id)];
}

/** Milliseconds from the answer of a post to the answer of the pull that waited for it. */
async function measureDelays(installation: Installation, binderId: string, count: number): Promise<number[]> {
  const { base_url, bot, org_id } = await installation.demo();
  const timestamp = String(Date.now());
  const signature = createHmac('sha256', bot.client_secret).update(bot.client_id + org_id + timestamp);
  const query = { client_id: bot.client_id, org_id, timestamp, signature: signature.digest('base64url') };
  const { access_token } = await getJson(`${base_url}apps/token?${new URLSearchParams(query)}`);
  const headers = { authorization: `Bearer ${access_token}` };
  const pull = async (after: number, wait: number) =>
    (await getJson(`${base_url}apps/events?after=${after}&wait=${wait}&limit=1000`, headers)).data;
  let { next } = await pull(0, 10);
  const delays: number[] = [];
  for (let number = 0; number < count; number++) {
    const pulled = pull(next, 30).then((part) => ({ part, at: performance.now() }));
    await installation.call('POST', `/${binderId}/messages`, { message: { text: `Message ${number}` } });
    const posted = performance.now();
    const { part, at } = await pulled;
    if (part.events.length !== 1) throw new Error(`${part.events.length} events of one message`);
    delays.push(at - posted);
    next = part.next;
  }
  return delays;
}

// biome-ignore lint/suspicious/noExplicitAny: what a wrong answer holds shows in the figures.
async function getJson(address: string, headers: Record<string, string> = {}): Promise<any> {
  const response = await fetch(address, { headers });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response.json();
}

/** Events made in a second: from when the entries begin to be written at once, to the last event. */
async function measureRate(installation: Installation, binderId: string, bots: number): Promise<number> {
  return installation.withDatabase(async (db) => {
    const before = await countEvents(db, binderId);
    const start = performance.now();
    await db.query(
      `WITH moved AS (UPDATE binders SET seq = seq + $2 WHERE id = $1 RETURNING seq - $2 AS base, owner_id)
       INSERT INTO binder_log (binder_id, seq, at, actor_id, kind, body)
       SELECT $1, base + n, $3, owner_id, 'message_posted', jsonb_build_object('id', 1e9 + n, 'text', 'some words of a message')
       FROM moved, generate_series(1, $2::int) n`,
      [binderId, ENTRIES, Date.now()],
    );
    // Wakes the reader, which has not been told of what was written here.
    await installation.call('POST', `/${binderId}/messages`, { message: { text: 'Go' } });
    const expected = before + (ENTRIES + 1) * bots;
    while ((await countEvents(db, binderId)) < expected) {
      if (performance.now() - start > 60_000) throw new Error('the events were not made within a minute');
    }
    return ((ENTRIES + 1) * bots * 1000) / (performance.now() - start);
  });
}

async function countEvents(db: DatabasePool, binderId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `SELECT sum(o.last_sequence)::bigint AS count FROM org_bots o JOIN bot_installs i ON i.user_id = o.user_id WHERE i.binder_id = $1`,
    [binderId],
  );
  return row?.count ?? 0;
}
