import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TrackOwner, writeJournal } from './journal.ts';
import { type RecordedTrack, recordTrack } from './recorded-track.ts';

export interface Recorder {
  addTrack(trackId: string, codec: 'vp8' | 'opus', owner: TrackOwner): void;
  /** Takes an RTP packet of a track; of one that is not recorded nothing. */
  push(trackId: string, packet: Buffer): void;
  removeTrack(trackId: string): void;
  /** Ends all tracks. Resolves when everything is in the files. */
  stop(): Promise<void>;
}

export interface RecorderOptions {
  /** Milliseconds, by a clock that does not jump. */
  now(): number;
  askForKeyFrame(trackId: string): void;
  /** A track could not be written; the others go on. */
  onFailed(trackId: string, error: unknown): void;
}

/**
 * Begins to record into a folder, or goes on in one whose recorder was killed. What is in it can be composed whatever
 * becomes of the process.
 * @param begun when the recording began, by the clock of the options
 */
export function startRecorder(
  folder: string,
  options: RecorderOptions,
  begun: number = options.now(),
): Recorder {
  const seconds = () => (options.now() - begun) / 1000;
  const tracks = new Map<string, { track: RecordedTrack; codec: 'vp8' | 'opus'; file: string }>();
  const closing = new Set<Promise<void>>();
  let written = Promise.resolve();
  // Behind those that another process has begun.
  let count = readdirSync(folder).length;

  const note = (trackId: string, entry: Parameters<typeof writeJournal>[1]) => {
    written = written
      .then(() => writeJournal(folder, entry))
      .catch((error) => options.onFailed(trackId, error));
  };

  /** Where the composition changes it begins to read anew, at a key frame. */
  function askForKeyFrames(): void {
    for (const [trackId, { codec }] of tracks) if (codec === 'vp8') options.askForKeyFrame(trackId);
  }

  function removeTrack(trackId: string): void {
    const held = tracks.get(trackId);
    if (held === undefined) return;
    tracks.delete(trackId);
    const closed = held.track.close().finally(() => closing.delete(closed));
    closing.add(closed);
    if (held.track.begun !== undefined) note(trackId, { type: 'ended', file: held.file, seconds: seconds() });
    if (held.codec === 'vp8') askForKeyFrames();
  }

  return {
    addTrack(trackId, codec, owner) {
      removeTrack(trackId);
      count++;
      const file = `${String(count).padStart(4, '0')}.webm`;
      const track = recordTrack(join(folder, file), codec, {
        askForKeyFrame: () => options.askForKeyFrame(trackId),
        onFailed: (error) => options.onFailed(trackId, error),
        onBegun(at) {
          note(trackId, { type: 'begun', file, seconds: at, ...owner });
          if (codec === 'vp8') askForKeyFrames();
        },
      });
      tracks.set(trackId, { track, codec, file });
      if (codec === 'vp8') options.askForKeyFrame(trackId);
    },
    push(trackId, packet) {
      tracks.get(trackId)?.track.push(packet, seconds());
    },
    removeTrack,
    async stop() {
      for (const trackId of [...tracks.keys()]) removeTrack(trackId);
      await Promise.all(closing);
      await written;
    },
  };
}
