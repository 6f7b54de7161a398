import assert from 'node:assert/strict';
import { inspect, SCREENS, test } from '@ringbinder/testkit/playwright/index.ts';
import { GUIDES, pathOfGuide } from '../../packages/server/src/features/docs/guides/contents.ts';

/** All guides have the same colours, and the contrast check takes most of the time. */
const CHECKED_FOR_CONTRAST = ['', 'bots', 'settings'];

for (const [screen, guides] of [
  ['phone, light', GUIDES],
  ['desktop, dark', GUIDES.filter(({ name }) => CHECKED_FOR_CONTRAST.includes(name))],
] as const) {
  test(`[OPS-15] the guides are accessible, fit the screen, and load from this server alone: ${screen}`, {
    tag: '@slow',
  }, async ({ app, service }) => {
    const page = await app.newPage(SCREENS[screen]);
    for (const guide of guides) {
      await page.goto(service.origin + pathOfGuide(guide));
      const skipped = CHECKED_FOR_CONTRAST.includes(guide.name) ? [] : ['color-contrast'];
      await inspect(page, `guide ${guide.name || 'overview'} ${screen}`, skipped);
    }
    for (const address of app.requestsOf(page)) assert.ok(address.startsWith(service.origin), address);
  });
}

test('[OPS-15] on a phone the list leads from guide to guide, and Copy leaves out the answers', {
  tag: '@slow',
}, async ({ app, service }) => {
  const page = await app.newPage(SCREENS['phone, light']);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${service.origin}/docs/guides`);
  await page.getByText('All guides', { exact: true }).click();
  await page.getByRole('link', { name: 'Bot token' }).click();
  await page.getByRole('heading', { name: 'The token of a bot', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  assert.match(copied, /^\. docs\/guides\/code\/demo\.sh\nBOT=/);
  assert.doesNotMatch(copied, /#>/);
});

test('[OPS-15] the guides are searched on a phone and by keyboard', async ({ app, service }) => {
  for (const screen of ['phone, dark', 'desktop, light'] as const) {
    const page = await app.newPage(SCREENS[screen]);
    await page.goto(`${service.origin}/docs/guides`);
    await page.getByRole('searchbox', { name: 'Search the guides' }).fill('webhook signature');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('for “webhook signature”').waitFor();
    await inspect(page, `guide search ${screen}`);
    await page.locator('.results a').first().click();
    await page.waitForURL(/\/docs\/guides\/[\w-]+#/);
  }
});
