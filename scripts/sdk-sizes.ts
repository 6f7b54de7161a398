/**
 * Holds the SDK's loader and its modules to their sizes, as `npm run check` does: `node scripts/sdk-sizes.ts`. What is
 * built is taken as it is where it is of these sources, and built otherwise.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { EmbedModule } from '../packages/protocol/src/embed/frames.ts';
import { embedScriptsOf } from '../packages/server/src/features/web/bundle.ts';

const root = new URL('../', import.meta.url);

/** Bytes, compressed: of each script of the loader, and of what a module loads before it is drawn. */
export const SDK_BUDGETS = {
  loader: 10_000,
  modules: { chat: 60_000, timeline: 40_000, draw: 80_000, clip: 50_000, pages: 60_000, todos: 60_000 },
} as const satisfies { loader: number; modules: Partial<Record<EmbedModule, number>> };

const compressed = (path: string) => gzipSync(readFileSync(new URL(path, root))).length;

/** What is built, by name, with its bytes and its budget. Throws where nothing is built. */
export function measureSdk(): { name: string; bytes: number; budget: number }[] {
  const loaders = ['service.js', 'service.mjs'].map((name) => ({
    ...{ name, bytes: compressed(`packages/sdk/dist/${name}`), budget: SDK_BUDGETS.loader },
  }));
  const modules = Object.entries(SDK_BUDGETS.modules).map(([name, budget]) => {
    const { script, preloads } = embedScriptsOf(name as EmbedModule);
    const sizes = [script, ...preloads].map((path) => compressed(`packages/web/dist${path}`));
    return { name, bytes: sizes.reduce((sum, size) => sum + size, 0), budget };
  });
  return [...loaders, ...modules];
}

if (process.argv[1] === import.meta.filename) {
  const built = spawnSync(process.execPath, ['scripts/build-web.mjs'], { cwd: root, encoding: 'utf8' });
  process.stderr.write(built.stderr);
  const measured = built.status === 0 ? measureSdk() : [];
  for (const { name, bytes, budget } of measured)
    process.stdout.write(`${bytes < budget ? 'ok  ' : 'FAIL'} ${name}: ${bytes} of ${budget} bytes\n`);
  process.exitCode = built.status === 0 && measured.every(({ bytes, budget }) => bytes < budget) ? 0 : 1;
}
