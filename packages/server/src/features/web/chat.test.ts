import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startService, type TestService } from '@ringbinder/testkit';
import { testBrowser } from '@ringbinder/testkit/browser.ts';
import { type AppFixture, createAppFixture, openApp } from './testing/app-page.ts';
import { inspectEverywhere } from './testing/console-page.ts';
import { buildPages } from './testing/fixture.ts';

const browser = testBrowser();
let service: TestService;
let fixture: AppFixture;
before(async () => {
  buildPages();
  service = await startService();
  fixture = await createAppFixture(service);
});
after(async () => {
  await browser.close();
  await service.close();
});

test(
  '[CHAT-7] [CHAT-17] two people write to each other, and the chat can be used by all',
  browser.needed,
  async () => {
    const { ada, ben, carla } = fixture;
    const binderId = await fixture.addBinder('Loan 4711', ada, [ben, carla]);
    await fixture.post(binderId, carla, 'The valuation came in, see https://example.com/report');
    const one = await openApp(browser, service, ada.email, { path: `/b/${binderId}` });
    const two = await openApp(browser, service, ben.email, { path: `/b/${binderId}` });
    const field = one.page.getByRole('textbox', { name: 'Message' });
    await field.fill('Good. @Ben Okafor, can you look at page 3?');
    await field.press('Enter');
    await two.page.getByRole('listitem').filter({ hasText: 'can you look at page 3?' }).waitFor();
    await two.page
      .getByRole('textbox', { name: 'Message' })
      .fill('Sure. [b]Two things[/b]:\n[list][*]the rate\n[*]the term[/list]');
    await two.page.keyboard.press('Enter');
    await one.page.getByText('Two things').first().waitFor();
    const rows = one.page.locator('li.message');
    await rows.nth(1).hover();
    await one.page.getByRole('button', { name: '👍' }).click();
    await one.page.locator('.reaction').first().waitFor();
    await inspectEverywhere(one.page, 'chat two people');
    assert.deepEqual([...one.errors, ...two.errors], []);
  },
);
