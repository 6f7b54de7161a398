import type { MediaSource, MeetClientFrame, MeetServerFrame } from '@ringbinder/protocol';
import type { Route, Routes } from './routes.ts';

const INTERRUPTED_MS = 2_500;
/** How long to wait before asking once more for receiving anew. */
const RETRY_MS = 3_000;

type OfferedFrame = Extract<MeetServerFrame, { type: 'offer' }>;

/** One source of another participant that is received. */
export interface ReceivedTrack {
  mid: string;
  participantId: string;
  source: MediaSource;
  track: MediaStreamTrack;
}

/** Receives all that the others send, by one connection. */
export interface Receiver {
  readonly peer: RTCPeerConnection | undefined;
  readonly tracks: readonly ReceivedTrack[];
  offered(frame: OfferedFrame): void;
  /** The connection carries other sources now. */
  assigned(connectionId: string, tracks: OfferedFrame['tracks']): void;
  candidate(connectionId: string, candidate: RTCIceCandidateInit, isRelayed: boolean): void;
  /** Forgets the connection: the server has forgotten it too. */
  reset(): void;
}

/** @param onTracks is told when other tracks are received than before */
export function createReceiver(options: {
  routes: Routes;
  send(frame: MeetClientFrame): void;
  onTracks(): void;
  /** Nothing gets through any more: the network may be another one. */
  onInterrupted(): void;
}): Receiver {
  let peer: RTCPeerConnection | undefined;
  let connectionId = '';
  let assigned: OfferedFrame['tracks'] = [];
  let tracks: ReceivedTrack[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let route: Route | undefined;
  let patience: ReturnType<typeof setTimeout> | undefined;
  /** One description after the other. */
  let working: Promise<void> = Promise.resolve();

  function reset(): void {
    clearTimeout(timer);
    clearTimeout(patience);
    if (peer) {
      peer.onconnectionstatechange = null;
      peer.close();
    }
    peer = undefined;
    connectionId = '';
    assigned = [];
    collect();
  }

  function open(id: string): RTCPeerConnection {
    reset();
    const tried = options.routes.current();
    route = tried;
    const opened = new RTCPeerConnection({ ...tried.configuration, bundlePolicy: 'max-bundle' });
    peer = opened;
    connectionId = id;
    working = Promise.resolve();
    opened.onconnectionstatechange = () => {
      clearTimeout(timer);
      const { connectionState } = opened;
      if (connectionState === 'failed' || connectionState === 'disconnected') options.onInterrupted();
      if (connectionState === 'connected') clearTimeout(patience);
      else if (connectionState === 'failed') askAnew(0);
      else if (connectionState === 'disconnected') askAnew(INTERRUPTED_MS);
    };
    if (tried.patienceMs !== undefined)
      patience = setTimeout(() => {
        options.routes.failed(tried);
        askAnew(0);
      }, tried.patienceMs);
    return opened;
  }

  function askAnew(afterMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      options.send({ type: 'restart' });
      askAnew(RETRY_MS);
    }, afterMs);
  }

  function collect(): void {
    const received = new Map(
      (peer?.getTransceivers() ?? []).flatMap(({ mid, receiver }) =>
        mid === null ? [] : [[mid, receiver.track]],
      ),
    );
    tracks = assigned.flatMap(({ mid, participant_id: participantId, source }) => {
      const track = received.get(mid);
      return track ? [{ mid, participantId, source, track }] : [];
    });
    options.onTracks();
  }

  return {
    get peer() {
      return peer;
    },
    get tracks() {
      return tracks;
    },
    offered({ connection_id, revision, sdp, tracks: offered }) {
      const current = connection_id === connectionId && peer ? peer : open(connection_id);
      working = working
        .then(async () => {
          if (peer !== current) return;
          await current.setRemoteDescription({ type: 'offer', sdp });
          await current.setLocalDescription();
          if (peer !== current) return;
          assigned = offered;
          collect();
          const answer = current.localDescription?.sdp ?? '';
          options.send({ type: 'answer', connection_id, revision, sdp: answer });
        })
        .catch(() => {
          if (peer === current) askAnew(RETRY_MS);
        });
    },
    assigned(id, next) {
      if (id !== connectionId) return;
      working = working.then(() => {
        assigned = next;
        collect();
      });
    },
    candidate(id, candidate, isRelayed) {
      const current = peer;
      if (id !== connectionId || !current || isRelayed !== route?.isRelayed) return;
      working = working.then(() => current.addIceCandidate(candidate)).catch(() => undefined);
    },
    reset,
  };
}
