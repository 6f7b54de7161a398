import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TrackOwner, writeJournal } from './journal.ts';
import { type RecordedTrack, recordTrack } from './recorded-track.ts';

export interface Recorder {
  addTrack(trackId: string, codec: 'vp8' | 'opus', owner: TrackOwner): void;
  push(trackId: string, packet: Buffer): void;
  removeTrack(trackId: string): void;
  stop(): Promise<void>;
}

export interface RecorderOptions {
  now(): number;
  askForKeyFrame(trackId: string): void;
  onFailed(trackId: string, error: unknown): void;
}

/** Even after a crash, `compose` can make a video from the tracks. `options.now` measures `begun`. */
export function startRecorder(
  folder: string,
  options: RecorderOptions,
  begun: number = options.now(),
): Recorder {
  const seconds = () => (options.now() - begun) / 1000;
  const tracks = new Map<string, { track: RecordedTrack; codec: 'vp8' | 'opus'; file: string }>();
  const closing = new Set<Promise<void>>();
  let written = Promise.resolve();
  // Number new files after those that a previous process may have left.
  let count = readdirSync(folder).length;

  const note = (trackId: string, entry: Parameters<typeof writeJournal>[1]) => {
    written = written
      .then(() => writeJournal(folder, entry))
      .catch((error) => options.onFailed(trackId, error));
  };

  /** The composed layout can change only at key frames. */
  function askForKeyFrames(): void {
    for (const [trackId, { codec }] of tracks) if (codec === 'vp8') options.askForKeyFrame(trackId);
  }

  function removeTrack(trackId: string): void {
    const currentTrack = tracks.get(trackId);
    if (currentTrack === undefined) return;
    tracks.delete(trackId);
    const closed = currentTrack.track.close().finally(() => closing.delete(closed));
    closing.add(closed);
    if (currentTrack.track.begun !== undefined)
      note(trackId, { type: 'ended', file: currentTrack.file, seconds: seconds() });
    if (currentTrack.codec === 'vp8') askForKeyFrames();
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
