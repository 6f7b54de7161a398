import { closeSync, openSync, readSync } from 'node:fs';
import type { StoredMarkup } from '../jobs.ts';

/** Reads the markup of one page. Throws the system's error when the file is not there. */
export function readMarkup({ path, start, bytes }: StoredMarkup): string[] {
  const descriptor = openSync(path, 'r');
  try {
    const text = Buffer.alloc(bytes);
    for (let at = 0; at < bytes; ) {
      const read = readSync(descriptor, text, at, bytes - at, start + at);
      if (read === 0) throw new Error(`the markup of a page ends ${bytes - at} bytes early`);
      at += read;
    }
    return JSON.parse(text.toString());
  } finally {
    closeSync(descriptor);
  }
}
