import type { MediaSource } from '@ringbinder/protocol';
import type { MeetQuality, QualityLevel, StreamQuality } from './types.ts';

interface RtpStats {
  id: string;
  type: string;
  mid?: string;
  timestamp: number;
  bytesSent?: number;
  bytesReceived?: number;
  packetsSent?: number;
  packetsReceived?: number;
  packetsLost?: number;
  framesPerSecond?: number;
  frameWidth?: number;
  frameHeight?: number;
  localId?: string;
}

interface PairStats {
  type: string;
  state: string;
  nominated?: boolean;
  currentRoundTripTime?: number;
  localCandidateId: string;
}

interface CandidateStats {
  candidateType: string;
  protocol: string;
  relayProtocol?: string;
}

interface Counts {
  bytes: number;
  packets: number;
  lost: number;
  at: number;
}

const levels: readonly QualityLevel[] = ['good', 'poor', 'bad'];

function levelOf(loss: number, roundTripMs: number | null): QualityLevel {
  if (loss > 0.1 || (roundTripMs ?? 0) > 500) return 'bad';
  return loss > 0.03 || (roundTripMs ?? 0) > 250 ? 'poor' : 'good';
}

const worst = (all: readonly QualityLevel[]): QualityLevel =>
  levels[Math.max(0, ...all.map((level) => levels.indexOf(level)))] ?? 'good';

interface SourceReport {
  source: MediaSource;
  report: RTCStatsReport | undefined;
}

export interface QualityReports {
  sent: readonly SourceReport[];
  received: readonly (SourceReport & { participantId: string; mid?: string })[];
}

export function createQuality(read: () => Promise<QualityReports>) {
  const before = new Map<string, Counts>();
  let levelsOfParticipants = new Map<string, QualityLevel>();

  function since(key: string, now: Counts): Counts {
    const last = before.get(key) ?? { bytes: 0, packets: 0, lost: 0, at: now.at - 1_000 };
    before.set(key, now);
    return {
      bytes: Math.max(0, now.bytes - last.bytes),
      packets: Math.max(0, now.packets - last.packets),
      lost: Math.max(0, now.lost - last.lost),
      at: Math.max(1, now.at - last.at),
    };
  }

  function stream(
    source: MediaSource,
    key: string,
    all: readonly RtpStats[],
    lossStats: readonly RtpStats[],
  ): StreamQuality {
    const sum = (pick: (stats: RtpStats) => number | undefined) =>
      all.reduce((total, stats) => total + (pick(stats) ?? 0), 0);
    const counted = since(key, {
      bytes: sum((stats) => stats.bytesSent ?? stats.bytesReceived),
      packets: sum((stats) => stats.packetsSent ?? stats.packetsReceived),
      lost: lossStats.reduce((total, { packetsLost }) => total + (packetsLost ?? 0), 0),
      at: all[0]?.timestamp ?? 0,
    });
    const largest = [...all].sort((one, other) => (other.frameWidth ?? 0) - (one.frameWidth ?? 0))[0];
    return {
      source,
      bitsPerSecond: Math.round((counted.bytes * 8_000) / counted.at),
      loss: counted.lost / Math.max(1, counted.packets + counted.lost),
      ...(largest?.framesPerSecond === undefined ? {} : { framesPerSecond: largest.framesPerSecond }),
      ...(largest?.frameWidth === undefined ? {} : { width: largest.frameWidth }),
      ...(largest?.frameHeight === undefined ? {} : { height: largest.frameHeight }),
    };
  }

  function parse(report: RTCStatsReport | undefined) {
    const stats = report ? [...report.values()] : [];
    const rtp = (type: string) => stats.filter((each) => each.type === type) as RtpStats[];
    const pair = (stats as PairStats[]).find(
      ({ type, state, nominated }) =>
        type === 'candidate-pair' && state === 'succeeded' && nominated !== false,
    );
    const local = stats.find(({ id }) => id === pair?.localCandidateId) as CandidateStats | undefined;
    const roundTripMs = pair?.currentRoundTripTime === undefined ? null : pair.currentRoundTripTime * 1_000;
    return { rtp, roundTripMs, path: local ? pathOf(local) : null };
  }

  return {
    levelOf: (participantId: string) => levelsOfParticipants.get(participantId),
    async measure(): Promise<MeetQuality> {
      const reports = await read();
      const sent: StreamQuality[] = [];
      const trips: number[] = [];
      let path: MeetQuality['path'] = null;
      for (const { source, report } of reports.sent) {
        const { rtp, roundTripMs, path: used } = parse(report);
        const outbound = rtp('outbound-rtp');
        if (outbound.length > 0)
          sent.push(stream(source, `sent ${source}`, outbound, rtp('remote-inbound-rtp')));
        if (roundTripMs !== null) trips.push(roundTripMs);
        path ??= used;
      }
      const received = reports.received.flatMap(({ mid, participantId, source, report }) => {
        const { rtp, roundTripMs, path: used } = parse(report);
        if (roundTripMs !== null) trips.push(roundTripMs);
        path ??= used;
        const own = rtp('inbound-rtp').filter((stats) => mid === undefined || stats.mid === mid);
        if (own.length === 0) return [];
        const measured = stream(source, `received ${participantId} ${source}`, own, own);
        return [{ ...measured, participantId, level: levelOf(measured.loss, roundTripMs) }];
      });
      const trip = trips.length === 0 ? null : Math.max(...trips);
      levelsOfParticipants = new Map();
      for (const { participantId, level } of received)
        levelsOfParticipants.set(
          participantId,
          worst([level, levelsOfParticipants.get(participantId) ?? 'good']),
        );
      const streamLevels = [...sent, ...received].map(({ loss }) => levelOf(loss, trip));
      return { level: worst(streamLevels), roundTripMs: trip, path, sent, received };
    },
  };
}

function pathOf({
  candidateType,
  protocol,
  relayProtocol,
}: CandidateStats): NonNullable<MeetQuality['path']> {
  if (candidateType !== 'relay') return protocol === 'tcp' ? 'tcp' : 'udp';
  if (relayProtocol === 'tls') return 'relay_tls';
  return relayProtocol === 'tcp' ? 'relay_tcp' : 'relay_udp';
}
