import assert from 'node:assert/strict';
import { type CreatedBot, startService, type TestService, until, within } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { deleteExpired } from '../../../background/housekeeping.ts';
import { startFamily } from '../../oauth/index.ts';
import { type BotFixture, createBotFixture } from '../testing/bot-fixture.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let service: TestService;
let fixture: BotFixture;
beforeAll(async () => {
  service = await startService({ botLog: true });
  fixture = await createBotFixture(service);
  await fixture.install();
});
afterAll(() => service.close());

const postText = (text: string) =>
  fixture.call(fixture.cast.owner, 'POST', `/${fixture.cast.binderId}/messages`, { message: { text } });
const pull = (query: string, { token }: { token: string } = fixture.bot) =>
  service.call('GET', `/apps/events${query}`, { token });

async function lastSequence(bot: CreatedBot = fixture.bot): Promise<number> {
  const [row] = await service.env.db.query<{ sequence: number }>(
    'SELECT last_sequence AS sequence FROM org_bots WHERE user_id = $1',
    [bot.userId],
  );
  return row?.sequence ?? 0;
}

async function whileWaiting<T>(
  { env }: TestService,
  call: () => Promise<T>,
  work: () => Promise<unknown>,
): Promise<T> {
  const { query } = env.db;
  let looks = 0;
  env.db.query = async (text, values) => {
    const rows = await query(text, values);
    if (text.includes('o.last_sequence, e.sequence')) looks++;
    return rows as never;
  };
  try {
    const answer = call();
    await until('it has looked, and waits', () => looks > 0);
    await Promise.all([work(), answer]);
    return await answer;
  } finally {
    env.db.query = query;
  }
}

async function makeEvents(count: number, state = 'delivered', bot: CreatedBot = fixture.bot): Promise<void> {
  await service.env.db.query(
    `WITH moved AS (UPDATE org_bots SET last_sequence = last_sequence + $2 WHERE user_id = $1 RETURNING last_sequence - $2 AS base)
     INSERT INTO bot_events (user_id, sequence, message_id, binder_id, kind, body, created_at, state)
     SELECT $1, base + n, $1 || (base + n), '', 'todo_created', jsonb_build_object('n', n)::text, $3, $4
     FROM moved, generate_series(1, $2::int) n`,
    [bot.userId, count, service.clock.now(), state],
  );
}

test('[DELIV-9] sixteen pulls of a bot wait at once, and the next is 429; those of others wait all the same', async () => {
  const from = await lastSequence();
  const other = await service.make.bot({ partner: fixture.cast.partner });
  let refused = 0;
  const answers = Array.from({ length: 20 }, async () => {
    const answer = await pull(`?after=${from}&wait=30`);
    if (answer.status === 429) refused++;
    return answer;
  });
  await until('four are refused', () => refused === 4);
  assert.equal((await pull('?after=0&wait=0', { token: other.token })).status, 200);
  await postText('for all');
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 200).length, 16);
});

test('[DELIV-9] a bot reads its log on from where it was, a part at a time', async () => {
  const from = await lastSequence();
  for (const text of ['one', 'two', 'three', 'four', 'five']) await postText(text);
  await fixture.events(from, 5);
  const first = (await pull(`?after=${from}&limit=2`)).body.data;
  assert.deepEqual(
    first.events.map(({ sequence }: { sequence: number }) => sequence),
    [from + 1, from + 2],
  );
  assert.equal(first.next, from + 2);
  const second = (await pull(`?after=${first.next}&limit=1000`)).body.data;
  assert.deepEqual(
    second.events.map(
      (each: { message: { event: { comment: { text: string } } } }) => each.message.event.comment.text,
    ),
    ['three', 'four', 'five'],
  );
  assert.deepEqual((await pull(`?after=${second.next}`)).body.data, { events: [], next: second.next });
  const again = (await pull(`?after=${from}&limit=2`)).body.data;
  assert.deepEqual(again, first, 'the same messages as often as one asks');
  const whole = (await pull('')).body.data;
  assert.equal(whole.events[0].sequence, 1);
  assert.equal(whole.events[0].message.message_type, 'bot_enabled');
});

test('[DELIV-9] what a bot pulls is what it is sent', async () => {
  const from = await lastSequence();
  await postText('the same');
  const [event] = await fixture.events(from, 1);
  const [row] = await service.env.db.query<{ body: string }>(
    'SELECT body FROM bot_events WHERE user_id = $1 AND sequence = $2',
    [fixture.bot.userId, event?.sequence],
  );
  assert.equal(JSON.stringify(event?.message), row?.body);
});

test('[DELIV-9] a bot waits for the next event, and has it at once', async () => {
  // A poll would take a second.
  await within(900, async () => {
    const from = await lastSequence();
    const answer = await whileWaiting(
      service,
      () => pull(`?after=${from}&wait=30`),
      () => postText('at last'),
    );
    const { events, next } = answer.body.data;
    assert.equal(events[0].message.event.comment.text, 'at last');
    assert.equal(next, from + 1);
  });
});

test('[DELIV-9] what another process wrote is found by looking', async () => {
  const from = await lastSequence();
  const answers = await whileWaiting(
    service,
    () => Promise.all([pull(`?after=${from}&wait=30`), pull(`?after=${from}&wait=30`)]),
    () => makeEvents(3),
  );
  for (const { body } of answers) assert.equal(body.data.next, from + 3);
});

test('[DELIV-9] the wait is over when its time is, or at once without one', async () => {
  const from = await lastSequence();
  const began = performance.now();
  assert.deepEqual((await pull(`?after=${from}&wait=1`)).body.data, { events: [], next: from });
  assert.ok(performance.now() - began > 900);
  assert.deepEqual((await pull(`?after=${from}&wait=0`)).body.data, { events: [], next: from });
});

test('[DELIV-9] a server that stops answers who waits', async () => {
  const other = await startService();
  const { bot } = await createBotFixture(other);
  const answer = await whileWaiting(
    other,
    () => other.call('GET', '/apps/events?after=1&wait=60', { token: bot.token }),
    () => other.close(),
  );
  assert.deepEqual(answer.body.data, { events: [], next: 1 });
});

test('[DELIV-9] only bots have events, and each only its own', async () => {
  const { cast } = fixture;
  for (const user of [cast.owner, cast.viewer, cast.otherPartner])
    assert.equal((await pull('', user)).status, 403);
  assert.equal((await service.call('GET', '/apps/events')).status, 401);
  const other = await service.make.bot({ partner: cast.partner });
  const { events } = (await pull('', other)).body.data;
  assert.deepEqual(
    events.map((each: { message: { message_type: string; client_id: string } }) => [
      each.message.message_type,
      each.message.client_id,
    ]),
    [['bot_enabled', other.clientId]],
  );
});

test('[DELIV-9] a wrong question is told what is wrong', async () => {
  for (const query of ['?after=-1', '?after=x', '?wait=61', '?limit=0', '?limit=1001'])
    assert.equal((await pull(query)).status, 400, query);
  const beyond = await pull(`?after=${(await lastSequence()) + 1}`);
  assert.equal(beyond.status, 400);
  assert.match(beyond.body.message, /last sequence of the log, which is \d+/);
});

test('[DELIV-10] events are kept for 30 days, those to be pushed longer, and a bot that comes too late is told', async () => {
  const bot = await service.make.bot({ partner: fixture.cast.partner });
  const hook = (url: string) =>
    service.env.db.query('UPDATE bots SET webhook_url = $2 WHERE client_id = $1', [bot.clientId, url]);
  await hook('https://bot.example/');
  await makeEvents(3, 'delivered', bot);
  await makeEvents(1, 'pending', bot);
  await makeEvents(1, 'dead', bot);
  service.clock.advance(29 * DAY_MS);
  await deleteExpired(service.env);
  const [all] = await service.env.db.query('SELECT count(*) AS count FROM bot_events WHERE user_id = $1', [
    bot.userId,
  ]);
  assert.deepEqual(all, { count: 6 });
  await makeEvents(2, 'delivered', bot);
  service.clock.advance(DAY_MS + 1);
  await deleteExpired(service.env);
  const sequences = async () => {
    const rows = await service.env.db.query<{ sequence: number }>(
      'SELECT sequence FROM bot_events WHERE user_id = $1 ORDER BY sequence',
      [bot.userId],
    );
    return rows.map(({ sequence }) => sequence);
  };
  // Events 1 and 5 are still pending.
  assert.deepEqual(await sequences(), [1, 5, 7, 8]);
  const { token } = await freshToken(bot);
  const events = async (query: string) => pull(query, { token });
  assert.deepEqual((await events('')).body.data.next, 1, 'up to the gap');
  const late = await events('?after=1');
  assert.equal(late.status, 412);
  assert.match(late.body.message, /events up to 4 have been deleted; continue with after=4$/);
  assert.equal(late.body.errors[0].path, 'after');
  assert.equal((await events('?after=4')).body.data.next, 5);
  assert.equal((await events('?after=6')).body.data.next, 8);
  await hook('');
  await deleteExpired(service.env);
  assert.deepEqual(await sequences(), [7, 8], 'nothing is pushed to a bot without an address');
  assert.equal((await events('')).body.data.next, 8, 'from the oldest that is kept');
  service.clock.advance(31 * DAY_MS);
  await deleteExpired(service.env);
  const { token: later } = await freshToken(bot);
  const disconnected = await pull('?after=7', { token: later });
  assert.equal(disconnected.status, 412);
  assert.match(disconnected.body.message, /continue with after=8$/);
  assert.deepEqual((await pull('?after=8', { token: later })).body.data, { events: [], next: 8 });
  assert.deepEqual((await pull('', { token: later })).body.data, { events: [], next: 0 });
});

async function freshToken(bot: CreatedBot): Promise<{ token: string }> {
  const holder = { clientId: bot.clientId, userId: bot.userId, scope: 'read write' };
  return { token: (await startFamily(service.env, holder)).access_token };
}
