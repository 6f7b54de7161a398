import { readFile, stat, writeFile } from 'node:fs/promises';
import {
  concatTransformationMatrix,
  drawObject,
  endMarkedContent,
  ParseSpeeds,
  PDFDocument,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib';
import type { OverlayJob } from '../jobs.ts';
import { isSigned } from './form/open.ts';
import { addFigure } from './tags/add-figure.ts';
import { Unreadable } from './unreadable.ts';

const MAX_BYTES = 64 * 1024 * 1024;

export async function drawOver({ path, pages, overlay }: OverlayJob): Promise<null> {
  const document = await load(path);
  if (document.isEncrypted) throw new Unreadable('the PDF is encrypted');
  if (isSigned(document)) throw new Unreadable('the PDF has a digital signature, which a change would break');
  const count = document.getPageCount();
  const missing = pages.find(({ index }) => index >= count);
  if (missing) throw new Unreadable(`the PDF has no page ${missing.index + 1}`);
  if (!overlay) return null;
  const drawn = await document.embedPdf(
    await readFile(overlay.path),
    pages.map((_, place) => place),
  );
  for (const [place, { index, width, height, alt = '' }] of pages.entries()) {
    const picture = drawn[place];
    if (!picture) continue;
    await picture.embed();
    const page = document.getPage(index);
    const mark = addFigure(document, page, alt);
    // pdf-lib encloses the page's content, so the overlay has its own graphics state.
    page.pushOperators(
      mark === null
        ? PDFOperator.of(PDFOperatorNames.BeginMarkedContent, ['/Artifact'])
        : PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, ['/Figure', `<</MCID ${mark}>>`]),
      pushGraphicsState(),
      concatTransformationMatrix(...shownArea(page, width, height)),
      drawObject(page.node.newXObject('Overlay', picture.ref)),
      popGraphicsState(),
      endMarkedContent(),
    );
  }
  await writeFile(overlay.target, await document.save({ updateFieldAppearances: false }));
  return null;
}

async function load(path: string): Promise<PDFDocument> {
  const { size } = await stat(path);
  if (size > MAX_BYTES) throw new Unreadable(`the PDF is larger than ${MAX_BYTES / 1024 ** 2} MiB`);
  const bytes = await readFile(path);
  try {
    const options = { updateMetadata: false, ignoreEncryption: true, parseSpeed: ParseSpeeds.Fastest };
    const document = await PDFDocument.load(bytes, options);
    document.getPageCount();
    return document;
  } catch (error) {
    throw new Unreadable(`the PDF is damaged: ${error instanceof Error ? error.message : String(error)}`);
  }
}

type Matrix = [number, number, number, number, number, number];

function shownArea(page: PDFPage, width: number, height: number): Matrix {
  const { left, bottom, right, top } = visibleBox(page);
  const across = right - left;
  const up = top - bottom;
  const quarters = (((Math.round(page.getRotation().angle / 90) % 4) + 4) % 4) as 0 | 1 | 2 | 3;
  const [shownWidth, shownHeight] = quarters % 2 === 0 ? [across, up] : [up, across];
  const x = shownWidth / width;
  const y = shownHeight / height;
  switch (quarters) {
    case 0:
      return [x, 0, 0, y, left, bottom];
    case 1:
      return [0, x, -y, 0, right, bottom];
    case 2:
      return [-x, 0, 0, -y, right, top];
    case 3:
      return [0, -x, y, 0, left, top];
  }
}

/** Like viewers, uses the media box if the crop box is empty. */
function visibleBox(page: PDFPage) {
  const media = edges(page.getMediaBox());
  const crop = edges(page.getCropBox());
  const box = {
    left: Math.max(media.left, crop.left),
    bottom: Math.max(media.bottom, crop.bottom),
    right: Math.min(media.right, crop.right),
    top: Math.min(media.top, crop.top),
  };
  return box.right > box.left && box.top > box.bottom ? box : media;
}

const edges = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => ({
  left: Math.min(x, x + width),
  bottom: Math.min(y, y + height),
  right: Math.max(x, x + width),
  top: Math.max(y, y + height),
});
