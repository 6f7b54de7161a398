import assert from 'node:assert/strict';
import { until } from '@ringbinder/testkit';
import fc from 'fast-check';
import { test } from 'vitest';
import { fromSnapshot } from '../replica/state.ts';
import { operations } from '../replica/testing/model.ts';
import { memoryStorage } from '../storage/memory.ts';
import type { ReplicaStorage } from '../storage/storage.ts';
import { realtime } from './realtime.ts';
import { createFakeServer } from './testing/fake-server.ts';

const operation = fc.record({
  kind: fc.constantFrom(...operations),
  choice: fc.nat({ max: 1000 }),
  other: fc.nat({ max: 1000 }),
});
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('[CLIENT-3] a client whose socket is cut, or that is killed, misses no entry and has none twice', async () => {
  const step = fc.oneof(
    { weight: 12, arbitrary: operation },
    { weight: 4, arbitrary: fc.constant('turn' as const) },
    { weight: 3, arbitrary: fc.constant('flush' as const) },
    { weight: 2, arbitrary: fc.constant('cut' as const) },
    { weight: 1, arbitrary: fc.constant('close' as const) },
    { weight: 1, arbitrary: fc.constant('kill' as const) },
    { weight: 1, arbitrary: fc.constant('reset' as const) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 200 }), async (steps) => {
      const server = createFakeServer({ maxMessages: 1e9 });
      const stored = memoryStorage();
      const errors: unknown[] = [];
      let lastSeen: { epoch: string; seq: number } | undefined;
      const start = () => {
        const storage = mortal(stored);
        const channel = realtime(server.client(), {
          userId: 'U1',
          storage,
          openSocket: server.openSocket,
          random: () => 0,
          onError: (error) => void errors.push(error),
        });
        const replica = channel.subscribe('B0000000000000000000001');
        replica.onChange((change) => {
          const { position } = replica;
          if (change.type === 'snapshot' && position) {
            if (lastSeen?.epoch === position.epoch)
              assert.ok(position.seq <= lastSeen.seq, 'a snapshot passes over entries');
            lastSeen = position;
          }
          if (change.type !== 'entries' || !position) return;
          for (const { seq } of change.entries) {
            assert.equal(seq, (lastSeen?.seq ?? Number.NaN) + 1, 'each entry follows the last one');
            lastSeen = { epoch: position.epoch, seq };
          }
        });
        return { channel, replica, storage };
      };
      let current = start();
      for (const each of steps) {
        if (each === 'turn') await turn();
        else if (each === 'flush') server.flush();
        else if (each === 'cut') server.cut();
        else if (each === 'reset') {
          server.reset('B0000000000000000000001');
          server.cut();
        } else if (each === 'close') {
          await current.channel.close();
          current = start();
        } else if (each === 'kill') {
          current.storage.die();
          await current.channel.close();
          lastSeen = (await stored.loadReplica('U1', 'B0000000000000000000001'))?.position;
          current = start();
        } else server.binder('B0000000000000000000001').model.operate(each);
      }
      const { model, epoch } = server.binder('B0000000000000000000001');
      server.flush();
      await until('it is there', () => {
        server.flush();
        const { position } = current.replica;
        return (
          current.replica.status.status === 'live' && position?.epoch === epoch && position.seq === model.seq
        );
      });
      assert.deepEqual({ ...current.replica.state, binderSeq: 0 }, fromSnapshot(model.snapshot()));
      await current.channel.close();
      assert.deepEqual(errors, []);
    }),
    { numRuns: 60 },
  );
});

function mortal(storage: ReplicaStorage): ReplicaStorage & { die(): void } {
  let isDead = false;
  return {
    ...storage,
    saveReplica: async (...parameters) => (isDead ? undefined : storage.saveReplica(...parameters)),
    die() {
      isDead = true;
    },
  };
}

test('[CLIENT-3] another history is taken over as a snapshot, and a gap is asked for', async (t) => {
  const server = createFakeServer();
  const channel = realtime(server.client(), { openSocket: server.openSocket, random: () => 0 });
  t.onTestFinished(() => channel.close());
  const replica = channel.subscribe('B0000000000000000000001');
  await until('it is live', () => replica.status.status === 'live');
  const { model, epoch } = server.binder('B0000000000000000000001');
  for (let count = 0; count < 3; count++) model.operate({ kind: 'post', choice: 1, other: 1 });
  server.send({
    type: 'entries',
    binder_id: 'B0000000000000000000001',
    epoch,
    entries: model.entriesAfter(2),
  });
  await until('the gap is filled', () => replica.position?.seq === 3);
  assert.deepEqual(replica.state, fromSnapshot(model.snapshot()));
  server.send({
    type: 'entries',
    binder_id: 'B0000000000000000000001',
    epoch,
    entries: model.entriesAfter(1),
  });
  await turn();
  await turn();
  assert.equal(replica.state?.messages.length, 3, 'what came before is not applied again');
  server.reset('B0000000000000000000001');
  const other = server.binder('B0000000000000000000001');
  other.model.operate({ kind: 'post', choice: 1, other: 1 });
  server.send({
    type: 'entries',
    binder_id: 'B0000000000000000000001',
    epoch: other.epoch,
    entries: other.model.entriesAfter(0),
  });
  await until('the other history is there', () => replica.position?.epoch === other.epoch);
  assert.deepEqual(replica.state, fromSnapshot(other.model.snapshot()));
});

test('[CLIENT-2] older messages are read by REST, once for several who ask', async (t) => {
  const server = createFakeServer({ maxMessages: 5 });
  const { model } = server.binder('B0000000000000000000001');
  for (let count = 0; count < 30; count++) model.operate({ kind: 'post', choice: 1, other: 1 });
  const channel = realtime(server.client(), { openSocket: server.openSocket });
  t.onTestFinished(() => channel.close());
  const replica = channel.subscribe('B0000000000000000000001');
  await until('it is live', () => replica.status.status === 'live');
  assert.equal(replica.state?.messages.length, 5);
  await Promise.all([replica.loadOlder(10), replica.loadOlder(10)]);
  assert.equal(replica.state?.messages.length, 15);
  await replica.loadOlder(100);
  await replica.loadOlder(100);
  assert.deepEqual(replica.state, fromSnapshot(model.snapshot()));
});
