import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Where a PDF's bytes come from. */
export interface PdfSource {
  length: number;
  /** Fills `target` from `position` on; false when the source has fewer bytes. */
  read(position: number, target: Uint8Array): boolean;
}

/** Opens a file for the time of `use`; pdfium reads it block by block. Throws the system's error when it is not there. */
export async function withFile<T>(path: string, use: (source: PdfSource) => T | Promise<T>): Promise<T> {
  const descriptor = openSync(path, 'r');
  const read = (position: number, target: Uint8Array) =>
    readSync(descriptor, target, 0, target.length, position) === target.length;
  try {
    return await use({ length: fstatSync(descriptor).size, read });
  } finally {
    closeSync(descriptor);
  }
}
