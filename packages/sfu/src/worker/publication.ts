import type { MediaSource } from '@ringbinder/protocol';
import type { Track } from 'node-datachannel';
import { readRtcp, writePli, writeReceiverReport, writeRemb } from './rtcp.ts';
import { findExtension, isRtcp, type RtpPacket, readRtp } from './rtp.ts';
import { readSendOffer, type SendOffer, writeReceiveAnswer, writeSendOffer } from './sdp.ts';
import type { ServerCandidate, Transport } from './transport.ts';
import { createUpstream, type Upstream } from './upstream.ts';
import { readVp8, type Vp8Descriptor } from './vp8.ts';

/** What may be sent of one source, in bits per second. */
const BITRATES = {
  microphone: { most: 64_000 },
  screen_audio: { most: 128_000 },
  camera: { most: 2_500_000 },
  screen: { most: 4_000_000 },
} as const;
const LEAST_BITRATE = 150_000;
/** A source has a stream for each layer; what comes beyond is no browser's. */
const MAX_STREAMS = 4;
const KEY_FRAME_INTERVAL_MS = 300;
const REPORT_INTERVAL_MS = 500;
/** From smallest to largest, whatever a client calls them. */
const LAYER_NAMES = ['q', 'h', 'f'];

export interface Publication {
  readonly source: MediaSource;
  readonly connection: string;
  readonly participant: string;
  readonly kind: 'audio' | 'video';
  /** Streams that come, from the smallest layer to the largest. */
  layers(now: number): number[];
  requestKeyFrame(ssrc: number): void;
  tick(now: number): void;
  close(): void;
}

export interface PublicationEvents {
  answered(sdp: string): void;
  way(way: ServerCandidate, mid: string): void;
  connected(): void;
  closed(): void;
  packet(packet: RtpPacket, descriptor: Vp8Descriptor | undefined, now: number): void;
  /** How loud, in decibels below the loudest: 0 to 127. */
  level(decibels: number, now: number): void;
  senderReport(ssrc: number, ntp: Buffer, timestamp: number): void;
}

/** Receives one source by a connection of its own. Throws UnusableSdp. */
export function receivePublication(
  transport: Transport,
  of: { participant: string; connection: string; source: MediaSource; sdp: string },
  events: PublicationEvents,
  clock: () => number,
): Publication {
  const offer: SendOffer = readSendOffer(of.sdp);
  const { kind, extensions, rids } = offer;
  const connection = transport.open();
  const { peer } = connection;
  let track: Track | undefined;
  let isClosed = false;
  const streams = new Map<number, { upstream: Upstream; rank: number; askedAt: number; wantsKey: boolean }>();
  let bitrate: number = BITRATES[of.source].most;
  let reportedAt = 0;

  const send = (bytes: Buffer) => {
    if (!isClosed && track?.isOpen()) track.sendMessageBinary(bytes);
  };

  function streamOf(packet: RtpPacket) {
    const known = streams.get(packet.ssrc);
    if (known) return known;
    let rank = 0;
    if (rids.length > 0) {
      // A packet without a name is of a layer that is not known yet: its next one may have it.
      const rid =
        extensions.rid === undefined ? undefined : findExtension(packet, extensions.rid)?.toString('latin1');
      if (rid === undefined || !rids.includes(rid)) return undefined;
      rank = LAYER_NAMES.includes(rid) ? LAYER_NAMES.indexOf(rid) : rids.indexOf(rid);
    }
    if (streams.size >= MAX_STREAMS) return undefined;
    const upstream = createUpstream(packet.ssrc, kind === 'audio' ? 48_000 : 90_000, kind === 'video');
    const stream = { upstream, rank, askedAt: 0, wantsKey: false };
    streams.set(packet.ssrc, stream);
    return stream;
  }

  function receive(bytes: Buffer): void {
    const now = clock();
    if (isRtcp(bytes)) {
      for (const message of readRtcp(bytes)) {
        if (message.type !== 'sender_report') continue;
        streams.get(message.ssrc)?.upstream.heardReport(message.ntp.readUInt32BE(2), now);
        events.senderReport(message.ssrc, message.ntp, message.timestamp);
      }
      return;
    }
    const packet = readRtp(bytes);
    if (packet?.payloadType !== offer.payloadType) return;
    const stream = streamOf(packet);
    if (stream === undefined || !stream.upstream.receive(packet, now)) return;
    if (kind === 'audio') {
      const level =
        extensions.audioLevel === undefined ? undefined : findExtension(packet, extensions.audioLevel)?.[0];
      if (level !== undefined) events.level(level & 0x7f, now);
      events.packet(packet, undefined, now);
      return;
    }
    const descriptor = readVp8(bytes, packet.start);
    if (descriptor?.isKeyFrame) stream.wantsKey = false;
    events.packet(packet, descriptor, now);
  }

  function requestKeyFrame(ssrc: number, now = clock()): void {
    const stream = streams.get(ssrc);
    if (stream === undefined) return;
    stream.wantsKey = true;
    if (now - stream.askedAt < KEY_FRAME_INTERVAL_MS) return;
    stream.askedAt = now;
    send(writePli(ssrc));
  }

  /** How much may come: less when packets are lost on the way, and slowly more again. */
  function report(now: number): void {
    if (now - reportedAt < REPORT_INTERVAL_MS || streams.size === 0) return;
    reportedAt = now;
    const alive = [...streams.values()].filter(({ upstream }) => upstream.isAlive(now));
    if (alive.length === 0) return;
    send(writeReceiverReport(alive.map(({ upstream }) => upstream.report(now))));
    if (kind === 'audio') return;
    const lost = Math.max(...alive.map(({ upstream }) => upstream.lost));
    if (lost > 0.1) bitrate *= 1 - 0.5 * lost;
    else if (lost < 0.02) bitrate *= 1.08;
    bitrate = Math.min(BITRATES[of.source].most, Math.max(LEAST_BITRATE, bitrate));
    send(
      writeRemb(
        alive.map(({ upstream }) => upstream.ssrc),
        bitrate,
      ),
    );
  }

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    // Its listener would be held for as long as the process lives, with all that it leads to.
    track?.close();
    connection.close();
    events.closed();
  }

  const held: [ServerCandidate, string][] = [];
  let isAnswered = false;
  peer.onTrack((received) => {
    if (track) return;
    track = received;
    track.onMessage(receive);
  });
  peer.onLocalCandidate((line, mid) => {
    for (const way of transport.candidatesOf(line.replace(/^a=/, '')))
      if (isAnswered) events.way(way, mid);
      else held.push([way, mid]);
  });
  peer.onLocalDescription((sdp, type) => {
    if (type !== 'answer') return;
    connection.described(sdp);
    events.answered(writeReceiveAnswer(sdp));
    isAnswered = true;
    for (const way of transport.announcedCandidates()) events.way(way, offer.mid);
    for (const [way, mid] of held.splice(0)) events.way(way, mid);
  });
  peer.onStateChange((state) => {
    if (state === 'connected') events.connected();
    if (state === 'failed' || state === 'closed') close();
  });
  peer.setRemoteDescription(writeSendOffer(offer), 'offer');
  peer.setLocalDescription('answer');

  return {
    source: of.source,
    connection: of.connection,
    participant: of.participant,
    kind,
    layers: (now) =>
      [...streams.entries()]
        .filter(([, { upstream }]) => upstream.isAlive(now))
        .sort(([, one], [, other]) => one.rank - other.rank)
        .map(([ssrc]) => ssrc),
    requestKeyFrame,
    tick(now) {
      for (const [ssrc, stream] of streams) {
        if (stream.wantsKey) requestKeyFrame(ssrc, now);
        const { nack, tooMuch } = stream.upstream.missing(now);
        if (nack) send(nack);
        if (tooMuch) requestKeyFrame(ssrc, now);
      }
      report(now);
    },
    close,
  };
}
