import { fakeMedia, launchOptions } from '@ringbinder/testkit/browser.ts';
import type { TestNetwork } from '@ringbinder/testkit/network.ts';
import { type App, createApp } from '@ringbinder/testkit/playwright/app.ts';

type Browser = Parameters<typeof createApp>[0];
interface BrowserType {
  launch(options: { executablePath: string; args: string[] }): Promise<Browser>;
}

export async function openInNetwork(chromium: BrowserType, network: TestNetwork, { service, org }: App) {
  const { args } = launchOptions([...fakeMedia, '--ignore-certificate-errors'], false);
  const browser = await chromium.launch({ executablePath: network.chromium, args });
  return {
    app: createApp(browser, service, org) as App,
    close: () => browser.close(),
  };
}
