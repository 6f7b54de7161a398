import { readFile, writeFile } from 'node:fs/promises';
import { accepted, type Inspection, invalid, type PageSize, tooLarge } from '../inspection.ts';
import type { DecodeJob } from '../jobs.ts';
import { encodeForPrint, MAX_DECODED_PIXELS, openImage } from './picture.ts';

/** libheif-js has no types. Its licence is LGPL-3.0, like that of libvips, which sharp uses. */
interface HeifImage {
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  display(target: PageSize & { data: Uint8ClampedArray }, done: (pixels: object | null) => void): void;
  free(): void;
}

const DAMAGED = 'the image is cut off or damaged';

/** sharp and most browsers cannot decode HEVC. */
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
  if (data === null) return { ...accepted(mimeType), conversion: 'failed' };
  const { icc } = await openImage(path, { anySize: true }).metadata();
  const jpeg = await encodeForPrint({ pixels: data, ...size, channels: 4 });
  await writeFile(target, icc === undefined ? jpeg : withColourProfile(jpeg, icc));
  return { ok: true, mimeType, pageType: 'PAGE_TYPE_IMAGE', pages: [size] };
}

function isWhole(bytes: Buffer): boolean {
  let at = 0;
  while (at + 8 <= bytes.length) {
    const size = bytes.readUInt32BE(at);
    if (size === 0) return true;
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

const ICC_NAME = Buffer.from('ICC_PROFILE\0', 'latin1');
const START_OF_IMAGE = 2;
const APP2 = 0xffe2;
const MAX_PART_BYTES = 0xffff - 2 - ICC_NAME.length - 2;
const MAX_PARTS = 255;

/** Adds the profile without sharp, which would also convert the pixels. */
function withColourProfile(jpeg: Buffer, profile: Buffer): Buffer {
  const count = Math.ceil(profile.length / MAX_PART_BYTES);
  if (count > MAX_PARTS) return jpeg;
  const segments = Array.from({ length: count }, (_, index) => {
    const part = profile.subarray(index * MAX_PART_BYTES, (index + 1) * MAX_PART_BYTES);
    const header = Buffer.alloc(4);
    header.writeUInt16BE(APP2, 0);
    header.writeUInt16BE(2 + ICC_NAME.length + 2 + part.length, 2);
    return Buffer.concat([header, ICC_NAME, Buffer.from([index + 1, count]), part]);
  });
  return Buffer.concat([jpeg.subarray(0, START_OF_IMAGE), ...segments, jpeg.subarray(START_OF_IMAGE)]);
}
