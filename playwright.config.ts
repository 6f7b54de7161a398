import { defineConfig } from '@playwright/test';
import { fakeMedia, launchOptions } from './packages/testkit/src/browser.ts';

/**
 * The headless shell cannot block third-party cookies, request devices by a button, or apply a policy for
 * speech.
 */
const WHOLE = [
  '**/packages/sdk/test/{approval,chat,doctor-headers,modules,sign-in,windows}.spec.ts',
  '**/packages/web/test/meet/usermedia.media.spec.ts',
];
/** Video keeps a core busy, and two tests starve each other. */
const MEDIA = '**/*.media.spec.ts';
const shell = launchOptions(fakeMedia, false);
/** A test leaves a page before optimised code pays off. Compiling it costs a tenth of the CPU time. */
const QUICK = '--js-flags=--no-opt --no-maglev';

export default defineConfig({
  testDir: '.',
  testMatch: ['**/packages/*/test/**/*.spec.ts', '**/e2e/**/*.spec.ts'],
  globalSetup: ['./packages/testkit/src/global-setup.ts', './packages/testkit/src/build-pages.ts'],
  outputDir: 'test-results',
  reporter: [['list', { printSteps: false }]],
  // Tests wait for timers and pages, so two cores run three.
  workers: 3,
  fullyParallel: true,
  forbidOnly: process.env.CI === 'true',
  retries: process.env.CI === 'true' ? 1 : 0,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    locale: 'en-GB',
    viewport: { width: 1280, height: 860 },
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
  projects: [
    // First, because it has one worker: at the end, the other workers would wait for it.
    {
      name: 'media',
      testMatch: MEDIA,
      testIgnore: WHOLE,
      workers: 1,
      timeout: 240_000,
      use: { launchOptions: shell, actionTimeout: 60_000 },
    },
    {
      name: 'pages',
      testIgnore: [...WHOLE, MEDIA],
      use: { launchOptions: { ...shell, args: [...shell.args, QUICK] } },
    },
    {
      name: 'pages-whole-chromium',
      testMatch: WHOLE,
      use: { launchOptions: launchOptions([...fakeMedia, '--test-third-party-cookie-phaseout']) },
    },
  ],
});
