import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { sdkConfig } from '../../packages/sdk/vite.config.js';
import { compile } from './compile.ts';
import { packDocuments } from './documents.ts';

const run = promisify(execFile);
const root = new URL('../..', import.meta.url).pathname;

/** The packages that others install. */
const packages = ['client', 'bot-kit', 'sdk', 'react', 'test-service'] as const;

type Manifest = Record<string, unknown> & {
  /** Of what is imported of a package the source that it begins with. */
  exports: Record<string, string>;
  dependencies?: Record<string, string>;
};

/**
 * Makes a tarball of each package that others install, as JavaScript with types: Node runs no TypeScript that lies in
 * `node_modules`. Gives their paths.
 * @param directory where they are put
 */
export async function packAll(directory: string): Promise<string[]> {
  await mkdir(directory, { recursive: true });
  return Promise.all(packages.map((name) => packOne(name, directory)));
}

async function packOne(name: string, directory: string): Promise<string> {
  const fixture = await mkdtemp(join(tmpdir(), 'ringbinder-pack-'));
  try {
    const source = join(root, 'packages', name);
    const manifest = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as Manifest;
    await compile(root, name, fixture, Object.values(manifest.exports));
    if (name === 'sdk') await bundleSdk(join(fixture, 'lib'));
    await packDocuments(root, `packages/${name}/README.md`, fixture);
    await cp(join(root, 'LICENSE'), join(fixture, 'LICENSE'));
    await writeFile(join(fixture, 'package.json'), JSON.stringify(await published(manifest), null, 2));
    const packed = await run('npm', ['pack', '--json', '--pack-destination', directory], { cwd: fixture });
    const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
    return join(directory, filename);
  } finally {
    await rm(fixture, { recursive: true, force: true });
  }
}

/** Puts the whole SDK into one file beside its declarations, and the script for a tag beside that: it has no dependency. */
async function bundleSdk(lib: string): Promise<void> {
  for (const name of await readdir(lib)) if (name.endsWith('.js')) await rm(join(lib, name));
  for (const format of ['es', 'iife'] as const) {
    const config = sdkConfig(format, 'src/index.ts');
    await build({ ...config, logLevel: 'error', build: { ...config.build, outDir: lib } });
  }
}

/** What stands in the package.json of a package for others. The types of the protocol come along inside. */
async function published({ devDependencies: _dev, ...manifest }: Manifest): Promise<object> {
  const { '@ringbinder/protocol': protocol, ...dependencies } = manifest.dependencies ?? {};
  if (protocol !== undefined && manifest.name !== '@ringbinder/sdk') {
    const text = await readFile(join(root, 'packages/protocol/package.json'), 'utf8');
    Object.assign(dependencies, (JSON.parse(text) as Manifest).dependencies);
  }
  return {
    ...manifest,
    engines: manifest.engines ?? { node: '>=20' },
    exports: Object.fromEntries(
      Object.entries(manifest.exports).map(([entry, path]) => {
        const made = path.replace('./src/', './lib/').replace(/\.ts$/, '');
        return [entry, { types: `${made}.d.ts`, default: `${made}.js` }];
      }),
    ),
    files: ['lib', 'docs'],
    dependencies,
  };
}

if (import.meta.main) {
  const paths = await packAll(join(root, 'dist'));
  console.log(`Install them where they are needed:\n\n  npm install ${paths.join(' ')}\n`);
}
