import { defineConfig } from 'vitest/config';

/** These start and kill processes, measure their own, or replace timers. Each file gets its own worker. */
const processes = [
  'e2e/**/*.test.ts',
  'packages/client/src/retry.test.ts',
  'packages/embedded-postgres/**/*.test.ts',
  'packages/page-renderer/src/worker-process.test.ts',
  'packages/server/src/backup/log-archive.test.ts',
  'packages/server/src/features/annotations/markup/markup.test.ts',
  'packages/server/src/features/messages/rich-messages.test.ts',
  'packages/server/src/features/messages/richtext/bbcode.test.ts',
  'packages/server/src/features/oauth/{form-bounds,sign-in}.test.ts',
  'packages/server/src/features/pages/upload-limit.test.ts',
  'packages/server/src/features/saml/sign-on-load.test.ts',
  'packages/server/src/features/saml/assertion/cost.test.ts',
  'packages/server/src/features/users/password.test.ts',
  'packages/server/src/http/unknown-fields.test.ts',
];
/** `npm run test:slow` runs these. */
const SLOW = '**/*.slow.test.ts';
const exclude = ['**/node_modules/**', SLOW];

export default defineConfig({
  test: {
    globalSetup: 'packages/testkit/src/global-setup.ts',
    // Tests wait for processes and deadlines, so two cores run three.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['{packages,bench,conformance,scripts}/**/*.test.ts'],
          exclude: [...exclude, ...processes],
          // A worker loads the server once.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'processes', include: processes, exclude } },
      { extends: true, test: { name: 'slow', include: [SLOW], exclude: ['**/node_modules/**'] } },
    ],
    setupFiles: 'packages/testkit/src/vitest-setup.ts',
    // No transformation.
    experimental: { viteModuleRunner: false },
    pool: 'forks',
    // A smaller space costs a tenth of the CPU time.
    execArgv: ['--max-semi-space-size=64'],
    testTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 240_000,
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
  },
});
