import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './find.ts';
import { runProgram } from './run.ts';

const LIMITS = { timeoutMs: 15_000, cpuSeconds: 15, memoryBytes: 4 * 1024 ** 3, fileBytes: 64 * 1024 ** 2 };
/** Not 0, because the first frame is often black. */
const MAX_POSTER_SECOND = 3;
const MAX_SIDE = 1_600;
/** Converts to square pixels before scaling. If the pixel aspect ratio is unknown, `sar` is 0. */
const POSTER_SCALE = [
  'scale=trunc(iw*if(sar\\,sar\\,1)):ih,setsar=1',
  `scale='min(${MAX_SIDE},iw)':'min(${MAX_SIDE},ih)':force_original_aspect_ratio=decrease`,
].join();

/** Allows only formats that cannot reference other files. */
export async function takePoster(
  path: string,
  options: { durationMs: number | null; searchPath: string; signal?: AbortSignal | undefined },
): Promise<Buffer | null> {
  const { durationMs, searchPath, signal } = options;
  const program = await findProgram(['ffmpeg'], searchPath);
  if (program === null) return null;
  const folder = await mkdtemp(join(tmpdir(), 'ringbinder-poster-'));
  try {
    const second = Math.min(MAX_POSTER_SECOND, (durationMs ?? 0) / 4_000);
    for (const start of second > 0 ? [second, 0] : [0]) {
      const target = join(folder, 'poster.jpg');
      const command = [
        ...[program, '-nostdin', '-hide_banner', '-loglevel', 'error', '-threads', '1'],
        ...['-protocol_whitelist', 'file', '-format_whitelist', 'mov,matroska,mpegts,ogg'],
        ...['-ss', start.toFixed(3), '-i', path, '-map', '0:v:0', '-frames:v', '1', '-an', '-sn'],
        ...['-vf', POSTER_SCALE],
        ...['-q:v', '3', '-f', 'image2', '-update', '1', '-y', target],
      ];
      await runProgram(command, { ...LIMITS, folder, searchPath, signal });
      const poster = await readFile(target).catch(() => null);
      if (poster !== null && poster.length > 0) return poster;
    }
    return null;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

const HEAD_LIMITS = {
  timeoutMs: 60_000,
  cpuSeconds: 60,
  memoryBytes: 4 * 1024 ** 3,
  fileBytes: 64 * 1024 ** 2,
};
const ENCODERS = { vp8: 'libvpx', vp9: 'libvpx-vp9' } as const;

export async function encodeFrom(
  path: string,
  options: {
    target: string;
    codec: keyof typeof ENCODERS;
    skipMs: number;
    folder: string;
    searchPath: string;
    signal?: AbortSignal | undefined;
  },
): Promise<boolean> {
  const { target, codec, skipMs, folder, searchPath, signal } = options;
  const program = await findProgram(['ffmpeg'], searchPath);
  if (program === null) return false;
  const command = [
    ...[program, '-nostdin', '-hide_banner', '-loglevel', 'error', '-xerror', '-threads', '1'],
    ...['-protocol_whitelist', 'file', '-format_whitelist', 'matroska', '-ss', (skipMs / 1000).toFixed(3)],
    ...['-i', path, '-map', '0:v:0', '-an', '-sn', '-fps_mode', 'passthrough', '-c:v', ENCODERS[codec]],
    ...['-deadline', 'realtime', '-cpu-used', '5', '-auto-alt-ref', '0', '-lag-in-frames', '0'],
    ...['-crf', '8', '-b:v', '6M', '-threads', '1', '-f', 'webm', '-y', target],
  ];
  const { exitCode } = await runProgram(command, { ...HEAD_LIMITS, folder, searchPath, signal });
  return exitCode === 0;
}
