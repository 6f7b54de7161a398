import { captureCamera, captureDisplay, captureMicrophone, stopCapture } from './capture.ts';
import type { ClipChoice } from './context.ts';
import { type Mixer, mixSounds } from './mixer.ts';
import { CaptureProblem } from './problems.ts';
import { createScene, type Scene, sizeOf } from './scene.ts';
import type { Pace } from './ticks-worker.ts';

const FRAMES_PER_SECOND = 30;
const MAX_REST_MS = 100;

export interface Live {
  /** Undefined if only the voice is recorded. */
  scene: Scene | undefined;
  mixer: Mixer;
  stream: MediaStream;
  onFrame: () => void;
  onEnded: () => void;
  close(): void;
}

/** If the microphone fails, a retry with this screen shows no prompt. */
export interface SharedDisplay {
  stream?: MediaStream | undefined;
}

/** If a source is unavailable, closes the others except the captured screen, and throws CaptureProblem. */
export async function openLive(
  choice: ClipChoice,
  display: SharedDisplay,
  page: HTMLImageElement | undefined,
): Promise<Live> {
  const { source, microphoneId, cameraId } = choice;
  const streams: MediaStream[] = [];
  const add = (stream: MediaStream) => {
    streams.push(stream);
    return stream;
  };
  try {
    if (source === 'display')
      display.stream = display.stream?.active ? display.stream : await captureDisplay();
    const film = source === 'camera' ? add(await captureCamera(cameraId, 'full')) : display.stream;
    const hasVoice = choice.hasMicrophone || source === 'voice';
    const voice = hasVoice ? add(await captureMicrophone(microphoneId)) : undefined;
    const hasBubble = choice.hasBubble && (source === 'display' || source === 'pages');
    const bubble = hasBubble ? add(await captureCamera(cameraId, 'bubble')) : undefined;
    if (display.stream) add(display.stream);
    display.stream = undefined;
    return await putTogether({ film, voice, bubble, page, source, streams });
  } catch (error) {
    for (const stream of streams) stopCapture(stream);
    throw error;
  }
}

async function putTogether(parts: {
  film: MediaStream | undefined;
  voice: MediaStream | undefined;
  bubble: MediaStream | undefined;
  page: HTMLImageElement | undefined;
  source: ClipChoice['source'];
  streams: readonly MediaStream[];
}): Promise<Live> {
  const { film, voice, bubble, page, source, streams } = parts;
  const sceneSource = film && source !== 'voice' ? await playMuted(film) : page;
  const scene = sceneSource && createScene(sizeOf(sceneSource), film ? 'film' : 'page');
  if (scene) {
    scene.source = sceneSource;
    if (bubble) scene.bubble = await playMuted(bubble);
  }
  const [leading] = (source === 'voice' ? voice : film)?.getTracks() ?? [];
  // The source ended while the browser asked for another device.
  if (leading?.readyState === 'ended') {
    if (source === 'display') throw new CaptureProblem('display', 'refused');
    throw new CaptureProblem(source === 'voice' ? 'microphone' : 'camera', 'failed');
  }
  const mixer = mixSounds(voice, source === 'display' ? film : undefined);
  const tracks = [...(scene?.canvas.captureStream(FRAMES_PER_SECOND).getTracks() ?? [])];
  if (mixer.track) tracks.push(mixer.track);
  if (tracks.length === 0) throw new CaptureProblem('recorder', 'failed');
  const stream = new MediaStream(tracks);
  const live: Live = {
    scene,
    mixer,
    stream,
    onFrame: () => undefined,
    onEnded: () => undefined,
    close() {
      stopTicks();
      for (const each of [...streams, stream]) stopCapture(each);
      void mixer.close();
    },
  };
  leading?.addEventListener('ended', () => live.onEnded());
  const pace = { everyMs: 1000 / FRAMES_PER_SECOND, maxRestMs: MAX_REST_MS };
  const stopTicks = startTicks(pace, () => {
    scene?.draw();
    live.onFrame();
  });
  return live;
}

async function playMuted(stream: MediaStream): Promise<HTMLVideoElement> {
  const film = document.createElement('video');
  film.muted = true;
  film.playsInline = true;
  film.srcObject = new MediaStream(stream.getVideoTracks());
  const isReady = new Promise<void>((resolve) => {
    film.addEventListener('loadeddata', () => resolve(), { once: true });
    const [track] = stream.getVideoTracks();
    if (track?.readyState === 'ended') resolve();
    else track?.addEventListener('ended', () => resolve(), { once: true });
  });
  await Promise.race([film.play().then(() => isReady), isReady]);
  return film;
}

function startTicks(pace: Pace, call: () => void): () => void {
  const worker = new Worker(new URL('./ticks-worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = () => {
    try {
      call();
    } finally {
      worker.postMessage(null);
    }
  };
  worker.postMessage(pace);
  return () => worker.terminate();
}
