import sharp from 'sharp';
import type { PageSize } from '../inspection.ts';
import type { Annotations } from '../jobs.ts';
import { drawSvg, type Layer } from './drawing/svg.ts';
import { Unreadable } from './unreadable.ts';

/** For all embedded pictures together. */
const MAX_EMBEDDED_PIXELS = 3e7;

export async function drawAnnotations({ markup, page }: Annotations, pixels: PageSize): Promise<Layer> {
  const safe = await withoutBombs(markup);
  try {
    return await drawSvg(safe.join(''), page, pixels);
  } catch {
    const drawable: string[] = [];
    for (const one of safe) {
      const isDrawn = await drawSvg(one, page, { width: 8, height: 8 }).then(
        () => true,
        () => false,
      );
      if (isDrawn) drawable.push(one);
    }
    return drawSvg(drawable.join(''), page, pixels).catch((error) => {
      throw new Unreadable('the annotations cannot be drawn', { cause: error });
    });
  }
}

const EMBEDDED = /"data:image\/(?:png|jpeg|gif|webp);base64,([A-Za-z0-9+/=]+)"/g;

/** A PNG of 100 kB can have a billion pixels. */
async function withoutBombs(markup: readonly string[]): Promise<string[]> {
  let left = MAX_EMBEDDED_PIXELS;
  const safe: string[] = [];
  for (const one of markup) {
    const bombs = new Set<string>();
    for (const [, data = ''] of one.matchAll(EMBEDDED)) {
      const pixels = await pixelsOf(Buffer.from(data, 'base64'));
      if (pixels > left) bombs.add(data);
      else left -= pixels;
    }
    safe.push(
      one.replace(EMBEDDED, (whole, data: string) => (bombs.has(data) ? '"data:image/png;base64,"' : whole)),
    );
  }
  return safe;
}

async function pixelsOf(picture: Buffer): Promise<number> {
  try {
    const { width, height, pageHeight } = await sharp(picture, { limitInputPixels: false }).metadata();
    return width * Math.max(height, pageHeight ?? 0);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
