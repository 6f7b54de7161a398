/**
 * A process that loads the engine of meets with peers that are no browsers: one participant sends a camera and a
 * microphone, others receive them. It runs the engine too, whose process it measures, and leaves by `process.exit`: the
 * library's own end was seen to crash.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import nodeDataChannel, { type PeerConnection, type Track } from 'node-datachannel';
import { createEmbeddedEngine, type EngineEvent } from '../../packages/server/src/conference/index.ts';
import { cpuSecondsOf } from '../processes.ts';

/** What is asked for. */
export interface MeetLoad {
  viewers: number;
  warmMs: number;
  measureMs: number;
  joins: number;
  /** Through the port for those who come by TURN over TCP or TLS. */
  isRelayed: boolean;
}

/** What was seen. */
export interface MeetLoadResult {
  /** Share of a core that the engine used. */
  cpu: number;
  /** Share of packets that did not come. */
  lost: number;
  bitsPerSecond: number;
  /** Memory after all joins, beside that after a tenth of them. */
  memoryGrowth: number;
}

const VIDEO_BYTES = 1_180;
const AUDIO_BYTES = 80;
/** Video packets in 10 ms, and audio packets in 20: one Mbit/s in all. */
const TICK_MS = 10;
const FRAME_PACKETS = 4;
const HEAD_BYTES = 12;

nodeDataChannel.initLogger('Error', () => undefined);
const log = { warn: () => undefined, info: () => undefined };
// The relay is never asked: that there is one opens the second port.
const engine = createEmbeddedEngine(
  { meetUdpPort: 0, meetAnnouncedAddresses: [], meetTurnUrls: ['turns:relay.invalid'] },
  log,
);
const MEET = 'load';
const peers = new Map<string, PeerConnection>();
let received = 0;
/** Who has seen something. */
const receiving = new Set<string>();
/** A track that nobody holds is collected, and says no more. */
const tracks: Track[] = [];
let publishing = 0;
let isRelayed = false;
let nextId = 1;

const openPeer = (name: string) =>
  new nodeDataChannel.PeerConnection(name, {
    iceServers: [],
    disableAutoNegotiation: true,
    forceMediaTransport: true,
  });

/** Answers what the engine offers, and counts what comes. */
function receive(event: Extract<EngineEvent, { type: 'offer' }>): void {
  const { participant, connection, revision, sdp } = event;
  let peer = peers.get(connection);
  if (!peer) {
    const opened = openPeer(participant);
    peer = opened;
    peers.set(connection, opened);
    opened.onTrack((track) => {
      tracks.push(track);
      track.onMessage((bytes) => {
        const type = bytes[1] ?? 0;
        if (type >= 192 && type <= 223) return;
        received++;
        receiving.add(participant);
      });
    });
  }
  const answering = peer;
  answering.onLocalDescription((answer) =>
    engine.send({ type: 'answer', meet: MEET, participant, connection, revision, sdp: answer }),
  );
  answering.setRemoteDescription(sdp, 'offer');
  answering.setLocalDescription('answer');
}

engine.onEvent((event) => {
  if (event.type === 'offer') receive(event);
  else if (event.type === 'answer') peers.get(event.connection)?.setRemoteDescription(event.sdp, 'answer');
  else if (event.type === 'candidate' && event.isRelayed === isRelayed)
    peers.get(event.connection)?.addRemoteCandidate(event.candidate, event.mid);
  else if (event.type === 'published') publishing++;
});

function publish(participant: string, source: 'camera' | 'microphone', ssrc: number): Track {
  const connection = `${participant}-${source}`;
  const peer = openPeer(connection);
  peers.set(connection, peer);
  const media =
    source === 'camera'
      ? new nodeDataChannel.Video('0', 'SendOnly')
      : new nodeDataChannel.Audio('0', 'SendOnly');
  if ('addVP8Codec' in media) media.addVP8Codec(96);
  else media.addOpusCodec(111);
  media.addSSRC(ssrc, 'c', 's', 't');
  const track = peer.addTrack(media);
  const id = nextId++;
  peer.onLocalDescription((sdp) =>
    engine.send({ type: 'offer', meet: MEET, participant, id, connection, source, sdp }),
  );
  peer.setLocalDescription('offer');
  return track;
}

function sendRtp(
  track: Track,
  type: number,
  ssrc: number,
  at: { sequence: number; time: number },
  bytes: number,
  isKey: boolean,
): void {
  const packet = Buffer.alloc(HEAD_BYTES + bytes);
  packet[0] = 0x80;
  packet[1] = type;
  packet.writeUInt16BE(at.sequence & 0xffff, 2);
  packet.writeUInt32BE(at.time >>> 0, 4);
  packet.writeUInt32BE(ssrc, 8);
  packet[HEAD_BYTES] = isKey ? 0x10 : 0;
  packet[HEAD_BYTES + 1] = isKey ? 0 : 1;
  if (track.isOpen()) track.sendMessageBinary(packet);
}

async function untilTrue(what: string, condition: () => boolean): Promise<void> {
  const end = performance.now() + 30_000;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`waited in vain until ${what}`);
    await sleep(20);
  }
}

function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0);
}

async function run(load: MeetLoad): Promise<MeetLoadResult> {
  const { viewers, warmMs, measureMs, joins } = load;
  isRelayed = load.isRelayed;
  engine.start();
  await untilTrue('the engine runs', () => engine.isRunning);
  const pid = engine.pid ?? 0;
  engine.send({ type: 'join', meet: MEET, participant: 'sender' });
  const camera = publish('sender', 'camera', 11);
  const microphone = publish('sender', 'microphone', 12);
  await untilTrue('both are sent', () => publishing === 2);
  let sent = 0;
  let ticks = 0;
  let picture = 0;
  const begun = performance.now();
  const sending = setInterval(() => {
    // Timers come late on a busy machine; what is due is sent.
    while (ticks * TICK_MS < performance.now() - begun) {
      const isKey = ticks % (FRAME_PACKETS * 25) === 0;
      sendRtp(camera, 96, 11, { sequence: picture++, time: ticks * 900 }, VIDEO_BYTES, isKey);
      sent++;
      if (ticks % 2 === 0) {
        sendRtp(microphone, 111, 12, { sequence: ticks / 2, time: ticks * 480 }, AUDIO_BYTES, false);
        sent++;
      }
      ticks++;
    }
  }, TICK_MS);
  for (let each = 0; each < viewers; each++)
    engine.send({ type: 'join', meet: MEET, participant: `viewer${each}` });
  await untilTrue('all receive', () => receiving.size === viewers);
  await sleep(warmMs);
  const [packets, came, used, at] = [sent, received, cpuSecondsOf(pid), performance.now()];
  await sleep(measureMs);
  const seconds = (performance.now() - at) / 1_000;
  const expected = (sent - packets) * viewers;
  const result = {
    cpu: (cpuSecondsOf(pid) - used) / seconds,
    // What is on its way at both ends evens out.
    lost: Math.max(0, 1 - (received - came) / expected),
    bitsPerSecond: ((received - came) * 8 * VIDEO_BYTES * (2 / 3)) / seconds,
  };
  for (let each = 0; each < viewers; each++)
    engine.send({ type: 'leave', meet: MEET, participant: `viewer${each}` });
  let early = 0;
  for (let each = 0; each < joins; each++) {
    const connections = peers.size;
    engine.send({ type: 'join', meet: MEET, participant: 'guest' });
    await untilTrue('one more is offered', () => peers.size > connections);
    await sleep(30);
    engine.send({ type: 'leave', meet: MEET, participant: 'guest' });
    if (each === Math.floor(joins / 10)) early = memoryOf(pid);
  }
  clearInterval(sending);
  return { ...result, memoryGrowth: memoryOf(pid) / early };
}

process.on('message', (load: MeetLoad) => {
  void run(load)
    .then(
      (result) => process.send?.({ result }),
      (error: Error) => process.send?.({ error: error.message }),
    )
    .then(() => engine.stop())
    .then(() => setTimeout(() => process.exit(), 100));
});
