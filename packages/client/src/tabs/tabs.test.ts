import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { until } from '@ringbinder/testkit';
import { type TestContext, test } from 'vitest';
import { type Realtime, realtime } from '../realtime/realtime.ts';
import type { Replica } from '../realtime/replica.ts';
import { createFakeServer } from '../realtime/testing/fake-server.ts';
import { memoryStorage } from '../storage/memory.ts';

interface Tab {
  channel: Realtime;
  replica: Replica;
  seqs: number[];
}

function browser(t: TestContext) {
  const server = createFakeServer();
  const storage = memoryStorage();
  const name = randomUUID();
  const opened: Realtime[] = [];
  t.onTestFinished(async () => {
    await Promise.all(opened.map((channel) => channel.close()));
  });
  function open(): Tab {
    const channel = realtime(server.client(), {
      openSocket: server.openSocket,
      random: () => 0,
      onError: (error) => assert.fail(String(error)),
      userId: 'U1',
      storage,
      tabs: name,
    });
    opened.push(channel);
    const replica = channel.subscribe('B0000000000000000000001');
    const seqs: number[] = [];
    replica.onChange((change) => {
      if (change.type === 'entries') seqs.push(...change.entries.map(({ seq }) => seq));
    });
    return { channel, replica, seqs };
  }
  return { server, storage, open };
}

type Server = ReturnType<typeof createFakeServer>;
const post = (server: Server) => {
  server.binder('B0000000000000000000001').model.operate({ kind: 'post', choice: 1, other: 0 });
  server.flush();
};
const live = ({ replica }: Tab) => until('it is live', () => replica.status.status === 'live');
const texts = ({ replica }: Tab) => replica.state?.messages.map(({ text }) => text) ?? [];
const caughtUp = (server: Server, tabs: readonly Tab[]) =>
  until('all are there', () =>
    tabs.every(({ replica }) => replica.position?.seq === server.binder('B0000000000000000000001').model.seq),
  );

test('[CLIENT-17] tabs share one connection, and each has all entries once and in order', async (t) => {
  const { server, open } = browser(t);
  post(server);
  const tabs = [open(), open(), open()];
  await Promise.all(tabs.map(live));
  for (let round = 0; round < 10; round++) post(server);
  await caughtUp(server, tabs);
  assert.equal(server.opened.length, 1);
  const late = open();
  await live(late);
  post(server);
  await caughtUp(server, [...tabs, late]);
  assert.equal(server.opened.length, 1);
  const { state } = late.replica;
  for (const tab of tabs) {
    assert.deepEqual(tab.replica.state?.messages, state?.messages);
    assert.deepEqual(
      tab.seqs,
      tab.seqs.map((_, at) => (tab.seqs[0] ?? 0) + at),
      'no gap, and nothing twice',
    );
  }
});

test('[CLIENT-17] what is subscribed to, listed and told is of each tab alone', async (t) => {
  const { server, open } = browser(t);
  const [one, other] = [open(), open()];
  await Promise.all([live(one), live(other)]);
  const elsewhere = other.channel.subscribe('B0000000000000000000002');
  await until('it is live', () => elsewhere.status.status === 'live');
  const list = other.channel.binders();
  await until('the binders are there', () => list.cards !== undefined);
  one.replica.close();
  post(server);
  await caughtUp(server, [other]);
  elsewhere.close();
  const [session] = server.sessions;
  await until('nobody follows it any more', () => session?.followed.has('B0000000000000000000002') === false);
  assert.equal(session?.followed.has('B0000000000000000000001'), true, 'the other tab still does');
});

test('[CLIENT-18] when the tab with the connection goes, another goes on without a loss', async (t) => {
  const { server, open } = browser(t);
  let tabs = Array.from({ length: 4 }, open);
  await Promise.all(tabs.map(live));
  while (tabs.length > 1) {
    const [leader, ...rest] = tabs as [Tab, ...Tab[]];
    post(server);
    void leader.channel.close();
    for (let count = 0; count < 3; count++) post(server);
    await caughtUp(server, rest);
    await Promise.all(rest.map(live));
    post(server);
    await caughtUp(server, rest);
    for (const { seqs } of rest)
      assert.deepEqual(
        seqs,
        seqs.map((_, at) => (seqs[0] ?? 0) + at),
      );
    tabs = rest;
  }
  assert.equal(server.opened.length, 4, 'one connection after the other');
  assert.equal(server.sessions.length, 1);
});

test('[CLIENT-18] connections come and go at random, and tabs too: all end at the same state', async (t) => {
  const { server, open } = browser(t);
  let tabs = Array.from({ length: 3 }, open);
  let seed = 20261122;
  const chance = (of: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * of);
  };
  await Promise.all(tabs.map(live));
  for (let step = 0; step < 120; step++) {
    const what = chance(8);
    if (what < 4) post(server);
    else if (what === 4) server.cut();
    else if (what === 5 && tabs.length > 1) {
      const [closed] = tabs.splice(chance(tabs.length), 1);
      void closed?.channel.close();
    } else if (what === 6 && tabs.length < 5) tabs.push(open());
    else await new Promise(setImmediate);
  }
  tabs = [...tabs, open()];
  await Promise.all(tabs.map(live));
  post(server);
  await caughtUp(server, tabs);
  const [first] = tabs;
  for (const tab of tabs) assert.deepEqual(texts(tab).slice(-15), texts(first as Tab).slice(-15));
});

test('[CLIENT-19] all tabs show what is to be sent, and one of them sends it', async (t) => {
  const { server, open } = browser(t);
  const tabs = [open(), open(), open()] as const;
  await Promise.all(tabs.map(live));
  const { promise: answerAfter, resolve: answer } = Promise.withResolvers<void>();
  server.setPostBehavior(() => ({ answerAfter }));
  const sent = tabs.map(({ replica }, at) => replica.send(`from ${at}`));
  await until('all are shown everywhere', () => tabs.every(({ replica }) => replica.pending.length >= 2));
  answer();
  await until('they are there', () => tabs.every(({ replica }) => replica.pending.length === 0));
  assert.deepEqual(
    server.posted.map(({ key }) => key).toSorted(),
    sent.map(({ clientId }) => clientId).toSorted(),
  );
  server.setPostBehavior(() => ({ status: 400, code: 'RESPONSE_ERROR_INVALID_REQUEST' }));
  const bad = tabs[2].replica.send('bad');
  const isRefused = (tab: Tab) => tab.replica.pending[0]?.state.status === 'refused';
  await until('all are told that it was refused', () => tabs.every(isRefused));
  server.setPostBehavior(() => 'answer');
  assert.equal(tabs[1].replica.retry(bad.clientId, 'better'), true);
  await until('it is there', () => tabs.every(({ replica }) => replica.pending.length === 0));
  assert.equal(server.posted.at(-1)?.text, 'better');
  assert.equal(server.posted.length, 4);
});

test('[CLIENT-19] what a tab was sending when it went is sent by another, once', async (t) => {
  const { server, storage, open } = browser(t);
  const tabs = [open(), open()] as const;
  await Promise.all(tabs.map(live));
  let calls = 0;
  server.setPostBehavior(() => (calls++ === 0 ? 'lose' : 'unreachable'));
  tabs[1].replica.send('one');
  tabs[0].replica.send('two');
  await until('one was tried', () => calls > 0);
  void tabs[0].channel.close();
  server.setPostBehavior(() => 'answer');
  await until('both are there', () => server.posted.length === 2 && tabs[1].replica.pending.length === 0);
  await until('nothing is kept', async () => (await storage.loadOutbox('U1')).length === 0);
  const [first] = server.posted;
  assert.equal(server.posted.filter(({ key }) => key === first?.key).length, 1);
});

test('[CLIENT-19] signing out in one tab removes what all keep, and closes them', async (t) => {
  const { server, storage, open } = browser(t);
  const tabs = [open(), open(), open()] as const;
  await Promise.all(tabs.map(live));
  server.setPostBehavior(() => 'unreachable');
  tabs[2].replica.send('never');
  await until('it is kept', async () => (await storage.loadOutbox('U1')).length === 1);
  await tabs[1].channel.signOut();
  await until('all are closed', () => tabs.every(({ channel }) => channel.state.status === 'closed'));
  await until('nothing is kept', async () => {
    const stored = [await storage.loadOutbox('U1'), await storage.listReplicas('U1')];
    return stored.flat().length === 0;
  });
  assert.equal(server.sessions.length, 0);
});
