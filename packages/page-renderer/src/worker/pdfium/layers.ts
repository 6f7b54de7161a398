import { sketchPage } from './bitmap.ts';
import type { Pdfium } from './pdfium.ts';

/** Each test of a part draws the page. */
const MAX_PARTS = 100;
const MAX_DEPTH = 8;
const MAX_NAME_BYTES = 512;
const TEXT = 1;
const FORM = 5;
const INVISIBLE = 3;

interface PlacedObject {
  object: number;
  form: number;
  depth: number;
}

export function mayHaveLayers(pdfium: Pdfium, page: number): boolean {
  const marks = markReader(pdfium);
  try {
    for (const { object } of objectsOf(pdfium, page))
      if (pdfium._FPDFPageObj_GetType(object) === FORM || marks.layersOf(object) !== '') return true;
    return false;
  } finally {
    marks.free();
  }
}

/** Call `FPDFPage_GenerateContent` before you save or copy the page. */
export function removeLayers(pdfium: Pdfium, page: number): void {
  const marks = markReader(pdfium);
  for (const { object } of objectsOf(pdfium, page))
    for (const mark of marks.blocksOf(object)) pdfium._FPDFPageObj_RemoveMark(object, mark);
  marks.free();
}

/**
 * pdfium does not report layer states, so a part counts as hidden if the picture is the same without it. If
 * the result is true, call `FPDFPage_GenerateContent` before you save or copy the page.
 */
export function removeHidden(pdfium: Pdfium, page: number): boolean {
  const parts = partsOf(pdfium, page);
  let sketches = parts.length;
  if (sketches > MAX_PARTS) return false;
  const sketch = sketchPage(pdfium, page);
  const setActive = (part: readonly PlacedObject[], active: 0 | 1) => {
    for (const { object } of part) pdfium._FPDFPageObj_SetIsActive(object, active);
  };
  const isHidden = (part: readonly PlacedObject[]) => {
    setActive(part, 0);
    const isSame = sketchPage(pdfium, page).equals(sketch);
    setActive(part, 1);
    return isSame;
  };
  const hidden = parts.flatMap(({ objects, blocks }) => {
    if (isHidden(objects)) return objects;
    // Layers with the same name may have different states, so test their blocks separately.
    sketches += blocks.size;
    return blocks.size < 2 || sketches > MAX_PARTS ? [] : [...blocks.values()].filter(isHidden).flat();
  });
  // Inner objects first: destroying a form destroys its content.
  const objects = new Map(hidden.map((placed) => [placed.object, placed]));
  for (const { object, form } of [...objects.values()].sort((one, other) => other.depth - one.depth)) {
    const isRemoved =
      form === 0
        ? pdfium._FPDFPage_RemoveObject(page, object)
        : pdfium._FPDFFormObj_RemoveObject(form, object);
    if (isRemoved !== 0) pdfium._FPDFPageObj_Destroy(object);
  }
  return hidden.length > 0;
}

export function* objectsOf(pdfium: Pdfium, page: number): Generator<PlacedObject> {
  for (let at = 0, count = pdfium._FPDFPage_CountObjects(page); at < count; at++)
    yield* withInner(pdfium, { object: pdfium._FPDFPage_GetObject(page, at), form: 0, depth: 0 });
}

function* withInner(pdfium: Pdfium, placed: PlacedObject): Generator<PlacedObject> {
  yield placed;
  const { object: form, depth } = placed;
  if (depth >= MAX_DEPTH || pdfium._FPDFPageObj_GetType(form) !== FORM) return;
  for (let at = 0, count = pdfium._FPDFFormObj_CountObjects(form); at < count; at++)
    yield* withInner(pdfium, {
      object: pdfium._FPDFFormObj_GetObject(form, at),
      form,
      depth: depth + 1,
    });
}

interface HideablePart {
  objects: PlacedObject[];
  blocks: Map<string, PlacedObject[]>;
}

/** Omits invisible text, such as a scanner's OCR, which must stay searchable. */
function partsOf(pdfium: Pdfium, page: number): HideablePart[] {
  const parts = new Map<string, HideablePart>();
  const findable = new Set<string>();
  const marks = markReader(pdfium);
  for (const placed of objectsOf(pdfium, page)) {
    const { object } = placed;
    const type = pdfium._FPDFPageObj_GetType(object);
    const layer = marks.layersOf(object);
    const drawing = type === FORM ? `drawing ${object}` : '';
    for (const name of [layer, drawing]) {
      if (name === '') continue;
      const part = parts.get(name) ?? { objects: [], blocks: new Map<string, PlacedObject[]>() };
      parts.set(name, part);
      part.objects.push(placed);
      if (name === drawing) continue;
      const block = String(marks.blocksOf(object));
      part.blocks.set(block, [...(part.blocks.get(block) ?? []), placed]);
    }
    if (type === TEXT && pdfium._FPDFTextObj_GetTextRenderMode(object) === INVISIBLE) {
      findable.add(layer);
      findable.add(`drawing ${placed.form}`);
    }
  }
  marks.free();
  return [...parts].filter(([name]) => !findable.has(name)).map(([, part]) => part);
}

function markReader(pdfium: Pdfium) {
  const key = pdfium.malloc(8);
  pdfium.HEAPU8.set(Buffer.from('Name\0'), key);
  const written = pdfium.malloc(4);
  const text = pdfium.malloc(MAX_NAME_BYTES);
  const read = (get: () => number) => {
    pdfium.HEAP32[written >> 2] = 0;
    const isRead = get() !== 0;
    const bytes = Math.min(MAX_NAME_BYTES, (pdfium.HEAP32[written >> 2] ?? 0) - 2);
    if (!isRead || bytes <= 0) return '';
    return Buffer.from(pdfium.HEAPU8.subarray(text, text + bytes)).toString('utf16le');
  };
  const blocksOf = (object: number): number[] => {
    const marks = Array.from({ length: Math.max(0, pdfium._FPDFPageObj_CountMarks(object)) }, (_, index) =>
      pdfium._FPDFPageObj_GetMark(object, index),
    );
    return marks.filter(
      (mark) => read(() => pdfium._FPDFPageObjMark_GetName(mark, text, MAX_NAME_BYTES, written)) === 'OC',
    );
  };
  return {
    blocksOf,
    layersOf(object: number): string {
      const names = blocksOf(object).map((mark) => {
        const name = read(() =>
          pdfium._FPDFPageObjMark_GetParamStringValue(mark, key, text, MAX_NAME_BYTES, written),
        );
        return `layer ${name === '' ? mark : name}`;
      });
      return names.join('\n');
    },
    free() {
      for (const memory of [key, written, text]) pdfium._free(memory);
    },
  };
}
