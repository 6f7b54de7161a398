import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isRtcp } from './rtp.ts';
import { joinMeet, sendPictures, sendSound } from './testing/simulated-clients.ts';
import { cleanLink, simulateMeet } from './testing/simulated-meet.ts';

function startMeet() {
  const simulation = simulateMeet();
  simulation.meet.join('ann');
  const ben = joinMeet(simulation, 'ben');
  const offers = () => simulation.events.flatMap((event) => (event.type === 'offer' ? event : []));
  return { simulation, ben, offers };
}

const onlyMedia = (loses: (index: number) => boolean) => ({
  ...cleanLink(),
  loses: (bytes: Buffer, index: number) => !isRtcp(bytes) && loses(index),
});

test('[MEET-21] a viewer learns the ways in once, after the first answer', () => {
  const { simulation, ben, offers } = startMeet();
  ben.answers = false;
  sendSound(simulation, 'ann');
  const peer = simulation.lastPeer();
  peer.findCandidate('early');
  const ways = () =>
    simulation.events.flatMap((event) =>
      event.type === 'candidate' && event.participant === 'ben' ? `${event.candidate} ${event.mid}` : [],
    );
  assert.deepEqual(ways(), []);
  ben.answers = true;
  const [offer] = offers();
  assert.ok(offer);
  simulation.meet.answer('ben', offer.connection, offer.revision, offer.sdp);
  assert.deepEqual(ways(), ['announced 0', 'early 0']);
  peer.findCandidate('late');
  sendPictures(simulation, 'ann');
  assert.equal(offers().length, 2);
  assert.deepEqual(ways(), ['announced 0', 'early 0', 'late 0']);
});

test('[MEET-21] the transport is told of each description, so that a relay lets its client through', () => {
  const { simulation, offers } = startMeet();
  const { peer: sender } = sendSound(simulation, 'ann');
  const viewer = simulation.lastPeer();
  assert.equal(sender.described.length, 1);
  sendPictures(simulation, 'ann');
  assert.equal(viewer.described.length, offers().length);
  for (const sdp of viewer.described) assert.match(sdp, /^a=ice-ufrag:/m);
});

test('[MEET-21] an offer that is answered is not made again', () => {
  const { simulation, offers } = startMeet();
  sendSound(simulation, 'ann');
  simulation.run(2_000);
  assert.equal(offers().length, 1);
});

test('[MEET-21] each section is a stream by itself', () => {
  const { simulation, offers } = startMeet();
  sendSound(simulation, 'ann');
  sendPictures(simulation, 'ann');
  const lines = offers().at(-1)?.sdp.split('\r\n') ?? [];
  const streams = lines.flatMap((line) => /^a=ssrc:(\d+) msid:(\S+)/.exec(line)?.slice(1, 3).join(' ') ?? []);
  assert.equal(new Set(streams.map((stream) => stream.split(' ')[0])).size, 2, lines.join('\n'));
  assert.deepEqual(
    streams.map((stream) => stream.split(' ')[1]),
    ['s0', 's1'],
  );
});

test('[MEET-21] after its connection failed a viewer gets no section of the one before', () => {
  const { simulation, ben, offers } = startMeet();
  sendPictures(simulation, 'ann', { rids: [] });
  sendSound(simulation, 'ann');
  simulation.run(500);
  simulation.meet.unpublish('ann', 'ann-camera');
  const [before] = offers();
  ben.peer().fail();
  const count = offers().length;
  sendPictures(simulation, 'ann', { source: 'screen', rids: [] });
  assert.equal(offers().length, count + 1, 'a section of its own');
  const since = simulation.now;
  simulation.run(1_000);
  assert.ok(ben.received('ann', 'screen').some(({ at }) => at > since));
  const last = offers().at(-1);
  assert.ok(before && last);
  assert.notEqual(before.connection, last.connection);
  simulation.meet.answer('ben', before.connection, last.revision, 'nothing');
  assert.equal(offers().at(-1), last);
});

test('[MEET-21] a viewer whose answer cannot be read is offered another connection', () => {
  const { simulation, ben, offers } = startMeet();
  ben.answers = false;
  sendSound(simulation, 'ann');
  const [offer] = offers();
  assert.ok(offer);
  simulation.meet.answer('ben', offer.connection, offer.revision, 'nothing');
  assert.equal(offers().length, 2);
  assert.notEqual(offers()[1]?.connection, offer.connection);
});

test('[MEET-30] less than one in 200 lost is nothing, more is a reason to send sound twice', () => {
  for (const [lost, isTwice] of [
    [1, false],
    [3, true],
  ] as const) {
    const { simulation, ben } = startMeet();
    sendPictures(simulation, 'ann', { rids: [], packetsPerFrame: 12 });
    sendSound(simulation, 'ann');
    simulation.run(2_000);
    let left: number = lost;
    ben.peer().down = {
      ...cleanLink(),
      loses: (bytes) => ((bytes[1] as number) & 0x7f) === 96 && left > 0 && left-- > 0,
    };
    simulation.run(2_000);
    assert.equal(left, 0);
    const types = new Set(
      ben
        .received('ann', 'microphone')
        .slice(-10)
        .map(({ packet }) => packet.payloadType),
    );
    assert.deepEqual(types, new Set([isTwice ? 63 : 111]), `${lost} lost`);
  }
});

test('[MEET-30] what is lost in a moment is judged by the second around it', () => {
  const { simulation, camera, ben } = (() => {
    const started = startMeet();
    return { ...started, camera: sendPictures(started.simulation, 'ann') };
  })();
  simulation.meet.view('ben', [{ participant: 'ann', source: 'camera', layer: 'high' }]);
  simulation.run(3_050);
  const before = camera.layers.map(({ requests }) => requests.length);
  ben.peer().down = onlyMedia((index) => index % 3 === 0);
  simulation.run(300);
  ben.peer().down = cleanLink();
  simulation.run(4_000);
  assert.deepEqual(
    camera.layers.map(({ requests }) => requests.length),
    before,
  );
});

test('[MEET-30] time goes on at the rate of each kind while another source is waited for', () => {
  for (const [kind, rate] of [
    ['video', 90_000],
    ['audio', 48_000],
  ] as const) {
    const { simulation, ben } = startMeet();
    const source = kind === 'video' ? 'camera' : 'microphone';
    const send = () =>
      kind === 'video' ? sendPictures(simulation, 'ann', { rids: [] }) : sendSound(simulation, 'ann');
    send();
    simulation.run(1_000);
    const last = ben.received('ann', source).at(-1);
    simulation.meet.unpublish('ann', `ann-${source}`);
    simulation.run(10_000);
    send();
    simulation.run(1_000);
    const next = ben.received('ann', source).find(({ at }) => at > (last?.at ?? 0) + 5_000);
    assert.ok(last && next);
    assert.equal(next.packet.ssrc, last.packet.ssrc, 'the same section');
    const passed = ((next.packet.timestamp - last.packet.timestamp) >>> 0) / rate;
    const seconds = (next.at - last.at) / 1_000;
    assert.ok(Math.abs(passed - seconds) < 0.2, `${passed} s of ${seconds} s`);
  }
});

test('[MEET-26] a viewer is sent 250 sources at most', () => {
  const { simulation, offers } = startMeet();
  for (let index = 0; index < 63; index++) {
    simulation.meet.join(`p${index}`);
    for (const source of ['microphone', 'screen_audio'] as const) sendSound(simulation, `p${index}`, source);
    for (const source of ['camera', 'screen'] as const)
      sendPictures(simulation, `p${index}`, { source, rids: [] });
  }
  assert.equal(offers().findLast(({ participant }) => participant === 'ben')?.tracks.length, 250);
});
