import type { PageSize } from '../../inspection.ts';
import type { PictureRegion } from '../../jobs.ts';
import { Unreadable } from '../unreadable.ts';
import { type Bitmap, drawPage } from './bitmap.ts';
import { underDeadline } from './deadline.ts';
import type { PdfSource } from './file-source.ts';
import { FlatPages } from './flat-pages.ts';
import type { Fonts } from './fonts.ts';
import { type IsAnnotationHidden, withLayerStates } from './layer-states.ts';
import { type LoadedPdfium, loadPdfium } from './module.ts';
import type { Pdfium } from './pdfium.ts';

const ERROR_PASSWORD = 4;
const ERROR_SECURITY = 5;

export class PdfRefused extends Unreadable {
  override readonly name = 'PdfRefused';
  readonly encrypted: boolean;

  constructor(encrypted: boolean) {
    super(encrypted ? 'the PDF is encrypted' : 'the PDF is damaged');
    this.encrypted = encrypted;
  }
}

export interface PageText {
  pdfium: Pdfium;
  page: number;
  text: number;
  size: PageSize;
  missingFonts: number;
}

export class PdfDocument {
  readonly pageCount: number;
  readonly #pdfium: Pdfium;
  readonly #fonts: Fonts;
  readonly #handle: number;
  readonly #pages: FlatPages;

  constructor({ pdfium, fonts }: LoadedPdfium, handle: number, isHidden?: IsAnnotationHidden) {
    this.#pdfium = pdfium;
    this.#fonts = fonts;
    this.#handle = handle;
    this.#pages = new FlatPages(pdfium, handle, isHidden);
    this.pageCount = pdfium._FPDF_GetPageCount(handle);
  }

  get hasForm(): boolean {
    return this.#pdfium._FPDF_GetFormType(this.#handle) !== 0;
  }

  get isTagged(): boolean {
    return this.#pdfium._FPDFCatalog_IsTagged(this.#handle) !== 0;
  }

  /** In points. Null if the page does not exist. */
  pageSize(index: number): PageSize | null {
    const size = this.#pdfium.malloc(8);
    try {
      if (this.#pdfium._FPDF_GetPageSizeByIndexF(this.#handle, index, size) === 0) return null;
      const [width = 0, height = 0] = this.#pdfium.HEAPF32.subarray(size >> 2, (size >> 2) + 2);
      return { width, height };
    } finally {
      this.#pdfium._free(size);
    }
  }

  pageLoads(index: number): boolean {
    const page = this.#pdfium._FPDF_LoadPage(this.#handle, index);
    if (page !== 0) this.#pdfium._FPDF_ClosePage(page);
    return page !== 0;
  }

  draw(index: number, width: number, height: number): Bitmap | null {
    return this.drawRegion(index, { whole: { width, height }, left: 0, top: 0, width, height });
  }

  drawRegion(index: number, region: PictureRegion): Bitmap | null {
    return this.#pages.with(index, (page) => drawPage(this.#pdfium, page, region));
  }

  withText<T>(index: number, use: (page: PageText) => T): T {
    const pdfium = this.#pdfium;
    const size = this.pageSize(index);
    if (size === null) throw new Unreadable(`page ${index + 1} of the PDF cannot be found`);
    const { missing } = this.#fonts;
    missing.clear();
    const result = this.#pages.withoutHiddenLayers(index, (page) => {
      const text = pdfium._FPDFText_LoadPage(page);
      try {
        return { of: use({ pdfium, page, text, size, missingFonts: missing.size }) };
      } finally {
        if (text !== 0) pdfium._FPDFText_ClosePage(text);
      }
    });
    if (result === null) throw new Unreadable(`page ${index + 1} of the PDF cannot be loaded`);
    return result.of;
  }

  text(index: number, maxChars: number): string {
    return this.withText(index, ({ pdfium, text }) => {
      const count = text === 0 ? 0 : Math.min(maxChars, Math.max(0, pdfium._FPDFText_CountChars(text)));
      const buffer = pdfium.malloc(2 * count + 2);
      try {
        const written = count === 0 ? 0 : pdfium._FPDFText_GetText(text, 0, count, buffer);
        const end = buffer + 2 * Math.max(0, written - 1);
        return Buffer.from(pdfium.HEAPU8.slice(buffer, end)).toString('utf16le');
      } finally {
        pdfium._free(buffer);
      }
    });
  }

  /**
   * Returns the positions in `indexes` of pages whose copy would look different, or null if copying fails.
   */
  copyInto(target: number, indexes: readonly number[], at: number): number[] | null {
    const changed: number[] = [];
    for (const [place, index] of indexes.entries()) {
      const looksAlike = this.#pages.prepareCopy(index);
      if (looksAlike === null) return null;
      if (!looksAlike) changed.push(place);
    }
    const alike = indexes.filter((_, place) => !changed.includes(place));
    return alike.length === 0 || this.#pages.copyInto(target, alike, at) ? changed : null;
  }

  formFor(target: number): number {
    return this.#pdfium._FPDF_NewXObjectFromPage(target, this.#handle, 0);
  }

  close(): void {
    this.#pages.close();
  }
}

export function save(
  { pdfium, callbacks }: LoadedPdfium,
  document: number,
  write: (block: Uint8Array) => void,
): boolean {
  const writer = pdfium.malloc(8); // version, WriteBlock
  try {
    pdfium.HEAP32.set([1, callbacks.writeBlock], writer >> 2);
    callbacks.sink = write;
    return pdfium._FPDF_SaveAsCopy(document, writer, 0) !== 0;
  } finally {
    callbacks.sink = null;
    pdfium._free(writer);
  }
}

/** Kills this process after `deadlineMs`. Throws PdfRefused. */
export async function withPdf<T>(
  source: PdfSource,
  deadlineMs: number,
  use: (document: PdfDocument) => T,
): Promise<T> {
  const library = await loadPdfium();
  return withLayerStates(source, (isHidden) =>
    underDeadline(deadlineMs, () => usePdf(library, source, use, isHidden)),
  );
}

export function usePdf<T>(
  library: LoadedPdfium,
  source: PdfSource,
  use: (document: PdfDocument) => T,
  isHidden?: IsAnnotationHidden,
): T {
  const { pdfium, callbacks } = library;
  const access = pdfium.malloc(12); // length, GetBlock, param
  pdfium.HEAP32.set([source.length, callbacks.readBlock, access], access >> 2);
  callbacks.sources.set(access, source.read);
  const handle = pdfium._FPDF_LoadCustomDocument(access, 0);
  let document: PdfDocument | undefined;
  try {
    if (handle === 0) {
      const error = pdfium._FPDF_GetLastError();
      throw new PdfRefused(error === ERROR_PASSWORD || error === ERROR_SECURITY);
    }
    document = new PdfDocument(library, handle, isHidden);
    return use(document);
  } finally {
    document?.close();
    if (handle !== 0) pdfium._FPDF_CloseDocument(handle);
    callbacks.sources.delete(access);
    pdfium._free(access);
  }
}

export function inMemory(bytes: Buffer): PdfSource {
  return {
    length: bytes.length,
    read: (position, target) => bytes.copy(target, 0, position, position + target.length) === target.length,
  };
}
