/** Fails if packages/web contains user-visible texts outside packages/web/src/strings. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

const PAGES = 'packages/web/src/**/*.{ts,tsx}';
const CATALOGUE = 'packages/web/src/strings/**';
const CODE = 'packages/web/src/playground/{code,react-code}.ts';
const TESTS = 'packages/web/src/**/{*.test.ts,testing/**}';

const SPOKEN: ReadonlySet<string> = new Set([
  ...[
    'label',
    'title',
    'hint',
    'wrong',
    'placeholder',
    'alt',
    'legend',
    'about',
    'consequence',
    'empty',
    'submit',
  ],
  ...['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext'],
]);
const SILENT: ReadonlySet<string> = new Set(['class', 'd', 'viewBox', 'rel', 'aria-labelledby']);
const TECHNICAL =
  /^(Ringbinder|read write|(Control|Alt|Shift)( \S+)+|Arrow(Left|Right|Up|Down)|Page(Up|Down)|Home|End|Escape|Enter|Tab|Shift|Delete|ContextMenu|Files|\w+Error|Bearer |(Mod|Alt|Shift)-[\w-]+)$/;
const READS_AS_TEXT = /\p{L}{2,}\s+\p{L}{2,}|^\p{Lu}\p{Ll}+/u;
const HAS_LETTER = /\p{L}/u;

interface Node {
  type: string;
  start: number;
  [field: string]: unknown;
}

/**
 * Returns file, line and text of literals outside the catalogue. `// not shown` marks an error for
 * programmers.
 */
export function findLiterals(path: string, source: string): string[] {
  const lines = source.split('\n');
  const texts = [...textsIn(parseSync(path, source).program as unknown as Node)];
  return texts.flatMap(([{ start }, text]) => {
    const line = source.slice(0, start).split('\n').length;
    return lines[line - 1]?.endsWith('// not shown')
      ? []
      : [`${path}:${line} says “${text.trim()}” by itself`];
  });
}

function* textsIn(node: Node): Generator<[Node, string]> {
  if (node.type.startsWith('TS')) {
    // A type contains no text, but the expression before `as` may.
    if (isNode(node.expression)) yield* textsIn(node.expression);
  } else if (node.type === 'JSXAttribute') {
    yield* textsInAttribute(String((node.name as { name?: unknown }).name), node.value);
  } else if (node.type === 'JSXText') {
    if (HAS_LETTER.test(String(node.value))) yield [node, String(node.value)];
  } else {
    const text = textOf(node);
    if (text !== undefined && READS_AS_TEXT.test(text) && !TECHNICAL.test(text)) yield [node, text];
    for (const [field, value] of Object.entries(node)) if (field !== 'source') yield* textsInAll(value);
  }
}

function* textsInAll(value: unknown): Generator<[Node, string]> {
  for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) yield* textsIn(each);
}

function* textsInAttribute(name: string, value: unknown): Generator<[Node, string]> {
  if (SILENT.has(name) || !isNode(value)) return;
  const text = textOf(value);
  if (text !== undefined && SPOKEN.has(name) && HAS_LETTER.test(text)) yield [value, text];
  else yield* textsIn(value);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

function textOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateElement') return (node.value as { cooked: string }).cooked;
  return undefined;
}

if (import.meta.main) {
  const root = new URL('..', import.meta.url).pathname;
  const files = globSync(PAGES, { cwd: root, exclude: [CATALOGUE, CODE, TESTS] }).sort();
  const problems = files.flatMap((file) => findLiterals(file, readFileSync(join(root, file), 'utf8')));
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
