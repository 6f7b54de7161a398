import { execFile } from 'node:child_process';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Compiles what the entries of a package reach to JavaScript and declarations, into `lib` of a directory. Where it names
 * the protocol, which is types alone, the declarations of that come along in `lib/protocol`. Throws what the compiler says.
 */
export async function compile(root: string, name: string, fixture: string, entries: string[]): Promise<void> {
  const lib = join(fixture, 'lib');
  await emit(root, name, lib, entries);
  const declarations = await filesEndingIn(lib, '.d.ts');
  const naming = (await Promise.all(declarations.map(namesProtocol))).some(Boolean);
  if (!naming) return;
  const protocol = join(fixture, 'protocol');
  await emit(root, 'protocol', protocol, ['./src/index.ts']);
  for (const path of await filesEndingIn(protocol, '.d.ts'))
    await cp(path, join(lib, 'protocol', relative(protocol, path)));
  await rm(protocol, { recursive: true });
  for (const path of declarations) await nameOwnCopy(path, join(lib, 'protocol/index.js'));
}

async function emit(root: string, name: string, directory: string, entries: string[]): Promise<void> {
  const source = join(root, 'packages', name, 'src');
  const settings = join(dirname(directory), `tsconfig-${name}.json`);
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    // That is done by `npm run check`.
    noCheck: true,
    rewriteRelativeImportExtensions: true,
    allowImportingTsExtensions: false,
    types: [join(root, 'node_modules/@types/node')],
    rootDir: source,
    outDir: directory,
  };
  const files = entries.map((entry) => join(root, 'packages', name, entry));
  await writeFile(
    settings,
    JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, files, include: [] }),
  );
  await run(process.execPath, [join(root, 'node_modules/@typescript/native/bin/tsc'), '-p', settings]).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`packages/${name} cannot be compiled:\n${stdout}${stderr}`);
    },
  );
  await rm(settings);
}

const PROTOCOL = /(['"])@ringbinder\/protocol\1/g;

async function namesProtocol(path: string): Promise<boolean> {
  return (await readFile(path, 'utf8')).search(PROTOCOL) >= 0;
}

async function nameOwnCopy(path: string, protocol: string): Promise<void> {
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace(PROTOCOL, `'./${relative(dirname(path), protocol)}'`));
}

async function filesEndingIn(directory: string, ending: string): Promise<string[]> {
  const names = await readdir(directory, { recursive: true });
  return names.filter((name) => name.endsWith(ending)).map((name) => join(directory, name));
}
