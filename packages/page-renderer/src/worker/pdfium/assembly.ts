import type { PageSize } from '../../inspection.ts';
import type { PictureRegion } from '../../jobs.ts';
import { Unreadable } from '../unreadable.ts';
import { type Bitmap, drawPage } from './bitmap.ts';
import { inMemory, type PdfDocument, save, usePdf } from './document.ts';
import type { PdfSource } from './file-source.ts';
import { withPage } from './flat-pages.ts';
import type { IsAnnotationHidden } from './layer-states.ts';
import type { LoadedPdfium } from './module.ts';
import { type FontFile, PageEditor } from './page-editor.ts';

const TRUETYPE = 2;
const FORGOTTEN_STATES = 4;

/** `close` frees pdfium's memory. Callers must run long methods under a deadline. */
export class PdfAssembly {
  readonly #library: LoadedPdfium;
  readonly #handle: number;
  readonly #fonts = new Map<string, number>();

  constructor(library: LoadedPdfium) {
    this.#library = library;
    this.#handle = library.pdfium._FPDF_CreateNewDocument();
  }

  get pageCount(): number {
    return this.#library.pdfium._FPDF_GetPageCount(this.#handle);
  }

  /** Omits pages whose copy would look different, and returns their positions in `indexes`. */
  insert(
    source: PdfSource,
    indexes: readonly number[],
    {
      at = this.pageCount,
      isHidden,
    }: { at?: number | undefined; isHidden?: IsAnnotationHidden | undefined } = {},
  ): number[] {
    const copy = (document: PdfDocument) => document.copyInto(this.#handle, indexes, at);
    const left = usePdf(this.#library, source, copy, isHidden);
    if (left === null) throw new Unreadable('the page cannot be copied');
    return left;
  }

  insertBlank({ width, height }: PageSize, at = this.pageCount): void {
    const { pdfium } = this.#library;
    pdfium._FPDF_ClosePage(pdfium._FPDFPage_New(this.#handle, at, width, height));
  }

  edit(index: number, change: (page: PageEditor) => void): void {
    this.#withPage(index, (page) => this.#enclose(page));
    this.#withPage(index, (page) => this.#change(page, change));
  }

  #withPage(index: number, use: (page: number) => void): void {
    const { pdfium } = this.#library;
    const page = pdfium._FPDF_LoadPage(this.#handle, index);
    if (page === 0) throw new Unreadable('the page cannot be loaded');
    withPage(pdfium, page, use);
  }

  /**
   * Without `q` and `Q` (save and restore), the page's clips and colours would affect later content. pdfium
   * adds them only with a transformation.
   */
  #enclose(page: number): void {
    const { pdfium } = this.#library;
    const identity = pdfium.malloc(24);
    pdfium.HEAPF32.set([1, 0, 0, 1, 0, 0], identity >> 2);
    for (let depth = 0; depth < FORGOTTEN_STATES; depth++)
      pdfium._FPDFPage_TransFormWithClip(page, identity, 0);
    pdfium._free(identity);
  }

  #change(page: number, change: (page: PageEditor) => void): void {
    change(
      new PageEditor(this.#library, this.#handle, page, {
        font: (file) => this.#font(file),
        form: (picture) => this.#form(picture),
      }),
    );
    if (this.#library.pdfium._FPDFPage_GenerateContent(page) === 0)
      throw new Unreadable('the page cannot be written');
  }

  draw(index: number, region: PictureRegion): Bitmap | null {
    const { pdfium } = this.#library;
    const page = pdfium._FPDF_LoadPage(this.#handle, index);
    return withPage(pdfium, page, () => drawPage(pdfium, page, region));
  }

  save(write: (block: Uint8Array) => void): void {
    if (!save(this.#library, this.#handle, write)) throw new Unreadable('the new PDF cannot be written');
  }

  close(): void {
    const { pdfium } = this.#library;
    for (const font of this.#fonts.values()) pdfium._FPDFFont_Close(font);
    pdfium._FPDF_CloseDocument(this.#handle);
  }

  #font({ name, bytes }: FontFile): number {
    const cached = this.#fonts.get(name);
    if (cached !== undefined) return cached;
    const { pdfium } = this.#library;
    const data = pdfium.malloc(bytes.length);
    pdfium.HEAPU8.set(bytes, data);
    const font = pdfium._FPDFText_LoadFont(this.#handle, data, bytes.length, TRUETYPE, 1);
    pdfium._free(data);
    if (font === 0) throw new Error(`pdfium does not take the font ${name}`);
    this.#fonts.set(name, font);
    return font;
  }

  #form(picture: Buffer): number {
    return usePdf(this.#library, inMemory(picture), (document) => document.formFor(this.#handle));
  }
}
