import { readFile, writeFile } from 'node:fs/promises';
import { type Inspection, invalid, kept, type PageSize, tooLarge } from '../inspection.ts';
import type { DecodeJob } from '../jobs.ts';
import { withColourProfile } from './colour-profile.ts';
import { encodeForPrint, MAX_DECODED_PIXELS, openImage } from './picture.ts';

/** The parts of libheif-js (LGPL-3.0, like sharp's own libvips) that are used; it brings no types. */
interface HeifImage {
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  /** Fills the pixels; calls back with null when the image is damaged. */
  display(target: PageSize & { data: Uint8ClampedArray }, done: (pixels: object | null) => void): void;
  free(): void;
}

const DAMAGED = 'the image is cut off or damaged';

/**
 * Writes the main image of a HEIC or HEIF file, upright, as a JPEG: sharp's decoder has no HEVC, and neither have most
 * browsers. A photo of 12 megapixels takes 0.6 s.
 */
export async function decodeHeif({ path, mimeType, target }: DecodeJob): Promise<Inspection> {
  const bytes = await readFile(path);
  const image = isWhole(bytes) ? await mainImage(bytes) : undefined;
  if (image === undefined) return invalid(DAMAGED);
  const size = { width: image.get_width(), height: image.get_height() };
  if (size.width * size.height > MAX_DECODED_PIXELS) {
    const claim = `the image is ${size.width} × ${size.height} pixels`;
    return tooLarge(`${claim}; at most ${MAX_DECODED_PIXELS / 1e6} million pixels are allowed`);
  }
  const data = await pixelsOf(image, size);
  if (data === null) return { ...kept(mimeType), conversion: 'failed' }; // another codec, such as VVC
  // sharp reads what a file says about its colours without decoding it: phones write Display P3.
  const { icc } = await openImage(path, { anySize: true }).metadata();
  const jpeg = await encodeForPrint({ pixels: data, ...size, channels: 4 });
  await writeFile(target, icc === undefined ? jpeg : withColourProfile(jpeg, icc));
  return { ok: true, mimeType, pageType: 'PAGE_TYPE_IMAGE', pages: [size] };
}

/** Whether the last box of the container ends with the file. */
function isWhole(bytes: Buffer): boolean {
  let at = 0;
  while (at + 8 <= bytes.length) {
    const size = bytes.readUInt32BE(at);
    if (size === 0) return true; // up to the end of the file
    const length = size === 1 && at + 16 <= bytes.length ? Number(bytes.readBigUInt64BE(at + 8)) : size;
    if (length < 8) return false;
    at += length;
  }
  return at === bytes.length;
}

async function mainImage(bytes: Buffer): Promise<HeifImage | undefined> {
  // @ts-expect-error the bundle has no types
  const { default: libheif } = await import('libheif-js/wasm-bundle.js');
  const images: HeifImage[] = new libheif.HeifDecoder().decode(bytes);
  return images.find((image) => image.is_primary()) ?? images[0];
}

function pixelsOf(image: HeifImage, size: PageSize): Promise<Buffer | null> {
  const data = new Uint8ClampedArray(size.width * size.height * 4);
  return new Promise((resolve) =>
    image.display({ data, ...size }, (pixels) => resolve(pixels === null ? null : Buffer.from(data.buffer))),
  );
}
