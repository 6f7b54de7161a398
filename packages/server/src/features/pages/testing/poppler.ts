import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';

export const hasPoppler = spawnSync('pdftoppm', ['-v']).status === 0;

export function byPoppler(pdf: Buffer, resolution: number) {
  const folder = mkdtempSync(join(tmpdir(), 'ringbinder-poppler-'));
  const path = join(folder, 'a.pdf');
  writeFileSync(path, pdf);
  const run = (program: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, args, { maxBuffer: 64 * 1024 ** 2 });
    if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
    return stdout;
  };
  const picture = run('pdftoppm', '-png', '-cropbox', '-f', '1', '-l', '1', '-r', String(resolution), path);
  const words = run('pdftotext', '-f', '1', '-l', '1', path, '-').toString();
  rmSync(folder, { recursive: true });
  return { picture, words };
}

const SQUARES = 40;

/**
 * Divides the pictures into squares. Returns the mean difference, and the difference of the worst square, on a scale to
 * 255. A missing or moved stroke affects one square; anti-aliasing affects all squares slightly.
 */
export async function difference(one: Buffer, other: Buffer): Promise<{ mean: number; worst: number }> {
  const { width, height } = await sharp(one).metadata();
  const squares = async (picture: Buffer) => {
    const scale = SQUARES / Math.max(width, height);
    const size = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
    const small = sharp(picture).flatten({ background: 'white' }).removeAlpha();
    return small.resize(size[0], size[1], { fit: 'fill', kernel: 'linear' }).raw().toBuffer();
  };
  const [a, b] = await Promise.all([squares(one), squares(other)]);
  const levels = [...a].map((level, at) => Math.abs(level - (b[at] ?? 0)));
  return { mean: levels.reduce((sum, level) => sum + level, 0) / levels.length, worst: Math.max(...levels) };
}
