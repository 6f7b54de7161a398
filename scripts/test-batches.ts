import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasBrowser, hasMedia, inOrder } from './test-order.ts';

/** How many files one process runs: enough that loading the server is no great part, and few enough to share the cores. */
const MAX_FILES = 12;
/** Those with a browser take five times as long. */
const MAX_BROWSER_FILES = 4;

/** Where files are that need nothing of their process but its modules, most of them. */
const SHARING = /^(packages|e2e\/browser)\//;
/** What is of the whole process: a file that measures, changes or ends it, or stops its clock, has one to itself. */
const OF_THE_PROCESS =
  /\bprocess\.(env\.\w+ = |env\[.*\] = |on\(|once\(|exit|argv|kill|cpuUsage|threadCpuUsage|memoryUsage)|mock\.timers|delete process\.env/;

/** What one process runs. */
export interface Program {
  /** Absolute, or below the root. */
  path: string;
  /** The test files that it runs, below the root: itself, or several. */
  files: string[];
}

/** Each file as a program of its own. */
export const eachAlone = (files: readonly string[]): Program[] =>
  files.map((path) => ({ path, files: [path] }));

/**
 * Writes programs that run many test files each: a process of its own costs a file as much of the processor's time as
 * its tests take (1.1 s), a browser of its own 0.7 s more, and most files need neither.
 * @param root where the files lie
 * @param directory where the programs are written
 * @returns what to run instead, in the order that takes the least time
 */
export function inBatches(files: readonly string[], root: string, directory: string): Program[] {
  const sharing = files.filter((file) => SHARING.test(file) && !OF_THE_PROCESS.test(read(root + file)));
  const withMedia = sharing.filter((file) => hasMedia(root + file));
  const withBrowser = sharing.filter((file) => !withMedia.includes(file) && hasBrowser(root + file));
  const others = sharing.filter((file) => !withMedia.includes(file) && !withBrowser.includes(file));
  const batches = [
    ...dealt(withMedia, MAX_BROWSER_FILES),
    ...dealt(withBrowser, MAX_BROWSER_FILES),
    ...dealt(others, MAX_FILES),
  ];
  // Each stands in the order where its first file would.
  const programs = new Map<string, Program>();
  for (const [index, [first = '', ...more]] of batches.entries()) {
    const path = join(directory, `batch-${index + 1}.test.mjs`);
    const batch = [first, ...more];
    const module = JSON.stringify(join(root, 'scripts/test-batch.ts'));
    const call = `runInOneProcess(${JSON.stringify(root)}, ${JSON.stringify(batch)});`;
    writeFileSync(path, `import { runInOneProcess } from ${module};\n${call}\n`);
    programs.set(first, { path, files: batch });
  }
  const alone = files.filter((file) => !sharing.includes(file));
  return inOrder([...programs.keys(), ...alone], root).map(
    (file) => programs.get(file) ?? { path: file, files: [file] },
  );
}

const read = (path: string) => readFileSync(path, 'utf8');

/** Parts of about equal length, of every nth file: neighbours are alike, and the long ones not all in one part. */
function dealt(files: readonly string[], max: number): string[][] {
  const count = Math.ceil(files.length / max);
  return Array.from({ length: count }, (_, part) => files.filter((_file, place) => place % count === part));
}
