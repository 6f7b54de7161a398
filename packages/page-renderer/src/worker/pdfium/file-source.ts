import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

export interface PdfSource {
  length: number;
  read(position: number, target: Uint8Array): boolean;
}

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
