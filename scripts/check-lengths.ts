/** Holds files to one concept each: `node scripts/check-lengths.ts` fails on a file of source that is too long for one. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = '**/*.{ts,tsx,css,js,mjs}';
const NOT_OURS = ['**/node_modules', '**/dist', '**/dist-*', 'data', 'coverage'];

/** A file of more lines has two concepts. */
const MAX_LINES = 300;

/** What may be longer, and why. */
const exempt: ReadonlyMap<string, string> = new Map([
  ['packages/client/src/generated/api.ts', 'written by scripts/generate.ts from the OpenAPI document'],
]);

/** What is wrong with the length of a file, or else undefined. */
export function findLength(path: string, source: string): string | undefined {
  const lines = source.split('\n').length - (source.endsWith('\n') ? 1 : 0);
  if (lines <= MAX_LINES || exempt.has(path)) return undefined;
  return `${path} has ${lines} lines, more than ${MAX_LINES}: it holds two concepts, so split it`;
}

if (import.meta.main) {
  const root = new URL('..', import.meta.url).pathname;
  const files = globSync(SOURCES, { cwd: root, exclude: NOT_OURS }).sort();
  const problems = files.flatMap((file) => findLength(file, readFileSync(join(root, file), 'utf8')) ?? []);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
