import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaSource } from '@ringbinder/protocol';
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny';
import { readJournal } from './journal.ts';
import { HEIGHT, type PictureTrack, planScenes, type Rectangle, type Scene, WIDTH } from './scenes.ts';

const BACKGROUND = '0x15181c';
const FRAMES_PER_SECOND = 20;
const GIBIBYTE = 1024 ** 3;
/** Makes glibc reuse the memory of frames. */
const MALLOC_SETTINGS = { MALLOC_MMAP_THRESHOLD_: '100000000', MALLOC_TRIM_THRESHOLD_: '1000000000' };
const DRAWING_SHARE = 0.9;
const EXTRA_SECONDS = 60;

export interface Composed {
  path: string;
  seconds: number;
  hasPicture: boolean;
}

/** Limits are in milliseconds, CPU seconds and bytes. */
export type RunProgram = (
  command: readonly string[],
  options: {
    timeoutMs: number;
    cpuSeconds: number;
    memoryBytes: number;
    fileBytes: number;
    folder: string;
    searchPath: string;
    signal?: AbortSignal | undefined;
    environment?: Readonly<Record<string, string>> | undefined;
    onOutput?: ((text: string) => void) | undefined;
  },
) => Promise<{ exitCode: number | null; output: string }>;

interface Work {
  program: string;
  runProgram: RunProgram;
  folder: string;
  searchPath: string;
  signal?: AbortSignal | undefined;
}

/** The tracks stay in the folder for another attempt. */
export class NotComposed extends Error {}

/**
 * Works even if the recorder crashed. Throws NotComposed if ffmpeg is missing or fails, or if nothing was
 * recorded. `onProgress` receives the completed fraction, 0 to 1.
 */
export async function compose(
  folder: string,
  options: {
    ffmpeg: string | null;
    runProgram: RunProgram;
    searchPath: string;
    signal?: AbortSignal | undefined;
    onProgress?: (part: number) => void;
  },
): Promise<Composed> {
  const { ffmpeg: program, runProgram, searchPath, signal, onProgress = () => {} } = options;
  if (program === null) throw new NotComposed('ffmpeg is not installed');
  const work: Work = { program, runProgram, folder, searchPath, signal };
  const tracks = await readTracks(work);
  const seconds = Math.max(0, ...tracks.map(({ end }) => end));
  if (seconds === 0) throw new NotComposed('nothing was recorded');
  const pictures = tracks.flatMap(({ source, ...track }): PictureTrack[] =>
    source === 'camera' || source === 'screen' ? [{ ...track, source }] : [],
  );
  const voices = tracks.filter(({ source }) => source === 'microphone' || source === 'screen_audio');
  const scenes = pictures.length > 0 ? planScenes(pictures, seconds) : [];
  const files: string[] = [];
  for (const [index, scene] of scenes.entries()) {
    let drawn = 0;
    const report = (now: number) => {
      drawn = Math.min(Math.max(drawn, now), scene.end - scene.begin);
      onProgress(((scene.begin + drawn) / seconds) * DRAWING_SHARE);
    };
    files.push(await drawScene(work, scene, `scene-${index}.webm`, report));
    report(scene.end - scene.begin);
  }
  const sound = voices.length > 0 ? await mix(work, voices, seconds) : undefined;
  onProgress(0.97);
  const path = await concatenate(work, files, sound, seconds);
  for (const file of [...files, ...(sound ? [sound] : [])]) await rm(join(folder, file), { force: true });
  await run(work, seconds, ['-xerror', '-skip_frame', 'nokey', '-i', path, '-f', 'null', '-']);
  onProgress(1);
  return { path, seconds, hasPicture: files.length > 0 };
}

type Track = Omit<PictureTrack, 'source'> & { source: MediaSource };

/** With an index, ffmpeg can start anywhere. */
async function readTracks(work: Work): Promise<Track[]> {
  const tracks: Track[] = [];
  for (const entry of await readJournal(work.folder)) {
    if (entry.type !== 'begun') continue;
    const file = `indexed-${entry.file}`;
    const copied = await run(work, 600, ['-i', entry.file, '-c', 'copy', '-f', 'webm', file], {
      mayFail: true,
    });
    const seconds = copied ? await durationOf(join(work.folder, file)) : 0;
    if (seconds > 0)
      tracks.push({ file, source: entry.source, begin: entry.seconds, end: entry.seconds + seconds });
  }
  return tracks;
}

async function durationOf(path: string): Promise<number> {
  using input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path) });
  return await input.computeDuration().catch(() => 0);
}

async function drawScene(
  work: Work,
  { begin, end, pictures }: Scene,
  target: string,
  onDrawn: (seconds: number) => void,
): Promise<string> {
  const length = end - begin;
  const inputs = pictures.flatMap(({ track }) => [
    ...['-ss', Math.max(0, begin - track.begin).toFixed(3), '-t', length.toFixed(3), '-i', track.file],
  ]);
  // Timestamps are relative to the scene, because a new video size restarts the filter graph.
  const fitted = pictures.map(
    ({ box, track }, index) =>
      `[${index + 1}:v]setpts=PTS+${Math.max(0, track.begin - begin).toFixed(3)}/TB,${scaleInto(track, box)},setsar=1[p${index}]`,
  );
  const laid = pictures.map(({ box: { x, y, width, height } }, index) => {
    const below = index === 0 ? '[0:v]' : `[c${index - 1}]`;
    return `${below}[p${index}]overlay=${x}+(${width}-w)/2:${y}+(${height}-h)/2:eof_action=repeat[c${index}]`;
  });
  const graph = [...fitted, ...laid].join(';');
  const background = `color=c=${BACKGROUND}:s=${WIDTH}x${HEIGHT}:r=${FRAMES_PER_SECOND}:d=${length.toFixed(3)}`;
  const words = [
    ...['-f', 'lavfi', '-i', background, ...inputs],
    ...(pictures.length > 0
      ? ['-filter_complex', graph, '-map', `[c${pictures.length - 1}]`]
      : ['-map', '0:v']),
    ...[
      '-t',
      length.toFixed(3),
      '-c:v',
      'libvpx',
      '-deadline',
      'realtime',
      '-cpu-used',
      '-16',
      '-static-thresh',
      '1000',
    ],
    ...['-b:v', '2M', '-g', String(FRAMES_PER_SECOND * 4), '-auto-alt-ref', '0', '-f', 'webm', target],
  ];
  await run(work, length * 10, words, { onSeconds: onDrawn });
  return target;
}

/** Scales as few frames as possible. Small text on a screen needs the better scaler. */
function scaleInto({ source }: PictureTrack, { width, height }: Rectangle): string {
  const rate = `fps=${FRAMES_PER_SECOND}`;
  const scale = `scale=${width}:${height}:force_original_aspect_ratio=decrease:force_divisible_by=2`;
  return source === 'screen' ? `${scale}:flags=bicubic,${rate}` : `${rate},${scale}:flags=bilinear`;
}

async function mix(work: Work, voices: readonly Track[], seconds: number): Promise<string> {
  const inputs = voices.flatMap(({ file }) => ['-i', file]);
  const delayed = voices.map(
    ({ begin }, index) =>
      `[${index}:a]aresample=48000:async=1:first_pts=0,adelay=${Math.round(begin * 1000)}:all=1[v${index}]`,
  );
  // Only a screen's audio is stereo.
  const channels = voices.some(({ source }) => source === 'screen_audio') ? '2' : '1';
  const names = voices.map((_, index) => `[v${index}]`).join('');
  const graph = `${delayed.join(';')};${names}amix=inputs=${voices.length}:normalize=0:dropout_transition=0,alimiter=limit=0.95,apad[m]`;
  await run(work, seconds * 2, [
    ...[...inputs, '-filter_complex', graph, '-map', '[m]', '-t', seconds.toFixed(3)],
    ...[
      '-c:a',
      'libopus',
      '-compression_level',
      '5',
      '-b:a',
      '64k',
      '-ac',
      channels,
      '-f',
      'webm',
      'sound.webm',
    ],
  ]);
  return 'sound.webm';
}

async function concatenate(
  work: Work,
  scenes: readonly string[],
  sound: string | undefined,
  seconds: number,
): Promise<string> {
  const target = 'recording.webm';
  await writeFile(join(work.folder, 'scenes.txt'), scenes.map((file) => `file '${file}'\n`).join(''));
  await run(work, seconds, [
    ...(scenes.length > 0 ? ['-f', 'concat', '-safe', '0', '-i', 'scenes.txt'] : []),
    ...(sound ? ['-i', sound] : []),
    ...['-c', 'copy', '-f', 'webm', target],
  ]);
  return join(work.folder, target);
}

function writtenIn(text: string): number {
  const [, microseconds = '0'] = /.*out_time_us=(\d+)/s.exec(text) ?? [];
  return Number(microseconds) / 1e6;
}

async function run(
  work: Work,
  seconds: number,
  words: string[],
  { mayFail = false, onSeconds }: { mayFail?: boolean; onSeconds?: (written: number) => void } = {},
): Promise<boolean> {
  const { program, runProgram, folder, searchPath, signal } = work;
  const allowed = EXTRA_SECONDS + seconds;
  const command = [
    ...[program, '-nostdin', '-hide_banner', '-loglevel', 'error', '-threads', '1', '-y'],
    ...(onSeconds ? ['-progress', 'pipe:1'] : []),
    ...['-protocol_whitelist', 'file,pipe', ...words],
  ];
  const { exitCode, output } = await runProgram(command, {
    timeoutMs: allowed * 4_000,
    cpuSeconds: Math.ceil(allowed * 2),
    memoryBytes: 4 * GIBIBYTE,
    fileBytes: 16 * GIBIBYTE,
    folder,
    searchPath,
    signal,
    environment: MALLOC_SETTINGS,
    onOutput: onSeconds && ((text) => onSeconds(writtenIn(text))),
  });
  if (exitCode !== 0 && !mayFail) throw new NotComposed(`ffmpeg failed: ${output}`);
  return exitCode === 0;
}
