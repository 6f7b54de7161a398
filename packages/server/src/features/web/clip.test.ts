import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startService, type TestService, until } from '@ringbinder/testkit';
import { fakeMedia, testBrowser } from '@ringbinder/testkit/browser.ts';
import type { Page } from 'playwright-core';
import { type AppFixture, createAppFixture, openApp } from './testing/app-page.ts';
import { inspectEverywhere } from './testing/console-page.ts';
import { buildPages } from './testing/fixture.ts';
import { fillBinder, type WorkedBinder } from './testing/work-fixture.ts';

const browser = testBrowser(process.env, fakeMedia);
let service: TestService;
let fixture: AppFixture;
let binder: WorkedBinder;
before(async () => {
  buildPages();
  service = await startService();
  fixture = await createAppFixture(service);
  binder = await fillBinder(service, fixture);
});
after(async () => {
  await browser.close();
  await service.close();
});

const dialogOf = (page: Page) => page.getByRole('dialog');

/** Waits until so many seconds were recorded. */
const untilRecorded = (page: Page, seconds: number) =>
  until(`${seconds} seconds are recorded`, async () => {
    const shown = (await dialogOf(page).getByRole('timer').textContent()) ?? '';
    const [, minutes = '0', rest = '0'] = /^(\d+):(\d\d)/.exec(shown) ?? [];
    return Number(minutes) * 60 + Number(rest) >= seconds;
  });

async function openClip(section = '/pages') {
  const opened = await openApp(browser, service, fixture.ada.email, { path: `/b/${binder.id}${section}` });
  await opened.page
    .getByRole('button', { name: section === '' ? 'Record a clip' : 'Record', exact: true })
    .click();
  await dialogOf(opened.page).getByRole('button', { name: 'Start recording' }).waitFor();
  return opened;
}

test(
  '[CLIP-12] [CLIP-16] the screen is recorded, looked at, and saved, at both widths and in both schemes',
  browser.needed,
  async () => {
    const { page, errors } = await openClip();
    const dialog = dialogOf(page);
    await inspectEverywhere(page, 'clip setup');
    await dialog.getByRole('checkbox', { name: 'Camera bubble' }).check();
    await dialog.getByRole('button', { name: 'Start recording' }).click();
    await dialog.getByRole('button', { name: 'Begin now' }).waitFor();
    await inspectEverywhere(page, 'clip countdown');
    await dialog.getByRole('button', { name: 'Begin now' }).click();
    await untilRecorded(page, 4);
    await inspectEverywhere(page, 'clip recording');
    await dialog.getByRole('button', { name: 'Stop' }).click();
    await dialog.getByRole('button', { name: 'Save' }).waitFor();
    await inspectEverywhere(page, 'clip review');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('It is a page of').waitFor();
    await inspectEverywhere(page, 'clip saved');
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);
