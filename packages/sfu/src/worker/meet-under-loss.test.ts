import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isRtcp } from './rtp.ts';
import { joinMeet, type ReceivedPacket, sendPictures, sendSound } from './testing/simulated-clients.ts';
import { cleanLink, simulateMeet } from './testing/simulated-meet.ts';

const KEY_INTERVAL_MS = 300;
const isPli = (bytes: Buffer) => bytes[1] === 206 && ((bytes[0] as number) & 31) === 1;
const gaps = (times: readonly number[]) =>
  times.slice(1).map((time, index) => time - (times[index] as number));

function startMeet({ rids = ['q', 'h', 'f'] } = {}) {
  const simulation = simulateMeet();
  simulation.meet.join('ann');
  const ben = joinMeet(simulation, 'ben');
  const camera = sendPictures(simulation, 'ann', { rids });
  const look = (layer: 'none' | 'low' | 'medium' | 'high') =>
    simulation.meet.view('ben', [{ participant: 'ann', source: 'camera', layer }]);
  return { simulation, camera, ben, look };
}

const isKeyFrame = ({ packet }: ReceivedPacket) => {
  const { bytes } = packet;
  return ((bytes[12] as number) & 0x10) !== 0 && ((bytes[17] as number) & 1) === 0;
};
const isWhole = (packets: readonly ReceivedPacket[]) => {
  const numbers = new Set(packets.map(({ packet }) => packet.sequence));
  const [first] = packets;
  const start = first?.packet.sequence ?? 0;
  return Array.from({ length: packets.length }, (_, index) => (start + index) & 0xffff).every((sequence) =>
    numbers.has(sequence),
  );
};

test('[MEET-20] PLI and FIR of a viewer both request a key frame of the stream that the viewer sees', () => {
  for (const kind of ['PLI', 'FIR'] as const) {
    const { simulation, camera, ben, look } = startMeet();
    look('high');
    simulation.run(2_000);
    const [low, medium, high] = camera.layers;
    const before = camera.layers.map(({ requests }) => requests.length);
    const keys = ben.received('ann').filter(isKeyFrame).length;
    ben.requestKeyFrame(kind, 'ann');
    simulation.run(1_000);
    assert.equal(high?.requests.length, (before[2] ?? 0) + 1, kind);
    assert.deepEqual([low?.requests.length, medium?.requests.length], before.slice(0, 2));
    assert.equal(ben.received('ann').filter(isKeyFrame).length, keys + 1);
  }
});

test('[MEET-30] a key frame is requested every 300 ms until one comes, and then no more', () => {
  const { simulation, camera, ben } = startMeet({ rids: [] });
  simulation.run(1_000);
  const [layer] = camera.layers;
  assert.ok(layer);
  simulation.run(5_000);
  const quiet = layer.requests.length;
  simulation.run(20_000);
  assert.equal(layer.requests.length, quiet, 'none without a reason');
  camera.makesKeyFrames = false;
  ben.requestKeyFrame('FIR', 'ann');
  simulation.run(3_000);
  const requested = layer.requests.slice(quiet);
  assert.equal(requested.length, 10);
  assert.ok(gaps(requested).every((gap) => gap >= KEY_INTERVAL_MS && gap < KEY_INTERVAL_MS + 50));
  camera.makesKeyFrames = true;
  simulation.run(KEY_INTERVAL_MS + 100);
  const ended = layer.requests.length;
  simulation.run(20_000);
  assert.equal(layer.requests.length, ended);
});

test('[MEET-30] a request for a key frame that is lost on its way is sent again', () => {
  const { simulation, camera, ben } = startMeet({ rids: [] });
  simulation.run(2_000);
  const before = ben.received('ann').filter(isKeyFrame).length;
  let lost = 0;
  camera.peer.down = { ...cleanLink(), loses: (bytes) => isPli(bytes) && lost++ < 3 };
  const since = simulation.now;
  ben.requestKeyFrame('PLI', 'ann');
  simulation.run(2_000);
  const keys = ben.received('ann').filter(isKeyFrame);
  assert.equal(keys.length, before + 1);
  const waited = (keys.at(-1)?.at ?? 0) - since;
  assert.ok(waited >= 3 * KEY_INTERVAL_MS && waited <= 3 * KEY_INTERVAL_MS + 200, `${waited} ms`);
});

test('[MEET-30] many requests of many viewers are one request in 300 ms', () => {
  const { simulation, camera, ben } = startMeet({ rids: [] });
  const viewers = [ben, ...Array.from({ length: 5 }, (_, index) => joinMeet(simulation, `viewer${index}`))];
  simulation.run(3_000);
  const [layer] = camera.layers;
  const before = layer?.requests.length ?? 0;
  for (let now = 0; now < 3_000; now += 20) {
    for (const [index, viewer] of viewers.entries()) viewer.requestKeyFrame(index % 2 ? 'FIR' : 'PLI', 'ann');
    simulation.run(20);
  }
  const requested = layer?.requests.slice(before) ?? [];
  assert.ok(requested.length >= 9 && requested.length <= 10, `${requested.length} requests`);
  assert.ok(gaps(requested).every((gap) => gap >= KEY_INTERVAL_MS));
});

test('[MEET-30] what is lost on the way in is requested again and forwarded in its place', () => {
  const { simulation, camera, ben } = startMeet({ rids: [] });
  simulation.run(1_000);
  camera.peer.up = { ...cleanLink(), loses: (bytes, index) => !isRtcp(bytes) && index % 10 === 0 };
  simulation.run(5_000);
  camera.peer.up = cleanLink();
  simulation.run(1_000);
  assert.ok(camera.layers[0]?.nacked.length ?? 0 > 30);
  assert.ok(isWhole(ben.received('ann')));
});

test('[MEET-30] a packet that never comes is requested six times, and the meet goes on', () => {
  const { simulation, camera, ben } = startMeet({ rids: [] });
  camera.sendsAgain = false;
  simulation.run(1_000);
  let lost = 0;
  camera.peer.up = { ...cleanLink(), loses: () => lost++ === 0 };
  simulation.run(5_000);
  const [layer] = camera.layers;
  assert.equal(new Set(layer?.nacked).size, 1);
  assert.equal(layer?.nacked.length, 6);
  assert.ok(ben.received('ann').some(({ at }) => simulation.now - at < 200));
});

test('[MEET-30] more than 128 packets lost at once are replaced by one key frame', () => {
  const { simulation, camera, ben } = startMeet({ rids: [] });
  simulation.run(1_000);
  const [layer] = camera.layers;
  const before = layer?.requests.length ?? 0;
  camera.sendsAgain = false;
  let lost = 0;
  camera.peer.up = { ...cleanLink(), loses: () => lost++ < 150 };
  const keys = ben.received('ann').filter(isKeyFrame).length;
  simulation.run(6_000);
  assert.equal((layer?.requests.length ?? 0) - before, 1);
  assert.deepEqual(layer?.nacked, []);
  assert.equal(ben.received('ann').filter(isKeyFrame).length, keys + 1);
});

test('[MEET-30] what a viewer loses is sent again to that viewer alone', () => {
  const { simulation, ben, camera } = startMeet({ rids: [] });
  const carl = joinMeet(simulation, 'carl');
  simulation.run(1_000);
  ben.peer().down = { ...cleanLink(), loses: (bytes, index) => !isRtcp(bytes) && index % 20 === 0 };
  const before = simulation.counts.out;
  simulation.run(3_000);
  ben.peer().down = cleanLink();
  simulation.run(500);
  assert.ok(isWhole(ben.received('ann')));
  assert.ok(isWhole(carl.received('ann')));
  assert.deepEqual(camera.layers[0]?.nacked, [], 'the sender is not bothered');
  assert.ok(simulation.counts.out > before);
});

test('[MEET-30] whoever loses a tenth gets smaller pictures after 1.5 s, and larger ones 6 s after the loss', () => {
  const { simulation, ben, camera, look } = startMeet();
  look('high');
  simulation.run(2_000);
  const [low, medium, high] = camera.layers;
  const requested = () => [low, medium, high].map((layer) => layer?.requests.length ?? 0);
  const at = (before: number[]) => requested().map((count, index) => count - (before[index] ?? 0));
  let before = requested();
  assert.ok((before[2] ?? 0) >= 1);
  ben.peer().down = { ...cleanLink(), loses: (bytes, index) => !isRtcp(bytes) && index % 10 === 0 };
  simulation.run(1_400);
  assert.deepEqual(at(before), [0, 0, 0]);
  simulation.run(2_600);
  assert.deepEqual(at(before), [0, 1, 0], 'the medium layer');
  simulation.run(2_500);
  assert.deepEqual(at(before), [1, 1, 0], 'the small layer');
  ben.peer().down = cleanLink();
  simulation.run(1_500);
  before = requested();
  simulation.run(5_000);
  assert.deepEqual(at(before), [0, 0, 0]);
  simulation.run(3_000);
  assert.deepEqual(at(before), [0, 1, 0]);
  simulation.run(7_500);
  assert.deepEqual(at(before), [0, 1, 1]);
});

test('[MEET-30] a viewer who loses half of it gets the small layer within 3 s', () => {
  const { simulation, ben, camera, look } = startMeet();
  look('high');
  simulation.run(2_000);
  const [low] = camera.layers;
  const before = low?.requests.length ?? 0;
  ben.peer().down = { ...cleanLink(), loses: (bytes, index) => !isRtcp(bytes) && index % 2 === 0 };
  simulation.run(3_000);
  assert.equal((low?.requests.length ?? 0) - before, 1);
});

test('[MEET-30] sound is sent twice to whoever loses some of it, and once to the others', () => {
  const simulation = simulateMeet();
  simulation.meet.join('ann');
  const ben = joinMeet(simulation, 'ben');
  const carl = joinMeet(simulation, 'carl');
  const dora = joinMeet(simulation, 'dora');
  dora.takesRedundancy = false;
  for (const viewer of [ben, carl, dora]) viewer.requestsAgain = false;
  sendSound(simulation, 'ann');
  simulation.run(2_000);
  const types = (viewer: typeof ben, since: number) =>
    new Set(
      viewer
        .received('ann', 'microphone')
        .flatMap(({ at, packet }) => (at > since ? packet.payloadType : [])),
    );
  assert.deepEqual([types(ben, 0), types(carl, 0)], [new Set([111]), new Set([111])]);
  const lossy = () => ({
    ...cleanLink(),
    loses: (bytes: Buffer, index: number) => !isRtcp(bytes) && index % 20 === 0,
  });
  ben.peer().down = lossy();
  dora.peer().down = lossy();
  simulation.run(2_000);
  const since = simulation.now;
  simulation.run(2_000);
  assert.deepEqual(
    [types(ben, since), types(carl, since), types(dora, since)],
    [new Set([63]), new Set([111]), new Set([111])],
  );
  ben.peer().down = cleanLink();
  simulation.run(19_000);
  const still = simulation.now;
  simulation.run(100);
  assert.deepEqual(types(ben, still), new Set([63]));
  simulation.run(3_000);
  const after = simulation.now;
  simulation.run(1_000);
  assert.deepEqual(types(ben, after), new Set([111]), '20 s after the last loss');
});

test('[MEET-30] of two losses of sound in a row the first is made up for, of one none is missing', () => {
  const simulation = simulateMeet();
  simulation.meet.join('ann');
  const ben = joinMeet(simulation, 'ben');
  ben.requestsAgain = false;
  sendSound(simulation, 'ann');
  simulation.run(1_000);
  ben.peer().down = { ...cleanLink(), loses: (bytes, index) => !isRtcp(bytes) && index % 20 === 0 };
  simulation.run(1_500);
  const since = simulation.now;
  simulation.run(5_000);
  const sounds = new Set<number>();
  for (const { at, packet } of ben.received('ann', 'microphone')) {
    if (at <= since) continue;
    for (const [, count] of packet.bytes.toString('latin1').matchAll(/sound (\d+)/g))
      sounds.add(Number(count));
  }
  const [first, last] = [Math.min(...sounds), Math.max(...sounds)];
  assert.equal(sounds.size, last - first + 1);
  assert.ok(sounds.size > 240);
});

test('[MEET-30] the bitrate that is allowed falls under loss, rises slowly after it, and has bounds', () => {
  const { simulation, camera } = startMeet({ rids: [] });
  simulation.run(5_000);
  assert.deepEqual(new Set(camera.rates.map(({ bits }) => Math.round(bits / 1_000))), new Set([2_500]));
  assert.deepEqual(new Set(gaps(camera.rates.map(({ at }) => at))), new Set([500]));
  camera.sendsAgain = false;
  camera.peer.up = { ...cleanLink(), loses: (_bytes, index) => index % 5 === 0 };
  simulation.run(1_600);
  const rate = () => camera.rates.at(-1)?.bits ?? 0;
  assert.ok(rate() < 2_500_000 * 0.85 && rate() > 2_500_000 * 0.6, `${rate()}`);
  simulation.run(60_000);
  assert.equal(Math.round(rate() / 1_000), 150);
  camera.peer.up = cleanLink();
  simulation.run(1_100);
  const from = rate();
  simulation.run(500);
  assert.ok(Math.abs(rate() / from - 1.08) < 0.001, `${rate() / from}`);
  simulation.run(60_000);
  assert.equal(Math.round(rate() / 1_000), 2_500);
  camera.peer.up = { ...cleanLink(), loses: (_bytes, index) => index % 20 === 0 };
  simulation.run(600);
  const rateBefore = rate();
  simulation.run(5_000);
  assert.equal(rate(), rateBefore, 'one in twenty changes nothing');
});
