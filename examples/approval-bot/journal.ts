import { appendFile, readFile, truncate } from 'node:fs/promises';

/** An append-only file of JSON lines. Appended lines survive a crash. */
export interface Journal<Entry> {
  entries: Entry[];
  append(entry: Entry): Promise<void>;
}

export async function openJournal<Entry>(path: string): Promise<Journal<Entry>> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  // A line that a crash truncated has no line break. Remove it: nothing relies on it, and the next line must
  // start cleanly.
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
