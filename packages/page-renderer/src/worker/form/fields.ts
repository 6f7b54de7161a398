import {
  PDFArray,
  PDFCheckBox,
  PDFDict,
  type PDFDocument,
  PDFDropdown,
  type PDFField,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFOptionList,
  PDFRadioGroup,
  PDFString,
  PDFTextField,
  type PDFWidgetAnnotation,
} from '@cantoo/pdf-lib';
import type { FormField, FormOption, FormWidget } from '../../form.ts';
import { styleOf } from './default-appearance.ts';
import { dictOf, listOf, numberOf } from './open.ts';

const [HIDDEN, NO_VIEW] = [2, 32];
const [READ_ONLY, REQUIRED] = [1, 2];
const MULTILINE = 1 << 12;
const [PASSWORD, FILE_SELECT, COMB] = [1 << 13, 1 << 20, 1 << 24];
const [EDIT, MULTI_SELECT] = [1 << 18, 1 << 21];
const MAX_LABEL = 500;

export interface PlacedWidget {
  widget: PDFWidgetAnnotation;
  place: FormWidget;
}

export interface OpenField {
  field: FormField;
  /** A merged form can contain several fields with the same name. */
  parts: PDFField[];
  widgets: PlacedWidget[];
  states: Map<string, string>;
}

export function openFields(document: PDFDocument): OpenField[] {
  const readWidget = widgetReader(document);
  const byName = new Map<string, OpenField>();
  for (const part of document.getForm().getFields()) {
    const field = describe(part);
    if (field === null) continue;
    const widgets = part.acroField.getWidgets().flatMap((widget) => {
      const place = readWidget(widget);
      return place === null ? [] : [{ widget, place }];
    });
    if (widgets.length === 0) continue;
    const other = byName.get(field.name);
    if (other && other.field.type !== field.type) continue;
    const open: OpenField = other ?? { field, parts: [], widgets: [], states: new Map() };
    open.parts.push(part);
    open.widgets.push(...widgets);
    byName.set(field.name, open);
  }
  const fields = [...byName.values()];
  for (const open of fields) complete(open);
  return fields.sort((a, b) => compare(a.field.widgets[0], b.field.widgets[0]));
}

function complete({ field, parts, widgets, states }: OpenField): void {
  if (field.type === 'radio') {
    const exported = parts
      .flatMap(({ acroField }) => listOf(acroField.dict, 'Opt')?.asArray() ?? [])
      .map(textOf);
    const isUnique = new Set(exported).size === exported.length && !exported.includes(undefined);
    const options = new Map<string, string>();
    for (const [index, { widget, place }] of widgets.entries()) {
      const state = onState(widget);
      if (state === undefined) continue;
      const option = (isUnique ? exported[index] : undefined) ?? state;
      place.option = option;
      states.set(option, state);
      if (!options.has(option)) options.set(option, ownLabel(widget) ?? exported[index] ?? option);
    }
    field.options = [...options].map(([value, label]) => ({ value, label }));
    field.value = [...states].find(([, state]) => state === field.value)?.[0] ?? '';
  }
  field.widgets = widgets.map(({ place }) => place).sort(compare);
}

/** A dictionary with `T` belongs to the whole field. */
const ownLabel = ({ dict }: PDFWidgetAnnotation): string | undefined =>
  dict.get(PDFName.of('T')) === undefined ? label(dict) : undefined;

const label = (dict: PDFDict): string | undefined =>
  textOf(dict.lookup(PDFName.of('TU')))
    ?.trim()
    .slice(0, MAX_LABEL) || undefined;

function compare(a: FormWidget | undefined, b: FormWidget | undefined): number {
  if (!a || !b) return 0;
  if (a.page_index !== b.page_index) return a.page_index - b.page_index;
  const isSameRow = Math.abs(a.y + a.height / 2 - b.y - b.height / 2) < Math.min(a.height, b.height) / 2;
  return isSameRow ? a.x - b.x : a.y - b.y;
}

function describe(part: PDFField): FormField | null {
  const { acroField } = part;
  const flags = acroField.getFlags();
  const name = part.getName();
  const common = {
    name,
    label: label(acroField.dict) ?? name.split('.').at(-1) ?? name,
    is_required: (flags & REQUIRED) !== 0,
    is_read_only: (flags & READ_ONLY) !== 0,
    widgets: [],
  };
  const value = acroField.dict.lookup(PDFName.of('V')) ?? inherited(acroField.dict, 'V');
  const size = styleOf(part).size;
  const font = size > 0 ? { font_size: size } : {};
  if (part instanceof PDFTextField) {
    if ((flags & (PASSWORD | FILE_SELECT)) !== 0) return null;
    const length = numberOf(acroField.dict, 'MaxLen') ?? asNumber(inherited(acroField.dict, 'MaxLen'));
    return {
      ...common,
      type: 'text',
      value: textOf(value)?.replaceAll(/\r\n?/g, '\n') ?? '',
      ...((flags & MULTILINE) !== 0 && { is_multiline: true }),
      ...((flags & COMB) !== 0 && length !== undefined && length > 0 && { is_comb: true }),
      ...(length !== undefined && length > 0 && { max_length: length }),
      ...font,
    };
  }
  if (part instanceof PDFDropdown || part instanceof PDFOptionList) {
    const isMultiple = (flags & MULTI_SELECT) !== 0;
    const selected = value instanceof PDFArray ? value.asArray().map(textOf) : [textOf(value)];
    const values = selected.filter((each) => each !== undefined && each !== '') as string[];
    return {
      ...common,
      type: 'choice',
      value: isMultiple ? values : (values[0] ?? ''),
      options: optionsOf(acroField.dict),
      ...(isMultiple && { is_multiple: true }),
      ...(part instanceof PDFDropdown && (flags & EDIT) !== 0 && { allows_other: true }),
      ...font,
    };
  }
  const isCheckBox = part instanceof PDFCheckBox;
  if (!isCheckBox && !(part instanceof PDFRadioGroup)) return null;
  const states = new Set(acroField.getWidgets().map(onState));
  const state = value instanceof PDFName ? value.decodeText() : 'Off';
  const isOne = isCheckBox && states.size === 1;
  if (isOne) return { ...common, type: 'checkbox', value: state !== 'Off' };
  return { ...common, type: 'radio', value: state === 'Off' ? '' : state };
}

function inherited(dict: PDFDict, key: string, depth = 0): PDFObject | undefined {
  const parent = dictOf(dict, 'Parent');
  if (parent === undefined || depth > 20) return;
  return parent.lookup(PDFName.of(key)) ?? inherited(parent, key, depth + 1);
}

const asNumber = (object: PDFObject | undefined) =>
  object instanceof PDFNumber ? object.asNumber() : undefined;

function optionsOf(dict: PDFDict): FormOption[] {
  const list = listOf(dict, 'Opt') ?? inherited(dict, 'Opt');
  if (!(list instanceof PDFArray)) return [];
  const options = new Map<string, string>();
  for (let index = 0; index < list.size(); index++) {
    const entry = list.lookup(index);
    const pair = entry instanceof PDFArray ? [entry.lookup(0), entry.lookup(1)] : [entry, entry];
    const value = textOf(pair[0]);
    if (value !== undefined && !options.has(value)) options.set(value, textOf(pair[1]) ?? value);
  }
  return [...options].map(([value, label]) => ({ value, label }));
}

export function onState({ dict }: PDFWidgetAnnotation): string | undefined {
  const normal = dictOf(dictOf(dict, 'AP') ?? dict, 'N');
  return normal
    ?.keys()
    .map((key) => key.decodeText())
    .find((key) => key !== 'Off');
}

export function textOf(object: PDFObject | undefined): string | undefined {
  if (object instanceof PDFString || object instanceof PDFHexString) return object.decodeText();
  return object instanceof PDFName ? object.decodeText() : undefined;
}

function widgetReader(document: PDFDocument): (widget: PDFWidgetAnnotation) => FormWidget | null {
  const pages = document.getPages();
  const pageOf = new Map<PDFObject, number>();
  for (const [index, page] of pages.entries()) {
    const annotations = listOf(page.node, 'Annots');
    for (let at = 0; at < (annotations?.size() ?? 0); at++) {
      const annotation = annotations?.lookup(at);
      if (annotation instanceof PDFDict) pageOf.set(annotation, index);
    }
  }
  return ({ dict }) => {
    const index = pageOf.get(dict);
    const page = index === undefined ? undefined : pages[index];
    const rect = listOf(dict, 'Rect')?.asArray() ?? [];
    const sides = rect.map((side) => Number(String(document.context.lookup(side))));
    const [x1 = NaN, y1 = NaN, x2 = NaN, y2 = NaN] = sides;
    const isHidden = ((numberOf(dict, 'F') ?? 0) & (HIDDEN | NO_VIEW)) !== 0;
    if (!page || index === undefined || isHidden || ![x1, y1, x2, y2].every(Number.isFinite)) return null;
    const [media, crop] = [page.getMediaBox(), page.getCropBox()];
    const left = Math.max(media.x, crop.x);
    const bottom = Math.max(media.y, crop.y);
    const width = Math.min(media.x + media.width, crop.x + crop.width) - left;
    const height = Math.min(media.y + media.height, crop.y + crop.height) - bottom;
    const [l, r] = [Math.min(x1, x2), Math.max(x1, x2)].map((x) => (x - left) / width) as [number, number];
    const [b, t] = [Math.min(y1, y2), Math.max(y1, y2)].map((y) => (y - bottom) / height) as [number, number];
    const shown = turn({ l, r, b, t }, page.getRotation().angle);
    const isInside = shown.x < 1 && shown.y < 1 && shown.x + shown.width > 0 && shown.y + shown.height > 0;
    if (!isInside || !(shown.width > 0 && shown.height > 0)) return null;
    return { page_index: index, ...shown };
  };
}

function turn({ l, r, b, t }: Record<'l' | 'r' | 'b' | 't', number>, angle: number) {
  const [width, height] = [r - l, t - b].map(rounded) as [number, number];
  const at = (x: number, y: number) => ({ x: rounded(x), y: rounded(y) });
  switch (((angle % 360) + 360) % 360) {
    case 90:
      return { ...at(b, l), width: height, height: width };
    case 180:
      return { ...at(1 - r, b), width, height };
    case 270:
      return { ...at(1 - t, 1 - r), width: height, height: width };
    default:
      return { ...at(l, 1 - t), width, height };
  }
}

const rounded = (fraction: number) => Math.round(fraction * 1e5) / 1e5;
