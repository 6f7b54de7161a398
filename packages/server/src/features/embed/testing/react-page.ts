import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { build, type Rollup } from 'vite';

const root = new URL('../../../../../../', import.meta.url).pathname;
/** Whose React each version is. */
const homes = { 18: 'e2e/react-18/', 19: 'packages/react/' } as const;

/**
 * Bundles a page for a version of React, as it is for who develops with it: StrictMode mounts twice there alone, and what
 * React warns of is in the console. Gives its JavaScript.
 * @param entry from the root of the repository
 */
export async function bundleWithReact(entry: string, version: keyof typeof homes): Promise<string> {
  const from = createRequire(`${root}${homes[version]}package.json`);
  const alias = ['react-dom', 'react'].map((name) => ({
    find: new RegExp(`^${name}(?=/|$)`),
    replacement: dirname(from.resolve(`${name}/package.json`)),
  }));
  const built = await build({
    ...{ root, configFile: false, logLevel: 'error', mode: 'development', resolve: { alias } },
    define: { 'process.env.NODE_ENV': '"development"' },
    build: { write: false, minify: false, rolldownOptions: { input: `${root}${entry}` } },
  });
  const [{ output }] = [built].flat() as [Rollup.RollupOutput];
  return output[0].code;
}
