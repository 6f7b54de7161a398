import sharp from 'sharp';
import type { PageSize } from '../../inspection.ts';
import { sansFont } from './font.ts';

/** RGBA pixels, not premultiplied, without row padding. */
export interface Layer {
  pixels: Buffer;
  width: number;
  height: number;
}

const SVG_LOADER = { operation: ['VipsForeignLoadSvgBuffer'] };

let fontLoading: Promise<unknown> | undefined;

/**
 * Only this function enables the SVG loader, so uploads are never parsed as SVG. A worker runs one job at a
 * time.
 */
export async function drawSvg(elements: string, of: PageSize, pixels: PageSize): Promise<Layer> {
  fontLoading ??= loadFont();
  await fontLoading;
  const { width, height } = pixels;
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"`;
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

export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: one character that XML 1.0 forbids makes the document unreadable
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function xmlOnly(text: string): string {
  return text.replace(NOT_XML, '').toWellFormed();
}

/** fontconfig initialises once, so the font must be loaded before any text is drawn. */
function loadFont(): Promise<unknown> {
  const { path, family } = sansFont();
  return sharp({ text: { text: 'a', font: family, fontfile: path } })
    .raw()
    .toBuffer();
}
