import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Alias, build, type InlineConfig, type Rollup } from 'vite';

const root = new URL('../../../../', import.meta.url).pathname;
const homes = { 18: 'e2e/react-18', 19: 'packages/react' } as const;
type Version = keyof typeof homes;

function aliasOf(version: Version): Alias[] {
  const from = createRequire(join(root, homes[version], 'package.json'));
  return ['react-dom', 'react'].map((name) => ({
    find: new RegExp(`^${name}(?=/|$)`),
    replacement: dirname(from.resolve(`${name}/package.json`)),
  }));
}

async function buildOnly(settings: InlineConfig): ReturnType<typeof build> {
  const before = process.env.NODE_ENV;
  try {
    return await build(settings);
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

/**
 * In development mode, StrictMode mounts twice and React logs warnings.
 * @param entry relative to the repository's root
 */
export function bundleWithReact(entry: string, version: Version): Promise<string> {
  const key = `${version} ${entry}`;
  const bundle = bundles.get(key) ?? bundleEntry(entry, version);
  bundles.set(key, bundle);
  return bundle;
}

const bundles = new Map<string, Promise<string>>();

async function bundleEntry(entry: string, version: Version): Promise<string> {
  const built = await buildOnly({
    root,
    configFile: false,
    logLevel: 'error',
    mode: 'development',
    resolve: { alias: aliasOf(version) },
    define: { 'process.env.NODE_ENV': '"development"' },
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: join(root, entry), output: { codeSplitting: false } },
    },
  });
  const [{ output }] = [built].flat() as [Rollup.RollupOutput];
  return output[0].code;
}

export async function buildWithReact(folder: string, version: Version, outDir: string): Promise<void> {
  await buildOnly({
    root: join(root, folder),
    configFile: join(root, folder, 'vite.config.ts'),
    logLevel: 'error',
    resolve: { alias: aliasOf(version) },
    build: { outDir, emptyOutDir: true },
  });
}
