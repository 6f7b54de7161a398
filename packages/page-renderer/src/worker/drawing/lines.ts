import type { PageSize } from '../../inspection.ts';
import type { Colour, PageEditor } from '../pdfium/page-editor.ts';
import type { Font } from './font.ts';
import { placeLayer } from './layer.ts';
import { drawSvg, escapeXml } from './svg.ts';

/** Coordinates are in points from the upper left corner. `y` is the baseline. */
export interface Line {
  text: string;
  x: number;
  y: number;
  size: number;
  font: Font;
  colour: Colour;
}

const PLAIN = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]*$/u;

export async function prepareLines(
  lines: readonly Line[],
  page: PageSize,
  pixelsPerPoint: number,
): Promise<(editor: PageEditor) => void> {
  const plain = lines.filter(isPlain);
  const others = lines.filter((line) => !isPlain(line) && line.text.trim() !== '');
  const scale = pixelsPerPoint;
  const layer =
    others.length === 0
      ? null
      : await drawSvg(others.map(element).join(''), page, {
          width: Math.ceil(page.width * scale),
          height: Math.ceil(page.height * scale),
        });
  return (editor) => {
    for (const line of plain) if (line.text.trim() !== '') editor.text(line);
    if (layer !== null) placeLayer(editor, layer);
  };
}

function isPlain({ text, font }: Line): boolean {
  return PLAIN.test(text) && [...text].every((char) => font.has(char.codePointAt(0) ?? 0));
}

function element({ text, x, y, size, font, colour }: Line): string {
  const where = `x="${x}" y="${y}" font-size="${size}" font-family="${font.family}" fill="rgb(${colour})"`;
  return `<text ${where} xml:space="preserve">${escapeXml(text)}</text>`;
}
