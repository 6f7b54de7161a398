import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export async function probe(path: string): Promise<{ seconds: number; frames: number }> {
  const options = ['-count_frames', '-select_streams', 'v:0'];
  const entries = ['-show_entries', 'stream=nb_read_frames:format=duration', '-of', 'json'];
  const { stdout } = await run('ffprobe', ['-v', 'error', ...options, ...entries, path]);
  const { streams, format } = JSON.parse(stdout);
  return { seconds: Number(format.duration), frames: Number(streams[0].nb_read_frames) };
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const BITS = 16;
const RANGE = 2 ** BITS;

/** Returns milliseconds since the first frame. */
export async function clockTimes(path: string, { x, y, width, height }: Box): Promise<number[]> {
  const line = { y: y + Math.round(height / 2) - 8, height: 16 };
  const filter = `crop=${width}:${line.height}:${x}:${line.y},scale=${BITS}:1:flags=area,format=gray`;
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', path, '-vf', filter, '-f', 'rawvideo', '-'], {
    encoding: 'buffer',
    maxBuffer: 16 * 1024 * 1024,
  });
  const codes = Array.from({ length: stdout.length / BITS }, (_, frame) =>
    stdout
      .subarray(frame * BITS, (frame + 1) * BITS)
      .reduce((code, level, bit) => (level > 127 ? code | (1 << bit) : code), 0),
  );
  let time = 0;
  return codes.map((code, frame) => {
    const step = frame === 0 ? 0 : (code - (codes[frame - 1] ?? 0) + RANGE) % RANGE;
    // The clock of the barcodes wraps around at `RANGE`.
    time += step > RANGE / 2 ? step - RANGE : step;
    return time;
  });
}
