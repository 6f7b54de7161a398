import type { Metadata } from 'sharp';
import { invalid, tooLarge } from '../../inspection.ts';
import type { PictureRegion } from '../../jobs.ts';
import { MAX_DECODED_PIXELS, openImage, type Pixels, shrink } from '../picture.ts';
import { Unreadable } from '../unreadable.ts';
import type { Kind, SniffedFile } from './kind.ts';

const MAX_DECODED_BYTES = MAX_DECODED_PIXELS * 8;

/** The first frame is re-encoded, so that clients receive only pixels. */
export const rasterImage: Kind = {
  async inspect(file) {
    const header = await readHeader(file);
    if (header === null) return invalid('the image is cut off or damaged');
    const { width, height } = header.autoOrient;
    if (width * height > MAX_DECODED_PIXELS) {
      const claim = `the image is ${figure(width)} × ${figure(height)} pixels`;
      return tooLarge(`${claim}; at most ${figure(MAX_DECODED_PIXELS / 1e6)} million pixels are allowed`);
    }
    const bytes = decodedBytes(header);
    if (bytes > MAX_DECODED_BYTES) {
      const claim = `the image takes ${figure(Math.ceil(bytes / 1e6))} MB to decode`;
      return tooLarge(`${claim}; at most ${figure(MAX_DECODED_BYTES / 1e6)} MB are allowed`);
    }
    if (!(await decodes(file))) return invalid('the image is cut off or damaged');
    return { ok: true, mimeType: file.mimeType, pageType: 'PAGE_TYPE_IMAGE', pages: [{ width, height }] };
  },

  async renderRegion(file, index, region) {
    if (index !== 0) throw new Unreadable(`an image has no page ${index}`);
    try {
      return await regionOf(file, region);
    } catch (error) {
      throw new Unreadable('the image cannot be decoded', { cause: error });
    }
  },

  async render(file, index, box) {
    if (index !== 0) throw new Unreadable(`an image has no page ${index}`);
    try {
      return await shrink(openImage(file.path), box);
    } catch (error) {
      throw new Unreadable('the image cannot be decoded', { cause: error });
    }
  },
};

async function regionOf(file: SniffedFile, { whole, ...region }: PictureRegion): Promise<Pixels> {
  const { width, height } = whole;
  const image = openImage(file.path).autoOrient().resize({ width, height, fit: 'fill' }).extract(region);
  const { data, info } = await image.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height, channels: info.channels === 4 ? 4 : 3 };
}

async function readHeader(file: SniffedFile): Promise<Metadata | null> {
  try {
    // Without `anySize`, sharp would not report the size of an image bomb.
    return await openImage(file.path, { anySize: true }).metadata();
  } catch {
    return null;
  }
}

function decodedBytes({ width, height, channels, depth }: Metadata): number {
  return width * height * channels * (SAMPLE_BYTES[depth] ?? 8);
}

const SAMPLE_BYTES: Record<string, number> = {
  uchar: 1,
  char: 1,
  ushort: 2,
  short: 2,
  uint: 4,
  int: 4,
  float: 4,
};

async function decodes(file: SniffedFile): Promise<boolean> {
  try {
    await openImage(file.path).resize(32, 32, { fit: 'inside', kernel: 'nearest' }).raw().toBuffer();
    return true;
  } catch {
    return false;
  }
}

const figure = (value: number) => value.toLocaleString('en');
