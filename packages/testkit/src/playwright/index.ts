import { test as base } from '@playwright/test';
import { createOrg, type TestOrg } from '../org.ts';
import { startService, type TestService, type TestServiceOptions } from '../service.ts';
import { type App, createApp } from './app.ts';

export {
  type BrowserContextOptions,
  expect,
  type FrameLocator,
  type Locator,
  type Page,
} from '@playwright/test';
export { createOrg, PASSWORD, type TestOrg } from '../org.ts';
export type { App, Both } from './app.ts';
export { inspect, inspectEverywhere, keep, loaded, SCREENS } from './looks.ts';

interface WorkerFixtures {
  /** How the service differs from the usual one. A file that sets it gets a worker, and so a service, of its own. */
  serviceOptions: TestServiceOptions;
  /** The service of this worker. All tests of the worker share it. */
  service: TestService;
}

interface TestFixtures {
  /** A new organisation, which only this test can see. */
  org: TestOrg;
  /** Opens pages. An error in the console of a page fails the test. */
  app: App;
}

/** Playwright's `test` with a running service and an organisation for each test. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  serviceOptions: [{}, { scope: 'worker', option: true }],
  service: [
    async ({ serviceOptions }, use) => {
      const service = await startService(serviceOptions);
      await use(service);
      await service.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  org: async ({ service }, use) => use(await createOrg(service)),
  app: async ({ browser, service, org }, use) => {
    const app = createApp(browser, service, org);
    await use(app);
    await app.finish();
  },
});
