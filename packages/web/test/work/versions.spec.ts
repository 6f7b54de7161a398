import assert from 'node:assert/strict';
import { makePdf } from '@ringbinder/page-renderer/testing';
import { uploadFile } from '@ringbinder/testkit';
import {
  type App,
  expect,
  inspectEverywhere,
  type Page,
  test,
} from '@ringbinder/testkit/playwright/index.ts';
import { buttonOf, chooseMore } from '../support/viewer-page.ts';

const pdf = (pages: number, text: string) => makePdf({ pages, text });

async function openDocument(app: App, name: string) {
  const { org, service } = app;
  const id = await org.addBinder(name, org.ada, [org.ben]);
  const first = new Uint8Array(pdf(3, 'First draft'));
  const { pages } = await uploadFile(service, { binderId: id, token: org.ada.token }, first, 'Terms.pdf');
  const [{ id: pageId }] = pages as [{ id: number }];
  const page = await app.open(org.ada, { path: `/b/${id}/pages/${pageId}` });
  const drawing = {
    client_uuid: 'mark',
    svg_tag: '<circle cx="90" cy="90" r="60" fill="none" stroke="red"/>',
  };
  const drawn = await service.call('POST', `/${id}/pages/${pageId}/annotations`, {
    token: org.ben.token,
    json: drawing,
  });
  assert.equal(drawn.status, 200);
  return { id, page, pageId };
}

const rows = (page: Page) => page.locator('.versions > li');
const upload = (page: Page, buffer: Buffer, name: string) =>
  page.getByLabel('File of the new version').setInputFiles({ name, mimeType: 'application/pdf', buffer });

test('[VIEW-19] a document gets a new version under its address, and an earlier one is downloaded and restored', async ({
  app,
}) => {
  const { id, page, pageId } = await openDocument(app, 'Replaced');
  await test.step('upload a new version', async () => {
    await chooseMore(page, 'Versions');
    await expect(rows(page)).toHaveCount(1);
    await upload(page, pdf(2, 'Second draft'), 'Terms 2.pdf');
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).first()).toContainText('Version 2');
    await expect(rows(page).first()).toContainText('Current');
    await expect(rows(page).last()).toContainText('3 pages');
    await inspectEverywhere(page, 'versions');
  });
  await test.step('a file of another type is refused with a reason', async () => {
    app.allowErrors(/412/);
    await page
      .getByLabel('File of the new version')
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('words') });
    await page.getByRole('alert').getByText('Choose a file of the same type as this document.').waitFor();
    await expect(rows(page)).toHaveCount(2);
  });
  await test.step('download the first version', async () => {
    const waiting = page.waitForEvent('download');
    await buttonOf(page, 'Download Version 1').click();
    assert.equal((await waiting).suggestedFilename(), 'Terms.pdf');
  });
  await test.step('the viewer shows the new version at the same address', async () => {
    await buttonOf(page, 'Close').click();
    await page.getByText('/ 2', { exact: true }).waitFor();
    assert.ok(page.url().endsWith(`/b/${id}/pages/${pageId}`));
    await expect(page.locator('.annotations circle')).toHaveCount(0);
  });
  await test.step('restore the first version with its drawing', async () => {
    await chooseMore(page, 'Versions');
    await buttonOf(page, 'Restore Version 1').click();
    await expect(rows(page)).toHaveCount(3);
    await expect(page.locator('.toast:visible')).toHaveCount(1);
    await expect(async () => {
      const toast = await page.locator('dialog .toast').boundingBox();
      const buttons = await page.locator('dialog .choose').boundingBox();
      assert.ok(toast && buttons && toast.y + toast.height <= buttons.y);
    }).toPass();
    await buttonOf(page, 'Close').click();
    await expect(page.locator('.annotations circle')).toHaveCount(1);
  });
  await test.step('the chat reports it', async () => {
    await page.goto(`${new URL(page.url()).origin}/b/${id}/chat`);
    const list = page.getByRole('list', { name: 'Messages' });
    await expect(list.locator('.page-preview')).toHaveCount(3);
    for (const words of ['File replaced: Terms 2.pdf', 'Version restored: Terms.pdf'])
      await expect(list.locator('.message.system', { hasText: words })).toContainText(app.org.ada.name);
    await expect(list.getByRole('link', { name: /Terms/ }).and(list.locator('.quote-line'))).toHaveCount(2);
  });
});

test('[VIEW-20] [APP-41] two versions are compared side by side, and scroll and zoom together', async ({
  app,
}) => {
  const { page } = await openDocument(app, 'Compared');
  await chooseMore(page, 'Versions');
  await upload(page, pdf(2, 'Second draft'), 'Terms 2.pdf');
  await buttonOf(page, 'Compare Version 1 with the current one').click();
  const stages = page.locator('.comparison-body .stage');
  await expect(stages).toHaveCount(2);
  await expect(page.locator('.comparison-body .page-tile.whole[data-there=true]')).toHaveCount(2);
  await expect(page.locator('.comparison-side').first().locator('.annotations circle')).toHaveCount(1);
  await inspectEverywhere(page, 'comparison');
  const dialog = page.getByRole('dialog', { name: 'Compare' });
  await dialog.getByRole('combobox', { name: 'Zoom' }).selectOption('200');
  const widths = () =>
    stages.evaluateAll((all) => all.map((each) => each.querySelector('.stage-sheet')?.clientWidth));
  await expect.poll(async () => new Set(await widths()).size).toBe(1);
  await stages.first().hover();
  await page.mouse.wheel(0, 300);
  const tops = () => stages.evaluateAll((all) => all.map((each) => Math.round(each.scrollTop / 5)));
  await expect.poll(async () => ((await tops())[0] ?? 0) > 20).toBe(true);
  await expect.poll(async () => new Set(await tops()).size).toBe(1);
  await dialog.getByRole('button', { name: 'Next page' }).click();
  await dialog.getByRole('button', { name: 'Next page' }).click();
  await page.getByText('This version has no page 3.').waitFor();
  await page.keyboard.press('Escape');
  await expect(rows(page)).toHaveCount(2);
  await expect(buttonOf(page, 'Compare Version 1 with the current one')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(stages).toHaveCount(2);
  await page.goBack();
  await expect(stages).toHaveCount(0);
  await expect(rows(page)).toHaveCount(2);
});

test('[VIEW-19] a viewer lists versions, and is not offered to change them', async ({ app }) => {
  const { org, service } = app;
  const { id, pageId } = await openDocument(app, 'Read');
  const { status } = await service.call('POST', `/${id}/users/${org.ben.id}`, {
    token: org.ada.token,
    json: { type: 'BOARD_READ_ONLY' },
  });
  assert.equal(status, 200);
  const page = await app.open(org.ben, { path: `/b/${id}/pages/${pageId}` });
  await chooseMore(page, 'Versions');
  await expect(rows(page)).toHaveCount(1);
  await expect(buttonOf(page, 'Upload a new version')).toHaveCount(0);
});
