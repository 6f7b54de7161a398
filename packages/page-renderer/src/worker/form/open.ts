import { readFile } from 'node:fs/promises';
import { ParseSpeeds, PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber } from '@cantoo/pdf-lib';
import type { FormRefusal } from '../../form.ts';
import type { Limits } from '../kinds/kind.ts';
import { withPdf } from '../pdfium/document.ts';
import { withFile } from '../pdfium/file-source.ts';

/** Larger forms need more memory than a worker has. */
const MAX_BYTES = 32 * 1024 * 1024;

export interface OpenForm {
  document: PDFDocument;
  refusal: FormRefusal | undefined;
}

export async function openForm(path: string, limits: Limits): Promise<OpenForm | FormRefusal | null> {
  // pdfium checks for a form first, because pdf-lib takes seconds to parse a file.
  const hasForm = await withFile(path, (source) =>
    withPdf(source, limits.deadlineMs, (document) => document.hasForm),
  );
  if (!hasForm) return null;
  const bytes = await readFile(path);
  if (bytes.length > MAX_BYTES) return 'too_large';
  let document: PDFDocument;
  try {
    document = await PDFDocument.load(bytes, {
      parseSpeed: ParseSpeeds.Fastest,
      ignoreEncryption: true,
      updateMetadata: false,
      preserveXFA: true,
    });
  } catch {
    return 'unreadable';
  }
  if (document.isEncrypted) return 'encrypted';
  const form = dictOf(document.catalog, 'AcroForm');
  if (form === undefined) return null;
  for (const key of ['Fields', 'Kids']) removeDangling(form, key, new Set());
  const isXfa = form.get(PDFName.of('XFA')) !== undefined;
  return { document, refusal: isSigned(document) ? 'signed' : isXfa ? 'xfa' : undefined };
}

/** Missing fields and references to ancestors break pdf-lib. */
function removeDangling(parent: PDFDict, key: string, path: ReadonlySet<PDFDict>): void {
  const list = listOf(parent, key);
  for (let index = (list?.size() ?? 0) - 1; index >= 0; index--) {
    const child = list?.lookup(index);
    if (!(child instanceof PDFDict) || path.has(child)) list?.remove(index);
    else removeDangling(child, 'Kids', new Set([...path, child]));
  }
}

export function isSigned(document: PDFDocument): boolean {
  const permissions = dictOf(document.catalog, 'Perms');
  if (permissions?.get(PDFName.of('DocMDP')) !== undefined) return true;
  return document.context
    .enumerateIndirectObjects()
    .some(
      ([, object]) =>
        object instanceof PDFDict &&
        object.get(PDFName.of('FT')) === PDFName.of('Sig') &&
        object.get(PDFName.of('V')) !== undefined,
    );
}

export function dictOf(dict: PDFDict, key: string): PDFDict | undefined {
  const value = dict.lookup(PDFName.of(key));
  return value instanceof PDFDict ? value : undefined;
}

export function listOf(dict: PDFDict, key: string): PDFArray | undefined {
  const value = dict.lookup(PDFName.of(key));
  return value instanceof PDFArray ? value : undefined;
}

export function numberOf(dict: PDFDict, key: string): number | undefined {
  const value = dict.lookup(PDFName.of(key));
  return value instanceof PDFNumber ? value.asNumber() : undefined;
}
