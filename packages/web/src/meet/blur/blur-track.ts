interface TrackProcessor {
  readable: ReadableStream<VideoFrame>;
}
interface TrackGenerator extends MediaStreamTrack {
  writable: WritableStream<VideoFrame>;
}
interface Breakout {
  MediaStreamTrackProcessor?: new (options: { track: MediaStreamTrack }) => TrackProcessor;
  MediaStreamTrackGenerator?: new (options: { kind: 'video' }) => TrackGenerator;
}

export type BlurWorkerMessage = { type: 'ready' } | { type: 'failed'; message: string } | { type: 'slow' };

export function canBlur(): boolean {
  const { MediaStreamTrackProcessor, MediaStreamTrackGenerator } = globalThis as Breakout;
  return Boolean(MediaStreamTrackProcessor && MediaStreamTrackGenerator && globalThis.OffscreenCanvas);
}

/** Stopping the returned track also stops the camera. If the model does not load, the camera stays on. */
export async function blurTrack(camera: MediaStreamTrack, onSlow: () => void): Promise<MediaStreamTrack> {
  const { MediaStreamTrackProcessor, MediaStreamTrackGenerator } = globalThis as Breakout;
  if (!MediaStreamTrackProcessor || !MediaStreamTrackGenerator)
    throw new DOMException('', 'NotSupportedError');
  const worker = new Worker(new URL('./blur-worker.ts', import.meta.url), { type: 'module' });
  try {
    await new Promise<void>((resolve, reject) => {
      worker.onerror = (event) => reject(new Error(event.message));
      worker.onmessage = ({ data }: MessageEvent<BlurWorkerMessage>) => {
        if (data.type === 'ready') resolve();
        else if (data.type === 'failed') reject(new Error(data.message));
      };
    });
  } catch (error) {
    worker.terminate();
    throw error;
  }
  worker.onmessage = ({ data }: MessageEvent<BlurWorkerMessage>) => data.type === 'slow' && onSlow();
  const { readable } = new MediaStreamTrackProcessor({ track: camera });
  const generator = new MediaStreamTrackGenerator({ kind: 'video' });
  const { writable } = generator;
  worker.postMessage({ readable, writable }, [readable, writable]);
  const stop = generator.stop.bind(generator);
  Object.defineProperties(generator, {
    label: { value: camera.label },
    stop: {
      value: () => {
        worker.terminate();
        camera.stop();
        stop();
      },
    },
  });
  // Unplugging the camera also ends this track.
  camera.addEventListener('ended', () => generator.dispatchEvent(new Event('ended')));
  return generator;
}
