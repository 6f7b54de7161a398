import type { Annotation, PageWithoutAnnotations } from '@ringbinder/protocol';
import { maxTileLevel, TILE_PIXELS, tileGrid } from '@ringbinder/protocol/tiles.ts';
import type { BinderContext } from '../binder/context.ts';
import { kindOf } from '../binder/page-kind.ts';
import { toast, toastError } from '../design/toast.tsx';
import { viewer as text } from '../strings/messages/viewer.ts';
import { readLinks } from './fresh-links.ts';
import { elementsOf } from './markup.ts';
import { tileAddress } from './tile-plan.ts';

/** Pixels of A4's longer side at 300 dpi. */
const ENOUGH_PIXELS = 3_508;
const CONCURRENT_TILES = 4;
const MAX_ATTEMPTS = 6;
const RETRY_MS = 1_000;
const SVG = 'http://www.w3.org/2000/svg';

export async function printPage(
  binder: BinderContext,
  page: PageWithoutAnnotations,
  annotations: readonly Annotation[],
): Promise<void> {
  toast(text.take.printing);
  try {
    const sheet = document.createElement('div');
    sheet.className = 'print-page';
    sheet.style.setProperty('--ratio', String(page.width / page.height));
    sheet.append(await pictureOf(binder, page), shapesOf(page, annotations));
    const size = page.width > page.height ? 'size: landscape' : '';
    // Document pages have their own margins.
    printElement(sheet, `margin: ${kindOf(page).hasMargins ? '0' : '10mm'}; ${size}`);
  } catch {
    toastError(text.take.failed);
  }
}

export function printElement(sheet: HTMLElement, paper: string): void {
  const styles = new CSSStyleSheet();
  styles.replaceSync(`@page { ${paper} }`);
  document.adoptedStyleSheets.push(styles);
  document.body.append(sheet);
  const end = () => {
    sheet.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== styles);
  };
  addEventListener('afterprint', end, { once: true });
  print();
}

async function pictureOf(binder: BinderContext, page: PageWithoutAnnotations): Promise<HTMLCanvasElement> {
  const canvas = document.createElement('canvas');
  if (kindOf(page).viewer === 'none') return canvas;
  const level = printLevel(page);
  const grid = tileGrid(page, level);
  canvas.width = grid.width;
  canvas.height = grid.height;
  const paper = canvas.getContext('2d');
  if (!paper) throw new Error('the canvas has no 2D context'); // not shown
  const { background_uri } = await readLinks(binder, page);
  const places = Array.from({ length: grid.columns * grid.rows }, (_, at) => ({
    column: at % grid.columns,
    row: Math.floor(at / grid.columns),
  }));
  const draw = async () => {
    for (let place = places.pop(); place; place = places.pop()) {
      const { column, row } = place;
      const name = `${level}/${column}/${row}`;
      const tile = await readTile(tileAddress(background_uri, name, page.file_id || String(page.revision)));
      paper.drawImage(tile, column * TILE_PIXELS, row * TILE_PIXELS);
      tile.close();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_TILES }, draw));
  return canvas;
}

function printLevel(page: PageWithoutAnnotations): number {
  const most = maxTileLevel(page);
  let level = 0;
  while (level < most && TILE_PIXELS * 2 ** level < ENOUGH_PIXELS) level++;
  return level;
}

async function readTile(address: string): Promise<ImageBitmap> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(address);
    if (response.ok) return createImageBitmap(await response.blob());
    if (response.status !== 503 || attempt === MAX_ATTEMPTS) throw new Error(`tile: ${response.status}`); // not shown
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS * attempt));
  }
}

function shapesOf({ width, height }: PageWithoutAnnotations, annotations: readonly Annotation[]) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  svg.setAttribute('preserveAspectRatio', 'none');
  for (const { svg_tag } of annotations) {
    const group = document.createElementNS(SVG, 'g');
    group.append(...elementsOf(svg_tag));
    svg.append(group);
  }
  return svg;
}
