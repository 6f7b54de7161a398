import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { sdkConfig } from '../../packages/sdk/vite.config.js';
import { compile, type Exports, includeProtocol } from './compile.ts';
import { packDocuments } from './documents.ts';

const run = promisify(execFile);
const root = new URL('../..', import.meta.url).pathname;

const packages = ['client', 'bot-kit', 'sdk', 'react', 'test-service'] as const;

const importedProtocol = { '.': './src/index.ts', './embed.ts': './src/embed/frames.ts' };

type Manifest = Record<string, unknown> & {
  exports: Exports;
  dependencies?: Record<string, string>;
};

export async function packAll(directory: string): Promise<string[]> {
  await mkdir(directory, { recursive: true });
  const compiled = await mkdtemp(join(tmpdir(), 'ringbinder-pack-'));
  try {
    const manifests = await Promise.all(
      packages.map(async (name) => [name, (await manifestOf(name)).exports] as const),
    );
    await compile(new Map([['protocol', importedProtocol], ...manifests]), compiled);
    return await Promise.all(packages.map((name) => packOne(name, compiled, directory)));
  } finally {
    await rm(compiled, { recursive: true, force: true });
  }
}

async function manifestOf(name: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(root, 'packages', name, 'package.json'), 'utf8'));
}

async function packOne(name: string, compiled: string, directory: string): Promise<string> {
  const content = join(compiled, name);
  const lib = join(content, 'lib');
  await rename(join(content, 'src'), lib);
  await includeProtocol(compiled, lib);
  if (name === 'sdk') await bundleSdk(lib);
  await packDocuments(root, `packages/${name}/README.md`, content);
  await cp(join(root, 'LICENSE'), join(content, 'LICENSE'));
  await writeFile(
    join(content, 'package.json'),
    JSON.stringify(await published(await manifestOf(name)), null, 2),
  );
  const packed = await run('npm', ['pack', '--json', '--pack-destination', directory], { cwd: content });
  const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
  return join(directory, filename);
}

async function bundleSdk(lib: string): Promise<void> {
  for (const name of await readdir(lib)) if (name.endsWith('.js')) await rm(join(lib, name));
  for (const format of ['es', 'iife'] as const) {
    const config = sdkConfig(format, 'src/index.ts');
    await build({ ...config, logLevel: 'error', build: { ...config.build, outDir: lib } });
  }
}

async function published({ devDependencies: _dev, ...manifest }: Manifest): Promise<object> {
  const { '@ringbinder/protocol': protocol, ...dependencies } = manifest.dependencies ?? {};
  if (protocol !== undefined && manifest.name !== '@ringbinder/sdk') {
    Object.assign(dependencies, (await manifestOf('protocol')).dependencies);
  }
  return {
    ...manifest,
    engines: manifest.engines ?? { node: '>=20' },
    exports: Object.fromEntries(
      Object.entries(manifest.exports).map(([entry, path]) => {
        const builtPath = path.replace('./src/', './lib/').replace(/\.ts$/, '');
        return [entry, { types: `${builtPath}.d.ts`, default: `${builtPath}.js` }];
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
