import { createHmac } from 'node:crypto';
import type { DatabasePool } from '../../packages/server/src/storage/pool.ts';
import { copyDemoBot } from '../bots.ts';
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
    const { bot } = await installation.demo();
    const copies = await copyDemoBot(installation, {
      mark: 'LO',
      count: (quick ? 5 : BOTS) - 1,
      webhookUrl: '',
    });
    const bots = [bot.user_id, ...copies];
    const { id } = (await installation.call('POST', '/me/binders', { name: 'Bots' })) as { id: string };
    const users = bots.map((id) => ({ user: { id } }));
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
