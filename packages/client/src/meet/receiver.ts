import type { MediaSource, MeetClientFrame, MeetServerFrame } from '@ringbinder/protocol';
import type { Route, Routes } from './routes.ts';

const INTERRUPTED_MS = 2_500;
const RETRY_MS = 3_000;

type OfferedFrame = Extract<MeetServerFrame, { type: 'offer' }>;

export interface ReceivedTrack {
  mid: string;
  participantId: string;
  source: MediaSource;
  track: MediaStreamTrack;
}

export interface Receiver {
  readonly peer: RTCPeerConnection | undefined;
  readonly tracks: readonly ReceivedTrack[];
  offered(frame: OfferedFrame): void;
  assigned(connectionId: string, tracks: OfferedFrame['tracks']): void;
  candidate(connectionId: string, candidate: RTCIceCandidateInit, isRelayed: boolean): void;
  reset(): void;
}

interface ReceiverOptions {
  routes: Routes;
  send(frame: MeetClientFrame): void;
  onTracks(): void;
  onInterrupted(): void;
}

export function createReceiver(options: ReceiverOptions): Receiver {
  return new OneConnectionReceiver(options);
}

class OneConnectionReceiver implements Receiver {
  peer: RTCPeerConnection | undefined;
  tracks: ReceivedTrack[] = [];
  readonly #options: ReceiverOptions;
  #connectionId = '';
  #route: Route | undefined;
  #assigned: OfferedFrame['tracks'] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #timeout: ReturnType<typeof setTimeout> | undefined;
  #working: Promise<void> = Promise.resolve();

  constructor(options: ReceiverOptions) {
    this.#options = options;
  }

  offered({ connection_id, revision, sdp, tracks }: OfferedFrame): void {
    const isCurrent = connection_id === this.#connectionId && this.peer;
    const peer = isCurrent || this.#open(connection_id);
    this.#working = this.#working
      .then(async () => {
        if (this.peer !== peer) return;
        await peer.setRemoteDescription({ type: 'offer', sdp });
        await peer.setLocalDescription();
        if (this.peer !== peer) return;
        this.#assigned = tracks;
        this.#collect();
        const answer = peer.localDescription?.sdp ?? '';
        this.#options.send({ type: 'answer', connection_id, revision, sdp: answer });
      })
      .catch(() => {
        if (this.peer === peer) this.#requestAnother(RETRY_MS);
      });
  }

  assigned(connectionId: string, tracks: OfferedFrame['tracks']): void {
    if (connectionId !== this.#connectionId) return;
    this.#working = this.#working.then(() => {
      this.#assigned = tracks;
      this.#collect();
    });
  }

  candidate(connectionId: string, candidate: RTCIceCandidateInit, isRelayed: boolean): void {
    const { peer } = this;
    if (connectionId !== this.#connectionId || !peer || isRelayed !== this.#route?.isRelayed) return;
    this.#working = this.#working.then(() => peer.addIceCandidate(candidate)).catch(() => undefined);
  }

  reset(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#timeout);
    if (this.peer) {
      this.peer.onconnectionstatechange = null;
      this.peer.close();
    }
    this.peer = undefined;
    this.#connectionId = '';
    this.#assigned = [];
    this.#collect();
  }

  #open(connectionId: string): RTCPeerConnection {
    this.reset();
    const { routes } = this.#options;
    const route = routes.current();
    this.#route = route;
    const peer = new RTCPeerConnection({ ...route.configuration, bundlePolicy: 'max-bundle' });
    this.peer = peer;
    this.#connectionId = connectionId;
    this.#working = Promise.resolve();
    peer.onconnectionstatechange = () => this.#watch(peer);
    if (route.timeoutMs !== undefined)
      this.#timeout = setTimeout(() => {
        routes.failed(route);
        this.#requestAnother(0);
      }, route.timeoutMs);
    return peer;
  }

  #watch({ connectionState }: RTCPeerConnection): void {
    clearTimeout(this.#timer);
    if (connectionState === 'failed' || connectionState === 'disconnected') this.#options.onInterrupted();
    if (connectionState === 'connected') clearTimeout(this.#timeout);
    else if (connectionState === 'failed') this.#requestAnother(0);
    else if (connectionState === 'disconnected') this.#requestAnother(INTERRUPTED_MS);
  }

  #requestAnother(afterMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#options.send({ type: 'restart' });
      this.#requestAnother(RETRY_MS);
    }, afterMs);
  }

  #collect(): void {
    const received = new Map(
      (this.peer?.getTransceivers() ?? []).flatMap(({ mid, receiver }) =>
        mid === null ? [] : [[mid, receiver.track]],
      ),
    );
    this.tracks = this.#assigned.flatMap(({ mid, participant_id: participantId, source }) => {
      const track = received.get(mid);
      return track ? [{ mid, participantId, source, track }] : [];
    });
    this.#options.onTracks();
  }
}
