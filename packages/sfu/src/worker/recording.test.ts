import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { readJournal } from '../recording/journal.ts';
import { isRtcp } from './rtp.ts';
import { sendPictures, sendSound } from './testing/simulated-clients.ts';
import { cleanLink, simulateMeet } from './testing/simulated-meet.ts';

const base = mkdtempSync(join(tmpdir(), 'rb-recording-'));
afterAll(() => rmSync(base, { recursive: true }));

function startRecorded() {
  const simulation = simulateMeet();
  simulation.meet.join('ann');
  const folder = mkdtempSync(join(base, 'meet-'));
  const begun = simulation.now;
  const record = () => simulation.meet.record(folder, 0);
  const journal = async () => {
    await simulation.meet.stopRecording();
    return readJournal(folder);
  };
  return { simulation, record, journal, seconds: () => (simulation.now - begun) / 1_000 };
}

test('[MEET-11] every source is recorded once, with what it is, whether it came before the recording or after', async () => {
  const { simulation, record, journal } = startRecorded();
  sendPictures(simulation, 'ann', { rids: [] });
  sendSound(simulation, 'ann');
  record();
  sendPictures(simulation, 'ann', { source: 'screen', rids: [] });
  sendSound(simulation, 'ann', 'screen_audio');
  simulation.run(2_000);
  const entries = await journal();
  const begun = entries.flatMap((entry) =>
    entry.type === 'begun' ? `${entry.participantId} ${entry.source}` : [],
  );
  assert.deepEqual(begun.sort(), ['ann camera', 'ann microphone', 'ann screen', 'ann screen_audio']);
  assert.equal(new Set(entries.map(({ file }) => file)).size, 4);
  assert.equal(
    simulation.events.some(({ type }) => type === 'recording_failed'),
    false,
  );
});

test('[MEET-11] what is offered and not connected yet is recorded when it is', async () => {
  const { simulation, record, journal, seconds } = startRecorded();
  const camera = sendPictures(simulation, 'ann', { rids: [], isConnected: false });
  record();
  simulation.run(2_000);
  const connected = seconds();
  camera.peer.connect();
  simulation.run(1_000);
  const [begun] = await journal();
  assert.ok(begun && begun.seconds >= connected, `${begun?.seconds} s`);
});

test('[MEET-11] the track of a source ends with it, while the recording goes on', async () => {
  const { simulation, record, journal, seconds } = startRecorded();
  record();
  sendSound(simulation, 'ann');
  simulation.run(1_000);
  simulation.meet.unpublish('ann', 'ann-microphone');
  const ended = seconds();
  simulation.run(3_000);
  sendSound(simulation, 'ann');
  simulation.run(1_000);
  const entries = await journal();
  assert.deepEqual(
    entries.map(({ type }) => type),
    ['begun', 'ended', 'begun', 'ended'],
  );
  assert.equal(entries[1]?.seconds, ended);
  assert.ok((entries[2]?.seconds ?? 0) > ended + 3);
});

test('[MEET-11] a packet that never comes costs a recording one key frame', async () => {
  const { simulation, record, journal } = startRecorded();
  const camera = sendPictures(simulation, 'ann', { rids: [] });
  camera.sendsAgain = false;
  record();
  simulation.run(3_000);
  const [layer] = camera.layers;
  const before = layer?.requests.length ?? 0;
  let lost = 0;
  camera.peer.up = { ...cleanLink(), loses: (bytes) => !isRtcp(bytes) && lost++ === 0 };
  simulation.run(3_000);
  assert.equal((layer?.requests.length ?? 0) - before, 1);
  await journal();
});

test('[MEET-11] a recording that waits for a key frame requests it each second, and one that has it does not', async () => {
  const { simulation, record, journal } = startRecorded();
  const camera = sendPictures(simulation, 'ann');
  const sound = sendSound(simulation, 'ann');
  camera.peer.down = {
    ...cleanLink(),
    loses: (bytes) => bytes[1] === 206 && (bytes[0] as number) % 32 === 1,
  };
  simulation.run(500);
  record();
  simulation.run(2_000);
  camera.peer.down = cleanLink();
  simulation.run(2_000);
  const [, , high] = camera.layers;
  const requested = high?.requests.length ?? 0;
  assert.ok(requested >= 1);
  simulation.run(10_000);
  assert.equal(high?.requests.length, requested);
  assert.deepEqual(sound.layers[0]?.requests, []);
  await journal();
});

test('[MEET-11] whoever is muted is not recorded, and is again afterwards', async () => {
  const { simulation, record, journal } = startRecorded();
  const camera = sendPictures(simulation, 'ann', { rids: [] });
  record();
  simulation.run(1_000);
  const [layer] = camera.layers;
  simulation.meet.mute('ann', 'camera', true);
  simulation.run(2_000);
  const before = layer?.requests.length ?? 0;
  simulation.meet.mute('ann', 'camera', false);
  simulation.run(1_000);
  assert.equal((layer?.requests.length ?? 0) - before, 1, 'it begins with a key frame');
  await journal();
});
