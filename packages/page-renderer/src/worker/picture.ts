import sharp, { type Sharp } from 'sharp';
import type { PageSize } from '../inspection.ts';
import type { Picture, PictureFormat } from '../jobs.ts';
import type { Layer } from './drawing/svg.ts';

export const MAX_DECODED_PIXELS = 5e7;
/** 64 MB as RGBA. */
const MAX_DRAWN_PIXELS = 1.6e7;

sharp.cache(false);
sharp.concurrency(1);
// By default, sharp would render SVG.
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

/** `anySize` is only for reading the header. */
export function openImage(path: string, options: { anySize?: boolean } = {}): Sharp {
  const limitInputPixels = options.anySize === true ? false : MAX_DECODED_PIXELS;
  return sharp(path, { limitInputPixels, failOn: 'error', sequentialRead: true });
}

export function fitInto(size: PageSize, box: { maxWidth: number; maxHeight: number }): PageSize {
  const fit = Math.min(box.maxWidth / size.width, box.maxHeight / size.height);
  const scale = Math.min(fit, Math.sqrt(MAX_DRAWN_PIXELS / (size.width * size.height)));
  const pixels = (side: number, limit: number) =>
    Math.max(1, Math.min(Math.round(limit), Math.round(side * scale)));
  return { width: pixels(size.width, box.maxWidth), height: pixels(size.height, box.maxHeight) };
}

export interface Pixels extends PageSize {
  pixels: Buffer;
  channels: 3 | 4;
  isOpaque?: boolean;
}

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

/** Text has 90 % equal neighbours, photographs have 10 %. */
const LINE_ART = 0.6;
const SAMPLED_ROWS = 64;

/** WebP takes several times as long. */
export async function encodeTile({ pixels, width, height, channels }: Pixels): Promise<Picture> {
  const image = sharp(pixels, { raw: { width, height, channels } }).flatten({ background: 'white' });
  const isLineArt = shareOfEqualNeighbours({ pixels, width, height, channels }) > LINE_ART;
  const encoded = isLineArt
    ? image.png({ compressionLevel: 3 })
    : image.jpeg({ quality: 85, chromaSubsampling: '4:4:4' });
  const mimeType = isLineArt ? 'image/png' : 'image/jpeg';
  return { bytes: await encoded.toBuffer(), mimeType, width, height };
}

function shareOfEqualNeighbours({ pixels, width, height, channels }: Pixels): number {
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

export function encodeForPrint({ pixels, width, height, channels }: Pixels): Promise<Buffer> {
  const image = sharp(pixels, { raw: { width, height, channels } }).flatten({ background: 'white' });
  return image.jpeg({ quality: 90, chromaSubsampling: '4:4:4' }).toBuffer();
}

const encoders: Record<PictureFormat, (image: Sharp) => Sharp> = {
  webp: (image) => image.webp({ quality: 80, effort: 2 }), // effort 4 takes twice as long and saves 3 %
  png: (image) => image.png({ compressionLevel: 6 }),
  jpeg: (image) => image.flatten({ background: 'white' }).jpeg({ quality: 82 }),
};
