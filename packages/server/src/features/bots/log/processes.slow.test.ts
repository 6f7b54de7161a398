import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { type Cast, type CreatedBot, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { checkBotLogs, whenRead } from '../testing/expected-log.ts';
import { createReaderProcesses } from '../testing/reader-processes.ts';

const BOTS = 100;
const BINDERS = 12;
const POSTS = 240;
const KILLS = 8;
const PROGRAM = fileURLToPath(new URL('../testing/bot-log-process.ts', import.meta.url));

let service: TestService;
let cast: Cast;
let readerProcesses: ReturnType<typeof createReaderProcesses>;
beforeAll(async () => {
  service = await startService();
  readerProcesses = createReaderProcesses(service, PROGRAM);
  cast = await service.make.cast();
});
afterAll(async () => {
  readerProcesses.killAll();
  await service.close();
});

const addBots = (binderId: string, bots: readonly CreatedBot[]) =>
  service.call('POST', `/${binderId}/addorguser`, {
    token: cast.owner.token,
    json: { users: bots.map(({ userId }) => ({ user: { id: userId } })) },
  });

const post = (binderId: string, text: string, token = cast.owner.token) =>
  service.call('POST', `/${binderId}/messages`, { token, json: { message: { text } } });

test('[EVENT-19] [DELIV-8] what was committed while nobody read, or by whom was killed then, becomes events', async () => {
  const bot = await service.make.bot({ partner: cast.partner });
  const binderId = await service.make.binder(cast.owner);
  assert.equal((await addBots(binderId, [bot])).status, 200);
  for (let round = 0; round < 3; round++) {
    const reader = await readerProcesses.start();
    // The posts are committed when the responses arrive.
    const answers = await Promise.all(Array.from({ length: 5 }, (_, n) => post(binderId, `${round} ${n}`)));
    await readerProcesses.kill(reader);
    assert.ok(answers.every(({ status }) => status === 200));
  }
  const reader = await readerProcesses.start();
  await whenRead(service);
  await readerProcesses.kill(reader);
  assert.equal(await checkBotLogs(service, [binderId], [bot.userId]), 16);
});

test('[DELIV-8] [EVENT-19] two processes that are killed at random leave no gap, no duplicate and nothing out of order', async () => {
  const { make } = service;
  const bots = await Promise.all(
    Array.from({ length: BOTS }, () => make.bot({ partner: cast.partner, enabledBy: cast.owner })),
  );
  const binders = await Promise.all(Array.from({ length: BINDERS }, () => make.binder(cast.owner)));
  const botsOf = (cursor: number) => bots.filter((_, number) => number % 4 === cursor % 4 || number < 5);
  for (const [cursor, binderId] of binders.entries())
    assert.equal((await addBots(binderId, botsOf(cursor))).status, 200);
  const readers = await Promise.all([readerProcesses.start(), readerProcesses.start()]);
  const killing = (async () => {
    for (let count = 0; count < KILLS; count++) {
      const cursor = Math.random() < 0.5 ? 0 : 1;
      const reader = readers[cursor];
      assert.ok(reader);
      await readerProcesses.kill(reader);
      readers[cursor] = await readerProcesses.start();
    }
  })();
  let posted = 0;
  const writers = binders.map(async (binderId, cursor) => {
    for (let count = 0; count < POSTS / BINDERS; count++) {
      const [bot] = botsOf(cursor);
      const answers = await Promise.all([
        post(binderId, `${count}`),
        post(binderId, `by a bot ${count}`, bot?.token),
        count % 5 === 0 ? moveBot(binderId, botsOf(cursor)[6]) : undefined,
      ]);
      posted += answers.filter((answer) => answer?.status === 200).length;
    }
  });
  await Promise.all(writers);
  await killing;
  await whenRead(service, 30_000);
  const count = await checkBotLogs(
    service,
    binders,
    bots.map(({ userId }) => userId),
  );
  assert.ok(posted >= POSTS * 2, `${posted} posts`);
  assert.ok(count >= POSTS * 25, `${count} events`);
  for (const reader of readers) await readerProcesses.kill(reader);
});

async function moveBot(binderId: string, bot: CreatedBot | undefined) {
  assert.ok(bot);
  const added = await addBots(binderId, [bot]);
  if (added.status === 200) return added;
  const json = { id: bot.userId };
  return service.call('POST', `/${binderId}/removeuser`, { token: cast.owner.token, json });
}
