import type { MediaSource } from '@ringbinder/protocol';
import { type Recorder, startRecorder } from '../recording/recorder.ts';
import { cameraWidth } from '../recording/scenes.ts';
import { createDownstream, type Downstream } from './downstream.ts';
import type { Publication } from './publication.ts';
import type { RtpPacket } from './rtp.ts';
import type { Vp8Descriptor } from './vp8.ts';

/** A key frame that was asked for and did not come is asked for again. */
const ASK_AGAIN_MS = 1_000;
const PAYLOAD_TYPE = 96;
/** How wide the layers of a camera are at least, from the smallest on. */
const LAYER_WIDTHS = [320, 640];

/** One who receives everything, cameras no larger than they are drawn, and writes it into files. */
export interface MeetRecording {
  add(publication: Publication): void;
  remove(publication: Publication): void;
  forward(
    publication: Publication,
    packet: RtpPacket,
    descriptor: Vp8Descriptor | undefined,
    now: number,
  ): void;
  /** Nothing of a source comes for now. */
  pause(publication: Publication): void;
  tick(now: number): void;
  stop(): Promise<void>;
}

interface Recorded {
  downstream: Downstream;
  /** The stream that is waited for until a key frame of it comes. */
  pending: number | null;
  pendingSince: number;
}

const isVideo = (source: MediaSource) => source === 'camera' || source === 'screen';

/** Which layer of cameras is as large as they are drawn beside each other and a screen: 0 is the smallest. */
function cameraRank(publications: Iterable<Publication>): number {
  const sources = [...publications].map(({ source }) => source);
  const cameras = sources.filter((source) => source === 'camera').length;
  const width = cameraWidth(Math.max(1, cameras), sources.includes('screen'));
  return LAYER_WIDTHS.filter((layer) => layer < width).length;
}

/**
 * Records what is published in a meet.
 * @param elapsedMs how long the recording has been going on, with another process before
 */
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
      const held = recorded.get(publication);
      if (held === undefined) return;
      if (held.downstream.current !== packet.ssrc) {
        const mayBegin =
          publication.kind === 'audio' || (descriptor?.isKeyFrame && held.pending === packet.ssrc);
        if (!mayBegin) return;
        held.downstream.begin(packet, descriptor, now);
        held.pending = null;
      }
      held.downstream.forward(packet, descriptor, now);
    },
    pause: (publication) => recorded.get(publication)?.downstream.stop(),
    tick(now) {
      const rank = cameraRank(recorded.keys());
      for (const [publication, held] of recorded) {
        if (publication.kind === 'audio') continue;
        const layers = publication.layers(now);
        const best = (publication.source === 'camera' ? layers[rank] : undefined) ?? layers.at(-1) ?? null;
        if (best === null || best === held.downstream.current) held.pending = null;
        else if (held.pending !== best || now - held.pendingSince > ASK_AGAIN_MS) {
          held.pending = best;
          held.pendingSince = now;
          publication.requestKeyFrame(best);
        }
      }
    },
    stop: () => recorder.stop(),
  };
}
