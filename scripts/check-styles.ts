/**
 * Holds the styles to what is drawn: `node scripts/check-styles.ts` fails on a class in a style sheet that no page, no
 * component and no test host gives to anything. A class that was renamed in one place alone is found by it.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const STYLES = 'packages/web/design/*.css';
const SOURCES = 'packages/{web,server,sdk}/src/**/*.{ts,tsx}';

/** The classes that a style sheet names, in the order of their names. */
export function classesOf(css: string): string[] {
  // What stands between a bracket or semicolon and an opening bracket is a selector; the rest are declarations.
  const selectors = css.replaceAll(/\/\*.*?\*\//gs, '').match(/[^{};]+(?=\{)/g) ?? [];
  return [...new Set(selectors.flatMap((each) => each.match(/(?<=\.)[a-z][\w-]*/gi) ?? []))].toSorted();
}

/** The words that stand in literals of a source, but for the paths of imports. A literal may end in a part of a word. */
export function wordsOf(source: string): { words: Set<string>; beginnings: Set<string> } {
  const literals = (source.match(/"[^"\n]*"|'[^'\n]*'|`[^`]*`/g) ?? []).filter(
    (text) => !/^.\.{0,2}[@/]/.test(text),
  );
  const all = literals.join('\n');
  return {
    words: new Set(all.match(/[a-z][\w-]*/gi)),
    beginnings: new Set([...all.matchAll(/([a-z][\w-]*-)\$\{/gi)].map(([, beginning = '']) => beginning)),
  };
}

if (import.meta.main) {
  const root = new URL('..', import.meta.url).pathname;
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const drawn = globSync(SOURCES, { cwd: root, exclude: ['**/node_modules'] }).map((file) =>
    wordsOf(read(file)),
  );
  const isDrawn = (name: string) =>
    drawn.some(
      ({ words, beginnings }) => words.has(name) || [...beginnings].some((each) => name.startsWith(each)),
    );
  const problems = globSync(STYLES, { cwd: root })
    .sort()
    .flatMap((file) =>
      classesOf(read(file))
        .filter((name) => !isDrawn(name))
        .map((name) => `${file} has styles for .${name}, which nothing has`),
    );
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
