/**
 * Fails on unused classes of style sheets, and on physical directions. Reads classes from the syntax tree,
 * which excludes words in conditions and other attributes.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseSync } from 'vite';

const STYLES = 'packages/web/design/*.css';
const SOURCES = 'packages/{web,server,sdk}/src/**/*.{ts,tsx}';
const CLASS_NAME = /^(?:class|className|[a-z]\w*Class)$/;
const FROM_VARIABLES: Readonly<Record<string, string[]>> = {
  'packages/web/src/draw/parts/selection-layer.tsx': 'nw n ne e se s sw w begin'.split(' '),
  'packages/web/src/draw/parts/style-bar.tsx': ['medium'],
  'packages/web/src/draw/parts/writer.tsx': ['text'],
};

// biome-ignore lint/suspicious/noExplicitAny: the syntax tree has a type for each of a hundred kinds of node
type Node = any;

/** For `hue-${n}`, returns `hue-`. */
export function classNamesIn(file: string, source: string): Set<string> {
  const texts: string[] = [];
  const visit = (node: Node): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const value of classValuesOf(node)) texts.push(...literalsOf(value));
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(file, source).program);
  for (const [, text = ''] of source.matchAll(/\bclass="([^"]*)"/g))
    texts.push(text.replace(/\$\{[^}]*\}/g, ' '));
  return new Set(texts.flatMap((text) => text.split(/\s+/)));
}

function classValuesOf(node: Node): Node[] {
  if (node.type === 'JSXAttribute' && CLASS_NAME.test(node.name.name)) return [node.value];
  if (node.type === 'Property' && CLASS_NAME.test(node.key.name ?? '')) return [node.value];
  if (node.type === 'AssignmentExpression' && node.left.property?.name === 'className') return [node.right];
  const isCall = node.type === 'CallExpression';
  const isSetter = isCall && node.callee.object?.property?.name === 'classList';
  return isSetter || (isCall && node.arguments[0]?.value === 'class') ? node.arguments : [];
}

function literalsOf(node: Node): string[] {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : [];
    case 'TemplateLiteral':
      return [...node.quasis.map((part: Node) => part.value.cooked), ...node.expressions.flatMap(literalsOf)];
    case 'ConditionalExpression':
      return [...literalsOf(node.consequent), ...literalsOf(node.alternate)];
    case 'LogicalExpression':
      return [...(node.operator === '&&' ? [] : literalsOf(node.left)), ...literalsOf(node.right)];
    case 'BinaryExpression':
      return node.operator === '+' ? [...literalsOf(node.left), ...literalsOf(node.right)] : [];
    case 'ArrayExpression':
      return node.elements.flatMap(literalsOf);
    case 'CallExpression':
      return [...node.arguments, node.callee.object].flatMap(literalsOf);
    case 'JSXExpressionContainer':
    case 'TSAsExpression':
    case 'ParenthesizedExpression':
      return literalsOf(node.expression);
    default:
      return [];
  }
}

export function unusedIn(css: string, classes: ReadonlySet<string>): string[] {
  const selectors = css.replaceAll(/\/\*.*?\*\//gs, '').match(/[^{};]+(?=\{)/g) ?? [];
  const names = selectors.flatMap((each) =>
    [...each.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name),
  );
  const beginnings = [...classes].filter((name) => name.endsWith('-'));
  const isGiven = (name: string) =>
    classes.has(name) || beginnings.some((beginning) => name.startsWith(beginning));
  return [...new Set(names)].filter((name) => !isGiven(name)).toSorted();
}

/** Style sheets for pictures, whose left side is the same in every script. */
const OVER_PICTURES = ['clip-review', 'draw', 'embed', 'fill-form', 'stage'];
const PHYSICAL =
  /(?:(?:margin|padding|border)-(?:left|right)[\w-]*|(?<![\w-])(?:left|right)|(?:text-align|float): (?:left|right))(?=\s*[:;}])/g;

export const findPhysicalDeclarations = (css: string): readonly string[] => css.match(PHYSICAL) ?? [];

if (import.meta.main) {
  const root = new URL('..', import.meta.url).pathname;
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const sources = globSync(SOURCES, { cwd: root, exclude: ['**/node_modules', '**/*.{test,spec}.{ts,tsx}'] });
  const classes = new Set(
    sources.flatMap((file) => [...classNamesIn(file, read(file)), ...(FROM_VARIABLES[file] ?? [])]),
  );
  const problems = globSync(STYLES, { cwd: root })
    .sort()
    .flatMap((file) => [
      ...unusedIn(read(file), classes).map((name) => `${file} has styles for .${name}, which nothing has`),
      ...(OVER_PICTURES.includes(basename(file, '.css')) ? [] : findPhysicalDeclarations(read(file))).map(
        (each) => `${file} has “${each}”: use the logical property, such as inline-start`,
      ),
    ]);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
