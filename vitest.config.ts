import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { defineConfig } from 'vitest/config';

/** Tests of pages that still run on node:test, by `scripts/test.ts`. */
const exclude = await Array.fromAsync(
  glob('{packages,e2e,bench,conformance}/**/*.test.ts', {
    exclude: ['**/node_modules/**'],
  }),
).then((files) => files.filter((file) => readFileSync(file, 'utf8').includes("from 'node:test'")));

export default defineConfig({
  test: {
    include: ['{packages,e2e,bench,conformance,scripts}/**/*.test.ts'],
    exclude: ['**/node_modules/**', ...exclude],
    globalSetup: 'packages/testkit/src/global-setup.ts',
    setupFiles: 'packages/testkit/src/vitest-setup.ts',
    // Node runs the files as they are, and a worker loads the server once for all files that it runs.
    experimental: { viteModuleRunner: false },
    pool: 'forks',
    isolate: false,
    // Room for new objects: with less, garbage collection takes a tenth of the processor time.
    execArgv: ['--max-semi-space-size=64'],
    // Many tests wait for a process or a deadline, so two cores have room for three.
    maxWorkers: 3,
    testTimeout: 240_000,
    hookTimeout: 240_000,
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
  },
});
