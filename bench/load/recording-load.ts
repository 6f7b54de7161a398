/**
 * Records several meets. Each sender has a microphone and real VP8 video of about 1 Mbit/s. Measures the engine's
 * process, and counts frames.
 */
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEmbeddedEngine } from '@ringbinder/sfu';
import { type SentPacket, sendPictures, sendTone } from '@ringbinder/sfu/testing';
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny';
import nodeDataChannel, { type PeerConnection, type Track } from 'node-datachannel';
import { cpuSecondsOf } from '../processes.ts';
import { noLog, openPeer, runLoad, untilTrue } from './load-process.ts';

export interface RecordingLoad {
  meets: number;
  sendersPerMeet: number;
  seconds: number;
}

export interface RecordingLoadResult {
  lost: number;
  written: number;
  cpu: number;
}

const PICTURES_PER_SECOND = 15;
/**
 * Frames of up to 3 s may be missing, because a recording starts at a key frame, and senders make one per
 * second.
 */
const LEAST_SENT_BEFORE = 3 * PICTURES_PER_SECOND;
const TICK_MS = 5;
const PAYLOAD_TYPES = { camera: 96, microphone: 111 } as const;

type Source = keyof typeof PAYLOAD_TYPES;

const engine = createEmbeddedEngine({ udpPort: 0 }, noLog);
const peers = new Map<string, PeerConnection>();
let published = 0;
const recorded = new Set<string>();
let nextId = 1;

engine.onEvent((event) => {
  if (event.type === 'answer') peers.get(event.connection)?.setRemoteDescription(event.sdp, 'answer');
  else if (event.type === 'candidate')
    peers.get(event.connection)?.addRemoteCandidate(event.candidate, event.mid);
  else if (event.type === 'published') published++;
  else if (event.type === 'recorded') recorded.add(event.meet);
});

function publish(meet: string, participant: string, source: Source, ssrc: number): Track {
  const connection = `${meet}-${participant}-${source}`;
  const peer = openPeer(connection);
  peers.set(connection, peer);
  const media =
    source === 'camera'
      ? new nodeDataChannel.Video('0', 'SendOnly')
      : new nodeDataChannel.Audio('0', 'SendOnly');
  if ('addVP8Codec' in media) media.addVP8Codec(PAYLOAD_TYPES.camera);
  else media.addOpusCodec(PAYLOAD_TYPES.microphone);
  media.addSSRC(ssrc, 'c', 's', 't');
  const track = peer.addTrack(media);
  peer.onLocalDescription((sdp) =>
    engine.send({ type: 'offer', meet, participant, id: nextId++, connection, source, sdp }),
  );
  peer.setLocalDescription('offer');
  return track;
}

function packetOf({ packet }: SentPacket, source: Source, ssrc: number): Buffer {
  const own = Buffer.from(packet);
  own.writeUInt8((own.readUInt8(1) & 0x80) | PAYLOAD_TYPES[source], 1);
  own.writeUInt32BE(ssrc, 8);
  return own;
}

async function sendAll(
  senders: { track: Track; source: Source; ssrc: number }[],
  media: Media,
): Promise<void> {
  const begun = performance.now();
  const next: Record<Source, number> = { camera: 0, microphone: 0 };
  while (next.camera < media.camera.length) {
    const now = (performance.now() - begun) / 1_000;
    for (const source of ['camera', 'microphone'] as const) {
      for (
        let each = media[source][next[source]];
        each && each.at <= now;
        each = media[source][++next[source]]
      )
        for (const sender of senders)
          if (sender.source === source) sender.track.sendMessageBinary(packetOf(each, source, sender.ssrc));
    }
    await sleep(TICK_MS);
  }
}

type Media = Record<Source, SentPacket[]>;

async function picturesIn(folder: string): Promise<number[][]> {
  const tracks: number[][] = [];
  for (const name of (await readdir(folder)).filter((each) => each.endsWith('.webm'))) {
    using input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(join(folder, name)) });
    const track = await input.getPrimaryVideoTrack();
    if (!track) continue;
    const times: number[] = [];
    for await (const { timestamp } of new EncodedPacketSink(track).packets()) times.push(timestamp);
    tracks.push(times);
  }
  return tracks;
}

function expectedOf(times: readonly number[], sent: number): number {
  const length = (times.at(-1) ?? 0) - (times[0] ?? 0);
  return Math.max(sent - LEAST_SENT_BEFORE, Math.round(length * PICTURES_PER_SECOND) + 1);
}

async function run({ meets, sendersPerMeet, seconds }: RecordingLoad): Promise<RecordingLoadResult> {
  const base = await mkdtemp(join(tmpdir(), 'rb-recording-load-'));
  try {
    const media: Media = {
      camera: await sendPictures(base, '640x360', seconds, [
        '-b:v',
        '1M',
        '-minrate',
        '1M',
        '-maxrate',
        '1M',
      ]),
      microphone: await sendTone(base, 440, seconds),
    };
    const sent = media.camera.filter(({ packet }) => (packet.readUInt8(1) & 0x80) !== 0).length;
    engine.start();
    await untilTrue('the engine runs', () => engine.isRunning);
    const senders: { track: Track; source: Source; ssrc: number }[] = [];
    const names = Array.from({ length: meets }, (_, index) => `meet${index}`);
    for (const meet of names) {
      await mkdir(join(base, meet));
      engine.send({ type: 'record', meet, folder: join(base, meet), elapsedMs: 0 });
      for (let each = 0; each < sendersPerMeet; each++) {
        const participant = `sender${each}`;
        engine.send({ type: 'join', meet, participant });
        for (const source of ['camera', 'microphone'] as const) {
          const ssrc = senders.length + 1;
          senders.push({ source, ssrc, track: publish(meet, participant, source, ssrc) });
        }
      }
    }
    await untilTrue(
      'all send',
      () => published === senders.length && senders.every(({ track }) => track.isOpen()),
    );
    const pid = engine.pid ?? 0;
    const [used, begun] = [cpuSecondsOf(pid), performance.now()];
    await sendAll(senders, media);
    const cpu = (cpuSecondsOf(pid) - used) / ((performance.now() - begun) / 1_000);
    for (const meet of names) engine.send({ type: 'stop_recording', meet });
    await untilTrue('all is written', () => recorded.size === meets);
    let [written, expected] = [0, 0];
    for (const meet of names) {
      const tracks = await picturesIn(join(base, meet));
      for (let each = 0; each < sendersPerMeet; each++) {
        const times = tracks[each] ?? [];
        written += times.length;
        expected += expectedOf(times, sent);
      }
    }
    return { lost: 1 - written / expected, written, cpu };
  } finally {
    await rm(base, { recursive: true, force: true });
  }
}

runLoad(run, () => engine.stop());
