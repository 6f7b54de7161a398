import assert from 'node:assert/strict';
import { test } from 'vitest';
import { writeSenderReport } from './rtcp.ts';
import { isRtcp } from './rtp.ts';
import { vp8Payload, writeRtp } from './testing/packets.ts';
import { joinMeet, sendPictures, sendSound } from './testing/simulated-clients.ts';
import { simulateMeet } from './testing/simulated-meet.ts';

function startMeet({ rids = ['q', 'h', 'f'] } = {}) {
  const simulation = simulateMeet();
  simulation.meet.join('ann');
  const ben = joinMeet(simulation, 'ben');
  const camera = sendPictures(simulation, 'ann', { rids });
  return { simulation, camera, ben };
}

test('[MEET-20] each viewer gets the layer that it shows, and nothing that it does not show', () => {
  const { simulation, camera, ben } = startMeet();
  const carl = joinMeet(simulation, 'carl');
  simulation.meet.view('ben', [{ participant: 'ann', source: 'camera', layer: 'high' }]);
  simulation.meet.view('carl', []);
  simulation.run(2_000);
  assert.deepEqual(
    camera.layers.map(({ requests }) => requests.length > 0),
    [false, false, true],
  );
  const seen = ben.received('ann').length;
  assert.ok(seen > 100, `${seen} packets`);
  assert.equal(carl.received('ann').filter(({ at }) => at > 10_500).length, 0);
  simulation.meet.view('ben', [{ participant: 'ann', source: 'camera', layer: 'low' }]);
  simulation.run(1_000);
  assert.equal(camera.layers[0]?.requests.length, 1);
  simulation.meet.view('ben', [{ participant: 'ann', source: 'screen', layer: 'low' }]);
  simulation.run(100);
  const until = simulation.now;
  simulation.run(2_000);
  assert.ok(ben.received('ann').every(({ at }) => at <= until));
});

test('[MEET-20] a layer that is silent for a second is replaced by the next smaller one, and taken again', () => {
  const { simulation, camera, ben } = startMeet();
  simulation.meet.view('ben', [{ participant: 'ann', source: 'camera', layer: 'high' }]);
  simulation.run(2_000);
  const [, medium, high] = camera.layers;
  assert.ok(medium && high);
  high.isSent = false;
  const [before, since] = [medium.requests.length, simulation.now];
  simulation.run(1_500);
  assert.equal(medium.requests.length, before + 1);
  assert.ok((medium.requests.at(-1) ?? 0) - since >= 1_000);
  assert.ok(ben.received('ann').some(({ at }) => at > simulation.now - 100));
  high.isSent = true;
  const again = high.requests.length;
  simulation.run(500);
  assert.equal(high.requests.length, again + 1);
});

test('[MEET-20] layers are ordered by their names, whichever comes first', () => {
  for (const rids of [
    ['f', 'h', 'q'],
    ['1', '2', '3'],
  ]) {
    const { simulation, camera } = startMeet({ rids });
    simulation.meet.view('ben', [{ participant: 'ann', source: 'camera', layer: 'low' }]);
    simulation.run(1_000);
    const smallest = rids[0] === 'f' ? 2 : 0;
    assert.equal(camera.layers[smallest]?.requests.length, 1, String(rids));
  }
});

test('[MEET-20] whoever is muted is forwarded to nobody, and is seen again with a key frame', () => {
  const { simulation, camera, ben } = startMeet({ rids: [] });
  sendSound(simulation, 'ann');
  simulation.run(1_000);
  assert.equal(camera.layers[0]?.requests.length, 1);
  simulation.meet.mute('ann', 'camera', true);
  simulation.run(100);
  const muted = simulation.now;
  simulation.run(2_000);
  assert.ok(ben.received('ann').every(({ at }) => at <= muted));
  assert.ok(
    ben.received('ann', 'microphone').some(({ at }) => at > muted + 1_000),
    'the sound goes on',
  );
  simulation.meet.mute('ann', 'microphone', true);
  simulation.run(100);
  const silent = simulation.now;
  simulation.run(1_000);
  assert.ok(ben.received('ann', 'microphone').every(({ at }) => at <= silent));
  simulation.meet.mute('ann', 'camera', false);
  simulation.run(1_000);
  const first = ben.received('ann').find(({ at }) => at > muted);
  assert.ok(first, 'it is seen again');
  assert.equal(camera.layers[0]?.requests.length, 2);
});

test('[MEET-20] nobody gets back what he sends, and everybody else gets it', () => {
  const simulation = simulateMeet();
  const people = ['ann', 'ben', 'carl'].map((id) => ({ id, viewer: joinMeet(simulation, id) }));
  for (const { id } of people) sendSound(simulation, id);
  simulation.run(1_000);
  for (const { id, viewer } of people)
    assert.deepEqual(
      people.filter((other) => viewer.received(other.id, 'microphone').length > 0).map((other) => other.id),
      people.map((other) => other.id).filter((other) => other !== id),
    );
  const { out } = simulation.counts;
  assert.equal(out, simulation.counts.in * 2);
});

test('[MEET-21] whoever joins late is offered all that is sent', () => {
  const { simulation } = startMeet();
  sendSound(simulation, 'ann');
  simulation.run(2_000);
  const late = joinMeet(simulation, 'late');
  simulation.run(1_000);
  assert.ok(late.received('ann').length > 0);
  assert.ok(late.received('ann', 'microphone').length > 0);
});

test('[MEET-21] a section whose source has ended carries the next one, without another offer', () => {
  const { simulation, ben } = startMeet({ rids: [] });
  simulation.run(1_000);
  const offers = () => simulation.events.filter(({ type }) => type === 'offer').length;
  const before = offers();
  simulation.meet.unpublish('ann', 'another');
  simulation.meet.unpublish('ann', 'ann-camera');
  const ended = simulation.events.at(-1);
  assert.deepEqual(ended?.type === 'unpublished' && [ended.participant, ended.source], ['ann', 'camera']);
  sendPictures(simulation, 'ann', { source: 'screen', rids: [] });
  simulation.run(1_000);
  assert.equal(offers(), before);
  assert.ok(ben.received('ann', 'screen').length > 50);
  sendSound(simulation, 'ann');
  simulation.run(100);
  assert.equal(offers(), before + 1, 'there is no free section for sound');
});

test('[MEET-21] after its connection failed a viewer is offered another one, with all that is sent', () => {
  const { simulation, ben } = startMeet({ rids: [] });
  simulation.run(1_000);
  const first = ben.peer();
  first.fail();
  assert.equal(first.isClosed, true);
  assert.notEqual(ben.peer(), first);
  const since = simulation.now;
  simulation.run(1_000);
  assert.ok(ben.received('ann').some(({ at }) => at > since));
  const second = ben.peer();
  first.fail();
  assert.equal(second.isClosed, false);
  simulation.meet.restart('ben');
  assert.equal(second.isClosed, true);
});

test('[MEET-21] the second offer waits for the answer to the first, and an old answer counts no more', () => {
  const simulation = simulateMeet();
  const ben = joinMeet(simulation, 'ben');
  ben.answers = false;
  simulation.meet.join('ann');
  sendSound(simulation, 'ann');
  sendPictures(simulation, 'ann', { rids: [] });
  const offers = () => simulation.events.flatMap((event) => (event.type === 'offer' ? event : []));
  assert.equal(offers().length, 1);
  const [offer] = offers();
  assert.ok(offer);
  simulation.run(500);
  assert.equal(ben.received('ann', 'microphone').length, 0, 'nothing before the answer');
  ben.answers = true;
  simulation.meet.answer('ben', offer.connection, offer.revision + 1, offer.sdp);
  assert.equal(offers().length, 1);
  simulation.meet.answer('ben', offer.connection, offer.revision, offer.sdp);
  assert.equal(offers().length, 2);
  assert.equal(offers()[1]?.revision, offer.revision + 1);
  assert.equal(offers()[1]?.tracks.length, 2);
});

test('[MEET-26] a connection that is offered and not taken up for 30 s is closed', () => {
  const simulation = simulateMeet();
  simulation.meet.join('ann');
  const { peer } = sendPictures(simulation, 'ann', { isConnected: false });
  simulation.run(30_000);
  assert.equal(peer.isClosed, false);
  simulation.run(100);
  assert.equal(peer.isClosed, true);
  const acceptedSource = sendPictures(simulation, 'ann');
  simulation.run(31_000);
  assert.equal(acceptedSource.peer.isClosed, false);
});

test('[MEET-26] a source has the media of its kind, four streams, and one connection', () => {
  const { simulation, camera, ben } = startMeet({ rids: [] });
  simulation.run(1_000);
  camera.isSending = false;
  simulation.run(100);
  const { in: before } = simulation.counts;
  for (let each = 0; each < 6; each++) {
    const payload = vp8Payload(1, { isKey: true });
    camera.peer.send('0', writeRtp({ ssrc: 9_000 + each, sequence: 1, payload }));
  }
  simulation.run(100);
  assert.equal(simulation.counts.in - before, 3, 'four streams with the one before');
  const second = sendPictures(simulation, 'ann', { rids: [] });
  assert.equal(camera.peer.isClosed, true, 'the one before is closed');
  const since = simulation.now;
  simulation.run(1_000);
  assert.equal(second.peer.isClosed, false);
  assert.ok(ben.received('ann').some(({ at }) => at > since));
  const sound = sendSound(simulation, 'ann', 'screen');
  const refused = simulation.events.find(({ type }) => type === 'refused');
  assert.match(refused?.type === 'refused' ? refused.message : '', /must be of video/);
  assert.equal(sound.peer.isClosed, true);
});

test('[MEET-21] whoever leaves is seen by nobody, and the meet is over with the last', () => {
  const { simulation, camera, ben } = startMeet({ rids: [] });
  simulation.run(1_000);
  assert.deepEqual([simulation.meet.isOver, simulation.meet.connections], [false, 2]);
  simulation.meet.leave('ann');
  assert.equal(camera.peer.isClosed, true);
  const since = simulation.now + 50;
  simulation.run(1_000);
  assert.ok(ben.received('ann').every(({ at }) => at <= since));
  simulation.meet.leave('ben');
  assert.equal(ben.peer().isClosed, true);
  assert.deepEqual([simulation.meet.isOver, simulation.meet.connections], [true, 0]);
});

test('[MEET-23] who speaks is told every 200 ms at most, and nobody who is muted', () => {
  const { simulation } = startMeet({ rids: [] });
  const sound = sendSound(simulation, 'ann');
  const speakerEvents = () => simulation.events.flatMap((event) => (event.type === 'speakers' ? event : []));
  simulation.run(2_000);
  assert.equal(speakerEvents().at(-1)?.active, 'ann');
  const before = speakerEvents().length;
  simulation.every(20, () => {
    sound.decibels = sound.decibels === 20 ? 0 : 20;
  });
  simulation.run(2_000);
  const count = speakerEvents().length - before;
  assert.ok(count > 0 && count <= 10, `${count} times`);
  simulation.meet.mute('ann', 'microphone', true);
  simulation.run(400);
  assert.deepEqual([speakerEvents().at(-1)?.active, speakerEvents().at(-1)?.levels], [null, []]);
  const muted = speakerEvents().length;
  simulation.run(2_000);
  assert.equal(speakerEvents().length, muted);
});

test('[MEET-20] the time that a sender gives goes on to those who get that stream', () => {
  const { simulation, camera, ben } = startMeet({ rids: [] });
  simulation.run(1_000);
  const [layer] = camera.layers;
  const ntp = Buffer.from('0102030405060708', 'hex');
  const report = (ssrc: number) =>
    camera.peer.send('0', writeSenderReport(ssrc, { ntp, timestamp: 1, packets: 1, octets: 1 }));
  report(layer?.ssrc ?? 0);
  report(4);
  simulation.run(100);
  const reports = ben.rtcp.filter(({ type }) => type === 'sender_report');
  assert.equal(reports.length, 1);
  assert.deepEqual(reports[0]?.type === 'sender_report' && reports[0].ntp, ntp);
});

test('[MEET-26] a compound packet that is no RTP of the offered type is not forwarded', () => {
  const { simulation, camera, ben } = startMeet({ rids: [] });
  simulation.run(1_000);
  camera.isSending = false;
  simulation.run(200);
  const { in: before } = simulation.counts;
  camera.peer.send('0', writeRtp({ ssrc: camera.layers[0]?.ssrc ?? 0, sequence: 9, payloadType: 97 }));
  camera.peer.send('0', Buffer.from([0, 1, 2]));
  simulation.run(200);
  assert.equal(simulation.counts.in, before);
  assert.ok(ben.received('ann').every(({ packet }) => !isRtcp(packet.bytes)));
});
