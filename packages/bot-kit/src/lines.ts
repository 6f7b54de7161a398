import { appendFile, rename, writeFile } from 'node:fs/promises';

/** Append-only, rewritten when long. */
export interface Lines {
  /** Resolves when the line is on disk. Rejects with the system's error. */
  append(line: string): Promise<void>;
}

/** About 4 MB before a rewrite. */
const MAX_EXCESS = 100_000;

/**
 * Groups lines added during a write.
 *
 * @param summary the required lines; the last appended ones may be missing
 * @param mostMore additional lines that trigger a rewrite
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
