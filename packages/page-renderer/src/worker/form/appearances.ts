import {
  PDFArray,
  PDFCheckBox,
  type PDFDict,
  type PDFDocument,
  PDFDropdown,
  type PDFFont,
  PDFHexString,
  PDFName,
  PDFOptionList,
  PDFRadioGroup,
  PDFString,
  PDFTextField,
  type PDFWidgetAnnotation,
} from '@cantoo/pdf-lib';
import { hasFont, styleOf } from './default-appearance.ts';
import { type OpenField, onState } from './fields.ts';
import { fontsFor, missingCharacters } from './font.ts';
import { dictOf } from './open.ts';

/** Limits of automatic font sizes in points, as in Acrobat. */
const [SMALLEST, LARGEST] = [4, 12];

type Part = OpenField['parts'][number];

export async function createAppearances(document: PDFDocument, fields: readonly OpenField[]): Promise<void> {
  const fontFor = fontsFor(document);
  for (const { field, parts } of fields)
    for (const part of parts) {
      if (part instanceof PDFCheckBox || part instanceof PDFRadioGroup) {
        if (part.acroField.getWidgets().some((widget) => onState(widget) === undefined))
          part.defaultUpdateAppearances();
        continue;
      }
      if (!(part instanceof PDFTextField || part instanceof PDFDropdown || part instanceof PDFOptionList))
        continue;
      const labels = field.options?.map(({ label }) => label) ?? [];
      const text = (part instanceof PDFOptionList ? labels : displayed(part, field)).join('\n');
      if (missingCharacters(text).length > 0) continue;
      draw(part, field, await fontFor(text));
    }
}

function draw(
  part: PDFTextField | PDFDropdown | PDFOptionList,
  field: OpenField['field'],
  font: PDFFont,
): void {
  const { dict } = part.acroField;
  const value = dict.get(PDFName.of('V'));
  const texts = displayed(part, field);
  // pdf-lib draws the value `V`, so `V` temporarily contains the label of a choice.
  dict.set(PDFName.of('V'), shown(texts, part));
  const before = part.acroField.getWidgets().map((widget) => {
    const style = styleOf(part, widget.dict);
    const own = widget.dict.get(PDFName.of('DA'));
    const size = fittingSize(part, widget, { text: texts.join('\n'), font, styleSize: style.size });
    widget.dict.set(PDFName.of('DA'), PDFString.of(`${style.colour} /F ${size} Tf`));
    return { widget, own: hasFont(part, style.font) ? own : undefined, style };
  });
  part.updateAppearances(font);
  if (value === undefined) dict.delete(PDFName.of('V'));
  else dict.set(PDFName.of('V'), value);
  for (const { widget, own, style } of before) {
    if (own !== undefined) widget.dict.set(PDFName.of('DA'), own);
    else if (hasFont(part, style.font)) widget.dict.delete(PDFName.of('DA'));
    else {
      addHelvetica(part);
      widget.dict.set(PDFName.of('DA'), PDFString.of(`${style.colour} /Helv ${style.size} Tf`));
    }
  }
}

const shown = (texts: readonly string[], part: Part) =>
  part instanceof PDFOptionList
    ? part.doc.context.obj(texts.map((text) => PDFHexString.fromText(text)))
    : PDFHexString.fromText(texts[0] ?? '');

function displayed(part: Part, { options }: OpenField['field']): string[] {
  const value = part.acroField.dict.lookup(PDFName.of('V'));
  const values = value instanceof PDFArray ? value.asArray() : [value];
  const texts = values.flatMap((each) =>
    each instanceof PDFHexString || each instanceof PDFString ? [each.decodeText()] : [],
  );
  return texts.map((text) => options?.find((option) => option.value === text)?.label ?? text);
}

/** In points. 0 makes pdf-lib choose the size. */
function fittingSize(
  part: Part,
  widget: PDFWidgetAnnotation,
  { text, font, styleSize }: { text: string; font: PDFFont; styleSize: number },
): number {
  const { width, height } = widget.getRectangle();
  const isTurned = (widget.getAppearanceCharacteristics()?.getRotation() ?? 0) % 180 !== 0;
  const border = widget.getBorderStyle()?.getWidth() ?? 0;
  const [across, down] = (isTurned ? [height, width] : [width, height]).map((side) =>
    Math.max(1, side - 2 * border - 2),
  ) as [number, number];
  const lineHeight = 1.2 * font.heightAtSize(1);
  if (part instanceof PDFTextField && part.isCombed()) return styleSize * lineHeight <= down ? styleSize : 0;
  const maxSize = styleSize || LARGEST;
  const isMultiline = (part instanceof PDFTextField && part.isMultiline()) || part instanceof PDFOptionList;
  if (isMultiline) {
    const rows = (size: number) =>
      text
        .split('\n')
        .reduce((sum, line) => sum + Math.ceil(font.widthOfTextAtSize(line || ' ', size) / across), 0);
    return [maxSize, LARGEST].find((size) => size <= maxSize && rows(size) * lineHeight * size <= down) ?? 0;
  }
  const toWidth = text === '' ? maxSize : across / font.widthOfTextAtSize(text, 1);
  const size = Math.min(maxSize, down / lineHeight, toWidth);
  return size < maxSize ? Math.max(SMALLEST, Math.floor(size * 10) / 10) : maxSize;
}

/** Other programs need the font to edit a field whose default appearance or font is broken. */
function addHelvetica({ doc }: Part): void {
  const form = dictOf(doc.catalog, 'AcroForm');
  if (form === undefined) return;
  const child = (parent: PDFDict, key: string) => {
    const found = dictOf(parent, key);
    if (found) return found;
    const created = doc.context.obj({});
    parent.set(PDFName.of(key), created);
    return created;
  };
  const fonts = child(child(form, 'DR'), 'Font');
  if (fonts.get(PDFName.of('Helv')) !== undefined) return;
  const helvetica = { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica', Encoding: 'WinAnsiEncoding' };
  fonts.set(PDFName.of('Helv'), doc.context.obj(helvetica));
}
