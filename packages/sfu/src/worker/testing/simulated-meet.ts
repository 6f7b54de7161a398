import nodeDataChannel, { type PeerConnection, type Track } from 'node-datachannel';
import type { EngineEvent } from '../../messages.ts';
import { createMeet, type Meet } from '../meet.ts';
import type { Transport } from '../transport.ts';

const STEP_MS = 5;
const TICK_MS = 50;
const ICE = [
  'a=ice-ufrag:abcd',
  `a=ice-pwd:${'p'.repeat(24)}`,
  `a=fingerprint:sha-256 ${Array(32).fill('ab').join(':')}`,
];

export interface Link {
  delayMs: number;
  loses(bytes: Buffer, index: number): boolean;
}

export const cleanLink = (): Link => ({ delayMs: 20, loses: () => false });

export interface SimulatedPeer {
  onReceived(listener: (mid: string, bytes: Buffer) => void): void;
  send(mid: string, bytes: Buffer): void;
  connect(): void;
  fail(): void;
  readonly described: readonly string[];
  findCandidate(candidate: string): void;
  readonly isClosed: boolean;
  up: Link;
  down: Link;
}

export interface SimulatedMeet {
  meet: Meet;
  readonly now: number;
  run(ms: number): void;
  every(ms: number, work: () => void): void;
  onEvent(listener: (event: EngineEvent) => void): void;
  readonly events: readonly EngineEvent[];
  lastPeer(): SimulatedPeer;
  readonly counts: { in: number; out: number };
}

export function simulateMeet(): SimulatedMeet {
  let now = 10_000;
  let order = 0;
  let tickAt = now;
  let due: { at: number; order: number; work: () => void }[] = [];
  const peers: SimulatedPeer[] = [];
  const events: EngineEvent[] = [];
  const counts = { in: 0, out: 0 };
  const listeners = new Set<(event: EngineEvent) => void>();
  const after = (ms: number, work: () => void) => {
    due.push({ at: now + ms, order: order++, work });
  };
  const transport: Transport = {
    open() {
      const { peer, simulated, described } = simulatePeer(after);
      peers.push(simulated);
      return { peer, setDescription: (sdp) => void described.push(sdp), close: () => peer.close() };
    },
    candidatesOf: (candidate) => [{ candidate, isRelayed: false }],
    announcedCandidates: () => [{ candidate: 'announced', isRelayed: false }],
  };
  const emit = (event: EngineEvent) => {
    events.push(event);
    for (const listener of listeners) listener(event);
  };
  const count = (packetsIn: number, packetsOut: number) => {
    counts.in += packetsIn;
    counts.out += packetsOut;
  };
  const meet = createMeet(transport, 'M', emit, count, () => now);

  function step(): void {
    now += STEP_MS;
    const ready = due.filter(({ at }) => at <= now);
    due = due.filter(({ at }) => at > now);
    ready.sort((one, other) => one.at - other.at || one.order - other.order);
    for (const { work } of ready) work();
    if (now - tickAt < TICK_MS) return;
    tickAt = now;
    meet.tick(now);
  }

  return {
    meet,
    get now() {
      return now;
    },
    run(ms) {
      for (const end = now + ms; now < end; ) step();
    },
    every(ms, work) {
      const again = () => {
        work();
        after(ms, again);
      };
      after(ms, again);
    },
    onEvent: (listener) => void listeners.add(listener),
    events,
    lastPeer() {
      const peer = peers.at(-1);
      if (peer === undefined) throw new Error('no connection was opened');
      return peer;
    },
    counts,
  };
}

function simulatePeer(after: (ms: number, work: () => void) => void) {
  const tracks = new Map<
    string,
    { kind: string; streams: string[]; onBytes: ((bytes: Buffer) => void) | undefined }
  >();
  let described: (sdp: string, type: string) => void = () => undefined;
  let changed: (state: string) => void = () => undefined;
  let opened: (track: Track) => void = () => undefined;
  let onCandidate: (candidate: string, mid: string) => void = () => undefined;
  let received: (mid: string, bytes: Buffer) => void = () => undefined;
  let local: { sdp: string; type: string } | undefined;
  let isClosed = false;
  let [sent, returned] = [0, 0];
  const eventsOf: string[] = [];

  const simulated: SimulatedPeer = {
    up: cleanLink(),
    down: cleanLink(),
    onReceived(listener) {
      received = listener;
    },
    send(mid, bytes) {
      if (simulated.up.loses(bytes, sent++)) return;
      after(simulated.up.delayMs, () => isClosed || tracks.get(mid)?.onBytes?.(bytes));
    },
    connect() {
      opened(openTrack('0', ''));
      changed('connected');
    },
    fail: () => changed('failed'),
    described: eventsOf,
    findCandidate: (candidate) => onCandidate(`a=${candidate}`, '0'),
    get isClosed() {
      return isClosed;
    },
  };

  function openTrack(mid: string, kind: string, streams: string[] = []): Track {
    const track = { kind, streams, onBytes: undefined as ((bytes: Buffer) => void) | undefined };
    tracks.set(mid, track);
    return {
      isOpen: () => true,
      close: () => undefined,
      onMessage(listener: (bytes: Buffer) => void) {
        track.onBytes = listener;
      },
      sendMessageBinary(bytes: Buffer) {
        if (!simulated.down.loses(bytes, returned++))
          after(simulated.down.delayMs, () => isClosed || received(mid, bytes));
        return true;
      },
    } as unknown as Track;
  }

  const sections = () =>
    [...tracks].flatMap(([mid, { kind, streams }]) => [
      `m=${kind} 9 UDP/TLS/RTP/SAVPF ${kind === 'audio' ? '111' : '96'}`,
      `a=mid:${mid}`,
      ...(kind === 'audio' ? ['a=rtpmap:111 opus/48000/2'] : []),
      ...streams,
    ]);
  const peer = {
    onLocalDescription(listener: typeof described) {
      described = listener;
    },
    onStateChange(listener: typeof changed) {
      changed = listener;
    },
    onTrack(listener: typeof opened) {
      opened = listener;
    },
    onLocalCandidate(listener: typeof onCandidate) {
      onCandidate = listener;
    },
    setRemoteDescription: () => undefined,
    setLocalDescription(type: string) {
      if (type === 'answer') simulated.findCandidate('early');
      local = { type, sdp: `${[...ICE, ...sections()].join('\r\n')}\r\n` };
      described(local.sdp, type);
    },
    localDescription: () => local,
    addTrack(media: nodeDataChannel.Audio | nodeDataChannel.Video) {
      const kind = media instanceof nodeDataChannel.Audio ? 'audio' : 'video';
      const lines = media.generateSdp('\n', '0.0.0.0', 9).split('\n');
      return openTrack(
        String(tracks.size),
        kind,
        lines.filter((line) => line.startsWith('a=ssrc:')),
      );
    },
    close() {
      isClosed = true;
    },
  } as unknown as PeerConnection;
  return { peer, simulated, described: eventsOf };
}

export const iceLines = ICE;
