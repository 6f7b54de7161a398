import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createDownstream } from './downstream.ts';
import { payloadOf, type RtpPacket, readRtp } from './rtp.ts';
import { rtp, vp8Packet } from './testing/packets.ts';

const RATE = 90_000;

function startDownstream({ ssrc = 7, bytes = 100, rate = RATE } = {}) {
  const sent: Buffer[] = [];
  const downstream = createDownstream(ssrc, 96, rate, (each) => sent.push(each));
  const feed = (sequence: number, now: number, { from = 1, timestamp = sequence * 900 } = {}) => {
    const packet = rtp({ ssrc: from, sequence, timestamp, payload: Buffer.alloc(bytes, sequence) });
    if (downstream.current !== from) downstream.begin(packet, undefined, now);
    downstream.forward(packet, undefined, now);
  };
  const packets = () => sent.map((each) => readRtp(each) as RtpPacket);
  const last = () => packets().at(-1)?.sequence ?? -1;
  return { downstream, feed, sent, packets, last };
}

test('[MEET-30] sends a packet again three times at most, 60 ms apart', () => {
  const { downstream, feed, sent, last } = startDownstream();
  for (let each = 0; each < 50; each++) feed(each, 1_000);
  const sequence = last() - 10;
  const before = sent.length;
  const at: number[] = [];
  for (let now = 2_000; now < 4_000; now++) {
    const count = sent.length;
    downstream.resend([sequence], now);
    if (sent.length > count) at.push(now - 2_000);
  }
  assert.deepEqual(at, [0, 60, 120]);
  assert.deepEqual(sent.slice(before), Array(3).fill(sent[before - 11]), 'as it was');
  assert.deepEqual(downstream.counts, { sent: 50, missed: 1 });
});

test('[MEET-30] keeps 512 packets to send again', () => {
  const { downstream, feed, sent, last } = startDownstream({ bytes: 20 });
  for (let each = 0; each < 600; each++) feed(each, 1_000);
  const before = sent.length;
  const newest = last();
  downstream.resend([newest - 511], 2_000);
  assert.equal(sent.length, before + 1);
  downstream.resend([newest - 512, newest + 1], 2_000);
  assert.equal(sent.length, before + 1);
  assert.equal(downstream.counts.missed, 1, 'what is gone is not counted');
});

test('[MEET-30] a number that is used again may be sent again as often as the first', () => {
  const { downstream, feed, sent, last } = startDownstream({ bytes: 20 });
  feed(0, 1_000);
  for (let each = 0; each < 3; each++) downstream.resend([last()], 2_000 + each * 100);
  for (let each = 1; each <= 512; each++) feed(each, 3_000);
  const before = sent.length;
  downstream.resend([last()], 3_000);
  assert.equal(sent.length, before + 1);
  assert.equal(downstream.counts.missed, 2);
});

test('[MEET-30] sends again 32,000 bytes at once, and then a quarter of what it sends', () => {
  const size = 1_000;
  const { downstream, feed, sent, last } = startDownstream({ bytes: size - 12 });
  for (let each = 0; each < 400; each++) feed(each, 1_000);
  const all = Array.from({ length: 100 }, (_, index) => last() - 99 + index);
  const resent = (now: number) => {
    const before = sent.length;
    downstream.resend(all, now);
    return sent.length - before;
  };
  assert.equal(resent(2_000), 32);
  assert.equal(resent(2_030), 0);
  for (let each = 400; each < 440; each++) feed(each, 2_040);
  assert.equal(resent(2_050), 10);
});

test('[MEET-20] the first packet of a stream begins where the one before ended, in numbers and in time', () => {
  const { downstream, feed, packets } = startDownstream();
  feed(500, 1_000, { timestamp: 77 });
  feed(501, 1_020, { timestamp: 77 + 1_800 });
  feed(9, 1_120, { from: 2, timestamp: 4_000_000_000 });
  feed(10, 1_130, { from: 2, timestamp: 4_000_000_900 });
  downstream.stop();
  assert.equal(downstream.current, null);
  feed(70, 1_130, { from: 1, timestamp: 5 });
  const sent = packets();
  const [first] = sent;
  assert.deepEqual(
    sent.map(({ sequence }) => sequence - (first?.sequence ?? 0)),
    [0, 1, 2, 3, 4],
  );
  assert.deepEqual(
    sent.map(({ timestamp }) => timestamp - (first?.timestamp ?? 0)),
    [0, 1_800, 1_800 + 9_000, 1_800 + 9_900, 1_800 + 9_901],
  );
  assert.deepEqual(
    sent.map(({ payloadType, ssrc }) => [payloadType, ssrc]),
    Array(5).fill([96, 7]),
  );
});

test('[MEET-20] a late packet keeps its place, and does not move what follows', () => {
  const { feed, packets } = startDownstream();
  for (const sequence of [100, 101, 103, 102]) feed(sequence, 1_000 + sequence);
  feed(5, 1_203, { from: 2, timestamp: 1 });
  const sent = packets();
  const first = sent[0]?.sequence ?? 0;
  assert.deepEqual(
    sent.map(({ sequence }) => sequence - first),
    [0, 1, 3, 2, 4],
  );
  assert.equal((sent[4]?.timestamp ?? 0) - (sent[2]?.timestamp ?? 0), 9_000, 'measured from the newest');
});

test('[MEET-20] nothing from before a switch is forwarded, however long the stream lasts', () => {
  const { feed, sent } = startDownstream();
  feed(1_000, 1_000);
  feed(999, 1_000);
  assert.equal(sent.length, 1);
  for (let each = 1_001; each < 1_001 + 70_000; each++) feed(each & 0xffff, 1_000, { timestamp: each * 9 });
  assert.equal(sent.length, 70_001);
});

test('[MEET-20] packets of before a switch are not sent again', () => {
  const { downstream, feed, sent, last } = startDownstream();
  feed(1, 1_000);
  const old = last();
  feed(1, 1_000, { from: 2 });
  const before = sent.length;
  downstream.resend([old], 1_100);
  assert.equal(sent.length, before);
});

test('[MEET-20] numbers of pictures follow each other over a switch, also the base layer of eight bits', () => {
  const sent: Buffer[] = [];
  const downstream = createDownstream(7, 96, RATE, (each) => sent.push(each));
  const feed = (from: number, sequence: number, picture: number) => {
    const packet = vp8Packet({ ssrc: from, sequence, picture, isKey: downstream.current !== from });
    if (downstream.current !== from) downstream.begin(packet, packet.descriptor, 1_000);
    downstream.forward(packet, packet.descriptor, 1_000);
  };
  feed(1, 1, 250);
  feed(1, 2, 251);
  feed(2, 50, 32_766);
  feed(2, 51, 32_767);
  feed(2, 52, 0);
  feed(2, 53, 32_767);
  feed(1, 90, 17);
  const of = (at: number) => sent.map((bytes) => bytes.readUInt16BE(at) & 0x7fff);
  const first = of(14)[0] ?? 0;
  assert.deepEqual(
    of(14).map((picture) => (picture - first + 32_768) % 32_768),
    [0, 1, 2, 3, 4, 3, 5],
  );
  const bases = sent.map((bytes) => bytes[16] as number);
  assert.deepEqual(
    bases.map((base) => (base - (bases[0] as number) + 256) % 256),
    [0, 1, 2, 3, 4, 3, 5],
  );
  assert.ok(sent.every((bytes) => bytes.readUInt16BE(14) >= 0x8000));
});

test('[MEET-20] a sender report has the time of the outgoing stream and what was sent', () => {
  const { downstream, feed, sent, packets } = startDownstream({ bytes: 50 });
  const ntp = Buffer.from('0102030405060708', 'hex');
  downstream.report(ntp, 1);
  assert.equal(sent.length, 0, 'nothing before the first packet');
  feed(1, 1_000, { timestamp: 5_000 });
  feed(2, 1_010, { timestamp: 5_900 });
  const [, second] = packets();
  downstream.report(ntp, 6_000);
  const report = sent.at(-1) as Buffer;
  assert.deepEqual([report[0], report[1], report.readUInt16BE(2)], [0x80, 200, 6]);
  assert.equal(report.readUInt32BE(4), 7);
  assert.deepEqual(report.subarray(8, 16), ntp);
  assert.equal(report.readUInt32BE(16), (second?.timestamp ?? 0) + 100);
  assert.deepEqual([report.readUInt32BE(20), report.readUInt32BE(24)], [2, 100]);
});

test('[MEET-20] header extensions, which are numbered by the sender, are left out', () => {
  const sent: Buffer[] = [];
  const downstream = createDownstream(7, 96, RATE, (each) => sent.push(each));
  const payload = Buffer.from('payload');
  const options = { ssrc: 1, sequence: 1, isMarked: true, payload, extensions: { 3: Buffer.from('q') } };
  const packet = rtp(options);
  downstream.begin(packet, undefined, 1);
  downstream.forward(packet, undefined, 1);
  const read = readRtp(sent[0] as Buffer) as RtpPacket;
  assert.deepEqual([read.start, read.isMarked, payloadOf(read)], [12, true, payload]);
});
