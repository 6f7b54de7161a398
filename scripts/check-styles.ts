/**
 * Holds the styles to what is drawn: `node scripts/check-styles.ts` fails on a class in a style sheet that no page, no
 * component and no test host gives to anything. A class that was renamed in one place alone is found by it.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const STYLES = 'packages/web/design/*.css';
const SOURCES = 'packages/{web,server,sdk}/src/**/*.{ts,tsx}';
const WORD = /[a-z][\w-]*/gi;

/** The classes that a style sheet names, in order, each with those that stand on the same element somewhere (`.a.b`). */
export function classesOf(css: string): Map<string, Set<string>> {
  // What stands between a bracket or semicolon and an opening bracket is a selector; the rest are declarations.
  const selectors = css.replaceAll(/\/\*.*?\*\//gs, '').match(/[^{};]+(?=\{)/g) ?? [];
  const found = new Map<string, Set<string>>();
  for (const element of selectors.flatMap((each) => each.match(/(?:\.[a-z][\w-]*)+/gi) ?? [])) {
    const names = element.slice(1).split('.');
    for (const name of names) {
      const beside = found.get(name) ?? new Set();
      for (const other of names) if (other !== name) beside.add(other);
      found.set(name, beside);
    }
  }
  return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** What a source gives as classes, and the words of all its literals. */
export interface Given {
  classes: Set<string>;
  /** Of `hue-${n}`: `hue-`. */
  beginnings: Set<string>;
  /** Classes beside which a name stands that is not known here, as in `handle ${side}`. */
  beside: Set<string>;
  words: Set<string>;
}

/** Reads what stands in `class="…"`, `class={…}`, `rowClass: '…'`, `classList.add('…')` and the like. */
export function givenBy(text: string): Given {
  const source = text.replaceAll(/^ *\/\/[^\n]*|^ *\/\*.*?\*\//gms, '');
  const texts = [
    ...[...source.matchAll(/\b(?:class|className|[a-z]\w*Class)(?:=|\??: ?)(?=["'`{])/gi)].map(
      ({ index, 0: { length } }) => valueAt(source, index + length),
    ),
    ...[...source.matchAll(/classList\.\w+\([^)]*\)|'class', [^)]*\)|\.className = [^;]*/g)].map(
      ([text]) => text,
    ),
  ];
  const all = texts.join('\n');
  const literals = (source.match(/"[^"\n]*"|'[^'\n]*'|`[^`]*`/g) ?? []).filter(
    (text) => !/^.\.{0,2}[@/]/.test(text),
  );
  return {
    classes: new Set(all.match(WORD)),
    beginnings: new Set([...all.matchAll(/([a-z][\w-]*-)\$\{/gi)].map(([, name = '']) => name)),
    beside: new Set([...all.matchAll(/([a-z][\w-]*) ?\$\{/gi)].map(([, name = '']) => name)),
    words: new Set(literals.join('\n').match(WORD)),
  };
}

/** A literal or an expression in brackets, to its end. */
function valueAt(source: string, start: number): string {
  const first = source.charAt(start);
  let depth = 0;
  for (let at = start; at < source.length; at++) {
    const character = source.charAt(at);
    if (character === '{') depth++;
    else if (character === '}') depth--;
    const isEnd = first === '{' ? character === '}' : character === first && at > start;
    if (isEnd && depth === 0) return source.slice(start, at);
  }
  return source.slice(start);
}

/** The classes of a style sheet that nothing has. */
export function unusedIn(css: string, given: readonly Given[]): string[] {
  const isGiven = (name: string, beside: ReadonlySet<string>) =>
    given.some(
      ({ classes, beginnings }) =>
        classes.has(name) || [...beginnings].some((beginning) => name.startsWith(beginning)),
    ) ||
    // A name that is put together is looked for in all literals, where it stands beside one that is known.
    (given.some((each) => [...beside].some((other) => each.beside.has(other))) &&
      given.some(({ words }) => words.has(name)));
  return [...classesOf(css)].flatMap(([name, beside]) => (isGiven(name, beside) ? [] : name));
}

if (import.meta.main) {
  const root = new URL('..', import.meta.url).pathname;
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const given = globSync(SOURCES, { cwd: root, exclude: ['**/node_modules', '**/*.test.{ts,tsx}'] }).map(
    (file) => givenBy(read(file)),
  );
  const problems = globSync(STYLES, { cwd: root })
    .sort()
    .flatMap((file) =>
      unusedIn(read(file), given).map((name) => `${file} has styles for .${name}, which nothing has`),
    );
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
