import type { MediaSource } from '@ringbinder/protocol';
import { type Recorder, startRecorder } from '../recording/recorder.ts';
import { cameraWidth } from '../recording/scenes.ts';
import { createDownstream, type Downstream } from './downstream.ts';
import type { Publication } from './publication.ts';
import type { RtpPacket } from './rtp.ts';
import type { Vp8Descriptor } from './vp8.ts';

const KEY_FRAME_RETRY_MS = 1_000;
const PAYLOAD_TYPE = 96;
const LAYER_WIDTHS = [320, 640];

/** A camera's smallest layer that is wide enough for the composition is recorded. */
export interface MeetRecording {
  add(publication: Publication): void;
  remove(publication: Publication): void;
  forward(
    publication: Publication,
    packet: RtpPacket,
    descriptor: Vp8Descriptor | undefined,
    now: number,
  ): void;
  pause(publication: Publication): void;
  tick(now: number): void;
  stop(): Promise<void>;
}

interface Recorded {
  downstream: Downstream;
  pending: number | null;
  pendingSince: number;
}

const isVideo = (source: MediaSource) => source === 'camera' || source === 'screen';

function cameraRank(publications: Iterable<Publication>): number {
  const sources = [...publications].map(({ source }) => source);
  const cameras = sources.filter((source) => source === 'camera').length;
  const width = cameraWidth(Math.max(1, cameras), sources.includes('screen'));
  return LAYER_WIDTHS.filter((layer) => layer < width).length;
}

export function recordMeet(
  folder: string,
  elapsedMs: number,
  onFailed: (error: unknown) => void,
  clock: () => number,
): MeetRecording {
  const recorded = new Map<Publication, Recorded>();
  const byConnection = new Map<string, Publication>();
  let ssrc = 0;
  const recorder: Recorder = startRecorder(
    folder,
    {
      now: clock,
      askForKeyFrame(connection) {
        const publication = byConnection.get(connection);
        const current = publication && recorded.get(publication)?.downstream.current;
        if (publication && current) publication.requestKeyFrame(current);
      },
      onFailed: (_connection, error) => onFailed(error),
    },
    clock() - elapsedMs,
  );

  return {
    add(publication) {
      const { connection, kind, source, participant } = publication;
      if (recorded.has(publication)) return;
      const rate = kind === 'video' ? 90_000 : 48_000;
      const downstream = createDownstream(++ssrc, PAYLOAD_TYPE, rate, (bytes) =>
        recorder.push(connection, bytes),
      );
      recorded.set(publication, { downstream, pending: null, pendingSince: 0 });
      byConnection.set(connection, publication);
      recorder.addTrack(connection, isVideo(source) ? 'vp8' : 'opus', { participantId: participant, source });
    },
    remove(publication) {
      if (!recorded.delete(publication)) return;
      byConnection.delete(publication.connection);
      recorder.removeTrack(publication.connection);
    },
    forward(publication, packet, descriptor, now) {
      const recordedTrack = recorded.get(publication);
      if (recordedTrack === undefined) return;
      if (recordedTrack.downstream.current !== packet.ssrc) {
        const mayBegin =
          publication.kind === 'audio' || (descriptor?.isKeyFrame && recordedTrack.pending === packet.ssrc);
        if (!mayBegin) return;
        recordedTrack.downstream.begin(packet, descriptor, now);
        recordedTrack.pending = null;
      }
      recordedTrack.downstream.forward(packet, descriptor, now);
    },
    pause: (publication) => recorded.get(publication)?.downstream.stop(),
    tick(now) {
      const rank = cameraRank(recorded.keys());
      for (const [publication, recordedTrack] of recorded) {
        if (publication.kind === 'audio') continue;
        const layers = publication.layers(now);
        const best = (publication.source === 'camera' ? layers[rank] : undefined) ?? layers.at(-1) ?? null;
        if (best === null || best === recordedTrack.downstream.current) recordedTrack.pending = null;
        else if (recordedTrack.pending !== best || now - recordedTrack.pendingSince > KEY_FRAME_RETRY_MS) {
          recordedTrack.pending = best;
          recordedTrack.pendingSince = now;
          publication.requestKeyFrame(best);
        }
      }
    },
    stop: () => recorder.stop(),
  };
}
