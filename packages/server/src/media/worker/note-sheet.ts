/** US Letter, in points; a note's only page. */
export const SHEET = { width: 612, height: 792 };

const MARGIN = 54;
const FONT_SIZE = 10.5;
const CELL_WIDTH = FONT_SIZE * 0.6; // every glyph of Courier
const LINE_HEIGHT = 13;
const COLUMNS = Math.floor((SHEET.width - 2 * MARGIN) / CELL_WIDTH);
const ROWS = Math.floor((SHEET.height - 2 * MARGIN) / LINE_HEIGHT);
const TAB_STOP = 4;

/** The characters of the built-in font, with their codes in it. */
const CODES = new Map<string, number>();
for (let code = 0x20; code <= 0xff; code++) {
  const char = new TextDecoder('windows-1252').decode(Uint8Array.of(code));
  if (!/\p{Cc}/u.test(char)) CODES.set(char, code);
}

/**
 * A one-page PDF with the beginning of a text in Courier. pdfium carries fonts for Western European text and
 * none for other scripts, and a server may have no fonts at all: what the font lacks is drawn as grey bars of
 * its length, so the page looks like what it is for any text.
 */
export function drawNote(text: string): Buffer {
  const rows = layOut(text);
  const content = rows.map((row, index) => drawRow(row, SHEET.height - MARGIN - (index + 1) * LINE_HEIGHT));
  return onePagePdf(content.join('\n'));
}

/** The rows that fit the sheet; each character takes as many columns as a terminal would give it. */
function layOut(text: string): string[][] {
  const rows: string[][] = [];
  for (const line of text.split(/\r\n|[\n\r\f]/)) {
    let row: string[] = [];
    for (const char of line) {
      row.push(...cells(char, row.length));
      if (row.length <= COLUMNS) continue;
      const space = row.lastIndexOf(' ', COLUMNS);
      const end = space > COLUMNS / 2 ? space + 1 : COLUMNS;
      rows.push(row.slice(0, end));
      row = row.slice(end);
      if (rows.length >= ROWS) return rows;
    }
    rows.push(row);
    if (rows.length >= ROWS) return rows;
  }
  return rows;
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

function cells(char: string, column: number): string[] {
  if (char === '\t') return new Array<string>(TAB_STOP - (column % TAB_STOP)).fill(' ');
  if (/[\p{M}\p{Cf}\p{Cc}]/u.test(char)) return []; // drawn onto its neighbour, or not at all
  if (/\s/u.test(char)) return [' '];
  return WIDE.test(char) ? [char, ''] : [char];
}

/** A word with one character that the font lacks is a bar as a whole: half a word reads worse than none. */
function drawRow(row: readonly string[], y: number): string {
  const parts: string[] = [];
  for (let start = 0; start < row.length; ) {
    let end = start + 1;
    while (end < row.length && (row[end] === ' ') === (row[start] === ' ')) end++;
    const word = row.slice(start, end);
    const x = MARGIN + start * CELL_WIDTH;
    if (!word.every((cell) => CODES.has(cell))) parts.push(drawBar(x, y, word.length * CELL_WIDTH));
    else if (row[start] !== ' ') parts.push(drawGlyphs(word, x, y));
    start = end;
  }
  return parts.join('\n');
}

function drawGlyphs(glyphs: readonly string[], x: number, y: number): string {
  const codes = glyphs.map((glyph) => (CODES.get(glyph) ?? 0x20).toString(16).padStart(2, '0'));
  return `BT /F ${FONT_SIZE} Tf ${x.toFixed(2)} ${y.toFixed(2)} Td <${codes.join('')}> Tj ET`;
}

function drawBar(x: number, y: number, width: number): string {
  return `q 0.72 g ${x.toFixed(2)} ${y.toFixed(2)} ${(width - 1).toFixed(2)} ${(FONT_SIZE * 0.55).toFixed(2)} re f Q`;
}

function onePagePdf(content: string): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${SHEET.width} ${SHEET.height}]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>`,
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>',
  ];
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + table + trailer, 'latin1');
}
