/** What Chromium has beside the standard, for pictures of a track; its types are not those of the platform. */
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

/** What the worker says. */
export type BlurWorkerMessage = { type: 'ready' } | { type: 'failed'; message: string } | { type: 'slow' };

export function canBlur(): boolean {
  const { MediaStreamTrackProcessor, MediaStreamTrackGenerator } = globalThis as Breakout;
  return Boolean(MediaStreamTrackProcessor && MediaStreamTrackGenerator && globalThis.OffscreenCanvas);
}

/**
 * Gives a track that shows what a camera shows, with what is behind the person blurred. It has the camera: who stops it
 * stops both. Rejects when what finds persons cannot be loaded; the camera goes on then.
 * @param onSlow this machine does not keep up
 */
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
  const shown = new MediaStreamTrackGenerator({ kind: 'video' });
  const { writable } = shown;
  worker.postMessage({ readable, writable }, [readable, writable]);
  const stop = shown.stop.bind(shown);
  Object.defineProperties(shown, {
    label: { value: camera.label },
    stop: {
      value: () => {
        worker.terminate();
        camera.stop();
        stop();
      },
    },
  });
  // A camera that is unplugged ends what is made of it.
  camera.addEventListener('ended', () => shown.dispatchEvent(new Event('ended')));
  return shown;
}
