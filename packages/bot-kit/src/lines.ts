import { appendFile, rename, writeFile } from 'node:fs/promises';

export interface Lines {
  append(line: string): Promise<void>;
}

/** Appended lines that trigger a rewrite, about 4 MB. */
const MAX_EXCESS = 100_000;

export async function openLines(
  path: string,
  summary: () => string[],
  maxExcess: number = MAX_EXCESS,
): Promise<Lines> {
  let excess = 0;
  let latest: string[] = [];
  let last: Promise<unknown> = Promise.resolve();
  let next: { lines: string[]; written: Promise<void> } | undefined;

  async function rewrite(): Promise<void> {
    await writeFile(`${path}.new`, asText([...summary(), ...latest]), { flush: true });
    await rename(`${path}.new`, path);
    excess = 0;
  }

  async function write(lines: string[]): Promise<void> {
    if (excess >= maxExcess) await rewrite();
    await appendFile(path, asText(lines), { flush: true });
    excess += lines.length;
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
