import assert from 'node:assert/strict';
import { type Cast, type CreatedBot, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { checkBotLogs } from '../testing/expected-log.ts';
import { botLog } from './read.ts';

const BOTS = 20;
const LONG = 400;

let service: TestService;
let cast: Cast;
let bots: CreatedBot[];
beforeAll(async () => {
  service = await startService();
  cast = await service.make.cast();
  const { partner, owner: enabledBy } = cast;
  bots = await Promise.all(Array.from({ length: BOTS }, () => service.make.bot({ partner, enabledBy })));
});
afterAll(() => service.close());

async function step(binderIds: readonly string[]): Promise<{ events: number; behind: string[] }> {
  const count = async () =>
    (await service.env.db.query<{ count: number }>('SELECT count(*) AS count FROM bot_events'))[0]?.count ??
    0;
  const before = await count();
  const { behind } = await botLog.step(service.env, binderIds);
  return { events: (await count()) - before, behind };
}

async function binderWith(entries: number): Promise<string> {
  const { make, call, env, clock } = service;
  const binderId = await make.binder(cast.owner);
  const users = bots.map(({ userId }) => ({ user: { id: userId } }));
  await call('POST', `/${binderId}/addorguser`, { token: cast.owner.token, json: { users } });
  await env.db.query(
    `WITH moved AS (UPDATE binders SET seq = seq + $2 WHERE id = $1 RETURNING seq - $2 AS base)
     INSERT INTO binder_log (binder_id, seq, at, actor_id, kind, body)
     SELECT $1, base + n, $3, $4, 'todo_created', jsonb_build_object('id', base + n, 'name', 'To do')
     FROM moved, generate_series(1, $2::int) n`,
    [binderId, entries, clock.now(), cast.owner.id],
  );
  return binderId;
}

test('[EVENT-19] a binder with a long log keeps no other one waiting, and a step ends after some thousand events', async () => {
  const long = [await binderWith(LONG), await binderWith(LONG), await binderWith(LONG)];
  const short = await binderWith(1);
  const all = [...long, short].sort();
  const first = await step(all);
  assert.ok(first.events >= 5_000 && first.events < 5_000 + BOTS, `${first.events} events`);
  assert.deepEqual(first.behind.sort(), long.sort(), 'the short one is read');
  let steps = 1;
  for (let behind = first.behind; behind.length > 0; steps++) behind = (await step(behind)).behind;
  assert.ok(steps < 10, `${steps} steps`);
  const userIds = bots.map(({ userId }) => userId);
  assert.equal(await checkBotLogs(service, all, userIds), BOTS * (3 * (LONG + 1) + 2));
  assert.deepEqual(await step(all), { events: 0, behind: [] });
});

async function binderWithMessages(count: number, text: string, replyTo?: number): Promise<string> {
  const binderId = await binderWith(0);
  const body = { text, ...(replyTo === undefined ? {} : { reply_to: { binder: { comment_id: replyTo } } }) };
  await service.env.db.query(
    `WITH moved AS (UPDATE binders SET seq = seq + $2 WHERE id = $1 RETURNING seq - $2 AS base)
     INSERT INTO binder_log (binder_id, seq, at, actor_id, kind, body)
     SELECT $1, base + n, $3, $4, 'message_posted', $5::jsonb || jsonb_build_object('id', base + n)
     FROM moved, generate_series(1, $2::int) n`,
    [binderId, count, service.clock.now(), cast.owner.id, JSON.stringify(body)],
  );
  return binderId;
}

test('[EVENT-19] a step ends with so many characters, and with so many answers, whatever they answer', async () => {
  const long = await binderWithMessages(40, 'x'.repeat(60_000));
  const first = await step([long]);
  // Each bot gets 60,000 characters per message, and short events about installations.
  const most = Math.ceil((16 * 1024 ** 2) / 60_000 / BOTS) * BOTS + BOTS * BOTS;
  assert.ok(first.events >= BOTS && first.events <= most, `${first.events} events`);
  assert.deepEqual(first.behind, [long]);
  const answers = await binderWithMessages(120, 'short', 1);
  const installed = (await step([answers])).events;
  assert.ok(installed <= BOTS * (BOTS + 50), `${installed} events`);
  let steps = 1;
  for (let behind = [long, answers]; behind.length > 0; steps++) behind = (await step(behind)).behind;
  assert.ok(steps < 12, `${steps} steps`);
  const userIds = bots.map(({ userId }) => userId);
  assert.equal(await checkBotLogs(service, [long, answers], userIds.slice(0, 2)), 2 * (40 + 120 + 2));
});
