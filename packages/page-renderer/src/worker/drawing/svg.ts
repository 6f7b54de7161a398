import sharp from 'sharp';
import type { PageSize } from '../../inspection.ts';
import { sansFont } from './font.ts';

/** Pixels with transparency: RGBA, not premultiplied, rows without padding. */
export interface Layer {
  pixels: Buffer;
  width: number;
  height: number;
}

const SVG_LOADER = { operation: ['VipsForeignLoadSvgBuffer'] };

let isFontKnown: Promise<unknown> | undefined;

/**
 * Draws SVG elements that were written or checked here; `of` is the size of their coordinates, `width` and `height`
 * are pixels. Throws when librsvg does not take them. The loader is blocked in this process but for the time of this
 * call, of which a worker has one at a time: no upload is ever read as SVG. What is drawn cannot load anything:
 * librsvg resolves no file without a base address, and knows no network.
 */
export async function drawSvg(elements: string, of: PageSize, pixels: PageSize): Promise<Layer> {
  isFontKnown ??= bringFont();
  await isFontKnown;
  const { width, height } = pixels;
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"`;
  // By exact outlines, and in our font where none is named, as pages show them.
  const text = `text-rendering="geometricPrecision" font-family="${sansFont().family}"`;
  const svg = `${head} ${text} viewBox="0 0 ${of.width} ${of.height}" preserveAspectRatio="none">${xmlOnly(elements)}</svg>`;
  sharp.unblock(SVG_LOADER);
  try {
    const options = { limitInputPixels: false, failOn: 'none', density: 72 } as const;
    const image = sharp(Buffer.from(svg), options).ensureAlpha().toColourspace('srgb');
    const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
    if (info.width !== width || info.height !== height || info.channels !== 4)
      throw new Error(`an SVG of ${width} × ${height} was drawn as ${info.width} × ${info.height}`);
    return { pixels: data, width, height };
  } finally {
    sharp.block(SVG_LOADER);
  }
}

/** Text that is written into an SVG. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: what XML 1.0 has no place for makes the whole unreadable
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function xmlOnly(text: string): string {
  return text.replace(NOT_XML, '').toWellFormed();
}

/**
 * Makes the font that comes with the service known to this process, beside those of the machine. It has to come
 * before anything else is written: fontconfig is asked once.
 */
function bringFont(): Promise<unknown> {
  const { path, family } = sansFont();
  return sharp({ text: { text: 'a', font: family, fontfile: path } })
    .raw()
    .toBuffer();
}
