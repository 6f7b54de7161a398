import { openChunkStore } from './chunk-store.ts';
import type { ClipContext, ClipSource } from './context.ts';
import type { GrowingUpload } from './growing-upload.ts';
import type { Live } from './live.ts';
import { lockRecording } from './notes.ts';
import { type Recorder, startRecorder } from './recorder.ts';
import { type Recorded, sendWhileRecorded } from './recording-upload.ts';
import { recordedType } from './support.ts';

export interface RunningRecording extends Pick<Recorder, 'seconds' | 'pause' | 'resume'> {
  name: string;
  upload: GrowingUpload;
  isStored(): boolean;
  /** Includes an estimate for the current and the final chunk. */
  expectedSize(): number;
  onFrame(): void;
  finish(): Promise<Recorded>;
}

/** If recording cannot start, deletes everything and throws CaptureProblem. */
export async function startRecording(
  context: ClipContext,
  live: Live,
  source: ClipSource,
  onFailure: () => void,
): Promise<RunningRecording> {
  const name = crypto.randomUUID();
  const release = lockRecording(name);
  const store = await openChunkStore(context.me.id, name);
  const startedAt = Date.now();
  const stills = createStills();
  const mimeType = recordedType(source);
  const { upload, note } = sendWhileRecorded(context, store, name, { source, mimeType, startedAt });
  const remove = () => store.remove().finally(release);
  let written: Promise<unknown> = Promise.resolve();
  let largestChunk = 0;
  const onChunk = (chunk: Blob) => {
    largestChunk = Math.max(largestChunk, chunk.size);
    written = written.then(async () => {
      await store.append(chunk);
      note(recorder.seconds());
      upload.grown();
    });
  };
  let recorder: Recorder;
  try {
    recorder = startRecorder({ stream: live.stream, mimeType, onChunk, onFailure });
  } catch (error) {
    void upload.discard();
    await store.close();
    await remove();
    throw error;
  }
  const { seconds, pause, resume } = recorder;
  return {
    name,
    upload,
    seconds,
    pause,
    resume,
    isStored: () => store.isStored,
    expectedSize: () => store.size + 2 * largestChunk,
    onFrame() {
      if (live.scene) stills.take(live.scene.canvas, seconds());
    },
    async finish() {
      await recorder.stop();
      live.close();
      await written;
      const type = recorder.mimeType.split(';', 1)[0] ?? '';
      const blob = new Blob([await store.close()], { type });
      return {
        name,
        source,
        blob,
        startedAt,
        upload,
        release,
        remove,
        seconds: seconds(),
        stills: stills.list(),
      };
    },
  };
}

interface Stills {
  take(canvas: HTMLCanvasElement, seconds: number): void;
  list(): readonly string[];
}

const STILL_HEIGHT = 54;
const MAX_STILLS = 24;

function createStills(): Stills {
  let all: string[] = [];
  let everySeconds = 1;
  const small = document.createElement('canvas');
  const context = small.getContext('2d');
  return {
    take(canvas, seconds) {
      if (seconds < all.length * everySeconds) return;
      small.height = STILL_HEIGHT;
      small.width = Math.round((canvas.width / canvas.height) * STILL_HEIGHT);
      context?.drawImage(canvas, 0, 0, small.width, small.height);
      all.push(small.toDataURL('image/jpeg', 0.6));
      if (all.length < MAX_STILLS) return;
      all = all.filter((_, place) => place % 2 === 0);
      everySeconds *= 2;
    },
    list: () => all,
  };
}
