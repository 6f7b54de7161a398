import { type PDFDict, type PDFField, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib';
import { dictOf } from './open.ts';

/** Size 0 means that the text adapts to the field. */
export interface TextStyle {
  size: number;
  colour: string;
  font: string | undefined;
}

const MAX_DEPTH = 20;
const FONT = /\/(\S+)\s+([+-]?\d*\.?\d+)\s+Tf/;
const NUMBER = String.raw`[+-]?\d*\.?\d+`;
const COLOUR = new RegExp(
  String.raw`(?:^|\s)((?:${NUMBER}\s+){4}k|(?:${NUMBER}\s+){3}rg|${NUMBER}\s+g)(?=\s|$)`,
);

export function styleOf(field: PDFField, widget: PDFDict = field.acroField.dict): TextStyle {
  const own = ownAppearance(widget) ?? ownAppearance(field.acroField.dict);
  const form = dictOf(field.doc.catalog, 'AcroForm');
  const text = own ?? (form && stringOf(form)) ?? '';
  const [, font, size = '0'] = FONT.exec(text) ?? [];
  const points = Number(size);
  return {
    font,
    size: points > 0 && points < 1_000 ? points : 0,
    colour: COLOUR.exec(text)?.[1] ?? '0 g',
  };
}

function ownAppearance(dict: PDFDict | undefined, depth = 0): string | undefined {
  if (dict === undefined || depth > MAX_DEPTH) return;
  return stringOf(dict) ?? ownAppearance(dictOf(dict, 'Parent'), depth + 1);
}

function stringOf(dict: PDFDict): string | undefined {
  const value = dict.lookup(PDFName.of('DA'));
  return value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : undefined;
}

export function hasFont(field: PDFField, name: string | undefined): boolean {
  const form = dictOf(field.doc.catalog, 'AcroForm');
  const resources = form && dictOf(form, 'DR');
  const fonts = resources && dictOf(resources, 'Font');
  return name !== undefined && fonts?.get(PDFName.of(name)) !== undefined;
}
