/**
 * Holds the documents to what is there: every relative link leads to a file or folder of the repository, and every path that
 * ARCHITECTURE.md and CONTRIBUTING.md name in their text or their tree exists.
 */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;

function problemsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const prose = text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '');
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets.flatMap((target) => {
    if (/^([a-z]+:|#)/.test(target)) return [];
    const path = join(dirname(file), decodeURI(target.split('#', 1)[0] ?? ''));
    return existsSync(join(root, path)) ? [] : [`${file}: ${target} leads nowhere`];
  });
}

const TREE = /^## The tree\n+```\n(.*?)^```/ms;
/** Where a path that is written short may begin. */
const PLACES = ['', 'packages/server/src', 'packages', 'docs'];

/** A name alone may be that of any file, as `index.ts` is; a place of tests may end within a name. */
const exists = (path: string) =>
  (path.includes('/')
    ? PLACES.flatMap((place) => [path, `${path}.test.ts`].map((each) => join(place, each)))
    : [path, `**/${path}`]
  ).some((pattern) => globSync(pattern, { cwd: root, exclude: ['**/node_modules'] }).length > 0);

/** What is called `features/pages/queries.ts` or `clock.ts` in a document, without what has blanks, variables or options. */
export function pathsIn(text: string): string[] {
  const prose = text.replace(/^```.*?^```/gms, '');
  const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  return spans
    .filter((span) => /^[\w.*{},/-]+$/.test(span) && !/^[-/]|\.\.\.|^@/.test(span))
    .filter(
      (span) => /\w\.(ts|tsx|mjs|js|json|md|sql|yml)$/.test(span) || /^[\w-]+\/[\w./*{},-]*$/.test(span),
    );
}

/** The paths of a tree of folders: each line a name, deeper by two blanks, and its meaning behind it. */
export function pathsInTree(tree: string): string[] {
  const folders: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', names = ''] =
      /^( *)([\w.-][\w./-]*(?: [\w.-][\w./-]*)* ?)(?: {2,}|$)/.exec(line) ?? [];
    if (names === '' || indent.length > 2 * folders.length + 2) return [];
    const depth = indent.length / 2;
    if (!Number.isInteger(depth)) return [];
    folders.length = depth;
    const words = names.trim().split(' ');
    if (words.length === 1 && names.trim().endsWith('/')) folders.push(names.trim());
    return words.map((name) => join(...folders.slice(0, depth), name));
  });
}

/** The tree names every feature, and no other. */
function featureProblems(tree: string): string[] {
  const [, names] = /^ +features\/ +((?:[\w -]+\n)+?)(?= {1,6}\w)/m.exec(tree) ?? [];
  if (names === undefined) return [];
  const named = names.trim().split(/\s+/);
  const present = readdirSync(join(root, 'packages/server/src/features'));
  return [
    ...named.filter((name) => !present.includes(name)).map((name) => `${name} is no feature`),
    ...present.filter((name) => !named.includes(name)).map((name) => `${name} is not in the tree`),
  ].map((problem) => `ARCHITECTURE.md: ${problem}`);
}

function missingPathsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const [, tree = ''] = TREE.exec(text) ?? [];
  return [...pathsIn(text), ...pathsInTree(tree)].flatMap((path) =>
    exists(path) || exists(`${path}.md`) ? [] : [`${file}: names ${path}, which does not exist`],
  );
}

if (import.meta.main) {
  const files = globSync('**/*.md', { cwd: root, exclude: ['**/node_modules/**', 'data/**'] });
  const problems = [
    ...files.flatMap(problemsOf),
    ...['ARCHITECTURE.md', 'CONTRIBUTING.md'].flatMap(missingPathsOf),
    ...featureProblems(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')),
  ];
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
