import type { MediaSource } from '@ringbinder/protocol';
import type { Track } from 'node-datachannel';
import { readRtcp, writePli, writeReceiverReport, writeRemb } from './rtcp.ts';
import { findExtension, isRtcp, type RtpPacket, readRtp } from './rtp.ts';
import { readSendOffer, type SendOffer, writeReceiveAnswer, writeSendOffer } from './sdp.ts';
import type { OpenPeer, ServerCandidate, Transport } from './transport.ts';
import { createUpstream, type Upstream } from './upstream.ts';
import { readVp8, type Vp8Descriptor } from './vp8.ts';

/** In bits per second. */
const BITRATES = {
  microphone: { most: 64_000 },
  screen_audio: { most: 128_000 },
  camera: { most: 2_500_000 },
  screen: { most: 4_000_000 },
} as const;
const LEAST_BITRATE = 150_000;
/** No browser sends more streams. */
const MAX_STREAMS = 4;
const KEY_FRAME_INTERVAL_MS = 300;
const REPORT_INTERVAL_MS = 500;
const LAYER_NAMES = ['q', 'h', 'f'];

export interface Publication {
  readonly source: MediaSource;
  readonly connection: string;
  readonly participant: string;
  readonly kind: 'audio' | 'video';
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
  level(decibels: number, now: number): void;
  senderReport(ssrc: number, ntp: Buffer, timestamp: number): void;
}

export function receivePublication(
  transport: Transport,
  of: PublicationRequest,
  events: PublicationEvents,
  clock: () => number,
): Publication {
  const offer = readSendOffer(of.sdp);
  return new ReceivedPublication(transport, of, offer, { events, clock });
}

interface PublicationRequest {
  participant: string;
  connection: string;
  source: MediaSource;
  sdp: string;
}

interface Stream {
  upstream: Upstream;
  rank: number;
  requestedAt: number;
  wantsKey: boolean;
}

class ReceivedPublication implements Publication {
  readonly source: MediaSource;
  readonly connection: string;
  readonly participant: string;
  readonly kind: 'audio' | 'video';
  readonly #offer: SendOffer;
  readonly #events: PublicationEvents;
  readonly #clock: () => number;
  readonly #transported: OpenPeer;
  readonly #streams = new Map<number, Stream>();
  #track: Track | undefined;
  #isClosed = false;
  #bitrate: number;
  #reportedAt = 0;

  constructor(
    transport: Transport,
    of: PublicationRequest,
    offer: SendOffer,
    { events, clock }: { events: PublicationEvents; clock: () => number },
  ) {
    this.source = of.source;
    this.connection = of.connection;
    this.participant = of.participant;
    this.kind = offer.kind;
    this.#offer = offer;
    this.#events = events;
    this.#clock = clock;
    this.#bitrate = BITRATES[of.source].most;
    this.#transported = transport.open();
    this.#answer(transport);
  }

  layers(now: number): number[] {
    return [...this.#streams.entries()]
      .filter(([, { upstream }]) => upstream.isAlive(now))
      .sort(([, one], [, other]) => one.rank - other.rank)
      .map(([ssrc]) => ssrc);
  }

  requestKeyFrame(ssrc: number, now = this.#clock()): void {
    const stream = this.#streams.get(ssrc);
    if (stream === undefined) return;
    stream.wantsKey = true;
    if (now - stream.requestedAt < KEY_FRAME_INTERVAL_MS) return;
    stream.requestedAt = now;
    this.#send(writePli(ssrc));
  }

  tick(now: number): void {
    for (const [ssrc, stream] of this.#streams) {
      if (stream.wantsKey) this.requestKeyFrame(ssrc, now);
      const { nack, isTooMuch } = stream.upstream.missing(now);
      if (nack) this.#send(nack);
      if (isTooMuch) this.requestKeyFrame(ssrc, now);
    }
    this.#sendReceiverFeedback(now);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    // Otherwise the references of the track's listener would never be freed.
    this.#track?.close();
    this.#transported.close();
    this.#events.closed();
  }

  #answer(transport: Transport): void {
    const { peer } = this.#transported;
    const events = this.#events;
    const pendingCandidates: [ServerCandidate, string][] = [];
    let isAnswered = false;
    peer.onTrack((track) => {
      if (this.#track) return;
      this.#track = track;
      track.onMessage((bytes) => this.#receive(bytes));
    });
    peer.onLocalCandidate((line, mid) => {
      for (const way of transport.candidatesOf(line.replace(/^a=/, '')))
        if (isAnswered) events.way(way, mid);
        else pendingCandidates.push([way, mid]);
    });
    peer.onLocalDescription((sdp, type) => {
      if (type !== 'answer') return;
      this.#transported.setDescription(sdp);
      events.answered(writeReceiveAnswer(sdp));
      isAnswered = true;
      for (const way of transport.announcedCandidates()) events.way(way, this.#offer.mid);
      for (const [way, mid] of pendingCandidates.splice(0)) events.way(way, mid);
    });
    peer.onStateChange((state) => {
      if (state === 'connected') events.connected();
      if (state === 'failed' || state === 'closed') this.close();
    });
    peer.setRemoteDescription(writeSendOffer(this.#offer), 'offer');
    peer.setLocalDescription('answer');
  }

  #send(bytes: Buffer): void {
    if (!this.#isClosed && this.#track?.isOpen()) this.#track.sendMessageBinary(bytes);
  }

  #receive(bytes: Buffer): void {
    const now = this.#clock();
    if (isRtcp(bytes)) this.#receiveReports(bytes, now);
    else this.#receivePacket(bytes, now);
  }

  #receivePacket(bytes: Buffer, now: number): void {
    const packet = readRtp(bytes);
    if (packet?.payloadType !== this.#offer.payloadType) return;
    const stream = this.#streamOf(packet);
    if (stream === undefined || !stream.upstream.receive(packet, now)) return;
    if (this.kind === 'audio') {
      const { audioLevel } = this.#offer.extensions;
      const level = audioLevel === undefined ? undefined : findExtension(packet, audioLevel)?.[0];
      if (level !== undefined) this.#events.level(level & 0x7f, now);
      this.#events.packet(packet, undefined, now);
      return;
    }
    const descriptor = readVp8(bytes, packet.start);
    if (descriptor?.isKeyFrame) stream.wantsKey = false;
    this.#events.packet(packet, descriptor, now);
  }

  #receiveReports(bytes: Buffer, now: number): void {
    for (const message of readRtcp(bytes)) {
      if (message.type !== 'sender_report') continue;
      this.#streams.get(message.ssrc)?.upstream.onSenderReport(message.ntp.readUInt32BE(2), now);
      this.#events.senderReport(message.ssrc, message.ntp, message.timestamp);
    }
  }

  #streamOf(packet: RtpPacket): Stream | undefined {
    const current = this.#streams.get(packet.ssrc);
    if (current) return current;
    const rank = this.#rankOf(packet);
    if (rank === undefined || this.#streams.size >= MAX_STREAMS) return undefined;
    const isVideo = this.kind === 'video';
    const upstream = createUpstream(packet.ssrc, isVideo ? 90_000 : 48_000, isVideo);
    const stream = { upstream, rank, requestedAt: 0, wantsKey: false };
    this.#streams.set(packet.ssrc, stream);
    return stream;
  }

  #rankOf(packet: RtpPacket): number | undefined {
    const { extensions, rids } = this.#offer;
    if (rids.length === 0) return 0;
    const rid =
      extensions.rid === undefined ? undefined : findExtension(packet, extensions.rid)?.toString('latin1');
    if (rid === undefined || !rids.includes(rid)) return undefined;
    return LAYER_NAMES.includes(rid) ? LAYER_NAMES.indexOf(rid) : rids.indexOf(rid);
  }

  #sendReceiverFeedback(now: number): void {
    if (now - this.#reportedAt < REPORT_INTERVAL_MS || this.#streams.size === 0) return;
    this.#reportedAt = now;
    const alive = [...this.#streams.values()]
      .map(({ upstream }) => upstream)
      .filter((upstream) => upstream.isAlive(now));
    if (alive.length === 0) return;
    this.#send(writeReceiverReport(alive.map((upstream) => upstream.report(now))));
    if (this.kind === 'audio') return;
    const lost = Math.max(...alive.map((upstream) => upstream.lost));
    const change = lost > 0.1 ? 1 - 0.5 * lost : lost < 0.02 ? 1.08 : 1;
    const bitrate = Math.max(LEAST_BITRATE, this.#bitrate * change);
    this.#bitrate = Math.min(BITRATES[this.source].most, bitrate);
    const ssrcs = alive.map(({ ssrc }) => ssrc);
    this.#send(writeRemb(ssrcs, this.#bitrate));
  }
}
