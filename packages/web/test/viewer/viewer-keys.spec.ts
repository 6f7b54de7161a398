import assert from 'node:assert/strict';
import { expect, inspect, type Page, test } from '@ringbinder/testkit/playwright/index.ts';
import { webm } from '../../../../conformance/src/fixtures/media.ts';
import { writeShape } from '../../src/draw/model/write.ts';
import { binderOf, buttonOf, isSharp, LOAN_PDF, loanBinder } from '../support/viewer-page.ts';
import { expectReflow, expectTargetSizes, expectTextSpacing } from '../support/wcag.ts';

const isFocused = (page: Page, name: string | RegExp) => expect(buttonOf(page, name)).toBeFocused();

test('[VIEW-23] Enter presses the focused button of the search, and in the field leads to the next match', async ({
  app,
  org,
  service,
}) => {
  const { id, to } = await loanBinder(app, 'Pressing');
  const json = { type: 'note', text: 'The loan is to be paid on Monday.' };
  await service.call('POST', `/${id}/pages`, { token: org.ada.token, json });
  const page = await app.open(org.ada, { path: to(0) });
  await isSharp(page);
  await page.locator('.stage').focus();
  await page.keyboard.press('Control+f');
  const field = page.getByRole('searchbox', { name: 'Search all pages' });
  await field.fill('loan');
  const status = page.locator('.viewer-search [role=status]');
  await expect(status).toHaveText(/^1 of \d+/);
  await field.press('Enter');
  await expect(status).toHaveText(/^2 of \d+/);
  await buttonOf(page, 'Previous result').press('Enter');
  await expect(status).toHaveText(/^1 of \d+/);
  await buttonOf(page, 'Next result').press('Enter');
  await expect(status).toHaveText(/^2 of \d+/);
  await buttonOf(page, 'Close search').press('Enter');
  await field.waitFor({ state: 'detached' });
  await expect(page.locator('.viewer :focus')).toHaveCount(1);
});

test('[VIEW-24] the focus returns when comments, a pin, the search or a thread close, and stays on the page', async ({
  app,
  org,
  service,
}) => {
  const { ada } = org;
  const { id, ids, to } = await loanBinder(app, 'Returning');
  for (const text of ['First thread', 'Second thread'])
    await service.call('POST', `/${id}/pages/${ids[0]}/comments`, {
      token: ada.token,
      json: { text, is_position_comment: true, x: 100, y: text.length * 20 },
    });
  const page = await app.open(ada, { path: to(0) });
  await isSharp(page);

  await test.step('Tab and Enter open a pin, and Escape closes its comments', async () => {
    const pin = buttonOf(page, /^Comment 1 by Ada Lovelace/);
    await page.locator('.stage').focus();
    await expect
      .poll(async () => {
        await page.keyboard.press('Tab');
        return pin.evaluate((element) => element.matches(':focus'));
      })
      .toBe(true);
    await page.keyboard.press('Enter');
    await page.locator('.thread[data-active=true]').getByText('First thread').waitFor();
    await buttonOf(page, 'Close comments').focus();
    await page.keyboard.press('Escape');
    await page.locator('.viewer-side').waitFor({ state: 'detached' });
    await expect(pin).toBeFocused();
  });

  await test.step('Escape cancels a pin', async () => {
    await buttonOf(page, '2 comments').press('Enter');
    await buttonOf(page, 'Add a pin').press('Enter');
    const placing = buttonOf(page, /^Choose a place on the page/);
    await expect(placing).toBeFocused();
    await page.keyboard.press('Escape');
    await placing.waitFor({ state: 'detached' });
    await isFocused(page, 'Add a pin');
  });

  await test.step('a pin without its place, and a resolved thread, lead to the field', async () => {
    const write = page.getByLabel('Write a comment', { exact: true });
    await buttonOf(page, 'Add a pin').press('Enter');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Comment at the pin')).toBeFocused();
    await page.locator('.draft-place button').press('Enter');
    await expect(page.locator('.viewer-side-foot textarea')).toBeFocused();
    await buttonOf(page, 'Resolve the comment by Ada Lovelace').first().press('Enter');
    await expect(page.locator('.viewer-side-list > ul > .thread')).toHaveCount(1);
    await expect
      .poll(() => page.evaluate<string>('document.activeElement.closest(".viewer")?.className ?? ""'))
      .toBe('viewer');
    await write.waitFor();
  });

  await test.step('closing the comments returns to their button', async () => {
    await buttonOf(page, 'Close comments').press('Enter');
    await page.locator('.viewer-side').waitFor({ state: 'detached' });
    await isFocused(page, '1 comment');
  });

  await test.step('a turned page has the focus', async () => {
    await page.locator('.stage').focus();
    await page.keyboard.press('PageDown');
    await page.waitForURL((url) => url.pathname.endsWith(`/${ids[1]}`));
    await expect(page.locator('.stage')).toBeFocused();
  });
});

test('[WCAG-12] single keys are no shortcuts after they are turned off in the list of shortcuts', async ({
  app,
  org,
}) => {
  const { to, ids } = await loanBinder(app, 'Dictating');
  const page = await app.open(org.ada, { path: to(0) });
  await isSharp(page);
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog');
  const single = sheet.getByRole('checkbox', { name: 'Single-key shortcuts' });
  await expect(single).toBeChecked();
  await single.press(' ');
  await expect(single).not.toBeChecked();
  await expectReflow(page);
  await expectTextSpacing(page);
  await expectTargetSizes(page);
  await page.keyboard.press('Escape');
  await page.reload();
  await isSharp(page);
  const zoom = page.getByRole('combobox', { name: 'Zoom' });
  await page.locator('.stage').focus();
  for (const key of ['1', '+', '?', 'g', 'h']) await page.keyboard.press(key);
  await page.keyboard.press('PageDown');
  await page.waitForURL((url) => url.pathname.endsWith(`/${ids[1]}`));
  assert.equal(await zoom.inputValue(), 'fit-page');
  assert.equal(await sheet.count(), 0);
});

test('[VIEW-25] a list names the drawings of a page and their words, and follows the log', async ({
  app,
  org,
  service,
}) => {
  const { ada } = org;
  const { id, ids, to } = await loanBinder(app, 'Describing');
  const draw = (client_uuid: string, svg_tag: string) =>
    service.call('POST', `/${id}/pages/${ids[0]}/annotations`, {
      token: ada.token,
      json: { client_uuid, svg_tag },
    });
  const page = await app.open(ada, { path: to(0) });
  await isSharp(page);
  const list = page.getByRole('list', { name: 'Drawings on this page' });
  await expect(list).toHaveCount(0);
  await draw('one', '<text x="10" y="20">Check this rate</text>');
  const entries = list.getByRole('listitem');
  await expect(entries).toHaveText(['Drawing: Check this rate']);
  const box = { x: 100, y: 100, width: 160, height: 160, order: 1, colour: '#ffd54f' };
  const words = { text: 'Too high', lines: ['Too high'], fontSize: 16 };
  await draw('two', writeShape({ kind: 'note', ...box, ...words }));
  await expect(entries).toHaveText(['Drawing: Check this rate', 'Sticky note: Too high']);
  await service.call('DELETE', `/${id}/pages/${ids[0]}/annotations/one`, { token: ada.token });
  await expect(entries).toHaveText(['Sticky note: Too high']);
});

test('[VIEW-26] 2 fits the width, and arrow keys scroll and open the entries of the menu', async ({
  app,
  org,
}) => {
  const { to } = await loanBinder(app, 'Fitting');
  const page = await app.open(org.ada, { path: to(0) });
  await isSharp(page);
  const stage = page.locator('.stage');
  await stage.focus();
  await page.keyboard.press('2');
  await expect(page.getByRole('combobox', { name: 'Zoom' })).toHaveValue('fit-width');
  const topOf = () => page.evaluate<number>('document.querySelector(".stage").scrollTop');
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    assert.ok((await topOf()) > 0);
  }).toPass();
  await buttonOf(page, 'More actions').press('Enter');
  const items = page.getByRole('menu').getByRole('menuitem');
  await expect(items.first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(items.nth(1)).toBeFocused();
  await page.keyboard.press('Escape');
  await isFocused(page, 'More actions');
});

test('[VIEW-27] the name of an icon appears at the pointer and at the keyboard focus until Escape', async ({
  app,
  org,
}) => {
  const { to } = await loanBinder(app, 'Hinting');
  const page = await app.open(org.ada, { path: to(0) });
  await isSharp(page);
  const hint = page.locator('.hint');
  await buttonOf(page, 'Zoom in').focus();
  await page.keyboard.press('Tab');
  await expect(hint).toHaveText('Rotate');
  await expect(hint).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(hint).toBeHidden();
  await isFocused(page, 'Rotate');
  await buttonOf(page, 'Zoom out').hover();
  await expect(hint).toHaveText('Zoom out');
  await hint.hover();
  await expect(hint).toBeVisible();
  await page.locator('.stage').hover();
  await expect(hint).toBeHidden();
});

test('[VIEW-28] the viewer is accessible in forced colours', async ({ app, org, service }) => {
  const { id, ids, to } = await binderOf(app, 'Colouring', [
    [LOAN_PDF, 'Loan.pdf'],
    [new Uint8Array(webm), 'Clip.webm'],
  ]);
  const { token } = org.ada;
  const json = { text: 'Here', is_position_comment: true, x: 100, y: 200 };
  await service.call('POST', `/${id}/pages/${ids[0]}/comments`, { token, json });
  await service.call('PUT', `/${id}/pages/${ids[3]}/captions`, {
    token,
    body: 'WEBVTT\n\n00:00.000 --> 01:00:00.000\nThe terms\n',
    headers: { 'content-type': 'text/vtt' },
  });
  const page = await app.open(org.ada, { path: to(0) });
  await page.emulateMedia({ forcedColors: 'active' });
  const transparent = 'rgba(0, 0, 0, 0)';

  await test.step('the words of a page are drawn once, and the page has an edge', async () => {
    await isSharp(page);
    await expect(page.locator('.text-layer span').first()).toHaveCSS('color', transparent);
    await expect(page.locator('.stage-sheet')).not.toHaveCSS('outline-color', transparent);
  });
  await test.step('the chosen pin, its comments and the search', async () => {
    const pin = buttonOf(page, /^Comment 1 by/);
    await pin.click();
    await page.getByRole('complementary', { name: 'Comments' }).getByText('Here').waitFor();
    await expect(pin).toHaveCSS('outline-style', 'solid');
    await page.keyboard.press('Control+f');
    await page.getByRole('searchbox', { name: 'Search all pages' }).waitFor();
    await inspect(page, 'viewer forced colours');
  });
  await test.step('captions, the transcript and the controls', async () => {
    await page.goto(`${service.origin}${to(3)}`);
    const shown = page.getByRole('button', { name: 'Captions', exact: true });
    await page.getByText('Transcript').click();
    const line = page.getByRole('button', { name: '0:00 The terms' });
    for (const each of [shown, line]) await expect(each).toHaveCSS('outline-style', 'solid');
    await inspect(page, 'viewer forced colours, video');
    await buttonOf(page, 'Edit captions').click();
    await page.getByRole('dialog').waitFor();
    await inspect(page, 'viewer forced colours, captions');
  });
});
