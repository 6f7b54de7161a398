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

const names = (page: Page) => page.locator('.page-name');
const card = (page: Page, name: string) => page.getByRole('link', { name: `${name}, ` });

async function openDocuments(app: App, name: string, options: Parameters<App['open']>[1] = {}) {
  const { org, service } = app;
  const { ada, ben } = org;
  const id = await org.addBinder(name, ada, [ben]);
  const add = async (content: Uint8Array<ArrayBuffer> | string, file: string, by = ada) => {
    const { pages } = await uploadFile(service, { binderId: id, token: by.token }, content, file);
    return pages.map((page: { id: number }) => page.id) as number[];
  };
  const terms = await add(new Uint8Array(makePdf({ pages: 3 })), 'Terms.pdf');
  const [note = 0] = await add('Who signs when', 'Agenda.txt', ben);
  const plan = await add(new Uint8Array(makePdf({ pages: 2 })), 'Plan 10.pdf');
  const page = await app.open(ada, { path: `/b/${id}/pages`, ...options });
  await expect(names(page)).toHaveText(['Terms.pdf', 'Agenda.txt', 'Plan 10.pdf']);
  const pages = async () => {
    const { body } = await service.call('GET', `/${id}/pages`, { token: ben.token });
    return body.data.pages as { id: number; name?: string }[];
  };
  const stores = (expected: readonly number[]) =>
    expect.poll(async () => (await pages()).map((each) => each.id)).toEqual(expected);
  return { id, page, terms, note, plan, pages, stores };
}

test('[WORK-23] a PDF is one card with its pages, author and comments, and is moved, renamed, deleted and restored as a whole', async ({
  app,
  service,
  org,
}) => {
  const { id, page, terms, note, plan, pages, stores } = await openDocuments(app, 'Whole');
  const act = async (name: string, action: string) => {
    await buttonOf(page, `More actions: ${name}`).click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  };
  await test.step('the card counts the comments of all pages', async () => {
    for (const at of [0, 2])
      await service.call('POST', `/${id}/pages/${terms[at]}/comments`, {
        token: org.ben.token,
        json: { text: 'Read' },
      });
    await page.getByRole('link', { name: 'Terms.pdf, 3 pages, 2 comments', exact: true }).waitFor();
    await expect(page.locator('.page-author')).toHaveText([org.ada.name, org.ben.name, org.ada.name]);
  });
  await test.step('move it by the menu, by keys and by dragging', async () => {
    await act('Terms.pdf', 'Move later');
    await stores([note, ...terms, ...plan]);
    await card(page, 'Terms.pdf').focus();
    await page.keyboard.press('Control+Shift+ArrowRight');
    await stores([note, ...plan, ...terms]);
    await card(page, 'Terms.pdf').dragTo(card(page, 'Agenda.txt'), { targetPosition: { x: 4, y: 120 } });
    await stores([...terms, note, ...plan]);
    await expect(names(page)).toHaveText(['Terms.pdf', 'Agenda.txt', 'Plan 10.pdf']);
  });
  await test.step('rename it', async () => {
    await act('Terms.pdf', 'Rename');
    await page.getByRole('textbox', { name: 'Name' }).fill('Conditions');
    await buttonOf(page, 'Save').click();
    await expect(names(page)).toHaveText(['Conditions', 'Agenda.txt', 'Plan 10.pdf']);
    const named = async () => (await pages()).slice(0, 3).map(({ name }) => name);
    await expect.poll(named).toEqual(['Conditions', 'Conditions', 'Conditions']);
  });
  await test.step('download the file as it was uploaded', async () => {
    const download = page.waitForEvent('download');
    await act('Plan 10.pdf', 'Download');
    assert.equal((await download).suggestedFilename(), 'Plan 10.pdf');
  });
  await test.step('delete it, restore it, and delete it for good', async () => {
    await act('Conditions', 'Delete');
    await page.getByText('Conditions was deleted').waitFor();
    await expect(names(page)).toHaveText(['Agenda.txt', 'Plan 10.pdf']);
    await buttonOf(page, 'Undo').click();
    await expect(names(page)).toHaveText(['Conditions', 'Agenda.txt', 'Plan 10.pdf']);
    await page.getByRole('checkbox', { name: 'Select Conditions' }).click();
    await page.keyboard.press('Delete');
    await page.getByText('Conditions was deleted').waitFor();
    await page.goto('about:blank');
    await stores([note, ...plan]);
  });
});

test('[WORK-24] the documents are a grid or a list, in the order of the binder or by name, date, author or type, which each person keeps', async ({
  app,
  org,
}) => {
  const { id, page, terms, note, plan, stores } = await openDocuments(app, 'Arranged');
  await expect(card(page, 'Agenda.txt')).toHaveAccessibleName(/, Text\b/);
  const order = page.getByLabel('Sort by');
  const sorted: [label: string, expected: string[]][] = [
    ['Name', ['Agenda.txt', 'Plan 10.pdf', 'Terms.pdf']],
    ['Newest first', ['Plan 10.pdf', 'Agenda.txt', 'Terms.pdf']],
    ['Author', ['Terms.pdf', 'Plan 10.pdf', 'Agenda.txt']],
    ['Type', ['Terms.pdf', 'Plan 10.pdf', 'Agenda.txt']],
    ['Manual order', ['Terms.pdf', 'Agenda.txt', 'Plan 10.pdf']],
  ];
  for (const [label, expected] of sorted) {
    await order.selectOption(label);
    await expect(names(page)).toHaveText(expected);
  }
  await test.step('a list is read and changed by keys', async () => {
    await page.getByRole('radio', { name: 'List' }).check();
    await inspectEverywhere(page, 'documents as a list');
    await card(page, 'Terms.pdf').focus();
    await page.keyboard.press('ArrowDown');
    await expect(card(page, 'Agenda.txt')).toBeFocused();
    await page.keyboard.press('Control+Shift+ArrowUp');
    await stores([note, ...terms, ...plan]);
    await expect(card(page, 'Agenda.txt')).toBeFocused();
  });
  await test.step('nothing moves while it is sorted', async () => {
    await order.selectOption('Name');
    await card(page, 'Terms.pdf').focus();
    await page.keyboard.press('Control+Shift+Home');
    await buttonOf(page, 'More actions: Terms.pdf').click();
    await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
    await expect(page.getByRole('menuitem', { name: 'Move earlier' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await stores([note, ...terms, ...plan]);
  });
  await test.step('the choice outlives a reload, and is of one binder', async () => {
    await page.reload();
    await expect(names(page)).toHaveText(['Agenda.txt', 'Plan 10.pdf', 'Terms.pdf']);
    await expect(page.getByRole('radio', { name: 'List' })).toBeChecked();
    const other = await org.addBinder('Arranged otherwise', org.ada);
    await uploadFile(app.service, { binderId: other, token: org.ada.token }, 'One', 'One.txt');
    await page.goto(`${app.service.origin}/b/${other}/pages`);
    await expect(page.getByRole('radio', { name: 'Grid' })).toBeChecked();
    await page.goto(`${app.service.origin}/b/${id}/pages`);
    await expect(page.getByRole('radio', { name: 'List' })).toBeChecked();
  });
});

test('[VIEW-17] the viewer counts the pages of the document, leads on to the next one, and returns to its card', async ({
  app,
}) => {
  const { page, terms, note, plan } = await openDocuments(app, 'Counted');
  const isPage = (id: number | undefined) => page.waitForURL((url) => url.pathname.endsWith(`/${id}`));
  await card(page, 'Terms.pdf').click();
  await isPage(terms[0]);
  const field = page.getByLabel('Page number');
  await expect(field).toHaveValue('1');
  await page.getByText('/ 3', { exact: true }).waitFor();
  await buttonOf(page, 'Thumbnails').click();
  await expect(page.getByRole('navigation', { name: 'Page thumbnails' }).getByRole('link')).toHaveCount(3);
  await inspectEverywhere(page, 'viewer thumbnails');
  await page.keyboard.press('End');
  await isPage(terms[2]);
  await page.getByRole('link', { name: 'Next document' }).click();
  await isPage(note);
  await expect(field).toHaveCount(0);
  await expect(buttonOf(page, 'Thumbnails')).toHaveCount(0);
  await page.getByRole('link', { name: 'Next document' }).click();
  await isPage(plan[0]);
  await page.getByText('/ 2', { exact: true }).waitFor();
  await chooseMore(page, 'Previous document');
  await isPage(note);
  await page.getByRole('link', { name: 'Previous document' }).click();
  await isPage(terms[2]);
  await page.getByRole('link', { name: 'Previous page' }).click();
  await isPage(terms[1]);
  await page.getByRole('link', { name: 'All pages' }).click();
  await expect(card(page, 'Terms.pdf')).toBeFocused();
});

test('[VIEW-17] one page of a document is renamed, moved to another binder and deleted by the menu of the viewer', async ({
  app,
  org,
  service,
}) => {
  const { id, page, terms, note, plan, stores } = await openDocuments(app, 'Single pages');
  const other = await org.addBinder('Single pages elsewhere', org.ada);
  await page.goto(`${app.service.origin}/b/${id}/pages/${terms[0]}`);
  await chooseMore(page, 'Rename this page');
  await page.getByRole('textbox', { name: 'Name' }).fill('Cover');
  await buttonOf(page, 'Save').click();
  await page.getByRole('heading', { name: 'Cover', level: 2 }).waitFor();
  await chooseMore(page, 'Copy or move this page');
  await page.getByLabel('To', { exact: true }).selectOption('Single pages elsewhere');
  await page.getByRole('radio', { name: 'Copy', exact: true }).check();
  await buttonOf(page, 'Continue').click();
  await page.getByText('Copied').waitFor();
  const { body } = await service.call('GET', `/${other}/pages`, { token: org.ada.token });
  assert.deepEqual(
    body.data.pages.map(({ name }: { name: string }) => name),
    ['Cover'],
  );
  await page.keyboard.press('PageDown');
  await page.waitForURL((url) => url.pathname.endsWith(`/${terms[1]}`));
  await chooseMore(page, 'Delete this page');
  await page.getByText('Terms.pdf, page 2 was deleted').waitFor();
  await page.getByRole('link', { name: 'Terms.pdf, 2 pages' }).waitFor();
  await page.goto('about:blank');
  await stores([terms[0] ?? 0, terms[2] ?? 0, note, ...plan]);
});
