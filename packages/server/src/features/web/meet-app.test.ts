import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, until } from '@ringbinder/testkit';
import { fakeMedia } from '@ringbinder/testkit/browser.ts';
import type { Page } from 'playwright-core';
import { openApp, startApp } from './testing/app-page.ts';
import { inspectEverywhere, keep, SCREENS } from './testing/console-page.ts';

const { browser, service, fixture } = await startApp({}, fakeMedia);
const { ada, ben } = fixture;

/** How many pictures of others have come to a page, by name. */
const pictures = (page: Page, name: string) =>
  page
    .locator('.meet-tile')
    .filter({ hasText: name })
    .locator('video')
    .first()
    .evaluate((video) => (video as unknown as { videoWidth: number }).videoWidth)
    .catch(() => 0);
const sees = (page: Page, name: string) =>
  until(`${name} is seen`, async () => (await pictures(page, name)) > 0);
const tiles = (page: Page) => page.locator('.meet-tile').count();
const bar = (page: Page, name: string | RegExp) =>
  page
    .getByRole('toolbar', { name: 'Controls of the meet' })
    .getByRole('button', { name, exact: typeof name === 'string' });

test(
  '[MEETVIEW-4] [MEETVIEW-5] two people and a guest meet: begun in a binder, joined there and by a link with a lobby, muted, talked by space, left for another part of the app, reloaded, ended',
  browser.needed,
  async () => {
    const binderId = await fixture.addBinder('Loan 4711 of Harbour Street', ada, [ben]);
    const one = await openApp(browser, service, ada.email, { path: `/b/${binderId}` });
    const two = await openApp(browser, service, ben.email, { path: `/b/${binderId}` });
    await one.page.getByRole('button', { name: 'Meet', exact: true }).click();
    await one.page.getByRole('heading', { name: 'Loan 4711 of Harbour Street' }).last().waitFor();
    await until('the camera is seen before', async () =>
      one.page
        .locator('.meet-preview video')
        .evaluate((video) => (video as unknown as { videoWidth: number }).videoWidth > 0),
    );
    await one.page.getByRole('button', { name: 'Join', exact: true }).press('Enter');
    await one.page.getByText('Nobody else is here yet').waitFor();
    // The log tells the others that it runs.
    await two.page.setViewportSize({ width: 390, height: 844 });
    const join = two.page.getByRole('link', { name: 'Join meet' });
    await join.waitFor();
    assert.ok(await two.page.evaluate<boolean>('document.documentElement.scrollWidth <= 390'));
    await join.click();
    await two.page.setViewportSize({ width: 1280, height: 860 });
    await two.page.getByRole('button', { name: 'Join', exact: true }).click();
    await sees(one.page, 'Ben Okafor');
    await sees(two.page, 'Ada Lovelace');
    await becomes(
      () =>
        one.page
          .locator('.meet [role=status]')
          .allInnerTexts()
          .then((all) => all.some((each) => each.includes('Ben Okafor joined'))),
      true,
    );
    await keep(one.page, 'meet app two');

    // A host turns a microphone off; who it belongs to turns it on while space is held.
    await two.page.keyboard.press('Control+Alt+h');
    await one.page.getByRole('button', { name: /^People/ }).click();
    await one.page.getByRole('img', { name: 'Hand raised' }).first().waitFor();
    const panel = one.page.getByRole('complementary', { name: 'People' });
    await panel.getByRole('button', { name: 'Actions for Ben Okafor' }).click();
    await one.page.getByRole('menuitem', { name: 'Mute' }).click();
    await becomes(() => bar(two.page, 'Microphone').getAttribute('aria-pressed'), 'false');
    // It is told once: the app behind the meet says what the meet says, too.
    await becomes(
      () => two.page.locator('.toast:visible').allInnerTexts(),
      ['Ada Lovelace turned your microphone off.'],
    );
    await two.page.locator('.meet-head').click();
    await two.page.keyboard.down('Space');
    await two.page.getByText('You are talking while space is held').waitFor();
    await two.page.keyboard.up('Space');
    await becomes(() => bar(two.page, 'Microphone').getAttribute('aria-pressed'), 'false');

    // A guest by a link waits until the host lets them in.
    const { body } = await service.call('POST', `/meets/${one.page.url().split('/').at(-1)}/links`, {
      token: ada.token,
      json: {},
    });
    const three = await browser.newPage({ ...SCREENS['phone, light'] });
    await three.page.goto(body.data.url);
    await three.page.getByLabel('Your name').fill('Grace Hopper');
    await three.page.getByRole('button', { name: 'Join', exact: true }).click();
    await three.page.getByRole('heading', { name: 'You will be let in soon' }).waitFor();
    await panel.getByRole('button', { name: 'Let in Grace Hopper' }).click();
    await sees(three.page, 'Ada Lovelace');
    await sees(one.page, 'Grace Hopper');
    await becomes(() => tiles(one.page), 3);
    await inspectEverywhere(one.page, 'meet app people');

    // The screen is shared, and stands in front for the others.
    await bar(two.page, 'Share screen').click();
    await sees(one.page, 'Ben Okafor’s screen');
    await one.page.locator('.meet-tile[data-place=main][data-source=screen]').waitFor();
    await keep(one.page, 'meet app shared');
    await bar(two.page, 'Stop sharing').click();
    await one.page.locator('.meet-tile[data-source=screen]').waitFor({ state: 'detached' });

    // That it is recorded is seen by all, for as long as it is.
    await bar(one.page, 'More').click();
    await one.page.getByRole('menuitem', { name: 'Start recording' }).click();
    await one.page.getByRole('dialog').getByRole('button', { name: 'Start recording' }).click();
    for (const { page } of [one, two, three]) await page.locator('.meet-recording').waitFor();
    await bar(one.page, 'More').click();
    await one.page.getByRole('menuitem', { name: 'Stop recording' }).click();
    for (const { page } of [one, two, three])
      await page.locator('.meet-recording').waitFor({ state: 'detached' });

    // What is said in the chat of the binder is seen beside the pictures.
    await bar(two.page, 'Chat').click();
    await two.page.getByRole('textbox', { name: 'Message' }).click();
    await two.page.keyboard.type('The valuation is in.');
    await two.page.keyboard.press('Enter');
    await bar(one.page, 'Chat').click();
    await one.page.getByText('The valuation is in.').first().waitFor();
    // Nothing of the chat lies over what closes it.
    await one.page
      .locator('.meet-panel > header')
      .getByRole('button', { name: 'Close' })
      .click({ trial: true });

    // Elsewhere in the app it is small, and goes on; a reload asks nothing.
    await one.page.goBack();
    await one.page.locator('.meet-place[data-mini=true]').waitFor();
    await keep(one.page, 'meet app mini');
    await one.page.getByRole('button', { name: 'Show the meet' }).click();
    await one.page.locator('.meet-place[data-mini=false]').waitFor();
    await two.page.reload();
    await sees(two.page, 'Ada Lovelace');
    await becomes(() => tiles(one.page), 3);

    await bar(three.page, 'Leave').click();
    await three.page.getByRole('heading', { name: 'You left the meet' }).waitFor();
    await becomes(() => tiles(one.page), 2);
    await bar(one.page, 'Leave or end').click();
    await one.page.getByRole('menuitem', { name: 'End for everyone' }).click();
    await one.page.getByRole('dialog').getByRole('button', { name: 'End for everyone' }).click();
    await two.page.getByRole('heading', { name: 'The meet has ended' }).waitFor();
    await two.page.getByRole('button', { name: 'Back to the binder' }).click();
    await two.page.getByRole('button', { name: 'Meet', exact: true }).waitFor();
    assert.deepEqual([one.errors, two.errors, three.errors].flat(), []);
    for (const { page } of [one, two, three]) await page.context().close();
  },
);
