import assert from 'node:assert/strict';
import { until } from '@ringbinder/testkit';
import fc from 'fast-check';
import { test } from 'vitest';
import { MAX_WINDOW } from '../replica/window.ts';
import type { MessageWindow } from './message-window.ts';
import { realtime } from './realtime.ts';
import { createFakeServer } from './testing/fake-server.ts';

type Server = ReturnType<typeof createFakeServer>;

const operate = (server: Server, kind: 'post' | 'edit' | 'delete', choice = 1) =>
  server.binder('B0000000000000000000001').model.operate({ kind, choice, other: 0 });

async function start(count: number) {
  const server = createFakeServer();
  for (let posted = 0; posted < count; posted++) operate(server, 'post');
  const channel = realtime(server.client(), { openSocket: server.openSocket, random: () => 0 });
  const replica = channel.subscribe('B0000000000000000000001');
  await until('it is live', () => replica.status.status === 'live');
  return { server, channel, replica, window: replica.messageWindow() };
}

const ids = ({ messages }: Pick<MessageWindow, 'messages'>) => messages.map(({ id }) => id);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

test('[CLIENT-16] a window opens around any message, grows at both ends, and joins the newest', async (t) => {
  const { server, channel, window } = await start(500);
  t.onTestFinished(() => channel.close());
  assert.deepEqual(ids(window), range(481, 500));
  assert.deepEqual([window.hasOlder, window.hasNewer], [true, false]);
  assert.equal(await window.moveTo(200), true);
  assert.deepEqual(ids(window), range(151, 250));
  assert.deepEqual([window.hasOlder, window.hasNewer], [true, true]);
  operate(server, 'edit', 199);
  operate(server, 'post');
  server.flush();
  await until('it was edited', () => window.messages.find(({ id }) => id === 200)?.text === 'm200!');
  assert.equal(window.messages.at(-1)?.id, 250, 'what is posted elsewhere is not part of it');
  await window.loadOlder(100);
  await window.loadOlder(100);
  assert.deepEqual([ids(window)[0], window.hasOlder], [1, false]);
  while (window.hasNewer) await window.loadNewer(100);
  assert.deepEqual(ids(window), range(1, 501));
  operate(server, 'post');
  server.flush();
  await until('it comes in', () => window.messages.at(-1)?.id === 502);
});

test('[CLIENT-16] it holds a thousand messages at the most, and reads what went again', async (t) => {
  const { channel, window } = await start(2_500);
  t.onTestFinished(() => channel.close());
  while (window.hasOlder) await window.loadOlder(500);
  assert.deepEqual([ids(window), window.hasNewer], [range(1, MAX_WINDOW), true]);
  while (window.hasNewer) await window.loadNewer(500);
  assert.deepEqual([ids(window), window.hasOlder], [range(1_501, 2_500), true]);
});

test('[CLIENT-16] the place of a message that is gone is found, and an earlier move is let go', async (t) => {
  const { server, channel, window } = await start(300);
  t.onTestFinished(() => channel.close());
  operate(server, 'delete', 99);
  server.flush();
  const moved = [window.moveTo(200), window.moveTo(100)];
  assert.deepEqual(await Promise.all(moved), [false, false], 'one was overtaken, the other is gone');
  assert.deepEqual(ids(window), [...range(50, 99), ...range(101, 150)]);
});

test('[CLIENT-16] after a lost connection it says what is so now, where it stands', async (t) => {
  const { server, channel, replica, window } = await start(400);
  t.onTestFinished(() => channel.close());
  await window.moveTo(100);
  const [first] = window.messages;
  server.setReachable(false);
  server.cut();
  await until('it is behind', () => replica.status.status === 'behind');
  operate(server, 'edit', 99);
  operate(server, 'delete', 59);
  server.setReachable(true);
  await until('it is live', () => replica.status.status === 'live');
  await until('it was edited', () => window.messages.find(({ id }) => id === 100)?.text === 'm100!');
  await until('it is gone', () => !ids(window).includes(60));
  assert.equal(window.messages[0], first, 'what is the same is the same object');
  server.reset('B0000000000000000000001');
  server.cut();
  await until('another history begins at its end', () => window.messages.length === 0 && !window.hasOlder);
});

test('[CLIENT-16] whatever happens while it moves, it is a part of what REST lists', async () => {
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constantFrom('post', 'edit', 'delete'), choice: fc.nat(400) }),
    },
    fc.record({ move: fc.integer({ min: 0, max: 240 }) }),
    fc.constantFrom('older' as const, 'newer' as const, 'newest' as const, 'flush' as const, 'cut' as const),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const { server, channel, replica, window } = await start(200);
      const calls: Promise<unknown>[] = [];
      for (const each of steps) {
        if (each === 'older') calls.push(window.loadOlder(20));
        else if (each === 'newer') calls.push(window.loadNewer(20));
        else if (each === 'newest') window.moveToNewest();
        else if (each === 'flush') server.flush();
        else if (each === 'cut') server.cut();
        else if ('move' in each) calls.push(window.moveTo(each.move));
        else operate(server, each.kind as 'post', each.choice);
        if (steps.length % 2 === 0) await new Promise(setImmediate);
      }
      await Promise.all(calls);
      const { model } = server.binder('B0000000000000000000001');
      await until('it is live', () => replica.status.status === 'live');
      server.flush();
      await until('all has come', () => replica.position?.seq === model.seq);
      const all = model.olderThan(Infinity, 1e6).messages.toReversed();
      const expected = () => {
        const from = window.messages[0]?.id ?? 0;
        const to = window.hasNewer ? (window.messages.at(-1)?.id ?? 0) : Infinity;
        return all.filter(({ id }) => (!window.hasOlder || id >= from) && id <= to);
      };
      await until('it is so', () => JSON.stringify(window.messages) === JSON.stringify(expected()));
      window.close();
      await channel.close();
    }),
    { numRuns: 60 },
  );
});
