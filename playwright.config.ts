import { defineConfig } from '@playwright/test';
import { fakeMedia, launchOptions } from './packages/testkit/src/browser.ts';

/** Tests with cameras, microphones and shared screens. */
const MEDIA = '**/*.media.spec.ts';

export default defineConfig({
  testDir: '.',
  testMatch: ['**/packages/*/test/**/*.spec.ts', '**/e2e/**/*.spec.ts'],
  globalSetup: ['./packages/testkit/src/global-setup.ts', './packages/testkit/src/playwright/build-pages.ts'],
  outputDir: 'test-results',
  reporter: [['list', { printSteps: false }]],
  workers: 2,
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
    {
      name: 'pages',
      testIgnore: MEDIA,
      use: { launchOptions: launchOptions() },
    },
    {
      name: 'media',
      testMatch: MEDIA,
      use: { launchOptions: launchOptions(fakeMedia, false) },
    },
  ],
});
