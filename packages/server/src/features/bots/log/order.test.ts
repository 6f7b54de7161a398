import assert from 'node:assert/strict';
import { type Cast, type CreatedBot, startService, type TestService, until } from '@ringbinder/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import { createProcessBus, startConsumer } from '../../../log/index.ts';
import { checkBotLogs, whenRead } from '../testing/expected-log.ts';
import { botLog } from './read.ts';

const BINDERS = 3;
const BOTS = 4;

let service: TestService;
let cast: Cast;
let bots: CreatedBot[];
beforeAll(async () => {
  service = await startService({ botLog: true });
  cast = await service.make.cast();
  bots = await Promise.all(Array.from({ length: BOTS }, () => service.make.bot({ partner: cast.partner })));
});
afterAll(() => service.close());

const action = fc.record({
  kind: fc.constantFrom('post', 'post', 'post', 'todo', 'add', 'add', 'remove', 'post by a bot'),
  binder: fc.nat(BINDERS - 1),
  bot: fc.nat(BOTS - 1),
});
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

async function act({ kind, binder, bot: number }: Action, binders: string[]): Promise<void> {
  const bot = bots[number];
  assert.ok(bot);
  const path = `/${binders[binder]}`;
  const call = (to: string, json: object, { token }: { token: string } = cast.owner) =>
    service.call('POST', `${path}/${to}`, { token, json });
  if (kind === 'post') await call('messages', { message: { text: 'by a person' } });
  if (kind === 'post by a bot') await call('messages', { message: { text: 'by a bot' } }, bot);
  if (kind === 'todo') await call('todos', { name: 'To do' });
  if (kind === 'add') await call('addorguser', { users: [{ user: { id: bot.userId } }] });
  if (kind === 'remove') await call('removeuser', { id: bot.userId });
}

test('[DELIV-8] [EVENT-19] [EVENT-20] whatever happens at once, sequences have no gap and binders keep their order', async () => {
  // This consumer gets no wake-ups, and therefore only polls.
  const { basePath, db, clock, ids, log } = service.env;
  const deaf = startConsumer({ basePath, db, clock, ids, log, bus: createProcessBus() }, botLog);
  const property = fc.asyncProperty(
    fc.array(fc.array(action, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 8 }),
    async (people) => {
      const binders = await Promise.all(
        Array.from({ length: BINDERS }, () => service.make.binder(cast.owner)),
      );
      await Promise.all(
        people.map(async (actions) => {
          for (const each of actions) await act(each, binders);
        }),
      );
      await whenRead(service);
      const userIds = bots.map(({ userId }) => userId);
      await checkBotLogs(service, binders, userIds);
    },
  );
  await fc.assert(property, { numRuns: 25, endOnFailure: true });
  await deaf.stop();
});

test('[LOG-6] [EVENT-19] a reader that hears of nothing finds what there is to read within seconds', async () => {
  const quiet = await startService();
  const { make, env, clock } = quiet;
  const other = await make.cast();
  const bot = await make.bot({ partner: other.partner });
  const { basePath, db, ids, log } = env;
  // A slow poll, as on a busy machine, must not make later polls less frequent.
  let isFirst = true;
  const query: typeof db.query = async (text, values) => {
    if (isFirst && text.includes('LIMIT $1')) {
      isFirst = false;
      await new Promise((resolve) => setTimeout(resolve, 2_000));
    }
    return db.query<never>(text, values);
  };
  const parts = { basePath, db: { ...db, query }, clock, ids, log };
  const reader = startConsumer({ ...parts, bus: createProcessBus() }, botLog);
  const users = [{ user: { id: bot.userId } }];
  const path = `/${other.binderId}`;
  await quiet.call('POST', `${path}/addorguser`, { token: other.owner.token, json: { users } });
  await whenRead(quiet, 20_000);
  await quiet.call('POST', `${path}/todos`, { token: other.owner.token, json: { name: 'Later' } });
  await whenRead(quiet, 20_000);
  assert.equal(await checkBotLogs(quiet, [other.binderId], [bot.userId]), 2);
  await reader.stop();
  await quiet.close();
});

test('[EVENT-19] a log that is longer than a step is read to its end, and a bot among a thousand entries hears its part', async () => {
  const { make, call, env, clock } = service;
  const bot = await make.bot({ partner: cast.partner });
  const binderId = await make.binder(cast.owner);
  const { token } = cast.owner;
  const write = (count: number) =>
    env.db.query(
      `WITH moved AS (UPDATE binders SET seq = seq + $2 WHERE id = $1 RETURNING seq - $2 AS base)
       INSERT INTO binder_log (binder_id, seq, at, actor_id, kind, body)
       SELECT $1, base + n, $3, $4, 'message_posted', jsonb_build_object('id', base + n, 'text', repeat('x', 20000))
       FROM moved, generate_series(1, $2::int) n`,
      [binderId, count, clock.now(), cast.editor.id],
    );
  await write(50);
  const users = [{ user: { id: bot.userId } }];
  await call('POST', `/${binderId}/addorguser`, { token, json: { users } });
  await write(1_000);
  await call('POST', `/${binderId}/removeuser`, { token, json: { id: bot.userId } });
  await write(50);
  env.bus.wake(binderId);
  await whenRead(service);
  assert.equal(await checkBotLogs(service, [binderId], [bot.userId]), 1_002);
});

test('[EVENT-19] an entry that cannot be told, or a binder that cannot be read, keeps nothing else from the bots', async () => {
  const { make, call, env, clock, logLines } = service;
  const { token, id } = cast.owner;
  const bot = await make.bot({ partner: cast.partner });
  const [spoilt, stuck, sound] = [
    await make.binder(cast.owner),
    await make.binder(cast.owner),
    await make.binder(cast.owner),
  ];
  const users = [{ user: { id: bot.userId } }];
  for (const binderId of [spoilt, stuck, sound])
    await call('POST', `/${binderId}/addorguser`, { token, json: { users } });
  await whenRead(service);
  const write = (binderId: string, kind: string, body: object) =>
    env.db.query(
      `WITH moved AS (UPDATE binders SET seq = seq + 1 WHERE id = $1 RETURNING seq)
       INSERT INTO binder_log (binder_id, seq, at, actor_id, kind, body) SELECT $1, seq, $2, $3, $4, $5 FROM moved`,
      [binderId, clock.now(), id, kind, JSON.stringify(body)],
    );
  await write(spoilt, 'meet_recording_ready', { id: 'x', start_time: 'never' });
  // The next installation in this binder violates the added constraint.
  const other = await make.bot({ partner: cast.partner });
  await write(stuck, 'member_added', { user_id: other.userId });
  await write(stuck, 'member_removed', { user_id: bot.userId });
  await env.db.query(`ALTER TABLE bot_installs ADD CHECK (binder_id <> '${stuck}') NOT VALID`);
  for (const binderId of [spoilt, stuck, sound]) {
    await call('POST', `/${binderId}/todos`, { token, json: { name: 'Go on' } });
  }
  const built = async (binderId: string) => {
    const rows = await env.db.query<{ kind: string }>(
      'SELECT kind FROM bot_events WHERE user_id = $1 AND binder_id = $2 ORDER BY sequence',
      [bot.userId, binderId],
    );
    return rows.map(({ kind }) => kind);
  };
  const usual = ['bot_installed', 'todo_created'];
  await until(
    'the others have gone on',
    async () => (await built(sound)).length === 2 && (await built(spoilt)).length === 2,
  );
  assert.deepEqual(
    [await built(spoilt), await built(stuck), await built(sound)],
    [usual, ['bot_installed'], usual],
  );
  assert.ok(logLines.some((line) => line.includes('building an event failed') && line.includes(spoilt)));
  const [{ name } = { name: '' }] = await env.db.query<{ name: string }>(
    `SELECT conname AS name FROM pg_constraint WHERE conrelid = 'bot_installs'::regclass AND contype = 'c'`,
  );
  await env.db.query(`ALTER TABLE bot_installs DROP CONSTRAINT ${name}`);
  await whenRead(service);
  assert.deepEqual(await built(stuck), ['bot_installed', 'bot_uninstalled'], 'read once it can be');
});
