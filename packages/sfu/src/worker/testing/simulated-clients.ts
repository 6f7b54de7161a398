import type { MediaSource } from '@ringbinder/protocol';
import { type RtcpMessage, readRtcp, writeNack, writeReceiverReport } from '../rtcp.ts';
import { ahead16, isRtcp, type RtpPacket, readRtp } from '../rtp.ts';
import { vp8Payload, writeKeyFrameRequest, writeRtp } from './packets.ts';
import { iceLines, type SimulatedMeet, type SimulatedPeer } from './simulated-meet.ts';

const RID_EXTENSION = 10;
const LEVEL_EXTENSION = 1;
const FRAME_MS = 40;
const SOUND_MS = 20;
const REPORT_MS = 500;
const NACK_MS = 20;

export interface SimulatedLayer {
  readonly ssrc: number;
  isSent: boolean;
  readonly requests: number[];
  readonly nacked: number[];
}

export interface SimulatedSender {
  readonly peer: SimulatedPeer;
  readonly offer: string;
  readonly layers: SimulatedLayer[];
  makesKeyFrames: boolean;
  sendsAgain: boolean;
  isSending: boolean;
  /** In bits per second. */
  readonly rates: { at: number; bits: number }[];
  readonly reports: Buffer[];
  /** In decibels below the maximum; undefined if the level is not sent. */
  decibels: number | undefined;
}

const offerOf = (kind: 'audio' | 'video', rids: readonly string[]) =>
  [
    'v=0',
    `m=${kind} 9 UDP/TLS/RTP/SAVPF ${kind === 'audio' ? 111 : 96}`,
    ...iceLines,
    'a=mid:0',
    kind === 'audio' ? 'a=rtpmap:111 opus/48000/2' : 'a=rtpmap:96 VP8/90000',
    `a=extmap:${RID_EXTENSION} urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id`,
    `a=extmap:${LEVEL_EXTENSION} urn:ietf:params:rtp-hdrext:ssrc-audio-level`,
    ...rids.map((rid) => `a=rid:${rid} send`),
  ].join('\r\n');

let nextSsrc = 100;

export function sendPictures(
  simulation: SimulatedMeet,
  id: string,
  { source = 'camera' as MediaSource, rids = ['q', 'h', 'f'], isConnected = true, packetsPerFrame = 3 } = {},
): SimulatedSender {
  const connection = `${id}-${source}`;
  const offer = offerOf('video', rids);
  simulation.meet.offer(id, { id: 1, connection, source, sdp: offer });
  const streams = (rids.length > 0 ? rids : ['']).map((rid) => ({
    rid,
    layer: { ssrc: nextSsrc++, isSent: true, requests: [] as number[], nacked: [] as number[] },
    sequence: 65_400,
    picture: 32_700,
    timestamp: 4_294_900_000,
    wantsKey: true,
    sent: new Map<number, Buffer>(),
  }));
  const sender: SimulatedSender = {
    peer: simulation.lastPeer(),
    offer,
    layers: streams.map(({ layer }) => layer),
    makesKeyFrames: true,
    sendsAgain: true,
    isSending: true,
    rates: [],
    reports: [],
    decibels: 127,
  };
  if (isConnected) sender.peer.connect();
  sender.peer.onReceived((_mid, bytes) => {
    takeReport(sender, bytes, simulation.now);
    for (const message of readRtcp(bytes)) {
      const stream = 'ssrc' in message && streams.find(({ layer }) => layer.ssrc === message.ssrc);
      if (!stream) continue;
      if (message.type === 'key_frame') {
        stream.layer.requests.push(simulation.now);
        stream.wantsKey = sender.makesKeyFrames;
      } else if (message.type === 'nack') {
        stream.layer.nacked.push(...message.sequences);
        for (const sequence of sender.sendsAgain ? message.sequences : []) {
          const bytes = stream.sent.get(sequence);
          if (bytes) sender.peer.send('0', bytes);
        }
      }
    }
  });
  simulation.every(FRAME_MS, () => {
    for (const stream of sender.isSending ? streams : []) {
      stream.timestamp = (stream.timestamp + FRAME_MS * 90) >>> 0;
      stream.picture = (stream.picture + 1) & 0x7fff;
      if (!stream.layer.isSent) continue;
      for (let part = 0; part < packetsPerFrame; part++) {
        stream.sequence = (stream.sequence + 1) & 0xffff;
        const isStart = part === 0;
        const payload = vp8Payload(stream.picture, { isKey: stream.wantsKey, isStart, bytes: 200 });
        // RFC 6386, section 9.1.
        if (stream.wantsKey && isStart) Buffer.from('9d012a40010001', 'hex').copy(payload, 8);
        const bytes = writeRtp({
          ssrc: stream.layer.ssrc,
          sequence: stream.sequence,
          timestamp: stream.timestamp,
          payload,
          isMarked: part === packetsPerFrame - 1,
          ...(stream.rid && { extensions: { [RID_EXTENSION]: Buffer.from(stream.rid) } }),
        });
        stream.sent.set(stream.sequence, bytes);
        sender.peer.send('0', bytes);
      }
      stream.wantsKey = false;
    }
  });
  return sender;
}

export function sendSound(
  simulation: SimulatedMeet,
  id: string,
  source: MediaSource = 'microphone',
): SimulatedSender {
  const connection = `${id}-${source}`;
  const offer = offerOf('audio', []);
  simulation.meet.offer(id, { id: 1, connection, source, sdp: offer });
  const layer = { ssrc: nextSsrc++, isSent: true, requests: [], nacked: [] as number[] };
  const sender: SimulatedSender = {
    peer: simulation.lastPeer(),
    offer,
    layers: [layer],
    makesKeyFrames: false,
    sendsAgain: false,
    isSending: true,
    rates: [],
    reports: [],
    decibels: 20,
  };
  sender.peer.connect();
  sender.peer.onReceived((_mid, bytes) => {
    takeReport(sender, bytes, simulation.now);
    for (const message of readRtcp(bytes))
      if (message.type === 'nack') layer.nacked.push(...message.sequences);
  });
  let count = 0;
  simulation.every(SOUND_MS, () => {
    if (!sender.isSending) return;
    count++;
    const payload = Buffer.from(`sound ${count}`);
    const level = sender.decibels;
    const head = { ssrc: layer.ssrc, sequence: count, timestamp: count * 960, payloadType: 111, payload };
    const extensions = level !== undefined && {
      extensions: { [LEVEL_EXTENSION]: Buffer.from([0x80 | level]) },
    };
    sender.peer.send('0', writeRtp({ ...head, ...extensions }));
  });
  return sender;
}

function takeReport({ rates, reports }: SimulatedSender, bytes: Buffer, at: number): void {
  const bits = rateOf(bytes);
  if (bits !== undefined) rates.push({ at, bits });
  if (bytes[1] === 201) reports.push(bytes);
}

function rateOf(bytes: Buffer): number | undefined {
  if (bytes[1] !== 206 || bytes.toString('latin1', 12, 16) !== 'REMB') return undefined;
  return (bytes.readUInt32BE(16) & 0x3ffff) * 2 ** ((bytes[17] as number) >> 2);
}

export interface ReceivedPacket {
  at: number;
  packet: RtpPacket;
}

export interface SimulatedViewer {
  peer(): SimulatedPeer;
  received(participant: string, source?: MediaSource): ReceivedPacket[];
  requestKeyFrame(kind: 'PLI' | 'FIR', participant: string): void;
  requestsAgain: boolean;
  answers: boolean;
  takesRedundancy: boolean;
  readonly rtcp: RtcpMessage[];
}

export function joinMeet(simulation: SimulatedMeet, id: string): SimulatedViewer {
  let peer: SimulatedPeer | undefined;
  let tracks: { mid: string; participant: string; source: MediaSource }[] = [];
  const bySource = new Map<string, ReceivedPacket[]>();
  const sections = new Map<string, ReturnType<typeof createSection>>();
  const rtcp: RtcpMessage[] = [];
  const viewer: SimulatedViewer = {
    peer: () => peer ?? simulation.lastPeer(),
    received: (participant, source = 'camera') => bySource.get(`${participant} ${source}`) ?? [],
    requestKeyFrame(kind, participant) {
      const mid = tracks.find((each) => each.participant === participant && each.source === 'camera')?.mid;
      const ssrc = mid === undefined ? undefined : sections.get(mid)?.ssrc;
      if (mid === undefined || ssrc === undefined) throw new Error('nothing came of it');
      peer?.send(mid, writeKeyFrameRequest(kind, ssrc));
    },
    requestsAgain: true,
    answers: true,
    takesRedundancy: true,
    rtcp,
  };
  const mids = (sdp: string) => [...sdp.matchAll(/^m=(\w+).*\r\na=mid:(\d+)/gm)];
  simulation.onEvent((event) => {
    if (!('participant' in event) || event.participant !== id) return;
    if (event.type === 'tracks') tracks = event.tracks;
    if (event.type !== 'offer') return;
    tracks = event.tracks;
    const opened = simulation.lastPeer();
    if (peer === undefined || peer.isClosed) {
      peer = opened;
      sections.clear();
      peer.onReceived((mid, bytes) => {
        if (isRtcp(bytes)) rtcp.push(...readRtcp(bytes));
        const packet = isRtcp(bytes) ? undefined : readRtp(bytes);
        if (packet === undefined) return;
        const section = sections.get(mid) ?? createSection(packet.ssrc);
        sections.set(mid, section);
        if (!section.take(packet.sequence)) return;
        const track = tracks.find((each) => each.mid === mid);
        const key = `${track?.participant} ${track?.source}`;
        const all = bySource.get(key) ?? [];
        bySource.set(key, all);
        all.push({ at: simulation.now, packet });
      });
    }
    if (!viewer.answers) return;
    const answer = [
      ...iceLines,
      ...mids(event.sdp).flatMap(([, kind, mid]) => [
        `m=${kind} 9 UDP/TLS/RTP/SAVPF 96`,
        `a=mid:${mid}`,
        ...(kind === 'audio' && viewer.takesRedundancy ? ['a=rtpmap:63 red/48000/2'] : []),
      ]),
    ].join('\r\n');
    simulation.meet.answer(id, event.connection, event.revision, answer);
  });
  simulation.every(NACK_MS, () => {
    for (const [mid, section] of viewer.requestsAgain ? sections : []) {
      const missing = section.missing();
      if (missing.length > 0) peer?.send(mid, writeNack(section.ssrc, missing));
    }
  });
  simulation.every(REPORT_MS, () => {
    for (const [mid, section] of sections) peer?.send(mid, section.report());
  });
  simulation.meet.join(id);
  return viewer;
}

function createSection(ssrc: number) {
  const seen = new Set<number>();
  const lost = new Set<number>();
  let highest: number | undefined;
  let [expected, got] = [0, 0];
  return {
    ssrc,
    take(sequence: number): boolean {
      if (seen.has(sequence)) return false;
      const ahead = highest === undefined ? 1 : ahead16(sequence, highest);
      for (let step = 1; step < ahead; step++) lost.add(((highest ?? 0) + step) & 0xffff);
      if (ahead > 0) {
        highest = sequence;
        expected += ahead;
      }
      got++;
      seen.add(sequence);
      lost.delete(sequence);
      return true;
    },
    missing: () => [...lost].slice(-16),
    report(): Buffer {
      const share = expected > 0 ? Math.max(0, (expected - got) / expected) : 0;
      [expected, got] = [0, 0];
      const rest = { totalLost: 0, highest: highest ?? 0, jitter: 0, lastReport: 0, sinceLastReport: 0 };
      return writeReceiverReport([{ ssrc, lost: share, ...rest }]);
    },
  };
}
