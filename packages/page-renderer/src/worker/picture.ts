import sharp, { type Sharp } from 'sharp';
import type { PageSize } from '../inspection.ts';
import type { Picture, PictureFormat } from '../jobs.ts';
import type { Layer } from './drawing/svg.ts';

/** The most pixels that an image may have to be decoded: 50 megapixels, a 7,000 × 7,000 scan. */
export const MAX_DECODED_PIXELS = 5e7;
/** The most pixels that are drawn, whatever box is asked for: 64 MB as RGBA. */
const MAX_DRAWN_PIXELS = 1.6e7;

sharp.cache(false); // no file is rendered twice in a row, and the cache would keep uploads in memory
sharp.concurrency(1); // the engine runs workers side by side; threads inside one would only add memory
// Only raster formats may be decoded: sharp would render SVG too, and its loaders look at the bytes, not at what
// the file was taken for.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadTiff',
    'VipsForeignLoadHeif',
  ],
});

/**
 * The first frame of an image file; anything damaged in it is an error. Over the pixel limit it is refused,
 * unless `anySize`, which is for reading the header only.
 */
export function openImage(path: string, options: { anySize?: boolean } = {}): Sharp {
  const limitInputPixels = options.anySize === true ? false : MAX_DECODED_PIXELS;
  return sharp(path, { limitInputPixels, failOn: 'error', sequentialRead: true });
}

/**
 * The whole pixels that `size` is drawn with to fill the box as far as its shape allows; at least 1 × 1. This is the one
 * place where sides are rounded: sizes and boxes have fractions (A4 is 595.28 × 841.89 points).
 */
export function fitInto(size: PageSize, box: { maxWidth: number; maxHeight: number }): PageSize {
  const fit = Math.min(box.maxWidth / size.width, box.maxHeight / size.height);
  const scale = Math.min(fit, Math.sqrt(MAX_DRAWN_PIXELS / (size.width * size.height)));
  const pixels = (side: number, limit: number) =>
    Math.max(1, Math.min(Math.round(limit), Math.round(side * scale)));
  return { width: pixels(size.width, box.maxWidth), height: pixels(size.height, box.maxHeight) };
}

/** Decoded pixels, rows without padding: RGB, or RGBA where something may be transparent. */
export interface Pixels extends PageSize {
  pixels: Buffer;
  channels: 3 | 4;
  /** RGBA of which nothing is transparent. */
  isOpaque?: boolean;
}

/** Shrinks an image to the box (it is never enlarged), upright, in sRGB. */
export async function shrink(image: Sharp, box: { maxWidth: number; maxHeight: number }): Promise<Pixels> {
  const { maxWidth: width, maxHeight: height } = box;
  const small = image.autoOrient().resize({ width, height, fit: 'inside', withoutEnlargement: true });
  const { data, info } = await small.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  return {
    pixels: data,
    width: info.width,
    height: info.height,
    channels: info.channels === 4 ? 4 : 3,
  };
}

/** Encodes pixels, with a layer of the same size over them where there is one. Nothing but pixels is in the result. */
export async function encodePixels(
  { pixels, width, height, channels, isOpaque = channels === 3 }: Pixels,
  format: PictureFormat,
  layer?: Layer,
): Promise<Picture> {
  const image = sharp(pixels, { raw: { width, height, channels } });
  if (layer) {
    const raw = { width: layer.width, height: layer.height, channels: 4 } as const;
    image.composite([{ input: layer.pixels, raw }]);
  }
  if (isOpaque) image.removeAlpha();
  const { data, info } = await encoders[format](image).toBuffer({ resolveWithObject: true });
  return { bytes: data, mimeType: `image/${format}`, width: info.width, height: info.height };
}

/** Of a page of text nine pixels in ten are like the one beside them; of a photograph one in ten. */
const LINE_ART = 0.6;
const SAMPLED_ROWS = 64;

/**
 * Encodes a part of a page to be looked at closely, and soon: text and lines as PNG, which stay as they are (4 ms for a
 * tile of them), anything else as JPEG (9 ms). WebP takes 24.
 */
export async function encodeTile({ pixels, width, height, channels }: Pixels): Promise<Picture> {
  const image = sharp(pixels, { raw: { width, height, channels } }).flatten({ background: 'white' });
  const isLineArt = likeNeighbours({ pixels, width, height, channels }) > LINE_ART;
  const encoded = isLineArt
    ? image.png({ compressionLevel: 3 })
    : image.jpeg({ quality: 85, chromaSubsampling: '4:4:4' });
  const mimeType = isLineArt ? 'image/png' : 'image/jpeg';
  return { bytes: await encoded.toBuffer(), mimeType, width, height };
}

/** Which part of some rows' pixels is the same as the pixel before. */
function likeNeighbours({ pixels, width, height, channels }: Pixels): number {
  let same = 0;
  let seen = 0;
  for (let y = 0; y < height; y += Math.ceil(height / SAMPLED_ROWS))
    for (let at = (y * width + 1) * channels, end = (y + 1) * width * channels; at < end; at += channels) {
      seen++;
      const isSame =
        pixels[at] === pixels[at - channels] &&
        pixels[at + 1] === pixels[at + 1 - channels] &&
        pixels[at + 2] === pixels[at + 2 - channels];
      if (isSame) same++;
    }
  return seen === 0 ? 1 : same / seen;
}

/** Pixels as a JPEG in three colours on white, good enough to be looked at closely. */
export function encodeForPrint({ pixels, width, height, channels }: Pixels): Promise<Buffer> {
  const image = sharp(pixels, { raw: { width, height, channels } }).flatten({ background: 'white' });
  return image.jpeg({ quality: 90, chromaSubsampling: '4:4:4' }).toBuffer();
}

const encoders: Record<PictureFormat, (image: Sharp) => Sharp> = {
  webp: (image) => image.webp({ quality: 80, effort: 2 }), // 4, the default, takes twice the time for 3 % less
  png: (image) => image.png({ compressionLevel: 6 }),
  jpeg: (image) => image.flatten({ background: 'white' }).jpeg({ quality: 82 }),
};
