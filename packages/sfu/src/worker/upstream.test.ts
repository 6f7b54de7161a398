import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readRtcp } from './rtcp.ts';
import { rtp } from './testing/packets.ts';
import { createUpstream } from './upstream.ts';

const RATE = 90_000;
const SSRC = 9;

function startStream({ asksAgain = true, first = 100 } = {}) {
  const upstream = createUpstream(SSRC, RATE, asksAgain);
  const receive = (sequence: number, now: number) =>
    upstream.receive(rtp({ ssrc: SSRC, sequence, timestamp: (sequence - first) * 900 }), now);
  const requested = (now: number): number[] => {
    const { nack } = upstream.missing(now);
    if (nack === undefined) return [];
    return readRtcp(nack).flatMap((message) => (message.type === 'nack' ? message.sequences : []));
  };
  return { upstream, receive, requested };
}

test('[MEET-30] requests a lost packet at once, every 60 ms, and six times in all', () => {
  const { receive, requested } = startStream();
  receive(100, 1_000);
  receive(102, 1_000);
  const at: number[] = [];
  for (let now = 1_000; now < 3_000; now++) if (requested(now).includes(101)) at.push(now - 1_000);
  assert.deepEqual(at, [0, 60, 120, 180, 240, 300]);
});

test('[MEET-30] requests nothing that has arrived, and nothing of sound', () => {
  const late = startStream();
  late.receive(100, 1_000);
  late.receive(103, 1_000);
  assert.deepEqual(late.requested(1_000), [101, 102]);
  assert.equal(late.receive(101, 1_030), true);
  assert.equal(late.receive(101, 1_031), false, 'the second copy is dropped');
  assert.deepEqual(late.requested(1_060), [102]);
  late.receive(105, 1_061);
  assert.deepEqual(late.requested(1_120), [102, 104], 'a new gap leaves the one before');
  const sound = startStream({ asksAgain: false });
  sound.receive(100, 1_000);
  sound.receive(103, 1_000);
  assert.deepEqual(sound.requested(1_000), []);
});

test('[MEET-30] requests up to 128 packets at a time, and a key frame when more are missing', () => {
  for (const [missing, isTooMuch] of [
    [128, false],
    [129, true],
  ] as const) {
    const { upstream, receive } = startStream();
    receive(100, 1_000);
    receive(101 + missing, 1_000);
    const report = upstream.missing(1_000);
    assert.equal(report.isTooMuch, isTooMuch, `${missing} are missing`);
    assert.equal(report.nack !== undefined, !isTooMuch);
    if (isTooMuch) assert.deepEqual(upstream.missing(1_100), { isTooMuch: false });
  }
});

test('[MEET-30] a leap of more than 512 numbers is another run, of which nothing is requested', () => {
  const near = startStream();
  near.receive(100, 1_000);
  near.receive(100 + 512, 1_000);
  assert.equal(near.upstream.missing(1_000).isTooMuch, true);
  const far = startStream();
  far.receive(100, 1_000);
  far.receive(102, 1_000);
  far.receive(102 + 513, 1_000);
  assert.deepEqual(far.upstream.missing(1_000), { isTooMuch: false }, 'also what was missing before');
});

test('[MEET-20] a packet far behind is not new, one a little behind is', () => {
  const { receive } = startStream({ first: 10_000 });
  receive(10_000, 1_000);
  for (let sequence = 10_002; sequence <= 14_200; sequence += 2) receive(sequence, 1_000);
  assert.equal(receive(14_200 - 4_095, 1_000), true);
  assert.equal(receive(14_200 - 4_097, 1_000), false);
});

test('[MEET-20] numbers used again after a turn of 65,536 are new', () => {
  const { receive } = startStream();
  for (let each = 0; each < 65_536 + 50; each++) assert.equal(receive((100 + each) & 0xffff, 1_000), true);
});

test('[MEET-20] a lost packet is forgotten as received before when its number comes round', () => {
  const { receive } = startStream();
  for (let each = 0; each < 65_536; each++) receive((100 + each) & 0xffff, 1_000);
  for (const sequence of [100, 101, 103]) receive(sequence, 1_000);
  assert.equal(receive(102, 1_000), true);
});

test('[MEET-20] a stream that is silent for a second is gone', () => {
  const { upstream, receive } = startStream();
  receive(100, 1_000);
  assert.equal(upstream.isAlive(1_999), true);
  assert.equal(upstream.isAlive(2_000), false);
  receive(101, 5_000);
  assert.equal(upstream.isAlive(5_500), true);
});

test('[MEET-30] reports the share lost since the last report, and the number lost in all', () => {
  const { upstream, receive } = startStream({ first: 65_530 });
  assert.equal(upstream.report(900).lost, 0, 'nothing has come');
  for (let each = 0; each < 10; each++) if (each !== 4) receive((65_530 + each) & 0xffff, 1_000);
  const first = upstream.report(1_500);
  assert.deepEqual([first.ssrc, first.lost, first.totalLost, first.highest], [SSRC, 0.1, 1, 65_536 + 3]);
  assert.equal(upstream.lost, 0.1);
  for (let sequence = 4; sequence < 14; sequence++) receive(sequence, 1_600);
  const second = upstream.report(2_000);
  assert.deepEqual([second.lost, second.totalLost, second.highest], [0, 1, 65_536 + 13]);
  for (let sequence = 14; sequence < 24; sequence++)
    if (sequence !== 15 && sequence !== 20) receive(sequence, 2_050);
  const third = upstream.report(2_080);
  assert.deepEqual([third.lost, third.totalLost], [0.2, 3]);
  receive((65_530 + 4) & 0xffff, 2_100);
  assert.deepEqual([upstream.report(2_500).lost, upstream.lost], [0, 0]);
});

test('[MEET-30] reports how unevenly packets arrive, and when the last sender report came', () => {
  const { upstream, receive } = startStream();
  assert.deepEqual([upstream.report(0).sinceLastReport, upstream.report(0).lastReport], [0, 0]);
  for (let each = 0; each < 200; each++) receive(100 + each, 1_000 + each * 10);
  assert.ok(upstream.report(3_000).jitter < 1, 'it came as evenly as it was sent');
  for (let each = 200; each < 400; each++) receive(100 + each, 1_000 + each * 10 + (each % 2) * 5);
  const uneven = upstream.report(5_000).jitter;
  assert.ok(Math.abs(uneven - 450) < 10, `5 ms are 450 units: ${uneven}`);
  upstream.onSenderReport(0xabcd, 5_000);
  const { lastReport, sinceLastReport } = upstream.report(5_500);
  assert.deepEqual([lastReport, sinceLastReport], [0xabcd, 32_768]);
});

test('[MEET-30] a pause in the timestamps is not counted as jitter', () => {
  const { upstream } = startStream();
  for (let each = 0; each < 50; each++)
    upstream.receive(rtp({ ssrc: SSRC, sequence: each, timestamp: each * 900 }), 1_000 + each * 10);
  const before = upstream.report(1_500).jitter;
  upstream.receive(rtp({ ssrc: SSRC, sequence: 50, timestamp: 50 * 900 }), 1_500 + 1_000);
  assert.ok(upstream.report(2_600).jitter <= before);
});
