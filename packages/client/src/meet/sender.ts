import type { MediaSource, MeetClientFrame } from '@ringbinder/protocol';

import type { Route, Routes } from './routes.ts';

const INTERRUPTED_MS = 2_500;
const RETRY_MS = 1_000;

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

/** Omits the simulcast layers that Chromium drops for narrow videos. */
function encodingsOf(source: MediaSource, track: MediaStreamTrack): RTCRtpEncodingParameters[] {
  if (source !== 'camera') return [single[source]];
  const { width = 1_280 } = track.getSettings();
  return cameraLayers.slice(width >= 960 ? 0 : width >= 480 ? 1 : 2);
}

export interface SenderOptions {
  source: MediaSource;
  routes: Routes;
  send(frame: MeetClientFrame): void;
  nextId(): number;
  onInterrupted(): void;
}

export interface Sender {
  readonly source: MediaSource;
  readonly track: MediaStreamTrack;
  readonly isMuted: boolean;
  readonly peer: RTCPeerConnection | undefined;
  replace(track: MediaStreamTrack): Promise<void>;
  setMuted(isMuted: boolean): void;
  offer(): void;
  answered(id: number, sdp: string): boolean;
  refused(id: number, message: string): boolean;
  candidate(connectionId: string, candidate: RTCIceCandidateInit, isRelayed: boolean): boolean;
  readonly sent: Promise<void>;
  close(): void;
}

export function createSender(options: SenderOptions, track: MediaStreamTrack, isMuted = false): Sender {
  return new SourceSender(options, track, isMuted);
}

interface Attempt {
  readonly peer: RTCPeerConnection;
  readonly route: Route;
  readonly connectionId: string;
  readonly sender: RTCRtpSender;
  offerId: number;
  earlyCandidates: RTCIceCandidateInit[] | undefined;
}

class SourceSender implements Sender {
  readonly source: MediaSource;
  track: MediaStreamTrack;
  isMuted: boolean;
  readonly sent: Promise<void>;
  readonly #options: SenderOptions;
  readonly #outcome = Promise.withResolvers<void>();
  #attempt: Attempt | undefined;
  #connectionId = '';
  #isClosed = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #timeout: ReturnType<typeof setTimeout> | undefined;

  constructor(options: SenderOptions, track: MediaStreamTrack, isMuted: boolean) {
    this.source = options.source;
    this.track = track;
    this.isMuted = isMuted;
    this.sent = this.#outcome.promise;
    this.sent.catch(() => undefined);
    this.#options = options;
  }

  get peer(): RTCPeerConnection | undefined {
    return this.#attempt?.peer;
  }

  async replace(track: MediaStreamTrack): Promise<void> {
    const layers = encodingsOf(this.source, this.track).length;
    this.track = track;
    this.#hint();
    if (encodingsOf(this.source, track).length !== layers && this.#attempt) this.offer();
    else if (!this.isMuted) await this.#attempt?.sender.replaceTrack(track);
  }

  setMuted(isMuted: boolean): void {
    this.isMuted = isMuted;
    void this.#attempt?.sender.replaceTrack(isMuted ? null : this.track).catch(() => undefined);
  }

  offer(): void {
    this.#drop();
    if (this.#isClosed) return;
    this.#hint();
    const route = this.#options.routes.current();
    const peer = new RTCPeerConnection({ ...route.configuration, bundlePolicy: 'max-bundle' });
    this.#connectionId = `p${crypto.randomUUID()}`;
    const transceiver = peer.addTransceiver(this.track, {
      direction: 'sendonly',
      sendEncodings: encodingsOf(this.source, this.track),
    });
    preferCodec(transceiver, this.track.kind);
    const { sender } = transceiver;
    const connectionId = this.#connectionId;
    const attempt: Attempt = { peer, route, sender, connectionId, offerId: -1, earlyCandidates: [] };
    this.#attempt = attempt;
    if (this.isMuted) void sender.replaceTrack(null);
    peer.onconnectionstatechange = () => this.#watch(peer);
    void this.#describe(attempt);
  }

  answered(id: number, sdp: string): boolean {
    const attempt = this.#attempt;
    if (id !== attempt?.offerId) return false;
    attempt.peer.setRemoteDescription({ type: 'answer', sdp }).then(
      () => {
        if (this.#attempt === attempt) this.#connectAnswered(attempt);
      },
      () => {
        if (this.#attempt === attempt) this.#offerAgain(RETRY_MS);
      },
    );
    return true;
  }

  refused(id: number, message: string): boolean {
    if (id !== this.#attempt?.offerId) return false;
    this.#outcome.reject(new Error(message));
    return true;
  }

  candidate(of: string, candidate: RTCIceCandidateInit, isRelayed: boolean): boolean {
    const attempt = this.#attempt;
    if (of !== attempt?.connectionId) return false;
    if (isRelayed !== attempt.route.isRelayed) return true;
    if (attempt.earlyCandidates) attempt.earlyCandidates.push(candidate);
    else void attempt.peer.addIceCandidate(candidate).catch(() => undefined);
    return true;
  }

  close(): void {
    this.#isClosed = true;
    this.#drop();
    this.#options.send({ type: 'unpublish', connection_id: this.#connectionId });
    this.#outcome.reject(new Error('it is not sent any more'));
  }

  #hint(): void {
    if (this.source === 'screen' && this.track.contentHint === '') this.track.contentHint = 'detail';
  }

  #drop(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#timeout);
    if (!this.#attempt) return;
    const { peer } = this.#attempt;
    peer.onconnectionstatechange = null;
    peer.close();
    this.#attempt = undefined;
  }

  async #describe(attempt: Attempt): Promise<void> {
    const { peer, connectionId: connection_id } = attempt;
    await peer.setLocalDescription();
    if (this.#attempt !== attempt) return;
    attempt.offerId = this.#options.nextId();
    const sdp = peer.localDescription?.sdp ?? '';
    this.#options.send({ type: 'offer', id: attempt.offerId, connection_id, source: this.source, sdp });
  }

  #watch({ connectionState }: RTCPeerConnection): void {
    clearTimeout(this.#retry);
    if (connectionState === 'connected') {
      clearTimeout(this.#timeout);
      this.#outcome.resolve();
    } else if (connectionState === 'failed' || connectionState === 'disconnected') {
      this.#options.onInterrupted();
      this.#offerAgain(connectionState === 'failed' ? RETRY_MS : INTERRUPTED_MS);
    }
  }

  #offerAgain(afterMs: number): void {
    this.#retry = setTimeout(() => this.offer(), afterMs);
  }

  #connectAnswered(attempt: Attempt): void {
    const { peer, route, earlyCandidates = [] } = attempt;
    attempt.earlyCandidates = undefined;
    if (route.timeoutMs !== undefined)
      this.#timeout = setTimeout(() => {
        this.#options.routes.failed(route);
        this.offer();
      }, route.timeoutMs);
    for (const candidate of earlyCandidates) void peer.addIceCandidate(candidate).catch(() => undefined);
  }
}

function preferCodec(transceiver: RTCRtpTransceiver, kind: string): void {
  if (kind !== 'video') return;
  const codecs = RTCRtpSender.getCapabilities?.('video')?.codecs ?? [];
  const preferred = codecs.filter(({ mimeType }) => mimeType === 'video/VP8');
  if (preferred.length > 0) transceiver.setCodecPreferences(preferred);
}
