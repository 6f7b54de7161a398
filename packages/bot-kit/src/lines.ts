import { appendFile, rename, writeFile } from 'node:fs/promises';

/** A file of lines that grows, and is written anew when it has become long. */
export interface Lines {
  /** Appends a line; it is on the disk when this ends. Rejects with the system's error. */
  append(line: string): Promise<void>;
}

/** So many lines more than it began with; some 4 MB. */
const MAX_EXCESS = 100_000;

/**
 * Opens the file and writes it anew. Lines that come while others are being written go to the disk together.
 * @param summary what the file has to hold, as lines; those that were appended last may be missing
 * @param mostMore after so many lines more it is written anew
 */
export async function openLines(
  path: string,
  summary: () => string[],
  mostMore: number = MAX_EXCESS,
): Promise<Lines> {
  let more = 0;
  let latest: string[] = [];
  let last: Promise<unknown> = Promise.resolve();
  let next: { lines: string[]; written: Promise<void> } | undefined;

  async function rewrite(): Promise<void> {
    await writeFile(`${path}.new`, asText([...summary(), ...latest]), { flush: true });
    await rename(`${path}.new`, path);
    more = 0;
  }

  async function write(lines: string[]): Promise<void> {
    if (more >= mostMore) await rewrite();
    await appendFile(path, asText(lines), { flush: true });
    more += lines.length;
    latest = lines;
  }

  await rewrite();
  return {
    append(line) {
      if (!next) {
        const lines: string[] = [];
        const written = last.then(() => {
          next = undefined;
          return write(lines);
        });
        next = { lines, written };
        last = written.catch(() => undefined);
      }
      next.lines.push(line);
      return next.written;
    },
  };
}

const asText = (lines: string[]) => lines.map((line) => `${line}\n`).join('');
