import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';

/** Whether poppler is there, which draws PDFs for comparison. */
export const hasPoppler = spawnSync('pdftoppm', ['-v']).status === 0;

/** What poppler makes of the first page of a PDF: a picture in a resolution of pixels to the inch, and its words. */
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

/** Squares of the longer side by which pictures are compared: so large that a letter's edge does not count. */
const SQUARES = 40;

/**
 * How far two pictures of one size differ: on average, and in the square that differs most; in levels of 255. A stroke that
 * is missing or moved is one square; the smoothing of edges is a little everywhere.
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
