import type { PageSource, Picture, RenderJob } from '../jobs.ts';
import { kindOf } from './kinds/index.ts';
import type { Limits } from './kinds/kind.ts';
import { encodePixels, type Pixels } from './picture.ts';
import { sourceFile } from './source-file.ts';
import { Unreadable } from './unreadable.ts';

/** A picture of a page with what was drawn onto it. */
export async function render(job: RenderJob, limits: Limits): Promise<Picture> {
  const { source, annotations, format } = job;
  const pixels = await pixelsOf(source, job, limits);
  if (annotations === null || annotations.markup.length === 0) return encodePixels(pixels, format);
  const { drawAnnotations } = await import('./annotations.ts');
  return encodePixels(pixels, format, await drawAnnotations(annotations, pixels));
}

/** A page without its annotations, as large as the box allows; images are never enlarged. */
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
