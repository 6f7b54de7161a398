import { captureCamera, captureDisplay, captureMicrophone, stopCapture } from './capture.ts';
import type { ClipChoice } from './context.ts';
import { type Mixer, mixSounds } from './mixer.ts';
import { CaptureProblem } from './problems.ts';
import { createScene, type Scene, sizeOf } from './scene.ts';
import type { Pace } from './ticks-worker.ts';

const FRAMES_PER_SECOND = 30;
/** Where the page is busy, frames leave it so long for the rest at the most. */
const MAX_REST_MS = 100;

export interface Live {
  /** Undefined where only the voice is recorded. */
  scene: Scene | undefined;
  mixer: Mixer;
  /** Picture and sound as one stream, to be recorded. */
  stream: MediaStream;
  onFrame: () => void;
  /** Called when what is recorded ends by itself: the person ended the sharing, or pulled a plug. */
  onEnded: () => void;
  close(): void;
}

/** The screen that somebody has given; it is kept when the microphone then cannot be had, and asked for once. */
export interface HeldDisplay {
  stream?: MediaStream | undefined;
}

/**
 * Turns on what was chosen. Throws CaptureProblem for what cannot be had; then all is off again but a screen that was given.
 * @param page the page to begin with, where pages are recorded
 */
export async function openLive(
  choice: ClipChoice,
  held: HeldDisplay,
  page: HTMLImageElement | undefined,
): Promise<Live> {
  const { source, microphoneId, cameraId } = choice;
  const streams: MediaStream[] = [];
  const add = (stream: MediaStream) => {
    streams.push(stream);
    return stream;
  };
  try {
    if (source === 'display') held.stream = held.stream?.active ? held.stream : await captureDisplay();
    const film = source === 'camera' ? add(await captureCamera(cameraId, 'full')) : held.stream;
    const hasVoice = choice.hasMicrophone || source === 'voice';
    const voice = hasVoice ? add(await captureMicrophone(microphoneId)) : undefined;
    const hasBubble = choice.hasBubble && (source === 'display' || source === 'pages');
    const bubble = hasBubble ? add(await captureCamera(cameraId, 'bubble')) : undefined;
    if (held.stream) add(held.stream);
    held.stream = undefined;
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
  const mixer = mixSounds(voice, source === 'display' ? film : undefined);
  const shown = film && source !== 'voice' ? await playMuted(film) : page;
  const scene = shown && createScene(sizeOf(shown), film ? 'film' : 'page');
  if (scene) {
    scene.shown = shown;
    if (bubble) scene.bubble = await playMuted(bubble);
  }
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
  const [leading] = (source === 'voice' ? voice : film)?.getTracks() ?? [];
  leading?.addEventListener('ended', () => live.onEnded());
  const pace = { everyMs: 1000 / FRAMES_PER_SECOND, maxRestMs: MAX_REST_MS };
  const stopTicks = startTicks(pace, () => {
    scene?.draw();
    live.onFrame();
  });
  return live;
}

/** Plays a stream where nobody sees it, so that it can be drawn. Waits until it has a size. */
async function playMuted(stream: MediaStream): Promise<HTMLVideoElement> {
  const film = document.createElement('video');
  film.muted = true;
  film.playsInline = true;
  film.srcObject = new MediaStream(stream.getVideoTracks());
  const isReady = new Promise<void>((resolve) =>
    film.addEventListener('loadeddata', () => resolve(), { once: true }),
  );
  await film.play();
  await isReady;
  return film;
}

/**
 * Calls a function again and again, also while the tab is not looked at, and less often while the page is busy: as long as a
 * call takes, from when it was due, so long has the page for the rest. Gives what ends it.
 */
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
