import type { PdfiumEditing } from './editing.ts';

/** From fpdfview.h, fpdf_text.h, fpdf_ppo.h and fpdf_save.h. Handles and buffers are pointers. */
export interface Pdfium extends PdfiumEditing {
  HEAPU8: Uint8Array;
  HEAPU16: Uint16Array;
  HEAP32: Int32Array;
  HEAPF32: Float32Array;
  HEAPF64: Float64Array;
  malloc(bytes: number): number;
  _free(pointer: number): void;
  _FPDF_InitLibraryWithConfig(config: unknown): void;
  _FPDF_SetSystemFontInfo(info: number): void;
  _FPDF_LoadCustomDocument(access: number, password: number): number;
  _FPDF_GetLastError(): number;
  _FPDF_CloseDocument(document: number): void;
  _FPDF_GetFormType(document: number): number;
  _FPDFCatalog_IsTagged(document: number): number;
  _FPDF_GetPageCount(document: number): number;
  _FPDF_GetPageSizeByIndexF(document: number, index: number, size: number): number;
  _FPDF_LoadPage(document: number, index: number): number;
  _FPDF_ClosePage(page: number): void;
  _FPDFBitmap_CreateEx(width: number, height: number, format: number, pixels: number, stride: number): number;
  _FPDFBitmap_FillRect(
    bitmap: number,
    x: number,
    y: number,
    width: number,
    height: number,
    argb: number,
  ): void;
  _FPDFBitmap_Destroy(bitmap: number): void;
  _FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    rotate: number,
    flags: number,
  ): void;
  _FPDF_CreateNewDocument(): number;
  _FPDF_ImportPagesByIndex(
    target: number,
    source: number,
    indices: number,
    count: number,
    insertAt: number,
  ): number;
  _FPDFText_LoadPage(page: number): number;
  _FPDFText_CountChars(text: number): number;
  _FPDFText_GetText(text: number, start: number, count: number, buffer: number): number;
  _FPDFText_GetTextObject(text: number, index: number): number;
  _FPDFTextObj_GetFont(object: number): number;
  _FPDFFont_GetIsEmbedded(font: number): number;
  _FPDFImageObj_GetBitmap(object: number): number;
  _FPDFImageObj_GetImageFilter(object: number, index: number, buffer: number, size: number): number;
  _FPDFImageObj_GetImageDataRaw(object: number, buffer: number, size: number): number;
  _FPDFBitmap_GetBuffer(bitmap: number): number;
  _FPDFBitmap_GetStride(bitmap: number): number;
  _FPDFBitmap_GetHeight(bitmap: number): number;
  _FPDFText_GetUnicode(text: number, index: number): number;
  _FPDFText_GetLooseCharBox(text: number, index: number, rectangle: number): number;
  _FPDF_PageToDevice(
    page: number,
    startX: number,
    startY: number,
    sizeX: number,
    sizeY: number,
    rotate: number,
    pageX: number,
    pageY: number,
    deviceX: number,
    deviceY: number,
  ): number;
  _FPDFText_ClosePage(text: number): void;
  _FPDF_SaveAsCopy(document: number, writer: number, flags: number): number;
}
