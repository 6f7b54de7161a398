import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { becomes, until, uploadFile } from '@ringbinder/testkit';
import type { Page } from 'playwright-core';
import { openApp, openBoth, picturesLoad, startApp } from './testing/app-page.ts';
import { inspect, inspectEverywhere, SCREENS } from './testing/console-page.ts';

const app = await startApp();
const { browser, service, fixture } = app;

const PDF = readFileSync(new URL('../../../../../docs/assets/loan-agreement.pdf', import.meta.url));
const note = (name: string, text = name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
const names = (page: Page) => page.locator('.page-name').allTextContents();
const shows = (page: Page, expected: readonly string[]) => becomes(() => names(page), [...expected]);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function twoAtPages(name: string, files: readonly string[] = []) {
  const upload = async (binderId: string) => {
    for (const file of files) await uploadFile(service, { binderId, token: fixture.ada.token }, file, file);
  };
  const both = await openBoth(app, name, { part: '/pages', prepare: upload });
  for (const page of [both.ada, both.ben]) await shows(page, files);
  return both;
}

test(
  '[WORK-12] files are uploaded by button, drop and paste, and the other sees their pages',
  browser.needed,
  async () => {
    const { ada, ben, close } = await twoAtPages('Uploads');
    await ada.getByText('No pages yet').waitFor();
    const field = ada.getByLabel('Upload files');
    await field.setInputFiles([
      { name: 'Loan.pdf', mimeType: 'application/pdf', buffer: PDF },
      note('Agenda.md'),
    ]);
    await until('all pages are there', async () => (await names(ben)).length === 4);
    await picturesLoad(ben, '.page-picture img');

    await ada.evaluate(`(() => {
    const files = new DataTransfer();
    files.items.add(new File(['dropped'], 'Dropped.txt', { type: 'text/plain' }));
    const area = document.querySelector('.section-page');
    for (const type of ['dragover', 'drop'])
      area.dispatchEvent(new DragEvent(type, { dataTransfer: files, bubbles: true, cancelable: true }));
    const pasted = new DataTransfer();
    pasted.items.add(new File(['pasted'], 'Pasted.txt', { type: 'text/plain' }));
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true, cancelable: true }));
  })()`);
    await until('what was dropped and pasted is there', async () => {
      const shown = await names(ben);
      return shown.includes('Dropped.txt') && shown.includes('Pasted.txt');
    });
    await field.setInputFiles([
      { name: 'Data.zip', mimeType: 'application/zip', buffer: Buffer.from([80, 75, 3, 4, 0, 255]) },
    ]);
    await ada.getByText('Data.zip is kept as a file').waitFor();
    await ben.getByRole('radio', { name: 'Files 5' }).check();
    const download = ben.waitForEvent('download');
    await button(ben, 'Download Data.zip').click();
    assert.equal((await download).suggestedFilename(), 'Data.zip');

    // A file goes with its pages, for both, once that was asked.
    await button(ben, 'Delete Loan.pdf').click();
    await ben.getByText('with its 3 pages and what is on them').waitFor();
    await inspect(ben, 'delete a file');
    await ben.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await ben.getByRole('radio', { name: 'Files 4' }).waitFor();
    await until('its pages are gone', async () => (await names(ada)).length === 3);
    await close();
  },
);

test(
  '[WORK-12] an upload is cancelled; what is refused says why and can be sent again',
  browser.needed,
  async () => {
    const { ada: page, ben, close } = await twoAtPages('Refused');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isHeld = false;
    await page.route('**/pageupload', async (route) => {
      isHeld = true;
      await held;
      // It may have been cancelled meanwhile.
      await route.abort().catch(() => undefined);
    });
    await page.getByLabel('Upload files').setInputFiles([note('Slow.txt')]);
    await page.getByRole('progressbar', { name: 'Slow.txt' }).waitFor();
    await until('it is on its way', async () => isHeld);
    await button(page, 'Cancel Slow.txt').click();
    await page.getByText('Slow.txt').waitFor({ state: 'detached' });
    release();
    await page.unrouteAll({ behavior: 'wait' });

    await page
      .getByLabel('Upload files')
      .setInputFiles([{ name: 'Broken.pdf', mimeType: 'application/pdf', buffer: PDF.subarray(0, 700) }]);
    await page.locator('.page-upload [role=alert]').waitFor();
    await button(page, 'Upload Broken.pdf again').click();
    await page.locator('.page-upload [role=alert]').waitFor();
    await button(page, 'Dismiss Broken.pdf').click();
    await page.getByText('Broken.pdf').waitFor({ state: 'detached' });
    assert.deepEqual(await names(ben), []);
    // Of what was refused and broken off.
    await close(/Failed to load resource/);
  },
);

test('[WORK-13] pages are renamed, moved and deleted, and opened as a whole', browser.needed, async () => {
  const { ada: page, ben, close } = await twoAtPages('Changes', ['One.txt', 'Two.txt', 'Three.txt']);
  const act = async (name: string, action: string) => {
    await button(page, `Actions on ${name}`).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await act('Three.txt', 'Move earlier');
  await shows(ben, ['One.txt', 'Three.txt', 'Two.txt']);
  await act('Three.txt', 'Rename');
  await page.getByRole('textbox', { name: 'Name' }).fill('Minutes');
  await button(page, 'Save').click();
  await shows(ben, ['One.txt', 'Minutes', 'Two.txt']);
  const other = await fixture.addBinder('Archive', fixture.ada);
  await act('One.txt', 'Copy or move to a binder');
  await page.getByLabel('To', { exact: true }).selectOption('Archive');
  await button(page, 'Go ahead').click();
  await page.getByText('Copied').waitFor();
  const { body } = await service.call('GET', `/${other}/pages`, { token: fixture.ada.token });
  assert.equal(body.data.pages.length, 1);
  await act('Two.txt', 'Delete');
  await page.getByText('Two.txt was deleted').waitFor();
  await shows(page, ['One.txt', 'Minutes']);
  await shows(ben, ['One.txt', 'Minutes']);

  await ben.getByRole('link', { name: 'One.txt, Note' }).click();
  await ben.getByRole('region', { name: 'The text of One.txt' }).waitFor();
  await ben.keyboard.press('ArrowRight');
  await ben.getByRole('heading', { name: 'Minutes', level: 2 }).waitFor();
  // What is deleted while it is looked at is brought back among the others.
  await ben.getByRole('button', { name: 'More to do with this page' }).click();
  await ben.getByRole('menuitem', { name: 'Delete' }).click();
  await ben.getByText('Minutes was deleted').waitFor();
  await button(ben, 'Undo').click();
  await shows(ben, ['One.txt', 'Minutes']);
  await shows(page, ['One.txt', 'Minutes']);
  await close();
});

test('[WORK-13] a link, a note and a whiteboard are made as pages', browser.needed, async () => {
  const { ada: page, ben, close } = await twoAtPages('Making');
  await button(page, 'Add').click();
  await page.getByRole('menuitem', { name: 'Link' }).click();
  await page.getByLabel('Address').fill('javascript:alert(1)');
  await button(page, 'Add the link').click();
  await page.getByRole('dialog').getByRole('alert').waitFor();
  await page.getByLabel('Address').fill('land-register.example/extract');
  await button(page, 'Add the link').click();
  const link = page.getByRole('link', { name: 'Open in a new tab' });
  await becomes(() => link.getAttribute('href'), 'https://land-register.example/extract');
  await page.getByRole('link', { name: 'All pages' }).click();
  await button(page, 'Add').click();
  await page.getByRole('menuitem', { name: 'Note' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Agenda');
  await page.getByLabel('Text').fill('# Who signs when');
  await button(page, 'Add the note').click();
  await until('both are there', async () => (await names(ben)).length === 2);
  await close(/400/);
});

test(
  '[WORK-17] several pages are selected by click, Shift, Ctrl and keyboard; they are moved, copied, deleted and brought back together, also while somebody else deletes one',
  browser.needed,
  async () => {
    const all = ['A.txt', 'B.txt', 'C.txt', 'D.txt', 'E.txt'];
    const { binderId: id, ada: page, ben, close } = await twoAtPages('Selected', all);
    const card = (name: string) => page.getByRole('link', { name: `${name}, Note` });
    const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
    const chosen = () => page.locator('.page-card[data-selected=true] .page-name').allTextContents();
    const selects = (expected: readonly string[]) => becomes(chosen, [...expected]);

    await card('B.txt').click({ modifiers: ['ControlOrMeta'] });
    await selects(['B.txt']);
    await card('D.txt').click({ modifiers: ['Shift'] });
    await selects(['B.txt', 'C.txt', 'D.txt']);
    // A plain click is a choice while something is chosen.
    await card('C.txt').click();
    await selects(['B.txt', 'D.txt']);
    await box('A.txt').focus();
    await page.keyboard.press('Space');
    await selects(['A.txt', 'B.txt', 'D.txt']);
    await page.keyboard.press('ControlOrMeta+a');
    await selects(all);
    await page.keyboard.press('Escape');
    await selects([]);

    await box('B.txt').click();
    await box('D.txt').click();
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/selected.png` });
    // Dragged by one, both go along.
    await card('D.txt').dragTo(card('A.txt'), { targetPosition: { x: 4, y: 120 } });
    await shows(ben, ['B.txt', 'D.txt', 'A.txt', 'C.txt', 'E.txt']);
    await selects(['B.txt', 'D.txt']);

    // And by keys, one place on; the focus goes along.
    await card('D.txt').focus();
    await page.keyboard.press('Control+Shift+ArrowRight');
    await shows(ben, ['A.txt', 'B.txt', 'D.txt', 'C.txt', 'E.txt']);
    await becomes(() => page.evaluate('document.activeElement.getAttribute("aria-label")'), 'D.txt, Note');
    await page.keyboard.press('ArrowLeft');
    await becomes(() => page.evaluate('document.activeElement.getAttribute("aria-label")'), 'B.txt, Note');
    await page.keyboard.press('Control+Shift+ArrowRight');
    await shows(ben, ['A.txt', 'C.txt', 'B.txt', 'D.txt', 'E.txt']);
    await page.keyboard.press('Control+Shift+ArrowLeft');
    await shows(ben, ['A.txt', 'B.txt', 'D.txt', 'C.txt', 'E.txt']);
    await page.keyboard.press('End');
    await page.keyboard.press('Control+Shift+Home');
    await shows(ben, ['E.txt', 'A.txt', 'B.txt', 'D.txt', 'C.txt']);
    await page.keyboard.press('Control+Shift+End');
    await shows(ben, ['A.txt', 'B.txt', 'D.txt', 'C.txt', 'E.txt']);

    const other = await fixture.addBinder('Archive of the selected', fixture.ada);
    await button(page, 'Copy or move').click();
    await page.getByLabel('To', { exact: true }).selectOption('Archive of the selected');
    await page.getByRole('radio', { name: 'Move', exact: true }).check();
    await button(page, 'Go ahead').click();
    await shows(ben, ['A.txt', 'C.txt', 'E.txt']);
    const { body } = await service.call('GET', `/${other}/pages`, { token: fixture.ada.token });
    assert.equal(body.data.pages.length, 2);
    await selects([]);

    await box('A.txt').click();
    await box('E.txt').click();
    await button(page, 'Delete').click();
    await shows(page, ['C.txt']);
    await page.getByText('2 pages were deleted').waitFor();
    await button(page, 'Undo').click();
    await shows(page, ['A.txt', 'C.txt', 'E.txt']);
    assert.deepEqual(await names(ben), ['A.txt', 'C.txt', 'E.txt']);

    await box('A.txt').click();
    await box('E.txt').click();
    await page.keyboard.press('Delete');
    await shows(page, ['C.txt']);
    const pages = await service.call('GET', `/${id}/pages`, { token: fixture.ben.token });
    const first = pages.body.data.pages[0].id;
    await service.call('DELETE', `/${id}/pages/${first}`, { token: fixture.ben.token });
    await shows(ben, ['C.txt', 'E.txt']);
    // What is left to do is done when the tab is left, too.
    await page.goto('about:blank');
    await shows(ben, ['C.txt']);
    await close();
  },
);

test('[WORK-17] on a phone pages are selected by touch, and the bar fits', browser.needed, async () => {
  const { ada } = fixture;
  const id = await fixture.addBinder('Touched', ada);
  for (const file of ['One.txt', 'Two.txt'])
    await uploadFile(service, { binderId: id, token: ada.token }, file, file);
  const path = `/b/${id}/pages`;
  const { page, errors } = await openApp(browser, service, ada.email, {
    path,
    ...SCREENS['phone, light'],
    hasTouch: true,
    isMobile: true,
  });
  await shows(page, ['One.txt', 'Two.txt']);
  await page.getByRole('checkbox', { name: 'Select One.txt' }).tap();
  await page.getByRole('link', { name: 'Two.txt, Note' }).tap();
  await page.getByRole('toolbar').getByText('2 pages selected').waitFor();
  await inspectEverywhere(page, 'selected pages');
  const fits = await page.evaluate('document.documentElement.scrollWidth <= innerWidth');
  assert.equal(fits, true);
  await button(page, 'Clear the selection').tap();
  await page.getByRole('toolbar').waitFor({ state: 'detached' });
  assert.deepEqual(errors, []);
  await page.context().close();
});
