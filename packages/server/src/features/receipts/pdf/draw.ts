import { type ChildNode, type Element, isTag, isText } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import type { Span } from './lines.ts';
import type { Place, Sheet } from './sheet.ts';

type Style = Omit<Span, 'text'>;

const TEXT: Style = { font: 'regular', size: 9, color: '#1b211d' };
const MUTED = '#576159';
const ACCENT = '#14655a';
const COLORS: Readonly<Record<string, string>> = {
  SUCCESS: '#1e6b34',
  DANGER: '#a3271f',
  WARNING: '#805300',
};

const INLINE = new Set(['span', 'strong', 'time', 'code']);
const GAP = 4;
const COLUMNS: Readonly<Record<string, readonly number[]>> = {
  files: [0.42, 0.58],
  log: [0.09, 0.34, 0.57],
  terms: [0.28, 0.72],
};
/** In points. A row begins a new page if less than this height remains. */
const ROW = 40;

export const textsOf = (markup: string): Span[] => spansIn(parseDocument(markup).children, TEXT);

export function drawMarkup(sheet: Sheet, markup: string): void {
  drawBlocks(sheet, parseDocument(markup).children, TEXT, sheet.place);
}

function drawBlocks(sheet: Sheet, nodes: readonly ChildNode[], style: Style, place: Place, tag = 'P'): void {
  let spans: Span[] = [];
  const flush = () => {
    if (spans.some(({ text }) => text.trim() !== '')) sheet.text(tag, spans, place);
    spans = [];
  };
  for (const node of nodes)
    if (isText(node)) spans.push({ ...style, text: node.data });
    else if (isTag(node) && INLINE.has(node.name)) spans.push(...spansOf(node, style));
    else if (isTag(node)) {
      flush();
      drawBlock(sheet, node, style, place);
    }
  flush();
}

const spansOf = (element: Element, style: Style): Span[] =>
  spansIn(element.children, styleOf(element, style));

const spansIn = (nodes: readonly ChildNode[], style: Style): Span[] =>
  nodes.flatMap((node): Span[] =>
    isText(node) ? [{ ...style, text: node.data }] : isTag(node) ? spansOf(node, style) : [],
  );

function styleOf({ name, attribs }: Element, style: Style): Style {
  const classes = attribs.class ?? '';
  if (name === 'strong') return { ...style, font: 'bold' };
  if (name === 'code') return { ...style, font: 'mono', size: 7 };
  if (name === 'h1') return { ...style, font: 'bold', size: 17 };
  if (name === 'h2') return { ...style, font: 'bold', size: 10.5 };
  if (classes === 'brand') return { ...style, font: 'bold', color: ACCENT };
  if (classes === 'pill')
    return { ...style, font: 'bold', color: COLORS[attribs['data-style'] ?? ''] ?? ACCENT };
  if (classes === 'muted' || name === 'dt' || name === 'th') return { ...style, color: MUTED, size: 8 };
  return style;
}

function drawBlock(sheet: Sheet, element: Element, style: Style, place: Place): void {
  const { name, children } = element;
  const own = styleOf(element, style);
  if (name === 'section' || name === 'footer') {
    sheet.y += 12;
    sheet.needs(60);
    sheet.rule();
    sheet.y += 10;
    inside(sheet, 'Sect', place, (inner) => drawBlocks(sheet, children, own, inner));
  } else if (name === 'dl') {
    sheet.y += GAP;
    const cells = ['Lbl', 'LBody'];
    inside(sheet, 'L', place, (inner) => {
      for (const pair of elementsOf(element))
        drawRow(sheet, pair, own, inner, { row: 'LI', cells, columns: COLUMNS.terms });
    });
  } else if (name === 'ol') {
    inside(sheet, 'L', place, (inner) => {
      for (const item of elementsOf(element)) drawItem(sheet, item, own, inner);
    });
  } else if (name === 'table') {
    inside(sheet, 'Table', place, (inner) => drawTable(sheet, element, own, inner));
  } else if (name === 'svg') {
    drawPicture(sheet, element, place);
  } else {
    const isHeading = name === 'h1' || name === 'h2';
    drawBlocks(sheet, children, own, place, isHeading ? name.toUpperCase() : 'P');
    if (isHeading || name === 'p') sheet.y += GAP;
  }
}

const INK = '#14286e';

function drawPicture(
  sheet: Sheet,
  { attribs, children }: Element,
  { parent, x, width: available }: Place,
): void {
  const width = Number(attribs.width);
  const height = Number(attribs.height);
  const scale = Math.min(1, available / width);
  const lines = children.filter(isTag).map((path) => path.attribs.d ?? '');
  sheet.needs(height * scale);
  const { doc, y } = sheet;
  const draw = () => {
    doc.save().translate(x, y).scale(scale).lineWidth(1.3).lineCap('round').lineJoin('round');
    for (const line of lines) if (line !== '') doc.path(line).stroke(INK);
    doc.restore();
  };
  parent.add(doc.struct('Figure', { alt: sheet.pictureText }, draw));
  sheet.y += height * scale + GAP;
}

function drawTable(sheet: Sheet, table: Element, style: Style, place: Place): void {
  const columns = COLUMNS[table.attribs.class ?? ''];
  for (const part of elementsOf(table))
    for (const row of elementsOf(part)) {
      const cell = part.name === 'thead' ? 'TH' : 'TD';
      drawRow(sheet, row, style, place, { row: 'TR', cells: elementsOf(row).map(() => cell), columns });
    }
}

function drawItem(sheet: Sheet, item: Element, style: Style, place: Place): void {
  sheet.needs(ROW);
  inside(sheet, 'LI', place, (inner) =>
    inside(sheet, 'LBody', { ...inner, x: inner.x + 14, width: inner.width - 14 }, (body) =>
      drawBlocks(sheet, item.children, style, body),
    ),
  );
  sheet.y += 2 * GAP;
}

function drawRow(
  sheet: Sheet,
  row: Element,
  style: Style,
  place: Place,
  {
    row: tag,
    cells: tags,
    columns = [],
  }: { row: string; cells: string[]; columns?: readonly number[] | undefined },
): void {
  sheet.needs(ROW);
  inside(sheet, tag, place, (inner) => {
    let { page } = sheet.doc;
    let top = sheet.y;
    let bottom = top;
    let { x } = inner;
    for (const [at, cell] of elementsOf(row).entries()) {
      const width = inner.width * (columns[at] ?? 1 / tags.length);
      sheet.y = top;
      inside(sheet, tags[at] ?? 'Div', { ...inner, x, width: width - 8 }, (own) =>
        drawBlocks(sheet, cell.children, styleOf(cell, style), own),
      );
      if (sheet.doc.page !== page) {
        page = sheet.doc.page;
        top = sheet.place.x;
        bottom = top;
      }
      bottom = Math.max(bottom, sheet.y);
      x += width;
    }
    sheet.y = bottom + GAP;
  });
}

function inside(sheet: Sheet, tag: string, place: Place, draw: (inner: Place) => void): void {
  const parent = sheet.doc.struct(tag);
  place.parent.add(parent);
  draw({ ...place, parent });
  parent.end();
}

const elementsOf = (element: Element): Element[] => element.children.filter(isTag);
