import type { PictureRegion } from '../../jobs.ts';
import type { Pdfium } from './pdfium.ts';

const FORMAT_BGRA = 4;
const OPAQUE_WHITE = 0xffffffff;
const RENDER_AS_RGBA = 0x10;

export interface Bitmap {
  pixels: Buffer;
  width: number;
  height: number;
  channels: 4;
  isOpaque: true;
}

export function drawPage(pdfium: Pdfium, page: number, region: PictureRegion): Bitmap | null {
  const { whole, left, top, width, height } = region;
  const bytes = width * height * 4;
  const pixels = pdfium.malloc(bytes);
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, FORMAT_BGRA, pixels, width * 4);
  try {
    if (bitmap === 0) return null;
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, OPAQUE_WHITE);
    const [across, down] = [whole.width, whole.height];
    pdfium._FPDF_RenderPageBitmap(bitmap, page, -left, -top, across, down, 0, RENDER_AS_RGBA);
    return {
      pixels: Buffer.from(pdfium.HEAPU8.subarray(pixels, pixels + bytes)),
      width,
      height,
      channels: 4,
      isOpaque: true,
    };
  } finally {
    if (bitmap !== 0) pdfium._FPDFBitmap_Destroy(bitmap);
    pdfium._free(pixels);
  }
}

const SKETCH_SIDE = 400;

export function sketchPage(pdfium: Pdfium, page: number): Buffer {
  const [across, down] = [pdfium._FPDF_GetPageWidthF(page), pdfium._FPDF_GetPageHeightF(page)];
  const scale = SKETCH_SIDE / Math.max(across, down);
  const [width, height] = [Math.max(1, Math.round(across * scale)), Math.max(1, Math.round(down * scale))];
  const region = { whole: { width, height }, left: 0, top: 0, width, height };
  return drawPage(pdfium, page, region)?.pixels ?? Buffer.alloc(0);
}
