import type { PageSize } from '../../inspection.ts';
import { Unreadable } from '../unreadable.ts';
import { addLink } from './links.ts';
import type { LoadedPdfium } from './module.ts';

export interface FontFile {
  name: string;
  bytes: Buffer;
}

export type Colour = readonly [number, number, number];

/** In points from the upper left corner of the displayed page. */
export interface Area extends PageSize {
  x: number;
  y: number;
}

/** Absolute commands of an SVG path, in points. */
export type PathStep =
  | readonly ['M' | 'L', number, number]
  | readonly ['C', number, number, number, number, number, number]
  | readonly ['Z'];

const FILL_WINDING = 2;
const INVISIBLE = 3;
const DESCENT = 0.2;
/** Units per point, because pdfium uses integers. */
const UNITS = 1_000;

interface Parts {
  font(file: FontFile): number;
  form(picture: Buffer): number;
}

const ARTIFACT = Buffer.from('Artifact\0');

export class PageEditor {
  readonly #library: LoadedPdfium;
  readonly #document: number;
  readonly #page: number;
  readonly #parts: Parts;

  constructor(library: LoadedPdfium, document: number, page: number, parts: Parts) {
    this.#library = library;
    this.#document = document;
    this.#page = page;
    this.#parts = parts;
  }

  get size(): PageSize {
    const { pdfium } = this.#library;
    return {
      width: pdfium._FPDF_GetPageWidthF(this.#page),
      height: pdfium._FPDF_GetPageHeightF(this.#page),
    };
  }

  text(line: { text: string; x: number; y: number; size: number; font: FontFile; colour: Colour }): void {
    const object = this.#textObject(line);
    this.#insert(object, { x: line.x, y: line.y - 1, width: 1, height: 1 }, line.colour);
  }

  /** Invisible text, for searches. */
  encodedText({ text, font, ...area }: Area & { text: string; font: FontFile }): void {
    const { pdfium } = this.#library;
    const object = this.#textObject({ text, font, size: area.height });
    pdfium._FPDFTextObj_SetTextRenderMode(object, INVISIBLE);
    const bounds = pdfium.malloc(16); // left, bottom, right, top
    pdfium._FPDFPageObj_GetBounds(object, bounds, bounds + 4, bounds + 8, bounds + 12);
    const [left = 0, , right = 0] = pdfium.HEAPF32.subarray(bounds >> 2, (bounds >> 2) + 4);
    pdfium._free(bounds);
    const stretch = right > left ? area.width / (right - left) : 1;
    const base = area.y + area.height * (1 - DESCENT);
    this.#insert(object, { x: area.x, y: base - 1, width: stretch, height: 1 }, null);
  }

  #textObject({ text, font, size }: { text: string; font: FontFile; size: number }): number {
    const { pdfium } = this.#library;
    const object = pdfium._FPDFPageObj_CreateTextObj(this.#document, this.#parts.font(font), size);
    const utf16 = Buffer.from(`${text}\0`, 'utf16le');
    const buffer = pdfium.malloc(utf16.length);
    pdfium.HEAPU8.set(utf16, buffer);
    pdfium._FPDFText_SetText(object, buffer);
    pdfium._free(buffer);
    return object;
  }

  fill(steps: readonly PathStep[], colour: Colour): void {
    const { pdfium } = this.#library;
    const { height } = this.size;
    const path = pdfium._FPDFPageObj_CreateNewPath(0, 0);
    for (const step of steps) {
      switch (step[0]) {
        case 'M':
          pdfium._FPDFPath_MoveTo(path, step[1], height - step[2]);
          break;
        case 'L':
          pdfium._FPDFPath_LineTo(path, step[1], height - step[2]);
          break;
        case 'C':
          pdfium._FPDFPath_BezierTo(
            path,
            step[1],
            height - step[2],
            step[3],
            height - step[4],
            step[5],
            height - step[6],
          );
          break;
        case 'Z':
          pdfium._FPDFPath_Close(path);
      }
    }
    pdfium._FPDFPath_SetDrawMode(path, FILL_WINDING, 0);
    this.#insert(path, { x: 0, y: height - 1, width: 1, height: 1 }, colour);
  }

  /** Screen readers skip an artefact. Throws Unreadable. */
  place(picture: Buffer, of: PageSize, area: Area): void {
    const { pdfium } = this.#library;
    const form = this.#parts.form(picture);
    if (form === 0) throw new Unreadable('a picture cannot be put onto its page');
    const object = pdfium._FPDF_NewFormObjectFromXObject(form);
    const mark = pdfium.malloc(ARTIFACT.length);
    pdfium.HEAPU8.set(ARTIFACT, mark);
    pdfium._FPDFPageObj_AddMark(object, mark);
    pdfium._free(mark);
    this.#insert(object, area, null, of);
    pdfium._FPDF_CloseXObject(form);
  }

  link(area: Area, address: string): void {
    const [left, bottom] = this.#onPage(area.x, area.y + area.height);
    const [right, top] = this.#onPage(area.x + area.width, area.y);
    addLink(this.#library.pdfium, this.#page, { area: [left, top, right, bottom], address });
  }

  #insert(object: number, area: Area, colour: Colour | null, of: PageSize = { width: 1, height: 1 }): void {
    const { pdfium } = this.#library;
    const [x, y] = this.#onPage(area.x, area.y + area.height);
    const [rightX, rightY] = this.#onPage(area.x + area.width, area.y + area.height);
    const [upX, upY] = this.#onPage(area.x, area.y);
    const matrix = pdfium.malloc(24);
    const [a, b] = [(rightX - x) / of.width, (rightY - y) / of.width];
    const [c, d] = [(upX - x) / of.height, (upY - y) / of.height];
    pdfium.HEAPF32.set([a, b, c, d, x, y], matrix >> 2);
    pdfium._FPDFPageObj_SetMatrix(object, matrix);
    pdfium._free(matrix);
    if (colour !== null) pdfium._FPDFPageObj_SetFillColor(object, ...colour, 255);
    pdfium._FPDFPage_InsertObject(this.#page, object);
  }

  #onPage(x: number, y: number): [x: number, y: number] {
    const { pdfium } = this.#library;
    const { width, height } = this.size;
    const [deviceX, deviceY] = [Math.round(x * UNITS), Math.round(y * UNITS)];
    const place = pdfium.malloc(16);
    const [w, h] = [Math.round(width * UNITS), Math.round(height * UNITS)];
    pdfium._FPDF_DeviceToPage(this.#page, 0, 0, w, h, 0, deviceX, deviceY, place, place + 8);
    const [pageX = 0, pageY = 0] = pdfium.HEAPF64.subarray(place >> 3, (place >> 3) + 2);
    pdfium._free(place);
    return [pageX, pageY];
  }
}
