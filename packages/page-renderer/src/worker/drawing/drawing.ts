import type { PageSize } from '../../inspection.ts';
import type { PictureRegion } from '../../jobs.ts';
import { PdfAssembly } from '../pdfium/assembly.ts';
import type { Bitmap } from '../pdfium/bitmap.ts';
import { underDeadline } from '../pdfium/deadline.ts';
import { loadPdfium } from '../pdfium/module.ts';
import type { Colour, PageEditor, PathStep } from '../pdfium/page-editor.ts';
import { fitInto } from '../picture.ts';
import { Unreadable } from '../unreadable.ts';
import { type Line, prepareLines } from './lines.ts';

export interface Drawing extends PageSize {
  shapes?: readonly { steps: readonly PathStep[]; colour: Colour }[];
  lines: readonly Line[];
  address?: string;
}

/** @param pixelsPerPoint the resolution of parts that cannot be drawn as vectors */
export async function prepareDrawing(
  drawing: Drawing,
  pixelsPerPoint: number,
): Promise<(editor: PageEditor) => void> {
  const writeLines = await prepareLines(drawing.lines, drawing, pixelsPerPoint);
  return (editor) => {
    for (const { steps, colour } of drawing.shapes ?? []) editor.fill(steps, colour);
    writeLines(editor);
    const { width, height, address } = drawing;
    if (address !== undefined) editor.link({ x: 0, y: 0, width, height }, address);
  };
}

export function paint(
  drawing: Drawing,
  box: { maxWidth: number; maxHeight: number },
  deadlineMs: number,
): Promise<Bitmap> {
  const whole = fitInto(drawing, box);
  return paintRegion(drawing, { whole, left: 0, top: 0, ...whole }, deadlineMs);
}

export async function paintRegion(
  drawing: Drawing,
  region: PictureRegion,
  deadlineMs: number,
): Promise<Bitmap> {
  const { width, height } = fitInto(drawing, {
    maxWidth: region.whole.width,
    maxHeight: region.whole.height,
  });
  const draw = await prepareDrawing(drawing, Math.max(width / drawing.width, height / drawing.height));
  const library = await loadPdfium();
  return underDeadline(deadlineMs, () => {
    const assembly = new PdfAssembly(library);
    try {
      assembly.insertBlank(drawing);
      assembly.edit(0, draw);
      const bitmap = assembly.draw(0, region);
      if (bitmap === null) throw new Unreadable('the page cannot be drawn');
      return bitmap;
    } finally {
      assembly.close();
    }
  });
}
