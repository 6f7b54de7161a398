import type { Pdfium } from './pdfium.ts';

const LINK = 2;
const HIDDEN = 2;
const MAX_ADDRESS_BYTES = 2_048;
/** Only these links are copied, because a target within the document may be missing from the copy. */
const OPENED = /^(?:https?|mailto):/i;

export interface Link {
  area: readonly [number, number, number, number];
  address: string;
}

export function linksOf(pdfium: Pdfium, document: number, page: number): Link[] {
  const links: Link[] = [];
  const memory = pdfium.malloc(24 + MAX_ADDRESS_BYTES); // position, link, rectangle, address
  pdfium.HEAP32[memory >> 2] = 0;
  while (pdfium._FPDFLink_Enumerate(page, memory, memory + 4) !== 0) {
    const link = pdfium.HEAP32[(memory >> 2) + 1] ?? 0;
    const action = pdfium._FPDFLink_GetAction(link);
    const text = memory + 24;
    const bytes = action === 0 ? 0 : pdfium._FPDFAction_GetURIPath(document, action, text, MAX_ADDRESS_BYTES);
    if (bytes <= 1 || bytes > MAX_ADDRESS_BYTES) continue;
    const address = Buffer.from(pdfium.HEAPU8.subarray(text, text + bytes - 1)).toString('latin1');
    if (!OPENED.test(address) || pdfium._FPDFLink_GetAnnotRect(link, memory + 8) === 0) continue;
    const [left = 0, top = 0, right = 0, bottom = 0] = pdfium.HEAPF32.subarray(
      (memory + 8) >> 2,
      (memory + 24) >> 2,
    );
    links.push({ area: [left, top, right, bottom], address });
  }
  pdfium._free(memory);
  return links;
}

export function drawFrames(pdfium: Pdfium, page: number): void {
  const memory = pdfium.malloc(16);
  let isDrawn = false;
  for (let place = 0; place < pdfium._FPDFPage_GetAnnotCount(page); place++) {
    const annotation = pdfium._FPDFPage_GetAnnot(page, place);
    if (annotation === 0) continue;
    if (drawFrame(pdfium, page, annotation, memory)) isDrawn = true;
    pdfium._FPDFPage_CloseAnnot(annotation);
  }
  pdfium._free(memory);
  if (isDrawn) pdfium._FPDFPage_GenerateContent(page);
}

function drawFrame(pdfium: Pdfium, page: number, annotation: number, memory: number): boolean {
  const floats = () => pdfium.HEAPF32.subarray(memory >> 2, (memory >> 2) + 4);
  if (pdfium._FPDFAnnot_GetSubtype(annotation) !== LINK) return false;
  if ((pdfium._FPDFAnnot_GetFlags(annotation) & HIDDEN) !== 0) return false;
  if (pdfium._FPDFAnnot_GetBorder(annotation, memory, memory + 4, memory + 8) === 0) return false;
  const [, , width = 0] = floats();
  if (width <= 0 || pdfium._FPDFAnnot_GetRect(annotation, memory) === 0) return false;
  const [left = 0, top = 0, right = 0, bottom = 0] = floats();
  const inset = width / 2;
  const frame = pdfium._FPDFPageObj_CreateNewRect(
    left + inset,
    bottom + inset,
    right - left - width,
    top - bottom - width,
  );
  pdfium._FPDFAnnot_GetColor(annotation, 0, memory, memory + 4, memory + 8, memory + 12);
  const [red = 0, green = 0, blue = 0] = pdfium.HEAP32.subarray(memory >> 2);
  pdfium._FPDFPageObj_SetStrokeColor(frame, red, green, blue, 255);
  pdfium._FPDFPageObj_SetStrokeWidth(frame, width);
  pdfium._FPDFPath_SetDrawMode(frame, 0, 1);
  pdfium._FPDFPage_InsertObject(page, frame);
  return true;
}

export function addLink(pdfium: Pdfium, page: number, { area, address }: Link): void {
  const annotation = pdfium._FPDFPage_CreateAnnot(page, LINK);
  if (annotation === 0) return;
  const text = Buffer.from(`${address}\0`, 'latin1');
  const memory = pdfium.malloc(16 + text.length);
  pdfium.HEAPF32.set(area, memory >> 2);
  pdfium.HEAPU8.set(text, memory + 16);
  pdfium._FPDFAnnot_SetRect(annotation, memory);
  pdfium._FPDFAnnot_SetURI(annotation, memory + 16);
  pdfium._FPDFAnnot_SetBorder(annotation, 0, 0, 0);
  pdfium._free(memory);
  pdfium._FPDFPage_CloseAnnot(annotation);
}
