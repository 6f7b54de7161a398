import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { deflatedZeros } from './deflated-zeros.ts';

export interface ImageFixture {
  format: 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'tiff';
  width: number;
  height: number;
  orientation?: number;
}

export async function makeImage({ format, width, height, orientation }: ImageFixture): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
  const image = sharp({ create: { width, height, channels: 3, background: 'gray', noise } });
  return (orientation === undefined ? image : image.withMetadata({ orientation }))
    .toFormat(format)
    .toBuffer();
}

/** 30,000 × 30,000 pixels take 110 kB. */
export function makeImageBomb({ width, height }: { width: number; height: number }): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1; // bit depth; the colour type stays 0, grey
  const data = deflatedZeros(height * (1 + Math.ceil(width / 8))); // a filter byte, then the row's bits
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, pngChunk('IHDR', header), pngChunk('IDAT', data), pngChunk('IEND')]);
}

export function makeAnimatedGif({ frames }: { frames: number }): Buffer {
  const screen = Buffer.from([2, 0, 2, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]); // size, two colours
  const frame = Buffer.from([
    ...[0x21, 0xf9, 4, 0, 1, 0, 0, 0], // shown for 10 ms
    ...[0x2c, 0, 0, 0, 0, 2, 0, 2, 0, 0], // the whole screen
    ...[2, 3, 0x44, 0x34, 0x05, 0], // LZW: four pixels
  ]);
  const bytes = Buffer.alloc(frames * frame.length, frame);
  return Buffer.concat([Buffer.from('GIF89a'), screen, bytes, Buffer.from([0x3b])]);
}

export async function makeAnimatedWebp({ frames }: { frames: number }): Promise<Buffer> {
  const raw = Buffer.alloc(8 * 8 * frames * 3);
  for (let at = 0; at < raw.length; at++) raw[at] = (at * 31) & 0xff;
  const image = sharp(raw, { raw: { width: 8, height: 8 * frames, channels: 3, pageHeight: 8 } });
  return image.webp({ loop: 0 }).toBuffer();
}

export function makeFloatTiffHeader({ width, height }: { width: number; height: number }): Buffer {
  const [short, long] = [3, 4];
  const entries = [
    [256, long, 1, width],
    [257, long, 1, height],
    [258, short, 4, 200], // bits per sample, at offset 200
    [259, short, 1, 1],
    [262, short, 1, 2], // RGB
    [273, long, 1, 216],
    [277, short, 1, 4],
    [278, long, 1, height],
    [279, long, 1, width * height * 16],
    [338, short, 1, 2], // the fourth channel is transparency
    [339, short, 4, 208], // floating point, at offset 208
  ] as const;
  const bytes = Buffer.alloc(232);
  bytes.write('II*\0\x08\0\0\0', 'latin1');
  bytes.writeUInt16LE(entries.length, 8);
  for (const [index, [tag, type, count, value]] of entries.entries()) {
    const at = 10 + 12 * index;
    bytes.writeUInt16LE(tag, at);
    bytes.writeUInt16LE(type, at + 2);
    bytes.writeUInt32LE(count, at + 4);
    bytes.writeUInt32LE(value, at + 8);
  }
  for (let sample = 0; sample < 4; sample++) {
    bytes.writeUInt16LE(32, 200 + 2 * sample);
    bytes.writeUInt16LE(3, 208 + 2 * sample);
  }
  return bytes;
}

export function makeBmp(): Buffer {
  const bytes = Buffer.alloc(58, 0);
  bytes.write('BM');
  for (const [at, value] of [
    [2, 58],
    [10, 54],
    [14, 40],
    [18, 1],
    [22, 1],
    [26, 1 | (24 << 16)],
  ] as const) {
    bytes.writeUInt32LE(value, at);
  }
  bytes.fill(0xff, 54, 57);
  return bytes;
}

function pngChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
