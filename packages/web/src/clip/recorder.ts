import { CaptureProblem } from './problems.ts';
import { lastTimeOf } from './webm-time.ts';

/** A crash of the tab loses at most one chunk. */
const CHUNK_MS = 1_000;
/** Clips are cut at key frames. Some browsers ignore this interval. */
const KEY_FRAME_MS = 1_000;

/** In seconds. `stop` waits while the encoder lags by more. */
const BEHIND = 0.5;
/** Maximum wait without progress of the encoder. */
const STALL_MS = 3_000;
const MAX_WAIT_MS = 20_000;
const POLL_MS = 150;
/** This many bytes at the recording's end contain a WebM cluster, whose time shows the encoder's progress. */
const TAIL_BYTES = 2 * 1024 ** 2;

/** Bits per second. */
export const BIT_RATES = { video: 2_500_000, audio: 96_000 } as const;

export interface Recorder {
  readonly mimeType: string;
  seconds(): number;
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

interface RecorderOptions {
  stream: MediaStream;
  mimeType: string;
  onChunk(chunk: Blob): void;
  /** Everything recorded so far remains available. */
  onFailure(): void;
}

export function startRecorder({ stream, mimeType, onChunk, onFailure }: RecorderOptions): Recorder {
  let recorder: MediaRecorder;
  let tail = new Blob();
  try {
    const options: MediaRecorderOptions & { videoKeyFrameIntervalDuration: number } = {
      ...(mimeType && { mimeType }),
      videoBitsPerSecond: BIT_RATES.video,
      audioBitsPerSecond: BIT_RATES.audio,
      videoKeyFrameIntervalDuration: KEY_FRAME_MS,
    };
    recorder = new MediaRecorder(stream, options);
    recorder.ondataavailable = ({ data }) => {
      if (data.size > 0) onChunk(data);
      tail = new Blob([tail, data]).slice(-TAIL_BYTES);
    };
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
  const seconds = () => (before + (since === undefined ? 0 : performance.now() - since)) / 1000;
  /** An encoder that is stopped loses its buffer. */
  async function encoded(): Promise<void> {
    const begun = performance.now();
    let [last, lastAt] = [0, begun];
    while (recorder.state === 'paused') {
      const chunk = new Promise<void>((resolve) => {
        recorder.addEventListener('dataavailable', () => resolve(), { once: true });
        recorder.addEventListener('stop', () => resolve(), { once: true });
      });
      recorder.requestData();
      await chunk;
      const time = lastTimeOf(new Uint8Array(await tail.arrayBuffer()));
      const now = performance.now();
      if (time !== undefined && time > last) [last, lastAt] = [time, now];
      if (time === undefined || time >= seconds() - BEHIND) return;
      if (now - lastAt > STALL_MS || now - begun > MAX_WAIT_MS) return;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  return {
    mimeType: recorder.mimeType || mimeType,
    seconds,
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
      if (recorder.state === 'recording') recorder.pause();
      await encoded();
      if (recorder.state !== 'inactive') recorder.stop();
      await stopped;
    },
  };
}
