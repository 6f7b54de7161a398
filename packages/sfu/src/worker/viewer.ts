import nodeDataChannel, { type Track } from 'node-datachannel';
import { createDownstream, type Downstream } from './downstream.ts';
import { createRedundancy, type Redundancy } from './redundancy.ts';
import { readRtcp } from './rtcp.ts';
import { isRtcp } from './rtp.ts';
import {
  type OfferedSection,
  offerRedundancy,
  outgoingTypes,
  REDUNDANT_TYPE,
  rewriteReceiveAnswer,
  takesRedundancy,
} from './sdp.ts';
import type { ServerCandidate, Transport } from './transport.ts';

/** A viewer who loses more than this gets sound twice. */
const LOSES_SOME = 0.005;
const LOSS_WINDOW_MS = 1_000;
const MIN_REPORTED = 10;

/** One section of a viewer's connection. It is used again for another source when its source has ended. */
export interface Slot extends OfferedSection {
  readonly track: Track;
  readonly downstream: Downstream;
  /** What was counted when loss was last looked at. */
  window: { since: number; sent: number; missed: number };
  /** Of sound. */
  readonly redundancy: Redundancy | undefined;
  /** The browser has agreed to it. */
  isAgreed: boolean;
}

export interface ViewerEvents {
  offered(connection: string, revision: number, sdp: string): void;
  way(connection: string, way: ServerCandidate, mid: string): void;
  connected(): void;
  failed(): void;
  /** A key frame is wanted by a section. */
  keyFrame(slot: Slot): void;
  /** Share of packets that the viewer lost, of a section. */
  lost(slot: Slot, share: number): void;
  agreed(): void;
}

export interface Viewer {
  readonly connection: string;
  /** Adds a section. It is offered with the next offer. */
  add(kind: 'audio' | 'video'): Slot;
  /** Offers what was added, as soon as the offer before is answered. */
  offer(): void;
  /** Takes an answer. One to an earlier offer counts no more. Throws UnusableSdp. */
  answer(revision: number, sdp: string): void;
  close(): void;
}

export function openViewer(
  transport: Transport,
  connection: string,
  nextSsrc: () => number,
  events: ViewerEvents,
  clock: () => number,
): Viewer {
  const transported = transport.open();
  const { peer } = transported;
  const slots: Slot[] = [];
  const bySsrc = new Map<number, Slot>();
  const ways: [ServerCandidate, string][] = [];
  let isClosed = false;
  let revision = 0;
  let isWaiting = false;
  let isWanted = false;
  let isReachable = false;
  /** The browser understands sound that is sent twice; Firefox does not. */
  let canRepeat = false;

  peer.onLocalDescription((sdp, type) => {
    if (type !== 'offer' || isClosed) return;
    transported.described(sdp);
    const text = sdp.replace(/^a=(candidate:.*|end-of-candidates)\r?\n/gm, '');
    events.offered(connection, revision, offerRedundancy(text));
  });
  // A browser that connects before its answer is here is refused for good ("unknown CA"): it is told the way afterwards.
  peer.onLocalCandidate((line, mid) => {
    for (const way of transport.candidatesOf(line.replace(/^a=/, '')))
      if (isReachable) events.way(connection, way, mid);
      else ways.push([way, mid]);
  });
  peer.onStateChange((state) => {
    if (isClosed) return;
    if (state === 'connected') events.connected();
    if (state === 'failed') events.failed();
  });

  function heard(bytes: Buffer): void {
    if (!isRtcp(bytes)) return;
    for (const message of readRtcp(bytes)) {
      if (message.type === 'receiver_report') {
        for (const { ssrc, lost } of message.blocks) {
          const slot = bySsrc.get(ssrc);
          if (slot) heardOfLoss(slot, lost);
        }
        continue;
      }
      const slot = bySsrc.get(message.ssrc);
      if (message.type === 'nack') slot?.downstream.resend(message.sequences, clock());
      else if (message.type === 'key_frame' && slot) events.keyFrame(slot);
    }
  }

  /**
   * A report comes with each request for packets and tells of a few packets, all or none of which were lost: what counts is
   * what was lost in a second, before it was mended.
   */
  function heardOfLoss(slot: Slot, lost: number): void {
    const now = clock();
    const { sent, missed } = slot.downstream.counts;
    const { window } = slot;
    if (slot.kind === 'audio' && lost > LOSES_SOME) protect();
    if (now - window.since < LOSS_WINDOW_MS || sent - window.sent < MIN_REPORTED) return;
    const share = Math.min(1, (missed - window.missed) / (sent - window.sent));
    slot.window = { since: now, sent, missed };
    if (share > LOSES_SOME) protect();
    events.lost(slot, share);
  }

  /** What is lost of one stream is lost of the others too. */
  function protect(): void {
    if (!canRepeat) return;
    const now = clock();
    for (const slot of slots) slot.redundancy?.protect(now);
  }

  function offer(): void {
    if (isClosed || slots.length === 0) return;
    if (isWaiting) {
      isWanted = true;
      return;
    }
    isWaiting = true;
    isWanted = false;
    revision++;
    peer.setLocalDescription('offer');
  }

  return {
    connection,
    add(kind) {
      const mid = String(slots.length);
      const ssrc = nextSsrc();
      const media =
        kind === 'audio'
          ? new nodeDataChannel.Audio(mid, 'SendOnly')
          : new nodeDataChannel.Video(mid, 'SendOnly');
      if ('addOpusCodec' in media) media.addOpusCodec(outgoingTypes.audio);
      else media.addVP8Codec(outgoingTypes.video);
      // Each a stream by itself: a browser would hold back the sound of one to fit the pictures of another.
      media.addSSRC(ssrc, `c${mid}`, `s${mid}`, `t${mid}`);
      const track = peer.addTrack(media);
      const send = (bytes: Buffer) => {
        if (!isClosed && track.isOpen()) track.sendMessageBinary(bytes);
      };
      const redundancy = kind === 'audio' ? createRedundancy(REDUNDANT_TYPE, send, clock) : undefined;
      const downstream = createDownstream(
        ssrc,
        outgoingTypes[kind],
        kind === 'audio' ? 48_000 : 90_000,
        redundancy?.send ?? send,
      );
      const slot: Slot = {
        mid,
        kind,
        track,
        downstream,
        redundancy,
        window: { since: 0, sent: 0, missed: 0 },
        isAgreed: false,
      };
      track.onMessage(heard);
      slots.push(slot);
      bySsrc.set(ssrc, slot);
      return slot;
    },
    offer,
    answer(answered, sdp) {
      if (isClosed || !isWaiting || answered !== revision) return;
      const offered = slots.filter(({ mid }) => peer.localDescription()?.sdp.includes(`a=mid:${mid}\r\n`));
      peer.setRemoteDescription(rewriteReceiveAnswer(sdp, offered), 'answer');
      isWaiting = false;
      canRepeat = takesRedundancy(sdp);
      for (const slot of offered) slot.isAgreed = true;
      if (!isReachable) {
        isReachable = true;
        for (const way of transport.announcedCandidates()) events.way(connection, way, '0');
        for (const [way, mid] of ways.splice(0)) events.way(connection, way, mid);
      }
      events.agreed();
      if (isWanted) offer();
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      // Their listeners would be held for as long as the process lives, with the packets that are kept to be sent again.
      for (const { track } of slots) track.close();
      transported.close();
    },
  };
}
