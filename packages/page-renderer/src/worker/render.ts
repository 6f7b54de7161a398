import type { PageSource, Picture, PictureRegion, RegionJob, RenderJob } from '../jobs.ts';
import { kindOf } from './kinds/index.ts';
import type { Limits } from './kinds/kind.ts';
import { encodePixels, encodeTile, type Pixels } from './picture.ts';
import { sourceFile } from './source-file.ts';
import { Unreadable } from './unreadable.ts';

export async function render(job: RenderJob, limits: Limits): Promise<Picture> {
  const { source, annotations, format } = job;
  const pixels = await pixelsOf(source, job, limits);
  if (annotations === null || annotations.markup.length === 0) return encodePixels(pixels, format);
  const { drawAnnotations } = await import('./annotations.ts');
  return encodePixels(pixels, format, await drawAnnotations(annotations, pixels));
}

export async function renderRegion({ source, region }: RegionJob, limits: Limits): Promise<Picture> {
  return encodeTile(await regionPixels(source, region, limits));
}

async function regionPixels(source: PageSource, region: PictureRegion, limits: Limits): Promise<Pixels> {
  const { left, top, width, height, whole } = region;
  if (source.from === 'file') {
    const file = { ...(await sourceFile(source.path, '')), mimeType: source.mimeType };
    const kind = await kindOf(source.mimeType);
    if (kind.renderRegion) return kind.renderRegion(file, source.index, region, limits);
  }
  if (left !== 0 || top !== 0 || width !== whole.width || height !== whole.height)
    throw new Unreadable('there is one picture of the whole page only');
  return pixelsOf(source, { maxWidth: width, maxHeight: height }, limits);
}

export async function pixelsOf(
  source: PageSource,
  box: { maxWidth: number; maxHeight: number },
  limits: Limits,
): Promise<Pixels> {
  switch (source.from) {
    case 'file': {
      const file = { ...(await sourceFile(source.path, '')), mimeType: source.mimeType };
      const kind = await kindOf(source.mimeType);
      if (kind.render === undefined) throw new Unreadable(`${source.mimeType} has no picture`);
      return kind.render(file, source.index, box, limits);
    }
    case 'card': {
      const { drawPlaceholder } = await import('./drawing/placeholder.ts');
      const { paint } = await import('./drawing/drawing.ts');
      return paint(drawPlaceholder(source.placeholder), box, limits.deadlineMs);
    }
    case 'blank': {
      const { fitInto } = await import('./picture.ts');
      const { width, height } = fitInto(source.size, box);
      return { pixels: Buffer.alloc(3 * width * height, 0xff), width, height, channels: 3 };
    }
  }
}
