import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFPage,
  PDFRef,
} from '@cantoo/pdf-lib';
import { dictOf, listOf, numberOf } from '../form/open.ts';

const name = PDFName.of;
/** A damaged number tree may contain itself. */
const MAX_DEPTH = 20;

export function addFigure(document: PDFDocument, page: PDFPage, alt: string): number | null {
  const { catalog, context } = document;
  const root = dictOf(catalog, 'StructTreeRoot');
  const rootRef = catalog.get(name('StructTreeRoot'));
  const numbers = root && dictOf(root, 'ParentTree');
  if (!root || !numbers || !(rootRef instanceof PDFRef)) return null;
  const parents = parentsOf(document, root, numbers, page);
  if (!parents) return null;
  const [first] = kidsOf(root);
  const top = context.lookup(first);
  const isDocument =
    top instanceof PDFDict && top.lookup(name('S')) === name('Document') && first instanceof PDFRef;
  const [parent, parentRef] = isDocument ? [top, first] : [root, rootRef];
  const figure = context.obj({
    Type: 'StructElem',
    S: 'Figure',
    P: parentRef,
    Pg: page.ref,
    K: parents.size(),
  });
  figure.set(name('Alt'), PDFHexString.fromText(alt));
  const ref = context.register(figure);
  parent.set(name('K'), context.obj([...kidsOf(parent), ref]));
  parents.push(ref);
  return parents.size() - 1;
}

function parentsOf(
  { context }: PDFDocument,
  root: PDFDict,
  numbers: PDFDict,
  page: PDFPage,
): PDFArray | undefined {
  const key = numberOf(page.node, 'StructParents');
  const found = key === undefined ? undefined : findNumber(numbers, key, 0);
  if (found instanceof PDFArray) return found;
  const next = numberOf(root, 'ParentTreeNextKey');
  if (next === undefined || key !== undefined) return undefined;
  const list = context.obj([]);
  const entry = [PDFNumber.of(next), context.register(list)];
  const own = listOf(numbers, 'Nums');
  if (own) for (const each of entry) own.push(each);
  else {
    const limits = [PDFNumber.of(next), PDFNumber.of(next)];
    const leaf = context.register(context.obj({ Nums: entry, Limits: limits }));
    listOf(numbers, 'Kids')?.push(leaf);
  }
  root.set(name('ParentTreeNextKey'), PDFNumber.of(next + 1));
  page.node.set(name('StructParents'), PDFNumber.of(next));
  return list;
}

function findNumber(tree: PDFDict, key: number, depth: number): unknown {
  const numbers = listOf(tree, 'Nums');
  for (let at = 0; at + 1 < (numbers?.size() ?? 0); at += 2) {
    const number = numbers?.lookup(at);
    if (number instanceof PDFNumber && number.asNumber() === key) return numbers?.lookup(at + 1);
  }
  const kids = listOf(tree, 'Kids');
  for (let at = 0; at < (kids?.size() ?? 0) && depth < MAX_DEPTH; at++) {
    const kid = kids?.lookup(at);
    const found = kid instanceof PDFDict ? findNumber(kid, key, depth + 1) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function kidsOf(dict: PDFDict) {
  const kids = dict.get(name('K'));
  const list = dict.lookup(name('K'));
  if (list instanceof PDFArray) return list.asArray();
  return kids === undefined ? [] : [kids];
}
