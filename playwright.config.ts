import { defineConfig } from '@playwright/test';
import { fakeDevices, fakeMedia, launchOptions } from './packages/testkit/src/browser.ts';

/** Tests with cameras, microphones and shared screens. */
const MEDIA = '**/*.media.spec.ts';
/** Proofs that take long, or need a network of their own or a LiveKit: `npm run test:slow`. */
const SLOW = '**/*.slow.*spec.ts';
/** Tests of modules in pages of other sites. */
const EMBEDS = '**/packages/{sdk,react}/test/**/*.spec.ts';
/** Tests of modules in a browser that blocks third-party cookies. */
const STRICT_COOKIES = '**/packages/sdk/test/{approval,chat,modules,sign-in,windows}.spec.ts';
const shell = launchOptions();
const media = launchOptions(fakeMedia, false);

export default defineConfig({
  testDir: '.',
  testMatch: ['**/packages/*/test/**/*.spec.ts', '**/e2e/**/*.spec.ts'],
  globalSetup: ['./packages/testkit/src/global-setup.ts', './packages/testkit/src/build-pages.ts'],
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
      testIgnore: [MEDIA, EMBEDS, SLOW],
      use: { launchOptions: shell },
    },
    {
      name: 'pages-of-others',
      testMatch: EMBEDS,
      testIgnore: [MEDIA, STRICT_COOKIES, SLOW],
      // Clip and Meet look for a camera.
      use: { launchOptions: { ...shell, args: [...shell.args, ...fakeDevices] } },
    },
    {
      name: 'pages-strict-cookies',
      testMatch: STRICT_COOKIES,
      // The headless shell ignores the flag.
      use: { launchOptions: launchOptions([...fakeDevices, '--test-third-party-cookie-phaseout']) },
    },
    {
      name: 'pages-media',
      testMatch: MEDIA,
      testIgnore: SLOW,
      use: { launchOptions: media },
    },
    { name: 'slow', testMatch: SLOW, use: { launchOptions: media } },
  ],
});
