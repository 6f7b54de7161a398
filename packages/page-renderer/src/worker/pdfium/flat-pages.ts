import { createHash } from 'node:crypto';
import { sketchPage } from './bitmap.ts';
import { type IsAnnotationHidden, LayerStatesNeeded } from './layer-states.ts';
import { mayHaveLayers, removeHidden, removeLayers } from './layers.ts';
import { addLink, drawFrames, linksOf } from './links.ts';
import type { Pdfium } from './pdfium.ts';

/** Larger than version 1 of FPDF_FORMFILLINFO. All callbacks are 0, so pdfium skips them. */
const FORM_BYTES = 128;
const NO_VIEW = 32;

/**
 * Merged annotations make pictures, text and copies agree. pdfium would also crash when it copies annotations
 * that refer to each other (`/Popup`, `/Kids`).
 */
export class FlatPages {
  readonly #pdfium: Pdfium;
  readonly #document: number;
  readonly #isHidden: IsAnnotationHidden | undefined;
  readonly #flat = new Set<number>();
  #form: { handle: number; callbacks: number } | null = null;

  constructor(pdfium: Pdfium, document: number, isHidden?: IsAnnotationHidden) {
    this.#pdfium = pdfium;
    this.#document = document;
    this.#isHidden = isHidden;
  }

  with<T>(index: number, use: (page: number) => T): T | null {
    return withPage(this.#pdfium, this.#open(index), use);
  }

  /** A search must not find the text of hidden layers. */
  withoutHiddenLayers<T>(index: number, use: (page: number, isChanged: boolean) => T): T | null {
    return this.with(index, (page) => {
      const isLayered = mayHaveLayers(this.#pdfium, page) && this.#copy(index) !== this.#sketch(page);
      return use(page, isLayered && removeHidden(this.#pdfium, page));
    });
  }

  /** Returns whether the copy looks the same, or null if the page cannot be loaded or copied. */
  prepareCopy(index: number): boolean | null {
    const original = this.with(index, (page) => this.#sketch(page));
    const copy = this.#copy(index);
    if (original === null || copy === null) return null;
    if (copy === original) return true;
    const isChanged = this.withoutHiddenLayers(index, (page, isChanged) => {
      if (isChanged) this.#pdfium._FPDFPage_GenerateContent(page);
      return isChanged;
    });
    return isChanged === true && this.#copy(index) === original;
  }

  copyInto(target: number, indexes: readonly number[], at: number): boolean {
    const pdfium = this.#pdfium;
    const list = pdfium.malloc(4 * indexes.length);
    pdfium.HEAP32.set(indexes, list >> 2);
    const isCopied = pdfium._FPDF_ImportPagesByIndex(target, this.#document, list, indexes.length, at) !== 0;
    pdfium._free(list);
    return isCopied;
  }

  close(): void {
    if (this.#form === null) return;
    this.#pdfium._FPDFDOC_ExitFormFillEnvironment(this.#form.handle);
    this.#pdfium._free(this.#form.callbacks);
    this.#form = null;
  }

  #open(index: number): number {
    const pdfium = this.#pdfium;
    const page = pdfium._FPDF_LoadPage(this.#document, index);
    if (page === 0 || this.#flat.has(index)) return page;
    this.#flat.add(index);
    if (pdfium._FPDFPage_GetAnnotCount(page) <= 0) return page;
    this.#removeInvisible(page, index);
    const form = this.#formHandle();
    pdfium._FORM_OnAfterLoadPage(page, form); // adds missing appearances
    const links = linksOf(pdfium, this.#document, page);
    drawFrames(pdfium, page);
    pdfium._FPDFPage_Flatten(page, 0);
    for (const link of links) addLink(pdfium, page, link);
    pdfium._FORM_OnBeforeClosePage(page, form);
    pdfium._FPDF_ClosePage(page);
    return pdfium._FPDF_LoadPage(this.#document, index);
  }

  /** Flattening would show annotations that are invisible on screen. */
  #removeInvisible(page: number, index: number): void {
    const pdfium = this.#pdfium;
    const key = pdfium.malloc(4);
    pdfium.HEAPU8.set(Buffer.from('OC\0'), key);
    try {
      for (let place = pdfium._FPDFPage_GetAnnotCount(page) - 1; place >= 0; place--) {
        const annotation = pdfium._FPDFPage_GetAnnot(page, place);
        if (annotation === 0) continue;
        const isLayered = pdfium._FPDFAnnot_HasKey(annotation, key) !== 0;
        const isForPrint = (pdfium._FPDFAnnot_GetFlags(annotation) & NO_VIEW) !== 0;
        pdfium._FPDFPage_CloseAnnot(annotation);
        if (isLayered && this.#isHidden === undefined) throw new LayerStatesNeeded();
        if (isForPrint || (isLayered && this.#isHidden?.(index, place)))
          pdfium._FPDFPage_RemoveAnnot(page, place);
      }
    } catch (error) {
      pdfium._FPDF_ClosePage(page);
      throw error;
    } finally {
      pdfium._free(key);
    }
  }

  #sketch(page: number): string {
    return createHash('sha256').update(sketchPage(this.#pdfium, page)).digest('hex');
  }

  #copy(index: number): string | null {
    const pdfium = this.#pdfium;
    const scratch = pdfium._FPDF_CreateNewDocument();
    try {
      if (!this.copyInto(scratch, [index], 0)) return null;
      return withPage(pdfium, pdfium._FPDF_LoadPage(scratch, 0), (page) => {
        removeLayers(pdfium, page);
        return this.#sketch(page);
      });
    } finally {
      pdfium._FPDF_CloseDocument(scratch);
    }
  }

  #formHandle(): number {
    if (this.#form === null) {
      const callbacks = this.#pdfium.malloc(FORM_BYTES);
      this.#pdfium.HEAPU8.fill(0, callbacks, callbacks + FORM_BYTES);
      this.#pdfium.HEAP32[callbacks >> 2] = 1;
      const handle = this.#pdfium._FPDFDOC_InitFormFillEnvironment(this.#document, callbacks);
      this.#form = { handle, callbacks };
    }
    return this.#form.handle;
  }
}

export function withPage<T>(pdfium: Pdfium, page: number, use: (page: number) => T): T | null {
  if (page === 0) return null;
  try {
    return use(page);
  } finally {
    pdfium._FPDF_ClosePage(page);
  }
}
