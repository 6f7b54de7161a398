import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { readJournal } from '../recording/journal.ts';
import { joinMeet, sendPictures } from './testing/simulated-clients.ts';
import { simulateMeet } from './testing/simulated-meet.ts';

function startMeet() {
  const simulation = simulateMeet();
  simulation.meet.join('ann');
  const ben = joinMeet(simulation, 'ben');
  const camera = sendPictures(simulation, 'ann');
  return { simulation, camera, ben };
}

test('[MEET-11] a recording requests the largest layer, again each second, and is written from its first key frame', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rb-recorded-'));
  try {
    const { simulation, camera } = startMeet();
    simulation.run(1_000);
    const [, , high] = camera.layers;
    assert.ok(high);
    camera.makesKeyFrames = false;
    simulation.meet.record(folder, 60_000);
    simulation.meet.record(folder, 0);
    const since = simulation.now;
    simulation.run(3_000);
    assert.equal(simulation.meet.isOver, false);
    camera.makesKeyFrames = true;
    simulation.run(3_000);
    simulation.meet.mute('ann', 'camera', true);
    simulation.run(1_000);
    simulation.meet.leave('ann');
    simulation.meet.leave('ben');
    assert.equal(simulation.meet.isOver, false, 'it is recorded still');
    await simulation.meet.stopRecording();
    assert.equal(simulation.meet.isOver, true);
    const [begun, ended] = await readJournal(folder);
    assert.deepEqual(begun?.type === 'begun' && [begun.participantId, begun.source], ['ann', 'camera']);
    // Another process recorded the first minute, and the sender made no key frame for 3 s.
    const at = (begun?.seconds ?? 0) - 60;
    assert.ok(at >= 3 && at < 3.5, `${at} s`);
    assert.equal(ended?.type, 'ended');
    assert.ok(Math.abs((ended?.seconds ?? 0) - 67) < 0.2, `${ended?.seconds} s`);
    assert.ok(high.requests.some((time) => time >= since && time < since + 400));
    assert.equal(
      simulation.events.some(({ type }) => type === 'recording_failed'),
      false,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('[MEET-11] a recording takes cameras no larger than they are drawn: beside each other, and beside a screen', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rb-recorded-'));
  try {
    const { simulation, camera } = startMeet();
    const [low, medium, high] = camera.layers;
    assert.ok(low && medium && high);
    simulation.meet.view('ben', []);
    simulation.run(1_000);
    simulation.meet.record(folder, 0);
    const requests = () => camera.layers.map((layer) => layer.requests.length);
    const requestedBy = (change: () => void) => {
      const before = requests();
      change();
      simulation.run(2_000);
      return requests().map((count, layer) => count > (before[layer] ?? 0));
    };
    assert.deepEqual(
      requestedBy(() => {}),
      [false, false, true],
      'alone',
    );
    const screen = { source: 'screen' as const, rids: ['q', 'f'] };
    let pictures: ReturnType<typeof sendPictures> | undefined;
    assert.equal(requestedBy(() => sendPictures(simulation, 'ben'))[1], true, 'one of two');
    assert.equal(
      requestedBy(() => (pictures = sendPictures(simulation, 'ben', screen)))[0],
      true,
      'beside a screen',
    );
    assert.ok((pictures?.layers[1]?.requests.length ?? 0) > 0, 'the screen as large as it is');
    assert.equal(pictures?.layers[0]?.requests.length, 0);
    assert.equal(requestedBy(() => simulation.meet.leave('ben'))[2], true, 'alone again');
    await simulation.meet.stopRecording();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('[MEET-11] a recording follows the largest layer when it comes and when it goes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rb-recorded-'));
  try {
    const { simulation, camera } = startMeet();
    const [low, medium, high] = camera.layers;
    assert.ok(low && medium && high);
    high.isSent = false;
    simulation.meet.view('ben', []);
    simulation.run(1_000);
    simulation.meet.record(folder, 0);
    simulation.run(2_000);
    assert.ok(medium.requests.length > 0);
    assert.equal(low.requests.length, 0);
    high.isSent = true;
    simulation.run(2_000);
    const requested = high.requests.length;
    assert.ok(requested >= 1);
    simulation.run(5_000);
    assert.equal(high.requests.length, requested, 'none once it has come');
    await simulation.meet.stopRecording();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
