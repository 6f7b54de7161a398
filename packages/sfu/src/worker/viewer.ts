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
import type { OpenPeer, ServerCandidate, Transport } from './transport.ts';

/** Above this fraction of lost packets, audio becomes redundant. */
const REDUNDANCY_LOSS = 0.005;
const LOSS_WINDOW_MS = 1_000;
const MIN_REPORTED = 10;

/** A media section, which another source can reuse. */
export interface Slot extends OfferedSection {
  readonly track: Track;
  readonly downstream: Downstream;
  window: { since: number; sent: number; missed: number };
  readonly redundancy: Redundancy | undefined;
  isAgreed: boolean;
}

export interface ViewerEvents {
  offered(connection: string, revision: number, sdp: string): void;
  way(connection: string, way: ServerCandidate, mid: string): void;
  connected(): void;
  failed(): void;
  keyFrame(slot: Slot): void;
  lost(slot: Slot, share: number): void;
  agreed(): void;
}

export interface Viewer {
  readonly connection: string;
  add(kind: 'audio' | 'video'): Slot;
  offer(): void;
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
  return new ConnectedViewer({ transport, connection, nextSsrc, events, clock });
}

interface ViewerParts {
  transport: Transport;
  connection: string;
  nextSsrc(): number;
  events: ViewerEvents;
  clock(): number;
}

class ConnectedViewer implements Viewer {
  readonly connection: string;
  readonly #parts: ViewerParts;
  readonly #transported: OpenPeer;
  readonly #slots: Slot[] = [];
  readonly #bySsrc = new Map<number, Slot>();
  /** Undefined after the first answer. */
  #pendingCandidates: [ServerCandidate, string][] | undefined = [];
  #isClosed = false;
  #revision = 0;
  #isWaiting = false;
  #isOfferQueued = false;
  /** Some browsers, such as Firefox, do not accept redundant audio. */
  #canRepeat = false;

  constructor(parts: ViewerParts) {
    this.connection = parts.connection;
    this.#parts = parts;
    this.#transported = parts.transport.open();
    this.#listen();
  }

  add(kind: 'audio' | 'video'): Slot {
    const { nextSsrc, clock } = this.#parts;
    const mid = String(this.#slots.length);
    const ssrc = nextSsrc();
    const track = this.#transported.peer.addTrack(sectionOf(kind, mid, ssrc));
    const send = (bytes: Buffer) => {
      if (!this.#isClosed && track.isOpen()) track.sendMessageBinary(bytes);
    };
    const redundancy = kind === 'audio' ? createRedundancy(REDUNDANT_TYPE, send, clock) : undefined;
    const clockRate = kind === 'audio' ? 48_000 : 90_000;
    const downstream = createDownstream(ssrc, outgoingTypes[kind], clockRate, redundancy?.send ?? send);
    const window = { since: 0, sent: 0, missed: 0 };
    const slot: Slot = { mid, kind, track, downstream, redundancy, window, isAgreed: false };
    track.onMessage((bytes) => this.#receive(bytes));
    this.#slots.push(slot);
    this.#bySsrc.set(ssrc, slot);
    return slot;
  }

  offer(): void {
    if (this.#isClosed || this.#slots.length === 0) return;
    if (this.#isWaiting) {
      this.#isOfferQueued = true;
      return;
    }
    this.#isWaiting = true;
    this.#isOfferQueued = false;
    this.#revision++;
    this.#transported.peer.setLocalDescription('offer');
  }

  answer(answered: number, sdp: string): void {
    if (this.#isClosed || !this.#isWaiting || answered !== this.#revision) return;
    const { peer } = this.#transported;
    const offered = this.#slots.filter(({ mid }) =>
      peer.localDescription()?.sdp.includes(`a=mid:${mid}\r\n`),
    );
    peer.setRemoteDescription(rewriteReceiveAnswer(sdp, offered), 'answer');
    this.#isWaiting = false;
    this.#canRepeat = takesRedundancy(sdp);
    for (const slot of offered) slot.isAgreed = true;
    this.#sendEarlyCandidates();
    this.#parts.events.agreed();
    if (this.#isOfferQueued) this.offer();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    // Otherwise the tracks' listeners and buffered packets would never be freed.
    for (const { track } of this.#slots) track.close();
    this.#transported.close();
  }

  #listen(): void {
    const { transport, connection, events } = this.#parts;
    const { peer } = this.#transported;
    peer.onLocalDescription((sdp, type) => {
      if (type !== 'offer' || this.#isClosed) return;
      this.#transported.setDescription(sdp);
      const text = sdp.replace(/^a=(candidate:.*|end-of-candidates)\r?\n/gm, '');
      events.offered(connection, this.#revision, offerRedundancy(text));
    });
    // A browser that connects before the answer is rejected permanently (“unknown CA”).
    peer.onLocalCandidate((line, mid) => {
      for (const way of transport.candidatesOf(line.replace(/^a=/, '')))
        if (this.#pendingCandidates) this.#pendingCandidates.push([way, mid]);
        else events.way(connection, way, mid);
    });
    peer.onStateChange((state) => {
      if (this.#isClosed) return;
      if (state === 'connected') events.connected();
      if (state === 'failed') events.failed();
    });
  }

  #sendEarlyCandidates(): void {
    const candidates = this.#pendingCandidates;
    if (candidates === undefined) return;
    this.#pendingCandidates = undefined;
    const { transport, connection, events } = this.#parts;
    for (const way of transport.announcedCandidates()) events.way(connection, way, '0');
    for (const [way, mid] of candidates) events.way(connection, way, mid);
  }

  #receive(bytes: Buffer): void {
    if (!isRtcp(bytes)) return;
    for (const message of readRtcp(bytes)) {
      if (message.type === 'receiver_report') {
        for (const { ssrc, lost } of message.blocks) {
          const slot = this.#bySsrc.get(ssrc);
          if (slot) this.#receiveLoss(slot, lost);
        }
        continue;
      }
      const slot = this.#bySsrc.get(message.ssrc);
      if (message.type === 'nack') slot?.downstream.resend(message.sequences, this.#parts.clock());
      else if (message.type === 'key_frame' && slot) this.#parts.events.keyFrame(slot);
    }
  }

  #receiveLoss(slot: Slot, lost: number): void {
    const now = this.#parts.clock();
    const { sent, missed } = slot.downstream.counts;
    const { window } = slot;
    if (slot.kind === 'audio' && lost > REDUNDANCY_LOSS) this.#protect();
    if (now - window.since < LOSS_WINDOW_MS || sent - window.sent < MIN_REPORTED) return;
    const share = Math.min(1, (missed - window.missed) / (sent - window.sent));
    slot.window = { since: now, sent, missed };
    if (share > REDUNDANCY_LOSS) this.#protect();
    this.#parts.events.lost(slot, share);
  }

  #protect(): void {
    if (!this.#canRepeat) return;
    const now = this.#parts.clock();
    for (const slot of this.#slots) slot.redundancy?.protect(now);
  }
}

function sectionOf(kind: 'audio' | 'video', mid: string, ssrc: number) {
  const media =
    kind === 'audio'
      ? new nodeDataChannel.Audio(mid, 'SendOnly')
      : new nodeDataChannel.Video(mid, 'SendOnly');
  if ('addOpusCodec' in media) media.addOpusCodec(outgoingTypes.audio);
  else media.addVP8Codec(outgoingTypes.video);
  // Browsers would delay audio that shares a stream with video.
  media.addSSRC(ssrc, `c${mid}`, `s${mid}`, `t${mid}`);
  return media;
}
