import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeJournal } from '@ringbinder/sfu';

const ffmpeg = (words: readonly string[], folder: string) =>
  promisify(execFile)('ffmpeg', ['-nostdin', '-loglevel', 'error', '-y', ...words], { cwd: folder });

function picture(size: string, rate: number, bits: string, noise: number): string[] {
  const moving = `testsrc2=size=${size}:rate=${rate},noise=alls=${noise}:allf=t`;
  const encoder = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-auto-alt-ref', '0'];
  return ['-f', 'lavfi', '-i', moving, ...encoder, '-b:v', bits, '-g', '300'];
}

function voice(source: string): string[] {
  return ['-f', 'lavfi', '-i', source, '-c:a', 'libopus', '-b:a', '32k'];
}

/** In the second half, one of the two participants shares a screen of 1920×1080. */
export async function writeRecordedTracks(folder: string, seconds: number): Promise<void> {
  const half = seconds / 2;
  const tracks = [
    { participantId: 'a', source: 'camera', begin: 0, words: picture('640x360', 30, '600k', 6) },
    { participantId: 'b', source: 'camera', begin: 0.5, words: picture('640x360', 25, '600k', 6) },
    {
      participantId: 'a',
      source: 'microphone',
      begin: 0,
      words: voice('sine=frequency=440:sample_rate=48000'),
    },
    { participantId: 'b', source: 'microphone', begin: 0.5, words: voice('anoisesrc=a=0.1:r=48000') },
    { participantId: 'a', source: 'screen', begin: half, words: picture('1920x1080', 15, '2500k', 0) },
  ] as const;
  for (const [index, { words, begin, ...owner }] of tracks.entries()) {
    const file = `000${index + 1}.webm`;
    await ffmpeg([...words, '-t', String(seconds - begin), '-f', 'webm', join(folder, file)], folder);
    await writeJournal(folder, { type: 'begun', file, seconds: begin, ...owner });
  }
}
