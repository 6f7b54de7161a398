import assert from 'node:assert/strict';
import { createEmbeddedEngine, type EngineEvent } from '@ringbinder/sfu';
import { startPeers } from '@ringbinder/sfu/testing';
import { expect, onTestFinished, test } from 'vitest';

const POLL_OPTIONS = { timeout: 60_000 };

test('two peers in a room: the second receives what the first sends, until the first leaves', async () => {
  const engine = createEmbeddedEngine({ udpPort: 0 }, { info: () => undefined, warn: () => undefined });
  onTestFinished(() => engine.stop());
  const events: EngineEvent[] = [];
  engine.onEvent((event) => events.push(event));
  engine.start();
  await expect.poll(() => engine.isRunning, POLL_OPTIONS).toBe(true);

  const [ann, bob] = ['ann', 'bob'].map((participant) => ({ meet: 'room', participant })) as [
    { meet: string; participant: string },
    { meet: string; participant: string },
  ];
  engine.send({ type: 'join', ...ann });
  engine.send({ type: 'join', ...bob });
  const peers = startPeers(engine);
  onTestFinished(() => peers.close());
  peers.publish(ann, 'microphone of Ann');

  await expect.poll(() => peers.counts.received, POLL_OPTIONS).toBeGreaterThan(20);
  const offered = events.flatMap((event) =>
    event.type === 'offer' && event.participant === 'bob' ? event.tracks : [],
  );
  assert.deepEqual(
    offered.map(({ participant, source }) => [participant, source]),
    [['ann', 'microphone']],
  );
  await expect.poll(() => engine.report.meets, POLL_OPTIONS).toBe(1);

  engine.send({ type: 'leave', ...ann });
  engine.send({ type: 'leave', ...bob });
  await expect.poll(() => engine.report.meets, POLL_OPTIONS).toBe(0);
});
