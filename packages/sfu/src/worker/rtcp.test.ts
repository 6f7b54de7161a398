import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readRtcp, writeNack, writePli, writeReceiverReport, writeRemb, writeSenderReport } from './rtcp.ts';
import { ahead16, findExtension, isRtcp, payloadOf, readRtp } from './rtp.ts';
import { rtp, writeKeyFrameRequest, writeRtp } from './testing/packets.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

test('[MEET-20] PLI and FIR both request a key frame of the stream that they name', () => {
  for (const kind of ['PLI', 'FIR'] as const)
    assert.deepEqual(readRtcp(writeKeyFrameRequest(kind, 0xdeadbeef)), [
      { type: 'key_frame', ssrc: 0xdeadbeef },
    ]);
  assert.deepEqual(writePli(0xdeadbeef), hex('81ce0002 00000001 deadbeef'));
  for (const other of [
    writeRemb([1], 1_000),
    hex('83cd0002 00000001 00000002'),
    hex('82ce0002 00000001 00000002'),
  ])
    assert.deepEqual(readRtcp(other), []);
  assert.deepEqual(readRtcp(writeKeyFrameRequest('FIR', 5).subarray(0, 16)), []);
});

test('[MEET-30] a request for packets names the first, and up to sixteen that follow it', () => {
  const cases = [
    [7],
    [7, 8, 23],
    [7, 24],
    [65_534, 65_535, 0, 14],
    [65_534, 15],
    Array.from({ length: 40 }, (_, index) => (65_520 + index) & 0xffff),
  ];
  for (const sequences of cases)
    assert.deepEqual(readRtcp(writeNack(0xdeadbeef, sequences)), [
      { type: 'nack', ssrc: 0xdeadbeef, sequences },
    ]);
  assert.deepEqual(writeNack(9, [7, 8, 23]), hex('81cd0003 00000001 00000009 0007 8001'));
  assert.equal(writeNack(9, [7, 24]).length, 20);
});

test('[MEET-26] of one request at most 272 packets are read', () => {
  const many = Array.from({ length: 2_000 }, (_, index) => index);
  const [message] = readRtcp(writeNack(9, many));
  assert.ok(message?.type === 'nack');
  assert.deepEqual(message.sequences, many.slice(0, message.sequences.length));
  assert.ok(message.sequences.length >= 256 && message.sequences.length <= 272);
});

test('[MEET-30] a receiver report says how much was lost, and is read from sender reports as well', () => {
  const reception = {
    totalLost: 3,
    highest: 65_540,
    jitter: 450.4,
    lastReport: 0xabcd0000,
    sinceLastReport: 32_768.2,
  };
  const bytes = writeReceiverReport([
    { ssrc: 5, lost: 0.25, ...reception },
    { ssrc: 6, lost: 1, ...reception, totalLost: -2 },
    { ssrc: 7, lost: 0, ...reception, totalLost: 2 ** 24 },
  ]);
  assert.equal(
    bytes.toString('hex'),
    [
      '83c90013 00000001',
      '00000005 40000003 00010004 000001c2 abcd0000 00008000',
      '00000006 ff000000 00010004 000001c2 abcd0000 00008000',
      '00000007 007fffff 00010004 000001c2 abcd0000 00008000',
    ]
      .join('')
      .replaceAll(' ', ''),
  );
  const blocks = [
    { ssrc: 5, lost: 0.25 },
    { ssrc: 6, lost: 255 / 256 },
    { ssrc: 7, lost: 0 },
  ];
  assert.deepEqual(readRtcp(bytes), [{ type: 'receiver_report', blocks }]);
  const sender = writeSenderReport(9, { ntp: hex('0102030405060708'), timestamp: 77, packets: 2, octets: 3 });
  assert.equal(sender.toString('hex'), '80c8000600000009' + '0102030405060708' + '0000004d0000000200000003');
  const both = Buffer.concat([sender, bytes.subarray(8, 32)]);
  both[0] = 0x81;
  both.writeUInt16BE(both.length / 4 - 1, 2);
  assert.deepEqual(readRtcp(both), [
    { type: 'sender_report', ssrc: 9, ntp: hex('0102030405060708'), timestamp: 77 },
    { type: 'receiver_report', blocks: [{ ssrc: 5, lost: 0.25 }] },
  ]);
});

test('[MEET-26] of a compound packet all parts are read, up to the first that is broken', () => {
  const pli = writePli(4);
  assert.deepEqual(
    readRtcp(Buffer.concat([writeNack(3, [1]), pli])).map(({ type }) => type),
    ['nack', 'key_frame'],
  );
  assert.equal(readRtcp(Buffer.concat([pli, writeNack(3, [1]).subarray(0, 14)])).length, 1);
  const version = Buffer.concat([pli, pli, pli]);
  version[12] = 0x41;
  assert.equal(readRtcp(version).length, 1);
  assert.deepEqual(readRtcp(Buffer.concat([hex('80000000 00000000'), pli])), []);
  const report = writeReceiverReport([
    { ssrc: 5, lost: 0, totalLost: 0, highest: 0, jitter: 0, lastReport: 0, sinceLastReport: 0 },
  ]);
  report[0] = 0x85;
  assert.deepEqual(readRtcp(report), [{ type: 'receiver_report', blocks: [{ ssrc: 5, lost: 0 }] }]);
});

test('[MEET-30] the bitrate allowed is written as 18 bits and a power of two', () => {
  const rateOf = (bytes: Buffer) => {
    const [exponent, mantissa] = [(bytes[17] as number) >> 2, bytes.readUInt32BE(16) & 0x3ffff];
    return mantissa * 2 ** exponent;
  };
  const bytes = writeRemb([10, 11], 2_500_000);
  assert.deepEqual([bytes.length, bytes[0], bytes[1], bytes.readUInt16BE(2)], [28, 0x8f, 206, 6]);
  assert.equal(bytes.toString('latin1', 12, 16), 'REMB');
  assert.deepEqual([bytes.readUInt32BE(8), bytes[16]], [0, 2]);
  assert.deepEqual([bytes.readUInt32BE(20), bytes.readUInt32BE(24)], [10, 11]);
  for (const rate of [150_000, 262_143, 262_144, 2_500_000, 4_000_000.4])
    assert.ok(Math.abs(rateOf(writeRemb([1], rate)) - rate) < rate / 100_000, `${rate}`);
});

test('[MEET-26] a packet is read with contributors, extensions of both forms and padding', () => {
  const plain = writeRtp({ ssrc: 5, sequence: 6, timestamp: 7, isMarked: true, payload: hex('0a0b0c') });
  assert.deepEqual(
    { ...readRtp(plain), bytes: 0 },
    {
      bytes: 0,
      payloadType: 96,
      isMarked: true,
      sequence: 6,
      timestamp: 7,
      ssrc: 5,
      start: 12,
    },
  );
  const contributed = Buffer.concat([plain.subarray(0, 12), hex('00000001 00000002'), hex('0a')]);
  contributed[0] = 0x82;
  assert.equal(readRtp(contributed)?.start, 20);
  assert.equal(readRtp(contributed.subarray(0, 19)), undefined);
  const padded = Buffer.from(plain);
  padded[0] = 0xa0;
  padded[14] = 2;
  assert.deepEqual(payloadOf(readRtp(padded) ?? assert.fail()), hex('0a'));
  padded[14] = 3;
  assert.equal(payloadOf(readRtp(padded) ?? assert.fail()).length, 0);
  padded[14] = 200;
  assert.equal(payloadOf(readRtp(padded) ?? assert.fail()).length, 0);
  assert.deepEqual(payloadOf(readRtp(plain) ?? assert.fail()), hex('0a0b0c'));
  assert.equal(readRtp(plain.subarray(0, 11)), undefined);
  assert.equal(readRtp(Buffer.concat([hex('40'), plain.subarray(1)])), undefined);
  const extended = { ssrc: 1, sequence: 1, extensions: { 3: Buffer.from('q'), 10: Buffer.from('half') } };
  const packet = rtp(extended);
  assert.equal(findExtension(packet, 3)?.toString(), 'q');
  assert.equal(findExtension(packet, 10)?.toString(), 'half');
  assert.equal(findExtension(packet, 4), undefined);
  assert.equal(findExtension(rtp({ ssrc: 1, sequence: 1 }), 3), undefined);
  const two = Buffer.concat([
    plain.subarray(0, 12),
    hex('1000 0003 0301 71 00 0a02 6162 00 0000'),
    hex('0a'),
  ]);
  two[0] = 0x90;
  const read = readRtp(two) ?? assert.fail();
  assert.deepEqual([findExtension(read, 3)?.toString(), findExtension(read, 10)?.toString()], ['q', 'ab']);
  const long = Buffer.concat([plain.subarray(0, 12), hex('bede 0001 3f 71 71 71'), hex('0a')]);
  long[0] = 0x90;
  assert.equal(findExtension(readRtp(long) ?? assert.fail(), 3), undefined);
});

test('[MEET-26] RTCP has the types 192 to 223 and at least eight bytes', () => {
  const of = (type: number, length = 8) => {
    const bytes = Buffer.alloc(length);
    bytes[1] = type;
    return isRtcp(bytes);
  };
  assert.deepEqual(
    [191, 192, 223, 224].map((type) => of(type)),
    [false, true, true, false],
  );
  assert.equal(of(200, 7), false);
});

test('[MEET-20] numbers of 16 bits are compared around their turn', () => {
  assert.deepEqual(
    [
      ahead16(5, 3),
      ahead16(3, 5),
      ahead16(1, 65_535),
      ahead16(65_535, 1),
      ahead16(32_767, 0),
      ahead16(32_768, 0),
    ],
    [2, -2, 2, -2, 32_767, -32_768],
  );
});
