import type { PDFDict, PDFDocument, PDFObject } from '@cantoo/pdf-lib';
import type { PdfSource } from './file-source.ts';

/** Larger files need too much memory. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_DEPTH = 20;

export type IsAnnotationHidden = (page: number, place: number) => boolean;

export class LayerStatesNeeded extends Error {
  override readonly name = 'LayerStatesNeeded';
}

export async function withLayerStates<T>(
  source: PdfSource,
  work: (isHidden?: IsAnnotationHidden) => T,
): Promise<T> {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof LayerStatesNeeded)) throw error;
  }
  return work(await readLayerStates(source));
}

/** pdf-lib cannot open some documents that pdfium opens. */
async function readLayerStates(source: PdfSource): Promise<IsAnnotationHidden> {
  if (source.length > MAX_BYTES) return () => false;
  const bytes = new Uint8Array(source.length);
  if (!source.read(0, bytes)) return () => false;
  try {
    const library = await import('@cantoo/pdf-lib'); // takes 70 ms, and few documents need pdf-lib
    const document = await library.PDFDocument.load(bytes, { updateMetadata: false, password: '' });
    return new LayerStates(library, document).isAnnotationHidden;
  } catch {
    return () => false;
  }
}

class LayerStates {
  readonly #library: typeof import('@cantoo/pdf-lib');
  readonly #document: PDFDocument;
  readonly #config: PDFDict | undefined;

  constructor(library: typeof import('@cantoo/pdf-lib'), document: PDFDocument) {
    this.#library = library;
    this.#document = document;
    this.#config = this.#dict(this.#dict(document.catalog, 'OCProperties'), 'D');
  }

  isAnnotationHidden: IsAnnotationHidden = (page, place) => {
    const annotations = this.#list(this.#document.getPage(page).node, 'Annots');
    const layer = this.#asDict(annotations[place])?.get(this.#library.PDFName.of('OC'));
    return layer !== undefined && !this.#isVisible(layer);
  };

  #isVisible(object: PDFObject): boolean {
    const dict = this.#asDict(object);
    if (dict === undefined) return true;
    if (this.#name(dict, 'Type') !== 'OCMD') return this.#isOn(object, dict);
    const expression = this.#list(dict, 'VE');
    if (expression.length > 0) return this.#holds(expression, 0);
    const single = dict.get(this.#library.PDFName.of('OCGs'));
    const layers = this.#asDict(single) && single ? [single] : this.#list(dict, 'OCGs');
    if (layers.length === 0) return true;
    const states = layers.map((layer) => this.#isOn(layer, this.#asDict(layer)));
    switch (this.#name(dict, 'P')) {
      case 'AllOn':
        return states.every((isOn) => isOn);
      case 'AnyOff':
        return states.some((isOn) => !isOn);
      case 'AllOff':
        return states.every((isOn) => !isOn);
      default:
        return states.some((isOn) => isOn);
    }
  }

  #holds([operator, ...operands]: readonly PDFObject[], depth: number): boolean {
    if (depth > MAX_DEPTH) return true;
    const isTrue = (operand: PDFObject) => {
      const inner = this.#asList(operand);
      return inner.length > 0 ? this.#holds(inner, depth + 1) : this.#isOn(operand, this.#asDict(operand));
    };
    switch (String(operator)) {
      case '/Not':
        return !operands.some(isTrue);
      case '/And':
        return operands.every(isTrue);
      default:
        return operands.some(isTrue);
    }
  }

  #isOn(layer: PDFObject, dict: PDFDict | undefined): boolean {
    const view = this.#dict(this.#dict(dict, 'Usage'), 'View');
    const viewState = this.#name(view, 'ViewState');
    if (viewState !== undefined) return viewState !== 'OFF';
    const isListed = (key: string) => this.#list(this.#config, key).some((each) => each === layer);
    if (isListed('OFF')) return false;
    return isListed('ON') || this.#name(this.#config, 'BaseState') !== 'OFF';
  }

  #value(dict: PDFDict | undefined, key: string): PDFObject | undefined {
    return dict?.lookup(this.#library.PDFName.of(key));
  }

  #name(dict: PDFDict | undefined, key: string): string | undefined {
    const value = this.#value(dict, key);
    return value instanceof this.#library.PDFName ? value.decodeText() : undefined;
  }

  #dict(dict: PDFDict | undefined, key: string): PDFDict | undefined {
    return this.#asDict(this.#value(dict, key));
  }

  #list(dict: PDFDict | undefined, key: string): PDFObject[] {
    return this.#asList(this.#value(dict, key));
  }

  #asDict(object: PDFObject | undefined): PDFDict | undefined {
    const value = this.#document.context.lookup(object);
    return value instanceof this.#library.PDFDict ? value : undefined;
  }

  #asList(object: PDFObject | undefined): PDFObject[] {
    const value = this.#document.context.lookup(object);
    return value instanceof this.#library.PDFArray ? value.asArray() : [];
  }
}
