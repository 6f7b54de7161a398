import { makeEncryptedPdf } from '../pdf-fixtures.ts';
import { comment, highlight, ink, link, stamp, twoStamps } from './pdf-annotations.ts';
import { byGlyph, chinese, cyrillic, greek, japanese, korean, latin } from './pdf-fonts.ts';
import { buttons, sharedField, signature, textField } from './pdf-forms.ts';
import {
  condition,
  layeredDrawing,
  layeredField,
  layeredStamps,
  layers,
  nestedLayers,
  sameNames,
} from './pdf-layers.ts';
import { compressed, encrypted, misplacedTable, prefixed, shiftedTable, updated } from './pdf-odd.ts';
import { pictured } from './pdf-pictures.ts';
import { shapes } from './pdf-shapes.ts';
import { hasFfmpeg, jpeg2000 } from './recordings.ts';

export { textField } from './pdf-forms.ts';
export { pictured } from './pdf-pictures.ts';
export { pictures, QUADRANT_COLOURS } from './pictures.ts';
export { hasFfmpeg, recordings } from './recordings.ts';
export { WORD } from './single-page.ts';
export { texts } from './texts.ts';

export interface WorldPdf {
  name: string;
  make(): Buffer | Promise<Buffer>;
  has: readonly string[];
  hasNot?: readonly string[];
  /** True if other PDF readers draw the page differently, such as an annotation's icon or a missing font. */
  isDrawnOtherwise?: boolean;
}

const pdf = (name: string, make: WorldPdf['make'], more: Partial<WorldPdf> = {}): WorldPdf => ({
  name: `${name}.pdf`,
  make,
  has: ['Quarterly'],
  ...more,
});
const CMYK = Buffer.alloc(200 * 150 * 4, Buffer.from([255, 0, 255, 0]));

export const pdfs: readonly WorldPdf[] = [
  ...shapes.map(([name, make]) => pdf(name, make)),
  pdf('field', () => textField({ value: '4711', hasAppearance: true }), { has: ['Quarterly', '4711'] }),
  pdf('field-without-picture', () => textField({ value: '4711', hasAppearance: false }), {
    has: ['Quarterly', '4711'],
  }),
  pdf('field-twice', () => sharedField('4711'), { has: ['Quarterly', '4711'] }),
  pdf('buttons', buttons),
  pdf('signature', signature, { has: ['Signed', 'Ada'] }),
  pdf('stamp', () => stamp(), { has: ['APPROVED'] }),
  pdf('stamp-hidden', () => stamp('/F 2'), { hasNot: ['APPROVED'] }),
  pdf('stamp-for-print', () => stamp('/F 36'), { hasNot: ['APPROVED'] }),
  pdf('stamps', twoStamps),
  pdf('comment', () => comment(), { isDrawnOtherwise: true }),
  pdf('comment-on-stamp', () => comment('Stamp'), { has: ['APPROVED'] }),
  pdf('ink', ink),
  pdf('highlight', highlight),
  pdf('link', () => link()),
  pdf('link-with-frame', () => link('/Border[0 0 2]/C[0 0.4 0]')),
  pdf('layers', () => layers(), { hasNot: ['Confidential'] }),
  pdf('layers-of-two-pages', () => layers(2), { hasNot: ['Confidential'] }),
  pdf('layer-in-drawing', nestedLayers, { hasNot: ['Confidential'] }),
  pdf('layer-of-drawing', layeredDrawing, { hasNot: ['Confidential'] }),
  pdf('layer-of-stamp', layeredStamps, { has: ['Quarterly', 'APPROVED'], hasNot: ['Confidential'] }),
  pdf('layer-of-field', layeredField, { hasNot: ['Confidential'] }),
  pdf('layers-of-one-name', sameNames, { hasNot: ['Confidential'] }),
  pdf('layer-by-condition', condition, { hasNot: ['Confidential'] }),
  pdf('latin', latin, { has: ['ABCDEFGH'] }),
  pdf('greek', greek, { has: ['ΑΒΓΣΕΖΗΘ'] }),
  pdf('cyrillic', cyrillic, { has: ['АБВГДЕЖЗ'] }),
  pdf('glyphs', byGlyph, { has: ['АБВГ'] }),
  pdf('japanese', japanese, { has: ['日本語'], isDrawnOtherwise: true }),
  pdf('chinese', chinese, { has: ['中文'], isDrawnOtherwise: true }),
  pdf('korean', korean, { has: ['한국어'], isDrawnOtherwise: true }),
  pdf('encrypted', encrypted),
  pdf('encrypted-empty', () => makeEncryptedPdf({ toOpen: false }), { has: [] }),
  pdf('compressed', compressed),
  pdf('misplaced-table', misplacedTable),
  pdf('prefixed', prefixed),
  pdf('shifted-table', shiftedTable),
  pdf('updated', updated),
  pdf('cmyk-picture', () =>
    pictured('ASCIIHexDecode', `${CMYK.toString('hex')}>`, '/ColorSpace/DeviceCMYK/BitsPerComponent 8'),
  ),
  ...(hasFfmpeg ? [pdf('jpeg-2000', () => pictured('JPXDecode', jpeg2000(), ''))] : []),
  pdf('broken-picture', () => pictured('JPXDecode', 'no picture', ''), { isDrawnOtherwise: true }),
];
