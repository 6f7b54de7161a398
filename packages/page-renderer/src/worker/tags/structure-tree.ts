import {
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRef,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib';
import { dictOf, listOf, numberOf } from '../form/open.ts';

const MAX_DEPTH = 200;
const MAX_OBJECTS = 2_000_000;
const MAX_ATTRIBUTE_DEPTH = 6;
const MAX_MCID = 100_000;
const MAX_SHIFT = 1;

const COPIED = ['Alt', 'ActualText', 'E', 'T', 'Lang', 'A', 'C', 'R', 'Phoneme', 'PhoneticAlphabet'];
/** Keys that lead back into the tree or to pages. */
const NOT_COPIED = ['P', 'Pg', 'Parent', 'Obj', 'Stm'].map((key) => PDFName.of(key));
const name = PDFName.of;

interface Place {
  page: PDFPage;
  parents: PDFRef[];
}

export interface TaggedSource {
  context: PDFContext;
  root: PDFDict;
  pages: readonly PDFRef[];
  title: string;
  language: string;
}

interface Source {
  context: PDFContext;
  places: ReadonlyMap<PDFRef, Place>;
  roles: PDFDict | undefined;
  prefix: string;
  visited: Set<PDFDict>;
  namespaces: Map<PDFDict, PDFRef>;
}

interface Copied {
  kid: PDFObject;
  hasContent: boolean;
}

export function taggedSource(document: PDFDocument): TaggedSource | undefined {
  const { catalog, context } = document;
  const root = dictOf(catalog, 'StructTreeRoot');
  if (root === undefined) return undefined;
  const info = context.lookup(context.trailerInfo.Info);
  const title = info instanceof PDFDict ? textOf(info.lookup(name('Title'))) : '';
  const pages = document.getPages().map(({ ref }) => ref);
  return { context, root, pages, title, language: textOf(catalog.lookup(name('Lang'))) };
}

export class StructureTree {
  readonly #document: PDFDocument;
  readonly #context: PDFContext;
  readonly #root: PDFRef;
  readonly #kids: PDFObject[] = [];
  readonly #places = new Map<number, Place>();
  readonly #links = new Map<PDFDict, PDFRef>();
  readonly #ids: [PDFHexString, PDFRef][] = [];
  readonly #namespaces: PDFRef[] = [];
  readonly #roles: PDFDict;
  readonly #classes: PDFDict;
  readonly #titles = new Set<string>();
  #language = '';
  #sources = 0;
  #objects = 0;

  constructor(document: PDFDocument) {
    this.#document = document;
    this.#context = document.context;
    this.#root = this.#context.nextRef();
    this.#roles = this.#context.obj({});
    this.#classes = this.#context.obj({});
  }

  copy(
    { context, root, pages: refs, title, language }: TaggedSource,
    pages: readonly { index: number; place: number }[],
  ): void {
    const places = new Map<PDFRef, Place>();
    for (const { index, place } of pages) {
      const ref = refs[index];
      if (ref === undefined) continue;
      const own = this.#places.get(place) ?? { page: this.#document.getPage(place), parents: [] };
      this.#places.set(place, own);
      places.set(ref, own);
    }
    const roles = dictOf(root, 'RoleMap');
    const prefix = this.#sources++ === 0 ? '' : `${this.#sources}-`;
    const state = { visited: new Set<PDFDict>(), namespaces: new Map<PDFDict, PDFRef>() };
    const source: Source = { context, places, roles, prefix, ...state };
    this.#merge(source, this.#roles, roles);
    this.#merge(source, this.#classes, dictOf(root, 'ClassMap'));
    this.#titles.add(title);
    this.#language ||= language;
    for (const kid of kidsOf(root)) {
      const copied = this.#element(source, kid, this.#root, undefined, 0);
      if (!copied?.hasContent) continue;
      this.#kids.push(copied.kid);
      const element = this.#context.lookup(copied.kid);
      if (language && element instanceof PDFDict && !element.has(name('Lang')))
        element.set(name('Lang'), PDFHexString.fromText(language));
    }
  }

  finish(): boolean {
    if (this.#kids.length === 0) return false;
    this.#removeOldKeys();
    const numbers: PDFObject[] = [];
    let key = 0;
    for (const { page, parents } of this.#places.values()) {
      if (parents.length === 0) continue;
      const list = this.#context.obj([]);
      for (let at = 0; at < parents.length; at++) list.push(parents[at] ?? this.#context.obj(null));
      page.node.set(name('StructParents'), PDFNumber.of(key));
      page.node.set(name('Tabs'), name('S'));
      numbers.push(PDFNumber.of(key++), this.#context.register(list));
    }
    for (const [annotation, element] of this.#links) {
      annotation.set(name('StructParent'), PDFNumber.of(key));
      numbers.push(PDFNumber.of(key++), element);
    }
    const root = this.#context.obj({ Type: 'StructTreeRoot', K: this.#kids, ParentTreeNextKey: key });
    root.set(name('ParentTree'), this.#context.register(this.#context.obj({ Nums: numbers })));
    this.#addLists(root);
    this.#context.assign(this.#root, root);
    this.#document.catalog.set(name('StructTreeRoot'), this.#root);
    this.#describe();
    return true;
  }

  /** Language and title might be wrong for pages without tags. */
  #describe(): void {
    const { catalog } = this.#document;
    const isComplete = this.#places.size === this.#document.getPageCount();
    const marks = isComplete ? { Marked: true } : { Marked: true, Suspects: true };
    catalog.set(name('MarkInfo'), this.#context.obj(marks));
    if (!isComplete) return;
    if (this.#language) catalog.set(name('Lang'), PDFHexString.fromText(this.#language));
    const [title] = this.#titles;
    if (title && this.#titles.size === 1) this.#document.setTitle(title, { showInWindowTitleBar: true });
  }

  #addLists(root: PDFDict): void {
    if (this.#roles.keys().length > 0) root.set(name('RoleMap'), this.#roles);
    if (this.#classes.keys().length > 0) root.set(name('ClassMap'), this.#classes);
    if (this.#namespaces.length > 0) root.set(name('Namespaces'), this.#context.obj(this.#namespaces));
    if (this.#ids.length === 0) return;
    const sorted = this.#ids.toSorted(([one], [other]) => (one.asString() < other.asString() ? -1 : 1));
    root.set(name('IDTree'), this.#context.obj({ Names: sorted.flat() }));
  }

  #removeOldKeys(): void {
    for (const [, object] of this.#context.enumerateIndirectObjects()) {
      const dict = object instanceof PDFStream ? object.dict : object;
      if (!(dict instanceof PDFDict)) continue;
      for (const key of ['StructParents', 'StructParent']) dict.delete(name(key));
    }
  }

  #element(
    source: Source,
    object: PDFObject,
    parent: PDFRef,
    inherited: PDFRef | undefined,
    depth: number,
  ): Copied | null {
    const dict = source.context.lookup(object);
    if (!(dict instanceof PDFDict) || depth > MAX_DEPTH || source.visited.has(dict)) return null;
    source.visited.add(dict);
    this.#count();
    const page = refOf(dict, 'Pg') ?? inherited;
    const ref = this.#context.nextRef();
    const all = kidsOf(dict);
    const kids = all.flatMap((kid) => this.#kid(source, kid, ref, page, depth) ?? []);
    const hasContent = kids.some((kid) => kid.hasContent);
    if (!hasContent && all.length > 0) return null;
    const element = this.#context.obj({ Type: 'StructElem' });
    element.set(name('S'), this.#role(source, dict));
    element.set(name('P'), parent);
    if (kids.length > 0) element.set(name('K'), this.#context.obj(kids.map(({ kid }) => kid)));
    this.#attributes(source, dict, element, ref);
    this.#context.assign(ref, element);
    return { kid: ref, hasContent };
  }

  #kid(
    source: Source,
    object: PDFObject,
    element: PDFRef,
    page: PDFRef | undefined,
    depth: number,
  ): Copied | null {
    const kid = source.context.lookup(object);
    if (kid instanceof PDFNumber) return this.#content(source, kid.asNumber(), element, page);
    if (!(kid instanceof PDFDict)) return null;
    const own = refOf(kid, 'Pg') ?? page;
    switch (String(kid.lookup(name('Type')))) {
      case '/MCR':
        // A form XObject numbers its content separately.
        if (kid.has(name('Stm'))) return null;
        return this.#content(source, numberOf(kid, 'MCID') ?? -1, element, own);
      case '/OBJR':
        return this.#link(source, kid, element, own);
      default:
        return this.#element(source, object, element, page, depth + 1);
    }
  }

  #content(source: Source, mcid: number, element: PDFRef, page: PDFRef | undefined): Copied | null {
    const place = page && source.places.get(page);
    if (!place || !Number.isInteger(mcid) || mcid < 0 || mcid > MAX_MCID) return null;
    // Unused lower numbers take space in `parents`.
    this.#count(1 + Math.max(0, mcid - place.parents.length));
    place.parents[mcid] = element;
    return { kid: this.#context.obj({ Type: 'MCR', Pg: place.page.ref, MCID: mcid }), hasContent: true };
  }

  /** Flattening has turned all annotations except links into page content. */
  #link(source: Source, reference: PDFDict, element: PDFRef, page: PDFRef | undefined): Copied | null {
    const place = page && source.places.get(page);
    const original = reference.lookup(name('Obj'));
    if (!place || !(original instanceof PDFDict)) return null;
    const area = numbersOf(original, 'Rect');
    const list = listOf(place.page.node, 'Annots');
    for (let at = 0; at < (list?.size() ?? 0); at++) {
      const annotation = list?.lookup(at);
      if (!(annotation instanceof PDFDict) || this.#links.has(annotation)) continue;
      const own = numbersOf(annotation, 'Rect');
      const isSame =
        own.length === 4 && own.every((side, at) => Math.abs(side - (area[at] ?? 1e9)) <= MAX_SHIFT);
      if (!isSame || annotation.lookup(name('Subtype')) !== name('Link')) continue;
      const ref = refAt(list, at) ?? this.#context.register(annotation);
      list?.set(at, ref);
      this.#links.set(annotation, element);
      return { kid: this.#context.obj({ Type: 'OBJR', Pg: place.page.ref, Obj: ref }), hasContent: true };
    }
    return null;
  }

  #role({ roles }: Source, dict: PDFDict): PDFName {
    const role = dict.lookup(name('S'));
    if (!(role instanceof PDFName)) return name('NonStruct');
    const mapped = roles?.lookup(role);
    const isOther = mapped instanceof PDFName && this.#roles.get(role) !== mapped;
    return isOther ? mapped : role;
  }

  #attributes(source: Source, from: PDFDict, to: PDFDict, ref: PDFRef): void {
    for (const key of COPIED) {
      const value = this.#value(source, from.get(name(key)), 0);
      if (value) to.set(name(key), value);
    }
    const id = this.#id(source, from.lookup(name('ID')));
    if (id) {
      to.set(name('ID'), id);
      this.#ids.push([id, ref]);
    }
    const namespace = from.lookup(name('NS'));
    if (!(namespace instanceof PDFDict)) return;
    const shared = this.#namespace(source, namespace);
    if (shared) to.set(name('NS'), shared);
  }

  #namespace(source: Source, namespace: PDFDict): PDFRef | undefined {
    const known = source.namespaces.get(namespace);
    const copy = known ? undefined : this.#value(source, namespace, 0);
    if (!copy) return known;
    const ref = this.#context.register(copy);
    source.namespaces.set(namespace, ref);
    this.#namespaces.push(ref);
    return ref;
  }

  #value(source: Source, object: PDFObject | undefined, depth: number): PDFObject | undefined {
    const value = object && source.context.lookup(object);
    if (value === undefined || value instanceof PDFStream || depth > MAX_ATTRIBUTE_DEPTH) return undefined;
    this.#count();
    if (value instanceof PDFArray) {
      const copies = value.asArray().flatMap((each) => this.#value(source, each, depth + 1) ?? []);
      return this.#context.obj(copies);
    }
    if (!(value instanceof PDFDict)) return value;
    const copy = this.#context.obj({});
    for (const [key, each] of value.entries()) {
      if (NOT_COPIED.includes(key)) continue;
      const own =
        key === name('Headers') ? this.#headers(source, each) : this.#value(source, each, depth + 1);
      if (own) copy.set(key, own);
    }
    return copy;
  }

  #headers(source: Source, object: PDFObject): PDFObject | undefined {
    const list = source.context.lookup(object);
    if (!(list instanceof PDFArray)) return undefined;
    return this.#context.obj(list.asArray().flatMap((_, at) => this.#id(source, list.lookup(at)) ?? []));
  }

  #id({ prefix }: Source, value: PDFObject | undefined): PDFHexString | undefined {
    if (!(value instanceof PDFString) && !(value instanceof PDFHexString)) return undefined;
    const bytes = Buffer.concat([Buffer.from(prefix), value.asBytes()]);
    return PDFHexString.of(bytes.toString('hex'));
  }

  #merge(source: Source, to: PDFDict, from: PDFDict | undefined): void {
    for (const [key, value] of from?.entries() ?? []) {
      const copy = this.#value(source, value, 0);
      if (copy && !to.has(key)) to.set(key, copy);
    }
  }

  #count(objects = 1): void {
    this.#objects += objects;
    if (this.#objects > MAX_OBJECTS) throw new RangeError('the structure tree is too large');
  }
}

function kidsOf(dict: PDFDict): PDFObject[] {
  const kids = dict.get(name('K'));
  const list = dict.lookup(name('K'));
  if (list instanceof PDFArray) return list.asArray();
  return kids === undefined ? [] : [kids];
}

function refOf(dict: PDFDict, key: string): PDFRef | undefined {
  const ref = dict.get(name(key));
  return ref instanceof PDFRef ? ref : undefined;
}

function refAt(list: PDFArray | undefined, at: number): PDFRef | undefined {
  const ref = list?.get(at);
  return ref instanceof PDFRef ? ref : undefined;
}

function numbersOf(dict: PDFDict, key: string): number[] {
  const list = listOf(dict, key);
  return Array.from({ length: list?.size() ?? 0 }, (_, at) => {
    const value = list?.lookup(at);
    return value instanceof PDFNumber ? value.asNumber() : Number.NaN;
  });
}

const textOf = (value: PDFObject | undefined): string =>
  value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : '';
