import assert from 'node:assert/strict';
import { test as base, expect, inspectEverywhere, type Page } from '@ringbinder/testkit/playwright/index.ts';
import { LIVE_REGIONS } from '../support/announcements.ts';
import { buttonOf } from '../support/viewer-page.ts';

const fieldOf = (page: Page) => page.getByRole('textbox', { name: 'Text of the note' });
const readerOf = (page: Page) => page.locator('.note-view .note-body');
const edit = async (page: Page) => {
  await buttonOf(page, 'Edit text').click();
  await fieldOf(page).waitFor();
};

const test = base.extend<{
  note: {
    path: string;
    textOf(): Promise<string>;
    save(text: string): Promise<void>;
  };
}>({
  note: async ({ org, service }, use) => {
    const { ada, ben } = org;
    const id = await org.addBinder('Minutes', ada, [ben]);
    const json = { type: 'note', name: 'Agenda', text: '# Agenda\n\none\n\ntwo\n\nthree' };
    const created = await service.call('POST', `/${id}/pages`, { token: ada.token, json });
    const { page_id } = created.body.data;
    const at = { token: ben.token };
    await use({
      path: `/b/${id}/pages/${page_id}`,
      textOf: async () =>
        (await service.call('GET', `/${id}/pagedownload/${page_id}`, at)).body.data.page as string,
      save: async (text) => {
        const { status } = await service.call('POST', `/${id}/pages/${page_id}`, { ...at, json: { text } });
        assert.equal(status, 200);
      },
    });
  },
});

test('[PAGE-76] others see who edits a note and what is saved, ask, and get it handed over with all text', async ({
  app,
  org,
  note,
}) => {
  const { path } = note;
  const [ada, ben] = await Promise.all([app.open(org.ada, { path }), app.open(org.ben, { path })]);
  await readerOf(ben).waitFor();
  await edit(ada);
  await ben
    .getByText('Ada Admin is editing this note.')
    .or(ben.getByText(/is editing this note/))
    .waitFor();
  await fieldOf(ada).press('Control+End');
  await ada.keyboard.type(' and **four** by Ada');
  await expect(readerOf(ben).locator('strong')).toHaveText('four');
  await inspectEverywhere(ben, 'note edited by another');
  await buttonOf(ben, 'Edit text').click();
  await buttonOf(ben, 'Ask to edit').click();
  await ben.getByText(/^You asked/).waitFor();
  await ada.getByText(/asks to edit this note/).waitFor();
  await inspectEverywhere(ada, 'note asked for');
  await ada.keyboard.type(', unsaved');
  await buttonOf(ada, 'Let them edit').click();
  await fieldOf(ben).waitFor();
  await expect(fieldOf(ben)).toContainText('three and four by Ada, unsaved');
  await ada.getByText(/is editing this note/).waitFor();
  await fieldOf(ben).press('Control+End');
  await ben.keyboard.type('!');
  await buttonOf(ben, 'Done').click();
  await expect(readerOf(ada)).toContainText('unsaved!');
  await edit(ada);
  assert.equal(await note.textOf(), '# Agenda\n\none\n\ntwo\n\nthree and **four** by Ada, unsaved!');
});

test('[PAGE-75] what others save from elsewhere is merged while one types, and the caret stays', async ({
  app,
  org,
  note,
}) => {
  app.allowErrors(/412/);
  const page = await app.open(org.ada, { path: note.path });
  await edit(page);
  await fieldOf(page).press('Control+End');
  await page.keyboard.type(' by Ada');
  await note.save('# Agenda\n\none by Ben\n\ntwo\n\nthree');
  await page.keyboard.type(', and more');
  await expect(fieldOf(page)).toContainText('one by Ben');
  await page.keyboard.type('!');
  await buttonOf(page, 'Done').click();
  await readerOf(page).waitFor();
  assert.equal(await note.textOf(), '# Agenda\n\none by Ben\n\ntwo\n\nthree by Ada, and more!');
});

test('[VIEW-9] [PAGE-77] a text of a lost connection outlives a reload; of one line that both changed, both are shown', async ({
  app,
  org,
  note,
}) => {
  app.allowErrors(/412|ERR_INTERNET_DISCONNECTED/);
  const page = await app.open(org.ada, { path: note.path, scripts: [LIVE_REGIONS] });
  await edit(page);
  await fieldOf(page).press('Control+End');
  await page.context().setOffline(true);
  await page.keyboard.type(' by Ada');
  await page.getByText('No connection. Your text is safe').waitFor();
  await note.save('# Agenda\n\none\n\ntwo\n\nthree by Ben');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.context().setOffline(false);
  await page.getByLabel('Version in the binder').waitFor();
  await page.reload();
  await buttonOf(page, 'Continue editing').click();
  await expect(page.getByLabel('Version in the binder')).toHaveValue(/three by Ben$/);
  await expect(page.getByLabel('Your version')).toHaveValue(/three by Ada$/);
  await page.getByLabel('Your version').fill('three by both');
  await buttonOf(page, 'Save my version').click();
  await expect.poll(note.textOf).toBe('three by both');
  await expect(fieldOf(page)).toHaveText('three by both');
});

test('[PAGE-76] a second tab of one person takes the note over', async ({ app, org, note }) => {
  const first = await app.open(org.ada, { path: note.path });
  await edit(first);
  await fieldOf(first).press('Control+End');
  await first.keyboard.type('!');
  const second = await first.context().newPage();
  await second.goto(first.url());
  await readerOf(second).waitFor();
  // The first tab saves while the second one reads the text.
  await second.route(
    /\/pagedownload\//,
    async (route) => {
      const response = await route.fetch();
      await expect.poll(note.textOf).toContain('three!');
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await buttonOf(second, 'Edit text').click();
  await expect(fieldOf(second)).toContainText('three');
  await first.getByText('You are editing this note in another tab.').waitFor();
  await expect(fieldOf(second)).toContainText('three!');
  await expect(second.getByText('You have text here that is not saved yet.')).toHaveCount(0);
  await buttonOf(first, 'Edit here').click();
  await fieldOf(first).waitFor();
  await second.getByText('You are editing this note in another tab.').waitFor();
  await second.close();
});

test('[PAGE-74] Markdown is typed, shown and written, also on a phone', async ({ app, org, note }) => {
  const page = await app.open(org.ada, { path: note.path });
  await page.setViewportSize({ width: 390, height: 800 });
  await edit(page);
  await fieldOf(page).press('Control+End');
  for (const line of ['', '## Next', '- first', 'second']) await page.keyboard.type(`\n${line}`);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Ask @Be');
  await page.getByRole('option', { name: /Ben/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('**today**.');
  await expect(fieldOf(page).locator('h4')).toHaveText('Next');
  await expect(fieldOf(page).locator('li')).toHaveCount(2);
  await inspectEverywhere(page, 'note editor on a phone');
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await readerOf(page).waitFor();
  const text = await note.textOf();
  assert.match(text, /three\n\n## Next\n- first\n- second\nAsk @Ben \S+ \*\*today\*\*\.$/);
});

test('[PAGE-77] text that could not be saved is saved later, also after many saves of others', async ({
  app,
  org,
  note,
}) => {
  app.allowErrors(/status of 412/);
  const page = await app.open(org.ada, { path: note.path });
  let rejections = 0;
  await page.route(/\/pages\/\d+$/, async (route) => {
    const request = route.request();
    if (request.method() !== 'POST' || rejections === 6) return route.continue();
    rejections++;
    const { base_file_id: base, ...body } = request.postDataJSON();
    const other = base.replace(/.$/, (last: string) => (last === 'a' ? 'b' : 'a'));
    return route.continue({ postData: JSON.stringify({ ...body, base_file_id: other }) });
  });
  await edit(page);
  await fieldOf(page).press('Control+End');
  await page.keyboard.type(' and four');
  await expect.poll(note.textOf).toContain('three and four');
  assert.equal(rejections, 6);
});

test('[PAGE-97] [PAGE-76] others read what is typed before it is saved, and need not wait for somebody who left', async ({
  app,
  org,
  note,
}) => {
  const [ada, ben] = await Promise.all([
    app.open(org.ada, { path: note.path }),
    app.open(org.ben, { path: note.path }),
  ]);
  await readerOf(ben).getByText('three').waitFor();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await ada.route(/\/pages\/\d+$/, async (route) => {
    await released;
    await route.continue();
  });
  await edit(ada);
  await ada.clock.install();
  await fieldOf(ada).press('Control+End');
  await ada.keyboard.type(' and **four** 😀');
  await ada.clock.runFor(1_000);
  await expect(readerOf(ben)).toContainText('three and four 😀');
  assert.equal(await note.textOf(), '# Agenda\n\none\n\ntwo\n\nthree');
  release();
  await buttonOf(ben, 'Edit text').click();
  await buttonOf(ben, 'Ask to edit').click();
  await ada.getByText(/asks to edit this note/).waitFor();
  await ada.clock.runFor(22_000);
  await expect(fieldOf(ben)).toContainText('three and four 😀');
});

test('[PAGE-98] text that a closed tab left is continued in another tab', async ({ app, org, note }) => {
  app.allowErrors(/ERR_INTERNET_DISCONNECTED/);
  const page = await app.open(org.ada, { path: note.path });
  const context = page.context();
  await edit(page);
  await fieldOf(page).press('Control+End');
  const other = await context.newPage();
  await other.goto(page.url());
  await readerOf(other).getByText('three').waitFor();
  await context.setOffline(true);
  await page.keyboard.type(' by Ada');
  await page.getByText('No connection. Your text is safe').waitFor();
  await expect(buttonOf(other, 'Continue editing')).toHaveCount(0);
  await page.close();
  await context.setOffline(false);
  await other.reload();
  await buttonOf(other, 'Continue editing').click();
  await expect(fieldOf(other)).toContainText('three by Ada');
  await expect.poll(note.textOf).toContain('three by Ada');
});

test('[PAGE-99] [PAGE-100] [PAGE-103] a table is inserted by a slash, filled by keyboard and changed by its menu, and a spreadsheet is pasted', async ({
  app,
  org,
  note,
}) => {
  const page = await app.open(org.ada, { path: note.path });
  await edit(page);
  await fieldOf(page).press('Control+End');
  await page.keyboard.type('\n/');
  const blocks = page.getByRole('listbox', { name: 'Insert' }).getByRole('option');
  await blocks.filter({ hasText: 'Heading' }).waitFor();
  await page.keyboard.press('Escape');
  await expect(blocks).toHaveCount(0);
  await page.keyboard.press('Backspace');
  await page.keyboard.type('/');
  await blocks.filter({ hasText: 'Heading' }).waitFor();
  await inspectEverywhere(page, 'blocks for a note');
  await page.keyboard.type('tab');
  await expect(blocks).toHaveText(['Table'], { useInnerText: true });
  await page.keyboard.press('Enter');
  const cells = fieldOf(page).locator('th, td');
  await expect(cells).toHaveCount(9);
  await page.keyboard.type('Item');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Price');
  await inspectEverywhere(page, 'table in a note');
  await buttonOf(page, 'Table').click();
  await page.getByRole('menuitem', { name: 'Delete row' }).click();
  await expect(cells).toHaveCount(6);
  await page.keyboard.press('Alt+Shift+ArrowRight');
  await expect(cells).toHaveCount(8);
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    const html =
      '<table><tr><td>Tea</td><td style="width:9pt">2</td></tr><tr><td>Milk</td><td>3</td></tr></table>';
    clipboardData.setData('text/html', html);
    clipboardData.setData('text/plain', 'Tea\\t2\\nMilk\\t3');
    document.activeElement.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  })()`);
  await expect(cells.filter({ hasText: 'Milk' })).toHaveCount(1);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.type('last');
  await buttonOf(page, 'Done').click();
  await readerOf(page).waitFor();
  assert.match(await note.textOf(), /three\n\| .*Tea \| 2 .*\n.*\n.*Milk \| 3 .*\n(?:.*\n)*.*last/);
});
