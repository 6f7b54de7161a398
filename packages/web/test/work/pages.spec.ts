import assert from 'node:assert/strict';
import { type CreatedUser, uploadFile } from '@ringbinder/testkit';
import {
  type App,
  type BrowserContextOptions,
  expect,
  inspect,
  inspectEverywhere,
  type Page,
  SCREENS,
  saveScreenshot,
  test,
} from '@ringbinder/testkit/playwright/index.ts';
import { picturesLoad } from '../support/sections.ts';
import { PDF } from '../support/work-binder.ts';

const text = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) });
const pageNames = (page: Page) => page.locator('.page-name');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function addTexts({ org, service }: App, binderId: string, files: readonly string[]) {
  for (const file of files) await uploadFile(service, { binderId, token: org.ada.token }, file, file);
}

async function openPages(app: App, name: string, files: string[] = [], options: BrowserContextOptions = {}) {
  const { ada, ben, addBinder } = app.org;
  const id = await addBinder(name, ada, [ben]);
  await addTexts(app, id, files);
  const page = await app.open(ada, { path: `/b/${id}/pages`, ...options });
  await expect(pageNames(page)).toHaveText(files);
  return { id, page };
}

async function openPagesForBoth(app: App, name: string, files: string[] = []) {
  const both = await app.openBoth(name, { part: '/pages', prepare: (id) => addTexts(app, id, files) });
  for (const page of [both.ada, both.ben]) await expect(pageNames(page)).toHaveText(files);
  return both;
}

async function pagesOf({ service }: App, binderId: string, { token }: CreatedUser) {
  const { body } = await service.call('GET', `/${binderId}/pages`, { token });
  return body.data.pages as { id: number; name?: string; original_file_name?: string }[];
}

async function stores(app: App, binderId: string, expected: readonly string[]) {
  const names = async () =>
    (await pagesOf(app, binderId, app.org.ben)).map(
      ({ name, original_file_name }) => name || original_file_name,
    );
  await expect.poll(names).toEqual(expected);
}

test('[WORK-12] files are uploaded with a button, by dropping and by pasting, downloaded, and deleted with their pages', async ({
  app,
}) => {
  const { ada, ben } = await openPagesForBoth(app, 'Uploads');
  await ada.getByText('No pages yet').waitFor();
  const field = ada.getByLabel('Upload files');
  await test.step('upload two files with the button', async () => {
    await field.setInputFiles([
      { name: 'Loan.pdf', mimeType: 'application/pdf', buffer: PDF },
      text('Agenda.md'),
    ]);
    // The page sends both uploads simultaneously, so either may be first.
    for (const name of ['Loan.pdf', 'Agenda.md'])
      await expect(pageNames(ben).filter({ hasText: name })).toHaveCount(1);
    await picturesLoad(ben, '.page-picture img');
  });
  await test.step('drop one file and paste another', async () => {
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
    for (const name of ['Dropped.txt', 'Pasted.txt'])
      await expect(pageNames(ben).filter({ hasText: name })).toHaveCount(1);
  });
  await test.step('download a file without pages', async () => {
    await field.setInputFiles([
      { name: 'Data.zip', mimeType: 'application/zip', buffer: Buffer.from([80, 75, 3, 4, 0, 255]) },
    ]);
    await ada.getByText('Data.zip was saved as a file').waitFor();
    await ben.getByRole('radio', { name: 'Files 5' }).check();
    const download = ben.waitForEvent('download');
    await button(ben, 'Download Data.zip').click();
    assert.equal((await download).suggestedFilename(), 'Data.zip');
  });
  await test.step('delete a file and its pages after a question', async () => {
    await button(ben, 'Delete Loan.pdf').click();
    await ben.getByText('with its 3 pages and everything on them').waitFor();
    await inspect(ben, 'delete a file');
    await ben.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await ben.getByRole('radio', { name: 'Files 4' }).waitFor();
    await expect(pageNames(ada)).toHaveCount(3);
  });
});

test('[WORK-12] an upload can be cancelled; a refused one shows why and can be sent again or dismissed', async ({
  app,
}) => {
  app.allowErrors(/Failed to load resource/);
  const { id, page } = await openPages(app, 'Refused');
  const field = page.getByLabel('Upload files');
  await test.step('cancel an upload', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const started = page.waitForRequest('**/uploads/*');
    await page.route('**/uploads/*', async (route) => {
      await released;
      // The page may have cancelled the request.
      await route.abort().catch(() => undefined);
    });
    await field.setInputFiles([text('Slow.txt')]);
    await page.getByRole('progressbar', { name: 'Slow.txt' }).waitFor();
    await started;
    await button(page, 'Cancel Slow.txt').click();
    await expect(page.getByText('Slow.txt')).toHaveCount(0);
    release();
    await page.unrouteAll({ behavior: 'wait' });
  });
  await test.step('send a refused one again, then dismiss it', async () => {
    const reason = page.locator('.page-upload [role=alert]');
    const broken = { name: 'Broken.pdf', mimeType: 'application/pdf', buffer: PDF.subarray(0, 700) };
    await field.setInputFiles([broken]);
    await reason.waitFor();
    const answered = page.waitForResponse('**/uploads/*');
    await button(page, 'Upload Broken.pdf again').click();
    await answered;
    await reason.waitFor();
    await button(page, 'Dismiss Broken.pdf').click();
    await expect(page.getByText('Broken.pdf')).toHaveCount(0);
  });
  assert.deepEqual(await pagesOf(app, id, app.org.ben), []);
});

test('[WORK-13] pages are moved, renamed, copied, deleted and restored, and arrow keys lead from one to the next', {
  tag: '@slow',
}, async ({ app, org }) => {
  const { ada: page, ben } = await openPagesForBoth(app, 'Changes', ['One.txt', 'Two.txt', 'Three.txt']);
  const act = async (name: string, action: string) => {
    await button(page, `More actions: ${name}`).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await test.step('move and rename', async () => {
    await act('Three.txt', 'Move earlier');
    await expect(pageNames(ben)).toHaveText(['One.txt', 'Three.txt', 'Two.txt']);
    await act('Three.txt', 'Rename');
    await page.getByRole('textbox', { name: 'Name' }).fill('Minutes');
    await button(page, 'Save').click();
    await expect(pageNames(ben)).toHaveText(['One.txt', 'Minutes', 'Two.txt']);
  });
  await test.step('copy to another binder', async () => {
    const other = await org.addBinder('Archive', org.ada);
    await act('One.txt', 'Copy or move to a binder');
    await page.getByLabel('To', { exact: true }).selectOption('Archive');
    await button(page, 'Continue').click();
    await page.getByText('Copied').waitFor();
    assert.equal((await pagesOf(app, other, org.ada)).length, 1);
  });
  await test.step('delete', async () => {
    await page.clock.install();
    await act('Two.txt', 'Delete');
    await page.getByText('Two.txt was deleted').waitFor();
    // A deletion can be undone for eight seconds.
    await page.clock.fastForward(8_000);
    for (const each of [page, ben]) await expect(pageNames(each)).toHaveText(['One.txt', 'Minutes']);
  });
  await test.step('open a page, turn to the next one, delete and restore it', async () => {
    await ben.getByRole('link', { name: 'One.txt, Text' }).click();
    await ben.getByRole('region', { name: 'Text of One.txt' }).waitFor();
    await ben.keyboard.press('ArrowRight');
    await ben.getByRole('heading', { name: 'Minutes', level: 2 }).waitFor();
    await ben.getByRole('button', { name: 'More actions' }).click();
    await ben.getByRole('menuitem', { name: 'Delete' }).click();
    await ben.getByText('Minutes was deleted').waitFor();
    await button(ben, 'Undo').click();
    for (const each of [ben, page]) await expect(pageNames(each)).toHaveText(['One.txt', 'Minutes']);
  });
});

test('[WORK-30] the time to undo a deletion waits for the reader, and Ctrl+Z undoes it', async ({ app }) => {
  const { ada: page, ben } = await openPagesForBoth(app, 'Time', ['One.txt', 'Two.txt', 'Three.txt']);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const hide = (isHidden: boolean) =>
    page.evaluate(`
      Object.defineProperty(document, 'hidden', { configurable: true, value: ${isHidden} });
      document.dispatchEvent(new Event('visibilitychange'));
    `);
  const remove = async (name: string) => {
    await button(page, `More actions: ${name}`).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    // No element receives the focus while the clock is stopped.
    await expect(async () => {
      await page.clock.runFor(100);
      await expect(button(page, 'Undo')).toBeFocused({ timeout: 100 });
    }).toPass();
  };
  const deleted = (name: string) => page.getByText(`${name} was deleted`);
  const all = ['One.txt', 'Two.txt', 'Three.txt'];

  await test.step('while the focus is on “Undo”', async () => {
    await remove('One.txt');
    await page.clock.runFor(20_000);
    await page.keyboard.press('Shift+Tab');
    await expect(button(page, 'Undo')).not.toBeFocused();
    await page.clock.runFor(7_900);
    await deleted('One.txt').waitFor();
  });
  await test.step('while the pointer is on its message, or the page is hidden', async () => {
    await deleted('One.txt').hover();
    await page.clock.runFor(20_000);
    await page.mouse.move(0, 0);
    await page.clock.runFor(7_900);
    await hide(true);
    await page.clock.runFor(20_000);
    await hide(false);
    await page.clock.runFor(7_900);
    await deleted('One.txt').waitFor();
    assert.deepEqual(await pageNames(ben).allTextContents(), all);
    await page.clock.runFor(200);
    await expect(deleted('One.txt')).toHaveCount(0);
    await expect(pageNames(ben)).toHaveText(['Two.txt', 'Three.txt']);
  });
  await test.step('Ctrl+Z', async () => {
    await remove('Two.txt');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Control+z');
    await expect(deleted('Two.txt')).toHaveCount(0);
    await expect(pageNames(page)).toHaveText(['Two.txt', 'Three.txt']);
  });
});

test('[WORK-13] a link is created as a page', async ({ app }) => {
  app.allowErrors(/status of 400/);
  const { page } = await openPages(app, 'Creating');
  await button(page, 'Add').click();
  await page.getByRole('menuitem', { name: 'Link' }).click();
  await page.getByLabel('Web address').fill('javascript:alert(1)');
  await button(page, 'Add the link').click();
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(/./);
  await page.getByLabel('Web address').fill('land-register.example/extract');
  await button(page, 'Add the link').click();
  const link = page.getByRole('link', { name: 'Open in a new tab' });
  await expect(link).toHaveAttribute('href', 'https://land-register.example/extract');
});

for (const width of [360, 1280])
  test(`[WORK-13] [PAGE-101] [PAGE-102] a new note opens in its editor, and is named by its first line or in place, ${width} pixels wide`, async ({
    app,
  }) => {
    app.allowErrors(/INTERNET_DISCONNECTED/);
    const { id, page } = await openPages(app, 'Writing', [], { viewport: { width, height: 740 } });
    const { keyboard } = page;
    const editor = page.getByRole('textbox', { name: 'Text of the note' });
    const addNote = async () => {
      await button(page, 'Add').focus();
      await keyboard.press('Enter');
      await keyboard.press('n');
      await keyboard.press('Enter');
    };
    await test.step('Escape and Back save what was written', async () => {
      await addNote();
      await expect(editor).toBeFocused();
      await inspect(page, `new note ${width}`);
      await keyboard.type('# Who signs when');
      await keyboard.press('Escape');
      await page.locator('.note-body').getByRole('heading', { name: 'Who signs when' }).waitFor();
      await page.goBack();
      await expect(pageNames(page)).toHaveText(['Who signs when']);
      await addNote();
      await expect(editor).toBeFocused();
      await keyboard.type('The second one');
      await page.goBack();
      await expect(pageNames(page)).toHaveText(['Who signs when', 'The second one']);
      await page.getByRole('link', { name: 'The second one, Note' }).click();
      await page.locator('.note-body').getByText('The second one').waitFor();
      await expect(editor).toHaveCount(0);
    });
    await test.step('a click on the name renames the note, and its first line does no more', async () => {
      const title = page.locator('.viewer h2');
      const field = title.getByRole('textbox');
      await title.getByRole('button', { name: 'The second one' }).click();
      await expect(field).toBeFocused();
      await keyboard.type('Wrong');
      await keyboard.press('Escape');
      await expect(title).toHaveText('The second one');
      await expect(title.getByRole('button')).toBeFocused();
      await keyboard.press('Enter');
      await expect(field).toBeFocused();
      await keyboard.type('Second');
      await inspect(page, `note being renamed ${width}`);
      await keyboard.press('Enter');
      await expect(title).toHaveText('Second');
      await button(page, 'Edit text').click();
      await editor.press('Control+Home');
      await keyboard.type('Not ');
      await keyboard.press('Escape');
      await page.locator('.note-body').getByText('Not The second one').waitFor();
      await expect(title).toHaveText('Second');
      await page.goBack();
    });
    await test.step('one that is chosen twice is added once, and an empty one remains', async () => {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      await page.route(`**/${id}/pages`, async (route) => {
        await released;
        await route.continue();
      });
      for (let time = 0; time < 2; time++) await addNote();
      release();
      await expect(editor).toBeFocused();
      await page.unroute(`**/${id}/pages`);
      await page.goBack();
      await page.getByRole('link', { name: 'Untitled, Note' }).click();
      await page.getByText('This note is empty').waitFor();
      await page.goBack();
    });
    await test.step('without a connection, the reason is shown', async () => {
      await page.context().setOffline(true);
      await addNote();
      await page.locator('.toast').getByText('The server cannot be reached').waitFor();
      await page.context().setOffline(false);
      await stores(app, id, ['Who signs when', 'Second', 'Untitled']);
    });
  });

function cardsOf(page: Page) {
  const selected = page.locator('.page-card[data-selected=true] .page-name');
  return {
    card: (name: string) => page.getByRole('link', { name: `${name}, Text` }),
    box: (name: string) => page.getByRole('checkbox', { name: `Select ${name}` }),
    hasSelected: (expected: string[]) => expect(selected).toHaveText(expected),
  };
}

test('[WORK-17] pages are selected by click, Shift, Ctrl and keyboard, and moved together by dragging and by keys', async ({
  app,
}) => {
  const all = ['A.txt', 'B.txt', 'C.txt', 'D.txt', 'E.txt'];
  const { id, page } = await openPages(app, 'Selected', all);
  const { card, box, hasSelected } = cardsOf(page);
  const isMoved = async (expected: string[]) => {
    await expect(pageNames(page)).toHaveText(expected);
    await stores(app, id, expected);
  };
  await test.step('select', async () => {
    await card('B.txt').click({ modifiers: ['ControlOrMeta'] });
    await hasSelected(['B.txt']);
    await card('D.txt').click({ modifiers: ['Shift'] });
    await hasSelected(['B.txt', 'C.txt', 'D.txt']);
    await card('C.txt').click();
    await hasSelected(['B.txt', 'D.txt']);
    await box('A.txt').focus();
    await page.keyboard.press('Space');
    await hasSelected(['A.txt', 'B.txt', 'D.txt']);
    await page.keyboard.press('ControlOrMeta+a');
    await hasSelected(all);
    await page.keyboard.press('Escape');
    await hasSelected([]);
  });
  await test.step('drag one of two selected pages', async () => {
    await box('B.txt').click();
    await box('D.txt').click();
    await saveScreenshot(page, 'selected');
    await card('D.txt').dragTo(card('A.txt'), { targetPosition: { x: 4, y: 120 } });
    await isMoved(['B.txt', 'D.txt', 'A.txt', 'C.txt', 'E.txt']);
    await hasSelected(['B.txt', 'D.txt']);
  });
  await test.step('move them by keys; the focus follows', async () => {
    await card('D.txt').focus();
    await page.keyboard.press('Control+Shift+ArrowRight');
    await isMoved(['A.txt', 'B.txt', 'D.txt', 'C.txt', 'E.txt']);
    await expect(card('D.txt')).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(card('B.txt')).toBeFocused();
    await page.keyboard.press('Control+Shift+ArrowRight');
    await isMoved(['A.txt', 'C.txt', 'B.txt', 'D.txt', 'E.txt']);
    await page.keyboard.press('Control+Shift+ArrowLeft');
    await isMoved(['A.txt', 'B.txt', 'D.txt', 'C.txt', 'E.txt']);
    await page.keyboard.press('End');
    await page.keyboard.press('Control+Shift+Home');
    await isMoved(['E.txt', 'A.txt', 'B.txt', 'D.txt', 'C.txt']);
    await page.keyboard.press('Control+Shift+End');
    await isMoved(['A.txt', 'B.txt', 'D.txt', 'C.txt', 'E.txt']);
  });
});

test('[WORK-17] selected pages move to another binder, and are deleted and restored together, also while somebody else deletes one', {
  tag: '@slow',
}, async ({ app, org, service }) => {
  const all = ['A.txt', 'B.txt', 'C.txt', 'D.txt', 'E.txt'];
  const { binderId: id, ada: page, ben } = await openPagesForBoth(app, 'Deleted', all);
  const { box, hasSelected } = cardsOf(page);
  await test.step('move two to another binder', async () => {
    const other = await org.addBinder('Archive of the selected', org.ada);
    await box('B.txt').click();
    await box('D.txt').click();
    await button(page, 'Copy or move').click();
    await page.getByLabel('To', { exact: true }).selectOption('Archive of the selected');
    await page.getByRole('radio', { name: 'Move', exact: true }).check();
    await button(page, 'Continue').click();
    await expect(pageNames(ben)).toHaveText(['A.txt', 'C.txt', 'E.txt']);
    assert.equal((await pagesOf(app, other, org.ada)).length, 2);
    await hasSelected([]);
  });
  await test.step('delete two and restore them', async () => {
    await box('A.txt').click();
    await box('E.txt').click();
    await button(page, 'Delete').click();
    await expect(pageNames(page)).toHaveText(['C.txt']);
    await page.getByText('2 items were deleted').waitFor();
    await button(page, 'Undo').click();
    await expect(pageNames(page)).toHaveText(['A.txt', 'C.txt', 'E.txt']);
    assert.deepEqual(await pageNames(ben).allTextContents(), ['A.txt', 'C.txt', 'E.txt']);
  });
  await test.step('delete two, of which somebody else deletes one, and leave the tab', async () => {
    await box('A.txt').click();
    await box('E.txt').click();
    await page.keyboard.press('Delete');
    await expect(pageNames(page)).toHaveText(['C.txt']);
    const [first] = await pagesOf(app, id, org.ben);
    await service.call('DELETE', `/${id}/pages/${first?.id}`, { token: org.ben.token });
    await expect(pageNames(ben)).toHaveText(['C.txt', 'E.txt']);
    await page.goto('about:blank');
    await expect(pageNames(ben)).toHaveText(['C.txt']);
  });
});

test('[WORK-17] pages are selected by touch on a phone, where the toolbar fits', async ({ app }) => {
  const { page } = await openPages(app, 'Touched', ['One.txt', 'Two.txt'], {
    ...SCREENS['phone, light'],
    hasTouch: true,
    isMobile: true,
  });
  const checkbox = page.getByRole('checkbox', { name: 'Select One.txt' });
  const [picture, tapped] = [
    await page.locator('.page-picture').first().boundingBox(),
    await checkbox.boundingBox(),
  ];
  assert.ok(picture && tapped && tapped.y > picture.y + picture.height, 'it does not cover the picture');
  await checkbox.tap();
  await page.getByRole('link', { name: 'Two.txt, Text' }).tap();
  await page.getByRole('toolbar').getByText('2 items selected').waitFor();
  await inspectEverywhere(page, 'selected pages');
  await button(page, 'Clear selection').tap();
  await expect(page.getByRole('toolbar')).toHaveCount(0);
});
