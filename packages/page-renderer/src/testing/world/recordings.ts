import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

function recorded(name: string, ...options: string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'ringbinder-recorded-'));
  const target = join(folder, name);
  const { status, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-y', ...options, target]);
  if (status !== 0) throw new Error(`ffmpeg cannot make ${name}: ${stderr}`);
  const bytes = readFileSync(target);
  rmSync(folder, { recursive: true });
  return bytes;
}

const PICTURES = ['-f', 'lavfi', '-i', 'testsrc=size=160x120:rate=10:duration=1'];
const SOUND = ['-f', 'lavfi', '-i', 'sine=duration=1'];

export const recordings: readonly (readonly [name: string, type: string, file: () => Buffer])[] = [
  [
    'tagged.mp3',
    'PAGE_TYPE_AUDIO',
    () => recorded('tagged.mp3', ...SOUND, '-metadata', 'title=Quarterly', '-id3v2_version', '3'),
  ],
  ['raw.aac', 'PAGE_TYPE_AUDIO', () => recorded('raw.aac', ...SOUND)],
  ['wide.wav', 'PAGE_TYPE_AUDIO', () => recorded('wide.wav', ...SOUND, '-c:a', 'pcm_s24le')],
  ['last.mp4', 'PAGE_TYPE_VIDEO', () => recorded('last.mp4', ...PICTURES, '-c:v', 'mpeg4')],
  [
    'first.mp4',
    'PAGE_TYPE_VIDEO',
    () => recorded('first.mp4', ...PICTURES, '-c:v', 'mpeg4', '-movflags', '+faststart'),
  ],
  [
    'pieces.mp4',
    'PAGE_TYPE_VIDEO',
    () => recorded('pieces.mp4', ...PICTURES, '-c:v', 'mpeg4', '-movflags', 'frag_keyframe+empty_moov'),
  ],
  ['film.mkv', 'PAGE_TYPE_VIDEO', () => recorded('film.mkv', ...PICTURES, '-c:v', 'mpeg4')],
];

export const jpeg2000 = () =>
  recorded(
    'picture.jp2',
    '-f',
    'lavfi',
    '-i',
    'color=c=steelblue:size=200x150,drawbox=20:20:80:60:white:fill',
    '-frames:v',
    '1',
    '-pix_fmt',
    'rgb24',
    '-c:v',
    'jpeg2000',
  );
