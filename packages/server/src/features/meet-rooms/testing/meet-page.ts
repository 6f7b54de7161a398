import { join } from 'node:path';
import type { MeetConnection } from '@ringbinder/client/meet';
import type { TestBrowser, TestService } from '@ringbinder/testkit';
import type { Page } from 'playwright-core';
import { build } from 'vite';

const root = new URL('../../../../../..', import.meta.url).pathname;
const ADDRESS = '/meet-of-a-test';

/** What a page of a test holds beside the connection. */
export interface MeetWindow {
  meet: MeetConnection;
  resume: string;
  events: { type: string }[];
  /** Frames of the pictures of a participant that were drawn, the last one's width, and how old each was as it came. */
  seen(name: string): { frames: number; width: number; ages: number[] };
  /** The loudest frequency that is heard of a participant, in Hz; 0 for silence. */
  heard(name: string): number;
}

/** A browser's page in a meet. */
export interface MeetPage {
  page: Page;
  errors: string[];
  /** Runs in the page, which is given as it is described above. */
  run<T, A = undefined>(work: (window: MeetWindow, argument: A) => T | Promise<T>, argument?: A): Promise<T>;
  close(): Promise<void>;
}

let bundled: Promise<string> | undefined;

/** The client's meets as one module. */
function bundle(): Promise<string> {
  bundled ??= build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry: join(root, 'packages/client/src/meet/index.ts'), formats: ['es'] },
    },
  }).then((made) => {
    const [output] = [made].flat() as unknown as [{ output: [{ code: string }] }];
    return output.output[0].code;
  });
  return bundled;
}

/**
 * Opens a page that joins a meet and sends a camera whose picture is a barcode of the clock, and a microphone with a tone.
 */
export async function joinInBrowser(
  service: TestService,
  browser: TestBrowser,
  options: { token: string; sessionKey: string; tone: number; resume?: string },
): Promise<MeetPage> {
  const code = await bundle();
  const { page, errors } = await browser.newPage();
  await page.route(`**${ADDRESS}**`, (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: code })
      : route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Meet</title><body></body>' }),
  );
  await page.goto(`${service.origin}${ADDRESS}`);
  await page.addScriptTag({ content: `window.prepare = ${prepare.toString()}` });
  await page.evaluate(
    ([module, base, given]) =>
      (globalThis as unknown as { prepare: (...all: unknown[]) => Promise<void> }).prepare(
        module,
        base,
        given,
      ),
    [`${ADDRESS}.js`, service.base, options] as const,
  );
  return {
    page,
    errors,
    run: (work, argument) =>
      page.evaluate(
        ([text, given]) =>
          new Function('window', 'argument', `return (${text})(window, argument)`)(window, given),
        [work.toString(), argument] as const,
      ) as never,
    close: () => page.context().close(),
  };
}

/** Runs in the page. */
async function prepare(
  module: string,
  baseUrl: string,
  options: { token: string; sessionKey: string; tone: number; resume?: string },
): Promise<void> {
  const BITS = 16;
  const WIDTH = 640;
  const page = window as unknown as MeetWindow;
  const { joinMeet } = (await import(module)) as typeof import('@ringbinder/client/meet');
  const clock = () => Math.round(performance.timeOrigin + performance.now()) % 2 ** BITS;

  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = 360;
  const drawing = canvas.getContext('2d') as CanvasRenderingContext2D;
  const cell = WIDTH / BITS;
  setInterval(() => {
    const time = clock();
    for (let bit = 0; bit < BITS; bit++) {
      drawing.fillStyle = time & (1 << bit) ? '#fff' : '#000';
      drawing.fillRect(bit * cell, 0, cell, canvas.height);
    }
  }, 50);

  const audio = new AudioContext();
  const oscillator = audio.createOscillator();
  oscillator.frequency.value = options.tone;
  const destination = audio.createMediaStreamDestination();
  oscillator.connect(destination);
  oscillator.start();

  const seen = new Map<string, { frames: number; width: number; ages: number[] }>();
  const ears = new Map<string, { stream: MediaStream; analyser: AnalyserNode }>();
  const reading = document.createElement('canvas');
  reading.width = WIDTH;
  reading.height = 8;
  const pixels = reading.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;

  function watch(name: string, video: HTMLVideoElement): void {
    const about = seen.get(name) ?? { frames: 0, width: 0, ages: [] };
    seen.set(name, about);
    const look = () => {
      about.frames++;
      about.width = video.videoWidth;
      pixels.drawImage(video, 0, video.videoHeight / 2, video.videoWidth, 2, 0, 0, WIDTH, 8);
      const { data } = pixels.getImageData(0, 4, WIDTH, 1);
      let time = 0;
      for (let bit = 0; bit < BITS; bit++)
        if ((data[Math.floor((bit + 0.5) * cell) * 4] ?? 0) > 127) time |= 1 << bit;
      about.ages.push((clock() - time + 2 ** BITS) % 2 ** BITS);
      if (about.ages.length > 200) about.ages.shift();
      video.requestVideoFrameCallback(look);
    };
    video.requestVideoFrameCallback(look);
  }

  function show(name: string, stream: MediaStream): void {
    const id = `video ${name}`;
    let video = document.getElementById(id) as HTMLVideoElement | null;
    if (!video) {
      video = document.createElement('video');
      video.id = id;
      video.muted = true;
      video.autoplay = true;
      document.body.append(video);
      watch(name, video);
    }
    if (video.srcObject !== stream) video.srcObject = stream;
    void video.play().catch(() => undefined);
  }

  function listen(name: string, stream: MediaStream): void {
    if (ears.get(name)?.stream === stream) return;
    // Chromium decodes a track for an analyser only while an element plays it too.
    const element = new Audio();
    element.srcObject = stream;
    element.muted = true;
    void element.play().catch(() => undefined);
    const analyser = audio.createAnalyser();
    analyser.fftSize = 8_192;
    analyser.smoothingTimeConstant = 0;
    audio.createMediaStreamSource(stream).connect(analyser);
    ears.set(name, { stream, analyser });
  }

  page.events = [];
  page.seen = (name) => seen.get(name) ?? { frames: 0, width: 0, ages: [] };
  page.heard = (name) => {
    const analyser = ears.get(name)?.analyser;
    if (!analyser) return 0;
    const levels = new Float32Array(analyser.frequencyBinCount);
    analyser.getFloatFrequencyData(levels);
    const loudest = levels.reduce((best, level, at) => (level > (levels[best] ?? -Infinity) ? at : best), 0);
    return (levels[loudest] ?? -Infinity) < -60 ? 0 : (loudest * audio.sampleRate) / analyser.fftSize;
  };
  const client = { baseUrl, token: async () => options.token, fetch: window.fetch, api: undefined as never };
  page.meet = joinMeet(client, {
    sessionKey: options.sessionKey,
    ...(options.resume === undefined ? {} : { resume: options.resume }),
    onResume(resume) {
      page.resume = resume;
    },
  });
  page.meet.onEvent((event) => page.events.push(event));
  page.meet.onState(({ participants, self }) => {
    for (const { id, name, streams } of participants) {
      if (id === self?.id) continue;
      if (streams.camera) show(name, streams.camera);
      if (streams.audio) listen(name, streams.audio);
    }
  });
  const [picture] = canvas.captureStream(20).getVideoTracks();
  const [sound] = destination.stream.getAudioTracks();
  if (!picture || !sound) throw new Error('there is nothing to send');
  await Promise.all([page.meet.publish('camera', picture), page.meet.publish('microphone', sound)]);
}
