/**
 * Holds imports to their direction. Of the packages, each imports only those below it, and tests alone the testkit.
 * Within the server: `main → server → app → features → access · log · http → storage · media`. A feature imports another
 * one's `index.ts` and nothing else of it; nothing imports a file of a layer above its own.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const root = new URL('..', import.meta.url).pathname;
const server = 'packages/server/src';

/** What may run without tests, and the packages of ours that it may import beside itself. */
const packages: Record<string, string[]> = {
  'packages/protocol': [],
  'packages/client': ['packages/protocol'],
  'packages/web': ['packages/client', 'packages/protocol'],
  'packages/server': ['packages/protocol'],
  'packages/testkit': ['packages/protocol', 'packages/server', 'conformance'],
  'packages/bot-kit': ['packages/protocol'],
  'packages/test-service': ['packages/bot-kit', 'packages/client', 'packages/protocol'],
  'packages/sdk': ['packages/protocol'],
  'packages/react': ['packages/sdk'],
  // Types alone, which Node erases.
  conformance: ['packages/protocol'],
};

const UNCHECKED = ['**/*.test.{ts,tsx}', '**/testing/**', '**/fixtures/**', '**/node_modules/**'];

/** Layers from the bottom; a file may import its own layer and those below. */
const layers = [
  [
    'errors.ts',
    'conference',
    'config',
    'limits',
    'media',
    'outbound',
    'process',
    'secrets',
    'storage',
    'time',
  ],
  ['access', 'environment', 'html', 'http', 'log', 'sandbox'],
  ['features'],
  ['app.ts', 'background', 'server.ts'],
  ['commands', 'main.ts'],
];

function layerOf(path: string): number {
  const first = relative(server, path).split('/')[0] ?? '';
  return layers.findIndex((names) => names.includes(first));
}

function featureOf(path: string): string | undefined {
  return /features\/([^/]+)\//.exec(path)?.[1];
}

/** The package that a file is of, or else undefined. */
function packageOf(path: string): string | undefined {
  return Object.keys(packages).find((folder) => path.startsWith(`${folder}/`));
}

/** The files and packages of ours that a file imports, as paths from the root. */
function importsOf(file: string, source: string): string[] {
  return [...source.matchAll(/(?:from|import)\s*\(?\s*['"`]([^'"`]+)['"`]/g)].flatMap(([, target = '']) => {
    if (target.startsWith('.')) return [join(dirname(file), target)];
    return target.startsWith('@ringbinder/') ? [target.replace('@ringbinder', 'packages')] : [];
  });
}

function packageProblem(file: string, target: string): string | undefined {
  const own = packageOf(file) ?? '';
  const other = packageOf(`${target}/`);
  if (other === own || packages[own]?.includes(other ?? '')) return undefined;
  return `${file}: imports ${target}, which ${own} must not know`;
}

function layerProblem(file: string, target: string): string | undefined {
  if (layerOf(target) === -1) return `${file}: ${target} belongs to no layer`;
  if (layerOf(target) > layerOf(file)) return `${file}: imports ${target} of a layer above`;
  const feature = featureOf(target);
  const foreign = feature !== undefined && feature !== featureOf(file);
  if (foreign && !target.endsWith(`features/${feature}/index.ts`))
    return `${file}: imports ${target}, which is not the feature’s index.ts`;
  return undefined;
}

/** What is for tests alone. */
const OF_TESTS = /\/(?:testing|fixtures)\/|\.test\.\w+$/;

function testProblem(file: string, target: string): string | undefined {
  return file.startsWith('packages/') && OF_TESTS.test(target)
    ? `${file}: imports ${target}, which is for tests`
    : undefined;
}

/** The imports of a file that it must not have. @param file its path from the root */
export function problemsOf(file: string, source: string): string[] {
  return importsOf(file, source).flatMap((target) => {
    const inServer = file.startsWith(`${server}/`) && target.startsWith(`${server}/`);
    const problem = packageProblem(file, target) ?? testProblem(file, target);
    return problem ?? (inServer ? layerProblem(file, target) : undefined) ?? [];
  });
}

/** The files that are held to it, of every type. */
export function findFiles(): string[] {
  return Object.keys(packages)
    .flatMap((folder) => globSync(`${folder}/src/**/*.{ts,tsx,js,mjs}`, { cwd: root, exclude: UNCHECKED }))
    .toSorted();
}

if (import.meta.main) {
  const problems = findFiles().flatMap((file) => problemsOf(file, readFileSync(join(root, file), 'utf8')));
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
