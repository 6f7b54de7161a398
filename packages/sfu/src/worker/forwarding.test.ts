import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createDownstream } from './downstream.ts';
import { readRtcp } from './rtcp.ts';
import { findExtension, type RtpPacket, readRtp } from './rtp.ts';
import { readSendOffer, rewriteReceiveAnswer, writeReceiveAnswer, writeSendOffer } from './sdp.ts';
import { createUpstream } from './upstream.ts';
import { readVp8, type Vp8Descriptor } from './vp8.ts';

function packet(
  ssrc: number,
  sequence: number,
  timestamp: number,
  { picture, isKey = false }: { picture: number; isKey?: boolean },
): RtpPacket & { descriptor: Vp8Descriptor } {
  const head = Buffer.alloc(20);
  head[0] = 0x90;
  head[1] = 96 | 0x80;
  head.writeUInt16BE(sequence & 0xffff, 2);
  head.writeUInt32BE(timestamp >>> 0, 4);
  head.writeUInt32BE(ssrc, 8);
  head.writeUInt32BE(0xbede0001, 12);
  const payload = Buffer.from([
    0x90,
    0xc0,
    0x80 | (picture >> 8),
    picture & 0xff,
    picture & 0xff,
    isKey ? 0 : 1,
  ]);
  const read = readRtp(Buffer.concat([head, payload]));
  const descriptor = read && readVp8(read.bytes, read.start);
  assert.ok(read && descriptor);
  assert.equal(descriptor.isKeyFrame, isKey);
  return { ...read, descriptor };
}

test('[MEET-20] a viewer sees one stream without a gap, whichever layer it is fed from', () => {
  const sent: Buffer[] = [];
  const downstream = createDownstream(7, 96, 90_000, (bytes) => sent.push(Buffer.from(bytes)));
  let now = 1_000;
  const feed = (ssrc: number, from: number, time: number, picture: number) => {
    for (let each = 0; each < 10; each++, now += 50) {
      const next = packet(ssrc, from + each, time + each * 4_500, {
        picture: picture + each,
        isKey: each === 0,
      });
      if (each === 0) downstream.begin(next, next.descriptor, now);
      downstream.forward(next, next.descriptor, now);
    }
  };
  feed(1, 65_530, 4_294_960_000, 32_765);
  feed(2, 100, 5_000, 17);
  feed(1, 900, 77_000, 400);
  const read = sent.map((bytes) => readRtp(bytes) as RtpPacket);
  const steps = (numbers: number[], size: number) =>
    numbers.slice(1).map((number, index) => (number - (numbers[index] as number) + size) % size);
  assert.deepEqual(
    new Set(
      steps(
        read.map(({ sequence }) => sequence),
        65_536,
      ),
    ),
    new Set([1]),
  );
  assert.ok(
    steps(
      read.map(({ timestamp }) => timestamp),
      2 ** 32,
    ).every((step) => step > 0 && step <= 9_000),
  );
  const pictures = read.map(({ bytes }) => bytes.readUInt16BE(14) & 0x7fff);
  assert.deepEqual(new Set(steps(pictures, 32_768)), new Set([1]));
  assert.deepEqual(new Set(read.map(({ ssrc, start }) => `${ssrc} ${start}`)), new Set(['7 12']));

  const before = sent.length;
  const [old, lost] = [read[12]?.sequence ?? 0, read[25]?.sequence ?? 0];
  downstream.resend([old, lost, 40_000], now);
  assert.equal(sent.length, before + 1);
  assert.deepEqual(sent.at(-1), sent[25]);
  assert.equal(downstream.counts.missed, 1);
  downstream.resend([lost, lost], now + 10);
  assert.equal(sent.length, before + 1);
  for (let each = 1; each < 6; each++) downstream.resend([lost], now + each * 100);
  assert.equal(sent.length, before + 3);
  const late = packet(1, 899, 70_000, { picture: 399 });
  downstream.forward(late, late.descriptor, now);
  assert.equal(sent.length, before + 3);
});

test('[MEET-20] what is lost is asked for again, and told to who sends', () => {
  const upstream = createUpstream(9, 90_000, true);
  const receive = (sequence: number, now: number) =>
    upstream.receive(packet(9, sequence, sequence * 3_000, { picture: 1 }), now);
  for (const sequence of [65_533, 65_534, 1, 2]) assert.ok(receive(sequence, 100));
  assert.ok(!receive(2, 100), 'the second of its kind');
  const requestedPackets = (now: number) => {
    const { nack } = upstream.missing(now);
    return nack
      ? readRtcp(nack).flatMap((message) => (message.type === 'nack' ? message.sequences : []))
      : [];
  };
  assert.deepEqual(requestedPackets(110), [65_535, 0]);
  assert.deepEqual(requestedPackets(120), [], 'not at once again');
  assert.ok(receive(0, 130));
  assert.deepEqual(requestedPackets(200), [65_535]);
  const { lost, totalLost, highest } = upstream.report(300);
  assert.deepEqual([Math.round(lost * 6), totalLost, highest], [1, 1, 65_536 + 2]);
  assert.ok(upstream.isAlive(500) && !upstream.isAlive(5_000));
  assert.ok(receive(20_000, 600));
  assert.ok(requestedPackets(700).length <= 1);
});

const offer = [
  'v=0',
  'o=- 1 2 IN IP4 127.0.0.1',
  's=evil\u0000',
  'm=video 9 UDP/TLS/RTP/SAVPF 96 97',
  'a=candidate:1 1 udp 2122260223 10.0.0.1 22 typ host',
  'a=ice-ufrag:abcd',
  `a=ice-pwd:${'p'.repeat(24)}`,
  `a=fingerprint:sha-256 ${Array(32).fill('ab').join(':')}`,
  'a=setup:actpass',
  'a=mid:0',
  'a=extmap:4 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01',
  'a=extmap:10 urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id',
  'a=rtpmap:96 VP8/90000',
  'a=rtcp-fb:96 transport-cc',
  'a=rtpmap:97 rtx/90000',
  'a=rid:q send',
  'a=rid:f send',
  'a=simulcast:send q;f',
];

test('[MEET-26] a description is written anew from what is understood of it, and refused where it is not', () => {
  const written = writeSendOffer(readSendOffer(offer.join('\r\n')));
  for (const part of ['a=ice-ufrag:abcd', 'a=rid:q send', 'a=simulcast:send q;f', 'a=extmap:10 '])
    assert.ok(written.includes(part), part);
  for (const part of ['evil', 'candidate', 'rtx', 'transport', '10.0.0.1'])
    assert.ok(!written.includes(part), part);
  const without = (part: string) => offer.filter((line) => !line.includes(part)).join('\n');
  const wrong: [string, RegExp][] = [
    ['', /one media section/],
    [[...offer, ...offer.slice(3)].join('\n'), /one media section/],
    [without('ice-pwd'), /ice-pwd/],
    [without('fingerprint'), /fingerprint/],
    [without('VP8'), /VP8/],
    [without('a=mid'), /mid/],
    [offer.join('\n').replace('a=mid:0', 'a=mid:0 a=x'), /mid/],
    [offer.join('\n').replaceAll('96', '80'), /VP8/],
    [[...offer, 'a=rid:a send', 'a=rid:b send'].join('\n'), /at most 3 layers/],
  ];
  for (const [sdp, reason] of wrong) assert.throws(() => readSendOffer(sdp), reason);
  const echoed = 'a=rid:q send\r\na=simulcast:send q;f\r\na=candidate:1 1 UDP 1 192.0.2.1 1 typ host\r\n';
  assert.equal(writeReceiveAnswer(echoed), 'a=rid:q recv\r\na=simulcast:recv q;f\r\n');
  const sections = [{ mid: '0', kind: 'video' as const }];
  assert.match(rewriteReceiveAnswer(offer.join('\n'), sections), /a=recvonly\r\n/);
  assert.throws(() => rewriteReceiveAnswer(offer.join('\n'), []), /as many media sections/);
});

test('[MEET-26] packets of no form are no packets', () => {
  for (let each = 0; each < 20_000; each++) {
    const bytes = Buffer.from(
      Array.from({ length: Math.floor(Math.random() * 60) }, () => Math.random() * 256),
    );
    if (each % 2 && bytes.length > 0) bytes[0] = 0x80 | ((bytes[0] as number) & 0x3f);
    readRtcp(bytes);
    const read = readRtp(bytes);
    if (read) {
      readVp8(bytes, read.start);
      findExtension(read, 3);
    }
    assert.ok(read === undefined || read.start <= bytes.length);
  }
});
