import type { MediaSource, MeetClientFrame } from '@ringbinder/protocol';

import type { Route, Routes } from './routes.ts';

/** A connection that says that it is interrupted may come back by itself in this time. */
const INTERRUPTED_MS = 2_500;
const RETRY_MS = 1_000;

/** The layers of a camera, each half as wide as the next, by the width of its picture. */
const cameraLayers: RTCRtpEncodingParameters[] = [
  { rid: 'q', scaleResolutionDownBy: 4, maxBitrate: 150_000 },
  { rid: 'h', scaleResolutionDownBy: 2, maxBitrate: 500_000 },
  { rid: 'f', scaleResolutionDownBy: 1, maxBitrate: 1_700_000 },
];
const single: Record<Exclude<MediaSource, 'camera'>, RTCRtpEncodingParameters> = {
  screen: { maxBitrate: 2_500_000, maxFramerate: 20 },
  microphone: { maxBitrate: 40_000 },
  screen_audio: { maxBitrate: 96_000 },
};

/** Chromium sends no more layers than fit a width, and leaves out the largest, so no more are offered. */
function encodingsOf(source: MediaSource, track: MediaStreamTrack): RTCRtpEncodingParameters[] {
  if (source !== 'camera') return [single[source]];
  const { width = 1_280 } = track.getSettings();
  return cameraLayers.slice(width >= 960 ? 0 : width >= 480 ? 1 : 2);
}

/** What a sender is made of. */
export interface SenderOptions {
  source: MediaSource;
  routes: Routes;
  send(frame: MeetClientFrame): void;
  nextId(): number;
  /** Nothing gets through any more: the network may be another one. */
  onInterrupted(): void;
}

/** Sends one source by a connection of its own. */
export interface Sender {
  readonly source: MediaSource;
  readonly track: MediaStreamTrack;
  readonly isMuted: boolean;
  readonly peer: RTCPeerConnection | undefined;
  replace(track: MediaStreamTrack): Promise<void>;
  setMuted(isMuted: boolean): void;
  /** Offers anew, by another connection. */
  offer(): void;
  /** Gives whether the answer was to an offer of this sender. */
  answered(id: number, sdp: string): boolean;
  refused(id: number, message: string): boolean;
  candidate(connectionId: string, candidate: RTCIceCandidateInit, isRelayed: boolean): boolean;
  /** Settles when the source is sent for the first time; rejects when it is refused or ended. */
  readonly sent: Promise<void>;
  close(): void;
}

/** Begins to send a track as soon as `offer` is called. */
export function createSender(options: SenderOptions, first: MediaStreamTrack, startsMuted = false): Sender {
  const { source } = options;
  let track = first;
  let isMuted = startsMuted;
  let peer: RTCPeerConnection | undefined;
  let route: Route | undefined;
  let sender: RTCRtpSender | undefined;
  let connectionId = '';
  let offerId = -1;
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let patience: ReturnType<typeof setTimeout> | undefined;
  let held: RTCIceCandidateInit[] = [];
  let isAnswered = false;
  const outcome = Promise.withResolvers<void>();
  outcome.promise.catch(() => undefined);

  function hint(): void {
    if (source === 'screen' && track.contentHint === '') track.contentHint = 'detail';
  }

  function drop(): void {
    clearTimeout(timer);
    clearTimeout(patience);
    if (!peer) return;
    peer.onconnectionstatechange = null;
    peer.close();
    peer = undefined;
  }

  function offer(): void {
    drop();
    if (isClosed) return;
    hint();
    route = options.routes.current();
    const opened = new RTCPeerConnection({ ...route.configuration, bundlePolicy: 'max-bundle' });
    peer = opened;
    held = [];
    isAnswered = false;
    connectionId = `p${crypto.randomUUID()}`;
    const transceiver = opened.addTransceiver(track, {
      direction: 'sendonly',
      sendEncodings: encodingsOf(source, track),
    });
    preferCodec(transceiver, track.kind);
    sender = transceiver.sender;
    if (isMuted) void sender.replaceTrack(null);
    opened.onconnectionstatechange = () => watch(opened);
    void describe(opened);
  }

  async function describe(opened: RTCPeerConnection): Promise<void> {
    await opened.setLocalDescription();
    if (peer !== opened) return;
    offerId = options.nextId();
    const sdp = opened.localDescription?.sdp ?? '';
    options.send({ type: 'offer', id: offerId, connection_id: connectionId, source, sdp });
  }

  function watch(opened: RTCPeerConnection): void {
    clearTimeout(timer);
    if (opened.connectionState === 'connected') {
      clearTimeout(patience);
      outcome.resolve();
    } else if (opened.connectionState === 'failed') {
      options.onInterrupted();
      timer = setTimeout(offer, RETRY_MS);
    } else if (opened.connectionState === 'disconnected') {
      options.onInterrupted();
      timer = setTimeout(offer, INTERRUPTED_MS);
    }
  }

  return {
    source,
    get track() {
      return track;
    },
    get isMuted() {
      return isMuted;
    },
    get peer() {
      return peer;
    },
    sent: outcome.promise,
    async replace(next) {
      const layers = encodingsOf(source, track).length;
      track = next;
      hint();
      if (encodingsOf(source, next).length !== layers && peer) {
        offer();
        return;
      }
      if (!isMuted) await sender?.replaceTrack(next);
    },
    setMuted(muted) {
      isMuted = muted;
      void sender?.replaceTrack(muted ? null : track).catch(() => undefined);
    },
    offer,
    answered(id, sdp) {
      const answered = peer;
      if (id !== offerId || !answered) return false;
      answered.setRemoteDescription({ type: 'answer', sdp }).then(
        () => {
          if (peer !== answered) return;
          isAnswered = true;
          const tried = route;
          if (tried?.patienceMs !== undefined)
            patience = setTimeout(() => {
              options.routes.failed(tried);
              offer();
            }, tried.patienceMs);
          for (const candidate of held.splice(0))
            void answered.addIceCandidate(candidate).catch(() => undefined);
        },
        () => {
          if (peer === answered) timer = setTimeout(offer, RETRY_MS);
        },
      );
      return true;
    },
    refused(id, message) {
      if (id !== offerId) return false;
      outcome.reject(new Error(message));
      return true;
    },
    candidate(of, candidate, isRelayed) {
      if (of !== connectionId || !peer) return false;
      if (isRelayed !== route?.isRelayed) return true;
      if (isAnswered) void peer.addIceCandidate(candidate).catch(() => undefined);
      else held.push(candidate);
      return true;
    },
    close() {
      isClosed = true;
      drop();
      options.send({ type: 'unpublish', connection_id: connectionId });
      outcome.reject(new Error('it is not sent any more'));
    },
  };
}

/** What the server forwards: VP8 for pictures, which all browsers have, and opus for sound. */
function preferCodec(transceiver: RTCRtpTransceiver, kind: string): void {
  if (kind !== 'video') return;
  const known = RTCRtpSender.getCapabilities?.('video')?.codecs ?? [];
  const wanted = known.filter(({ mimeType }) => mimeType === 'video/VP8');
  if (wanted.length > 0) transceiver.setCodecPreferences(wanted);
}
