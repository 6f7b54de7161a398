import { pagePicture } from '../mini-pdf.ts';
import type { PageEditor } from '../pdfium/page-editor.ts';
import type { Layer } from './svg.ts';

interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function placeLayer(editor: PageEditor, layer: Layer): void {
  const bounds = inkOf(layer);
  if (bounds === null) return;
  const { left, top, right, bottom } = bounds;
  const [width, height] = [right - left, bottom - top];
  const picture = pagePicture({ width, height, ...split(layer, bounds) });
  const page = editor.size;
  const [toX, toY] = [page.width / layer.width, page.height / layer.height];
  const area = { x: left * toX, y: top * toY, width: width * toX, height: height * toY };
  editor.place(picture, { width, height }, area);
}

function inkOf({ pixels, width, height }: Layer): Bounds | null {
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, width * height);
  const bounds = { left: width, top: height, right: 0, bottom: 0 };
  for (let y = 0; y < height; y++) {
    const row = words.subarray(y * width, (y + 1) * width);
    const first = row.findIndex((pixel) => pixel >>> 24 !== 0);
    if (first === -1) continue;
    bounds.left = Math.min(bounds.left, first);
    bounds.right = Math.max(bounds.right, 1 + row.findLastIndex((pixel) => pixel >>> 24 !== 0));
    bounds.top = Math.min(bounds.top, y);
    bounds.bottom = y + 1;
  }
  return bounds.bottom === 0 ? null : bounds;
}

function split(layer: Layer, { left, top, right, bottom }: Bounds): { rgb: Buffer; alpha: Buffer } {
  const count = (right - left) * (bottom - top);
  const rgb = Buffer.alloc(3 * count);
  const alpha = Buffer.alloc(count);
  let to = 0;
  for (let y = top; y < bottom; y++) {
    for (
      let from = 4 * (y * layer.width + left), end = 4 * (y * layer.width + right);
      from < end;
      from += 4
    ) {
      rgb[3 * to] = layer.pixels[from] ?? 0;
      rgb[3 * to + 1] = layer.pixels[from + 1] ?? 0;
      rgb[3 * to + 2] = layer.pixels[from + 2] ?? 0;
      alpha[to++] = layer.pixels[from + 3] ?? 0;
    }
  }
  return { rgb, alpha };
}
