import { readFile, stat } from 'node:fs/promises';
import { ParseSpeeds, PDFDocument } from '@cantoo/pdf-lib';
import { StructureTree, type TaggedSource, taggedSource } from './structure-tree.ts';

export interface TaggedPages {
  path: string;
  count: number;
  pages: readonly {
    index: number;
    place: number;
  }[];
}

/** pdf-lib holds whole documents in memory. */
const MAX_BYTES = 64 * 1024 * 1024;

/** For object streams, pdf-lib takes quadratic time. */
const SAVE = {
  useObjectStreams: false,
  objectsPerTick: Number.POSITIVE_INFINITY,
  updateFieldAppearances: false,
  addDefaultPage: false,
};

/** pdfium omits the structure tree. Returns null if nothing was copied or the PDF is too large. */
export async function copyTags(
  pdf: Uint8Array | string,
  sources: readonly TaggedPages[],
): Promise<Uint8Array | null> {
  if (sources.length === 0) return null;
  const bytes = typeof pdf === 'string' ? await readSmall(pdf) : pdf;
  return bytes && bytes.length <= MAX_BYTES ? withTags(bytes, sources) : null;
}

async function withTags(bytes: Uint8Array, sources: readonly TaggedPages[]): Promise<Uint8Array | null> {
  const document = await open(bytes);
  const tree = new StructureTree(document);
  let opened = '';
  let source: TaggedSource | undefined;
  for (const { path, count, pages } of sources) {
    if (path !== opened) {
      source = undefined; // frees memory for the next source
      source = await openSource(path);
      opened = path;
    }
    // Different page counts mean that pdf-lib and pdfium read a damaged file differently.
    if (source?.pages.length === count) tree.copy(source, pages);
  }
  if (!tree.finish()) return null;
  const tagged = await document.save(SAVE);
  return tagged.length <= MAX_BYTES ? tagged : null;
}

async function openSource(path: string): Promise<TaggedSource | undefined> {
  const bytes = await readSmall(path);
  if (bytes === null) return undefined;
  return open(bytes)
    .then(taggedSource)
    .catch(() => undefined);
}

async function readSmall(path: string): Promise<Uint8Array | null> {
  return (await stat(path)).size <= MAX_BYTES ? readFile(path) : null;
}

function open(bytes: Uint8Array): Promise<PDFDocument> {
  return PDFDocument.load(bytes, { updateMetadata: false, password: '', parseSpeed: ParseSpeeds.Fastest });
}
