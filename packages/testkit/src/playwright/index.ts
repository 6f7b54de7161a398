import { test as base } from '@playwright/test';
import { createOrg, type TestOrg } from '../org.ts';
import { startService, type TestService, type TestServiceOptions } from '../service.ts';
import { type App, createApp } from './app.ts';

export {
  type BrowserContextOptions,
  expect,
  type Frame,
  type FrameLocator,
  type Locator,
  type Page,
} from '@playwright/test';
export { createOrg, PASSWORD, type TestOrg } from '../org.ts';
export type { App, Both, PageOptions } from './app.ts';
export { expectText } from './composer.ts';
export { inspect, inspectEverywhere, loaded, SCREENS, saveScreenshot } from './visual.ts';

interface WorkerFixtures {
  /** Each combination of options runs in its own worker with its own service. */
  serviceOptions: TestServiceOptions;
  service: TestService;
}

interface TestFixtures {
  org: TestOrg;
  app: App;
}

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
