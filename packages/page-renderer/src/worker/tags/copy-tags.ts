import { readFile, stat } from 'node:fs/promises';
import { ParseSpeeds, PDFDocument } from '@cantoo/pdf-lib';
import { StructureTree, type TaggedSource, taggedSource } from './structure-tree.ts';

/** Of the new PDF. */
export interface TaggedPages {
  path: string;
  /** Of the tagged PDF. */
  count: number;
  pages: readonly {
    /** In the tagged PDF, from 0. */
    index: number;
    /** In the new PDF, from 0. */
    place: number;
  }[];
}

/** pdf-lib holds whole documents in memory. */
const MAX_BYTES = 64 * 1024 * 1024;

/** pdf-lib's time is quadratic in object streams. */
const SAVE = {
  useObjectStreams: false,
  objectsPerTick: Number.POSITIVE_INFINITY,
  updateFieldAppearances: false,
  addDefaultPage: false,
};

/** pdfium copies marked content without the structure tree. Null without tags, or for a large file. */
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
      source = undefined; // before the next one needs memory
      source = await openSource(path);
      opened = path;
    }
    // pdf-lib and pdfium may count a damaged file's pages differently.
    if (source?.pages.length === count) tree.copy(source, pages);
  }
  if (!tree.finish()) return null;
  const tagged = await document.save(SAVE);
  return tagged.length <= MAX_BYTES ? tagged : null;
}

/** Undefined for large or damaged files. Throws if the file cannot be read. */
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
