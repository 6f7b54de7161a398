import { readPart, readTail, type SourceFile } from '../source-file.ts';

/** How far from the end pdfium looks for `startxref`; some servers append lines of their own. */
const TAIL_BYTES = 4096;

/**
 * Whether the end of a PDF is missing. pdfium would repair such a file and show the pages it finds, so the upload
 * would lose the rest without a word; therefore the ending is looked at before pdfium is.
 */
export async function isPdfCutOff(file: SourceFile): Promise<boolean> {
  const tail = (await readTail(file, TAIL_BYTES)).toString('latin1');
  const startxref = tail.lastIndexOf('startxref');
  const end = tail.indexOf('%%EOF', startxref);
  if (startxref < 0 || end < 0) return true;
  // An object behind the last end mark: an update was being appended when the file broke off.
  if (/\d+\s+\d+\s+obj\b/.test(tail.slice(end))) return true;
  return (await linearizedLength(file)) > file.size;
}

/** A linearized PDF has an end mark near its beginning too, but tells its length; 0 for other PDFs. */
async function linearizedLength(file: SourceFile): Promise<number> {
  const head = (await readPart(file, 0, 1024)).toString('latin1');
  const dictionary = /\/Linearized\b[^>]*/.exec(head)?.[0] ?? '';
  return Number(/\/L\s+(\d+)/.exec(dictionary)?.[1] ?? 0);
}
