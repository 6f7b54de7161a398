/**
 * Holds imports to their direction: `main → app → features → access · log · jobs → storage → protocol`. A feature
 * imports another one's `index.ts` and nothing else of it; nothing imports a file of a layer above its own.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const root = new URL('..', import.meta.url).pathname;
const server = 'packages/server/src';

/** Layers from the bottom; a file may import its own layer and those below. */
const layers = [
  ['errors.ts', 'clock.ts', 'ids.ts', 'secrets.ts', 'config.ts', 'media', 'storage'],
  ['access', 'log', 'jobs', 'http', 'environment.ts', 'rounds.ts'],
  ['features'],
  ['app.ts', 'housekeeping.ts', 'logger.ts', 'master-key.ts', 'open-environment.ts', 'server.ts'],
  ['start-screen.ts', 'main.ts'],
];

function layerOf(path: string): number {
  const first = relative(server, path).split('/')[0] ?? '';
  return layers.findIndex((names) => names.includes(first));
}

function featureOf(path: string): string | undefined {
  return /features\/([^/]+)\//.exec(path)?.[1];
}

function problemsOf(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8');
  const imports = [...source.matchAll(/(?:from|import)\s*\(?'(\.{1,2}\/[^']+)'/g)].map(([, target = '']) =>
    join(dirname(file), target),
  );
  return imports.flatMap((target) => {
    if (layerOf(target) === -1) return [`${file}: ${target} belongs to no layer`];
    if (layerOf(target) > layerOf(file)) return [`${file}: imports ${target} of a layer above`];
    const feature = featureOf(target);
    const foreign = feature !== undefined && feature !== featureOf(file);
    if (foreign && !target.endsWith(`features/${feature}/index.ts`))
      return [`${file}: imports ${target}, which is not the feature’s index.ts`];
    return [];
  });
}

const files = globSync(`${server}/**/*.ts`, {
  cwd: root,
  exclude: ['**/*.test.ts', '**/testing/**', '**/fixtures/**'],
});
const problems = files.flatMap(problemsOf);
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
