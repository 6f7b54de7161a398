import { payloadOf, readRtp } from '../worker/rtp.ts';
import { createReorder, type OrderedPacket } from './reorder.ts';
import { createTrackClock } from './track-clock.ts';
import { openTrackFile, type TrackFile } from './track-file.ts';
import { createVp8Frames } from './vp8-frames.ts';

const VIDEO_RATE = 90_000;
const AUDIO_RATE = 48_000;
/** 20 s of audio, because opening a file took over 2 s on a busy disk. */
const MAX_BEFORE_OPEN = 1_000;

export interface RecordedTrack {
  readonly begun: number | undefined;
  push(packet: Buffer, seconds: number): void;
  close(): Promise<void>;
}

export function recordTrack(
  path: string,
  codec: 'vp8' | 'opus',
  listener: { askForKeyFrame(): void; onBegun(seconds: number): void; onFailed(error: unknown): void },
): RecordedTrack {
  const reorder = createReorder();
  const clock = createTrackClock(codec === 'vp8' ? VIDEO_RATE : AUDIO_RATE);
  const frames = createVp8Frames(listener.askForKeyFrame);
  let opening: Promise<TrackFile | undefined> | undefined;
  let file: TrackFile | undefined;
  let waiting: (() => void)[] = [];
  let begun: number | undefined;

  function write(
    data: Buffer,
    seconds: number,
    isKey: boolean,
    size?: { width: number; height: number },
  ): void {
    if (begun === undefined) {
      begun = seconds;
      listener.onBegun(seconds);
    }
    const relative = seconds - begun;
    opening ??= open(size);
    if (file) file.add(data, relative, isKey);
    else if (waiting.length < MAX_BEFORE_OPEN) waiting.push(() => file?.add(data, relative, isKey));
  }

  async function open(size: { width: number; height: number } | undefined): Promise<TrackFile | undefined> {
    try {
      file = await openTrackFile(path, size ? { codec: 'vp8', size } : { codec: 'opus' });
      for (const add of waiting) add();
    } catch (error) {
      listener.onFailed(error);
    }
    waiting = [];
    return file;
  }

  function take(ordered: OrderedPacket, arrived: number): void {
    if (codec === 'opus') {
      const payload = payloadOf(ordered.packet);
      if (payload.length > 0) write(payload, clock.secondsOf(ordered.packet.timestamp, arrived), true);
      return;
    }
    const frame = frames.push(ordered);
    if (frame) write(frame.data, clock.secondsOf(frame.timestamp, arrived), frame.isKey, frame.size);
  }

  let lastArrived = 0;
  return {
    get begun() {
      return begun;
    },
    push(data, seconds) {
      const packet = readRtp(data);
      if (packet === undefined) return;
      lastArrived = seconds;
      for (const ordered of reorder.push(packet, seconds * 1000)) take(ordered, seconds);
    },
    async close() {
      for (const ordered of reorder.flush()) take(ordered, lastArrived);
      const opened = await opening;
      await opened?.close().catch(listener.onFailed);
    },
  };
}
