import assert from 'node:assert/strict';
import { test } from 'vitest';
import { writeSenderReport } from './rtcp.ts';
import { vp8Payload, writeRtp } from './testing/packets.ts';
import { joinMeet, sendPictures, sendSound } from './testing/simulated-clients.ts';
import { cleanLink, simulateMeet } from './testing/simulated-meet.ts';

function startMeet() {
  const simulation = simulateMeet();
  simulation.meet.join('ann');
  const ben = joinMeet(simulation, 'ben');
  const eventsOf = <T extends (typeof simulation.events)[number]['type']>(type: T) =>
    simulation.events.filter((event): event is Extract<typeof event, { type: T }> => event.type === type);
  return { simulation, ben, eventsOf };
}

test('[MEET-26] a packet whose layer is not known is not forwarded, until its layer is named', () => {
  const { simulation } = startMeet();
  const camera = sendPictures(simulation, 'ann');
  camera.isSending = false;
  const payload = vp8Payload(1, { isKey: true });
  const send = (ssrc: number, sequence: number, rid?: string) => {
    const extensions = rid === undefined ? undefined : { 10: Buffer.from(rid) };
    camera.peer.send('0', writeRtp({ ssrc, sequence, payload, ...(extensions && { extensions }) }));
    simulation.run(100);
    return simulation.counts.in;
  };
  assert.equal(send(9, 1), 0, 'no name');
  assert.equal(send(9, 2, 'x'), 0, 'a name that was not offered');
  assert.equal(send(9, 3, 'h'), 1);
  assert.equal(send(9, 4), 2, 'it is known by now');
});

test('[MEET-30] a receiver report repeats the time of the last sender report, and how long ago it came', () => {
  const { simulation } = startMeet();
  const camera = sendPictures(simulation, 'ann', { rids: [] });
  simulation.run(1_000);
  const fields = () => {
    const report = camera.reports.at(-1);
    assert.ok(report);
    return {
      ssrc: report.readUInt32BE(8),
      lastReport: report.readUInt32BE(24),
      age: report.readUInt32BE(28),
    };
  };
  const ssrc = camera.layers[0]?.ssrc ?? 0;
  assert.deepEqual(fields(), { ssrc, lastReport: 0, age: 0 });
  const ntp = Buffer.from('0102030405060708', 'hex');
  camera.peer.send('0', writeSenderReport(ssrc, { ntp, timestamp: 1, packets: 1, octets: 1 }));
  const since = simulation.now + camera.peer.up.delayMs;
  simulation.run(600);
  const { lastReport, age } = fields();
  assert.equal(lastReport, 0x03040506);
  const ago = (age / 65_536) * 1_000;
  assert.ok(ago > 0 && ago <= simulation.now - since, `${ago} ms`);
});

test('[MEET-30] each source has a bitrate of its own, and sound has none', () => {
  const { simulation } = startMeet();
  const screen = sendPictures(simulation, 'ann', { source: 'screen', rids: [] });
  const sound = sendSound(simulation, 'ann');
  simulation.run(2_000);
  assert.deepEqual(new Set(screen.rates.map(({ bits }) => Math.round(bits / 1_000))), new Set([4_000]));
  assert.deepEqual(sound.rates, []);
  assert.equal(sound.reports.length, screen.reports.length);
  assert.ok(sound.reports.length >= 3);
});

test('[MEET-30] one stream of several that loses much lowers the bitrate', () => {
  const { simulation } = startMeet();
  const camera = sendPictures(simulation, 'ann');
  camera.sendsAgain = false;
  simulation.run(1_000);
  const [low] = camera.layers;
  camera.peer.up = {
    ...cleanLink(),
    loses: (bytes, index) => bytes.readUInt32BE(8) === low?.ssrc && index % 2 === 0,
  };
  const before = camera.rates.at(-1)?.bits ?? 0;
  simulation.run(1_100);
  assert.ok((camera.rates.at(-1)?.bits ?? 0) < before * 0.8);
});

test('[MEET-23] sound whose level is not told is forwarded, and nobody speaks', () => {
  const { simulation, ben, eventsOf } = startMeet();
  const sound = sendSound(simulation, 'ann');
  sound.decibels = undefined;
  simulation.run(1_000);
  assert.ok(ben.received('ann', 'microphone').length > 40);
  assert.ok(eventsOf('speakers').every(({ active, levels }) => active === null && levels.length === 0));
});

test('[MEET-23] the sound of a screen is nobody who speaks', () => {
  const { simulation, ben, eventsOf } = startMeet();
  sendSound(simulation, 'ann', 'screen_audio');
  simulation.run(1_000);
  assert.ok(ben.received('ann', 'screen_audio').length > 40);
  assert.ok(eventsOf('speakers').every(({ active }) => active === null));
});

test('[MEET-21] a sender learns the ways in once, after the answer', () => {
  const { simulation } = startMeet();
  const { peer } = sendPictures(simulation, 'ann');
  peer.findCandidate('late');
  const eventTypes = simulation.events.flatMap((event) => {
    if (event.type === 'answer') return ['answer'];
    return event.type === 'candidate' && event.connection === 'ann-camera'
      ? [`${event.candidate} ${event.mid}`]
      : [];
  });
  assert.deepEqual(eventTypes, ['answer', 'announced 0', 'early 0', 'late 0']);
});

test('[MEET-21] a sender whose connection failed has ended, once', () => {
  const { simulation, eventsOf } = startMeet();
  const camera = sendPictures(simulation, 'ann');
  const [other] = [sendSound(simulation, 'ann')];
  simulation.run(500);
  camera.peer.fail();
  camera.peer.fail();
  simulation.meet.leave('ann');
  assert.deepEqual(
    eventsOf('unpublished').map(({ source }) => source),
    ['camera', 'microphone'],
  );
  assert.deepEqual([camera.peer.isClosed, other.peer.isClosed], [true, true]);
});

test('[MEET-21] those who watch learn which section carries what, when a source ends and when another takes its place', () => {
  const { simulation, eventsOf } = startMeet();
  sendPictures(simulation, 'ann', { rids: [] });
  sendSound(simulation, 'ann');
  simulation.run(500);
  const trackNames = () =>
    eventsOf('tracks').map(({ tracks }) => tracks.map(({ mid, source }) => `${mid} ${source}`));
  assert.deepEqual(trackNames(), []);
  simulation.meet.unpublish('ann', 'ann-camera');
  assert.deepEqual(trackNames(), [['1 microphone']]);
  sendPictures(simulation, 'ann', { source: 'screen', rids: [] });
  assert.deepEqual(trackNames().slice(1), [['1 microphone', '0 screen']]);
});

test('[MEET-21] what is offered and not connected yet is seen by nobody', () => {
  const { simulation, eventsOf } = startMeet();
  const camera = sendPictures(simulation, 'ann', { isConnected: false });
  joinMeet(simulation, 'late');
  assert.deepEqual([eventsOf('published').length, eventsOf('offer').length], [0, 0]);
  camera.peer.connect();
  assert.deepEqual(
    eventsOf('offer').map(({ participant }) => participant),
    ['ben', 'late'],
  );
});

test('[MEET-21] a connection that another one has replaced does not come into the meet any more', () => {
  const { simulation, eventsOf } = startMeet();
  const first = sendPictures(simulation, 'ann', { rids: [], isConnected: false });
  simulation.meet.offer('ann', { id: 2, connection: 'second', source: 'camera', sdp: first.offer });
  first.peer.connect();
  simulation.run(500);
  assert.deepEqual([eventsOf('published').length, simulation.counts.in], [0, 0]);
});

test('[MEET-21] commands of somebody who is not in the meet do nothing', () => {
  const { simulation } = startMeet();
  const { meet, events } = simulation;
  const before = events.length;
  meet.leave('carl');
  meet.mute('carl', 'camera', true);
  meet.view('carl', []);
  meet.restart('carl');
  meet.unpublish('carl', 'ann-camera');
  meet.answer('carl', 'v0', 1, '');
  meet.offer('carl', { id: 1, connection: 'c', source: 'camera', sdp: '' });
  assert.equal(events.length, before);
});
