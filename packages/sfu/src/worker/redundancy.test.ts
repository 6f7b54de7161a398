import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createRedundancy } from './redundancy.ts';
import { readRtp } from './rtp.ts';
import { type PacketOptions, writeRtp } from './testing/packets.ts';

const RED = 63;
const OPUS = 111;

function startSound({ isProtected = true } = {}) {
  const sent: Buffer[] = [];
  const clock = { now: 1_000 };
  const redundancy = createRedundancy(
    RED,
    (each) => sent.push(each),
    () => clock.now,
  );
  const send = (options: Omit<PacketOptions, 'ssrc'>) => {
    const bytes = writeRtp({ ssrc: 7, payloadType: OPUS, timestamp: options.sequence * 960, ...options });
    redundancy.send(bytes);
    return bytes;
  };
  if (isProtected) redundancy.protect(clock.now);
  return { sent, clock, redundancy, send };
}

function readRed(bytes: Buffer | undefined) {
  const packet = bytes && readRtp(bytes);
  assert.ok(packet && packet.payloadType === RED, 'it is sent twice');
  const head = packet.bytes.readUInt32BE(12);
  const length = head & 0x3ff;
  return {
    follows: head >>> 31,
    blockType: (head >>> 24) & 0x7f,
    offset: (head >>> 10) & 0x3fff,
    before: packet.bytes.subarray(17, 17 + length),
    type: packet.bytes[16],
    sound: packet.bytes.subarray(17 + length),
    packet,
  };
}

const isTwice = (bytes: Buffer | undefined) => (bytes && readRtp(bytes))?.payloadType === RED;

test('[MEET-30] a protected packet carries the one before, with its distance in time', () => {
  const { sent, send } = startSound();
  send({ sequence: 65_535, timestamp: 2 ** 32 - 900, payload: Buffer.from('first') });
  send({ sequence: 0, timestamp: 60, payload: Buffer.from('second'), isMarked: true });
  assert.equal(isTwice(sent[0]), false, 'nothing was before it');
  const { packet, ...rest } = readRed(sent[1]);
  assert.deepEqual(rest, {
    follows: 1,
    blockType: OPUS,
    offset: 960,
    before: Buffer.from('first'),
    type: OPUS,
    sound: Buffer.from('second'),
  });
  assert.deepEqual(
    [packet.sequence, packet.timestamp, packet.ssrc, packet.isMarked, packet.start],
    [0, 60, 7, true, 12],
  );
});

test('[MEET-30] sound is sent twice for 20 s after a loss, and only then', () => {
  const { sent, send, clock, redundancy } = startSound({ isProtected: false });
  send({ sequence: 1 });
  send({ sequence: 2 });
  assert.deepEqual([sent.map(isTwice), redundancy.isOn], [[false, false], false]);
  redundancy.protect(clock.now);
  send({ sequence: 3 });
  send({ sequence: 4 });
  assert.deepEqual(sent.slice(2).map(isTwice), [false, true]);
  clock.now += 19_999;
  send({ sequence: 5 });
  assert.deepEqual([isTwice(sent[4]), redundancy.isOn], [true, true]);
  clock.now += 1;
  send({ sequence: 6 });
  assert.deepEqual([isTwice(sent[5]), redundancy.isOn], [false, false]);
  send({ sequence: 7 });
  redundancy.protect(clock.now);
  send({ sequence: 8 });
  assert.equal(isTwice(sent[7]), false, 'nothing is held of the time without protection');
});

test('[MEET-30] only the packet directly before goes along', () => {
  const { sent, send } = startSound();
  for (const sequence of [10, 12, 11, 13]) send({ sequence });
  assert.deepEqual(sent.map(isTwice), [false, false, false, false]);
  send({ sequence: 14 });
  assert.equal(isTwice(sent[4]), true);
});

test('[MEET-30] what does not fit the fields of a block is left out', () => {
  const cases: [Buffer, number, boolean][] = [
    [Buffer.alloc(1_023, 1), 960, true],
    [Buffer.alloc(1_024, 1), 960, false],
    [Buffer.alloc(0), 960, false],
    [Buffer.alloc(10, 1), 16_383, true],
    [Buffer.alloc(10, 1), 16_384, false],
  ];
  for (const [payload, distance, fits] of cases) {
    const { sent, send } = startSound();
    send({ sequence: 1, timestamp: 1_000, payload });
    const second = send({ sequence: 2, timestamp: 1_000 + distance, payload: Buffer.from('s') });
    assert.equal(isTwice(sent[1]), fits, `${payload.length} bytes, ${distance} units`);
    if (!fits) assert.deepEqual(sent[1], second);
    else assert.deepEqual([readRed(sent[1]).before, readRed(sent[1]).offset], [payload, distance]);
  }
});

test('[MEET-30] RTCP and padded packets pass as they are', () => {
  const { sent, send, redundancy } = startSound();
  send({ sequence: 1 });
  const report = Buffer.from('80c90001000000ff', 'hex');
  redundancy.send(report);
  const padded = writeRtp({ ssrc: 7, sequence: 2, payloadType: OPUS });
  padded[0] = 0xa0;
  redundancy.send(padded);
  assert.deepEqual(sent.slice(1), [report, padded]);
});
