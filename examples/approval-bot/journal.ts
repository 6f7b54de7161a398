import { appendFile, readFile, truncate } from 'node:fs/promises';

/** A file of JSON lines that only grows: what was appended is there after a crash. */
export interface Journal<Entry> {
  /** What was in it when it was opened, in order. */
  entries: Entry[];
  /** Appends a line; it is on the disk when this ends. */
  append(entry: Entry): Promise<void>;
}

/** Opens a journal, or begins one. Rejects with the system's error when the file cannot be read. */
export async function openJournal<Entry>(path: string): Promise<Journal<Entry>> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  // A line that a crash cut off has no end. It was never relied on, and the next line needs a clean place.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) await truncate(path, Buffer.byteLength(whole));
  return {
    entries: whole
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Entry),
    append: (entry) => appendFile(path, `${JSON.stringify(entry)}\n`, { flush: true }),
  };
}
