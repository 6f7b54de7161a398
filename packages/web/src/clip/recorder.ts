import { CaptureProblem } from './problems.ts';

/** How often the recorder hands over what it has: what a killed tab may lose. */
const CHUNK_MS = 1_000;
/** A recording is cut at key frames, so there is one each second. Browsers that do not know this make them as they like. */
const KEY_FRAME_MS = 1_000;

/** Bits for each second. */
export const BIT_RATES = { video: 2_500_000, audio: 96_000 } as const;

/** A recording under way. */
export interface Recorder {
  readonly mimeType: string;
  /** How long it is, without pauses. */
  seconds(): number;
  pause(): void;
  resume(): void;
  /** Ends it; the last chunk has been handed over then. */
  stop(): Promise<void>;
}

interface RecorderOptions {
  stream: MediaStream;
  mimeType: string;
  onChunk(chunk: Blob): void;
  /** The browser gave up. What was recorded is there. */
  onFailure(): void;
}

/** Begins to record a stream. Throws CaptureProblem when the browser cannot. */
export function startRecorder({ stream, mimeType, onChunk, onFailure }: RecorderOptions): Recorder {
  let recorder: MediaRecorder;
  try {
    const options: MediaRecorderOptions & { videoKeyFrameIntervalDuration: number } = {
      ...(mimeType && { mimeType }),
      videoBitsPerSecond: BIT_RATES.video,
      audioBitsPerSecond: BIT_RATES.audio,
      videoKeyFrameIntervalDuration: KEY_FRAME_MS,
    };
    recorder = new MediaRecorder(stream, options);
    recorder.ondataavailable = ({ data }) => data.size > 0 && onChunk(data);
    recorder.start(CHUNK_MS);
  } catch (error) {
    throw new CaptureProblem('recorder', 'failed', error);
  }
  const stopped = new Promise<void>((resolve) => {
    recorder.onstop = () => resolve();
  });
  let isStopped = false;
  recorder.onerror = () => {
    if (!isStopped) onFailure();
  };
  let before = 0;
  let since: number | undefined = performance.now();
  const hold = () => {
    if (since !== undefined) before += performance.now() - since;
    since = undefined;
  };
  return {
    mimeType: recorder.mimeType || mimeType,
    seconds: () => (before + (since === undefined ? 0 : performance.now() - since)) / 1000,
    pause() {
      hold();
      recorder.pause();
    },
    resume() {
      since ??= performance.now();
      recorder.resume();
    },
    async stop() {
      isStopped = true;
      hold();
      if (recorder.state !== 'inactive') recorder.stop();
      await stopped;
    },
  };
}
