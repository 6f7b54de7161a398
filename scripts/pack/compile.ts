import { execFile } from 'node:child_process';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = new URL('../..', import.meta.url).pathname;

export type Exports = Record<string, string>;

/**
 * Throws the compiler's messages.
 *
 * @param exports keyed by package
 */
export async function compile(exports: ReadonlyMap<string, Exports>, directory: string): Promise<void> {
  const entries = [...exports].flatMap(([name, paths]) =>
    Object.entries(paths).map(
      ([entry, path]) =>
        [`@ringbinder/${name}${entry.slice(1)}`, join(root, 'packages', name, path)] as const,
    ),
  );
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    noCheck: true,
    rewriteRelativeImportExtensions: true,
    allowImportingTsExtensions: false,
    types: [join(root, 'node_modules/@types/node')],
    rootDir: join(root, 'packages'),
    outDir: directory,
    // By default, the compiler omits files that it first finds through `node_modules`, in varying order.
    paths: Object.fromEntries(entries.map(([entry, path]) => [entry, [path]])),
  };
  const settings = join(directory, 'tsconfig.json');
  const files = entries.map(([, path]) => path);
  await writeFile(
    settings,
    JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, files, include: [] }),
  );
  const compiler = join(root, 'node_modules/@typescript/native/bin/tsc');
  await run(process.execPath, [compiler, '-p', settings]).catch(({ stdout, stderr }) => {
    throw new Error(`The packages do not compile:\n${stdout}${stderr}`);
  });
}

const PROTOCOL = /(['"])@ringbinder\/protocol\1/g;

export async function includeProtocol(compiled: string, lib: string): Promise<void> {
  const importing: [path: string, text: string][] = [];
  for (const name of await readdir(lib, { recursive: true })) {
    if (!name.endsWith('.d.ts')) continue;
    const text = await readFile(join(lib, name), 'utf8');
    if (text.search(PROTOCOL) >= 0) importing.push([join(lib, name), text]);
  }
  if (importing.length === 0) return;
  const protocol = join(lib, 'protocol');
  await cp(join(compiled, 'protocol/src'), protocol, {
    recursive: true,
    filter: (path) => !path.endsWith('.js'),
  });
  for (const [path, text] of importing)
    await writeFile(
      path,
      text.replace(PROTOCOL, `'./${relative(dirname(path), join(protocol, 'index.js'))}'`),
    );
}
