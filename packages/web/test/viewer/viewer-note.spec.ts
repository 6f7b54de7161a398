import assert from 'node:assert/strict';
import { uploadFile } from '@ringbinder/testkit';
import { expect, inspectEverywhere, test } from '@ringbinder/testkit/playwright/index.ts';
import { buttonOf, chooseMore, printer, sheetsOf } from '../support/viewer-page.ts';

const LINES = Array.from({ length: 160 }, (_, line) => `${line + 1}. Decision ${line + 1} of the board.`);
const NOTE = `# Minutes\n\nHeld on **Monday**, see [the file](https://example.com/file).\n\n- [x] Read\n- [ ] Signed <b>now</b>\n\n| Item | Price |\n|---|--:|\n| Chairs | **120** |\n\n${LINES.join('\n')}\n\nThe very last word.`;

test('[VIEW-9] [VIEW-16] a note is read, searched, printed and edited as a whole, and its sheet says that the text goes on', async ({
  app,
  org,
  service,
}) => {
  const { ada, ben } = org;
  const id = await org.addBinder('Notes', ada, [ben]);
  const call = async (path: string, { token }: { token: string }, json: object) => {
    const { status, body } = await service.call('POST', path, { token, json });
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  const { page_id } = await call(`/${id}/pages`, ada, { type: 'note', name: 'Board', text: NOTE });
  const path = `/b/${id}/pages/${page_id}`;
  const page = await app.open(ada, { path });
  const note = page.getByRole('region', { name: 'Text of Board' });
  const pin = page.locator('.pin');
  const markedIs = (words: string) =>
    expect
      .poll(() => page.evaluate<string>('[...CSS.highlights.get("hit-current") ?? []].join()'))
      .toBe(words);

  await test.step('Markdown is shown, and HTML is text', async () => {
    await note.getByRole('heading', { name: 'Minutes' }).waitFor();
    const visible = {
      strong: await note.locator('p strong').textContent(),
      link: await note.getByRole('link', { name: 'the file' }).getAttribute('href'),
      items: await note.locator('ol > li').count(),
      tasks: await note.locator('li[data-task]').allTextContents(),
      html: await note.locator('b').count(),
      table: await note.locator('table :is(th, td)').allTextContents(),
    };
    assert.deepEqual(visible, {
      strong: 'Monday',
      link: 'https://example.com/file',
      items: 160,
      tasks: ['Read', 'Signed <b>now</b>'],
      html: 0,
      table: ['Item', 'Price', 'Chairs', '120'],
    });
    await inspectEverywhere(page, 'viewer note text');
    await note.getByRole('checkbox', { name: 'Signed' }).check();
    const stored = () => service.call('GET', `/${id}/pagedownload/${page_id}`, { token: ben.token });
    await expect.poll(async () => (await stored()).body.data.page).toContain('[x] Signed');
    await expect(note.getByRole('checkbox', { name: 'Read' })).toBeChecked();
  });

  await test.step('Page Down scrolls it, and a search brings a hit into sight', async () => {
    await note.focus();
    await page.keyboard.press('PageDown');
    await expect
      .poll(() => page.evaluate<number>('document.querySelector(".note-view").scrollTop'))
      .toBeGreaterThan(100);
    assert.ok(page.url().endsWith(path), 'it is still the same page');
    await page.keyboard.press('Control+f');
    await page.getByRole('searchbox').fill('very last');
    await page.getByText('1 of 1').waitFor();
    const isInSight = `(() => {
      const { top, bottom } = document.querySelector('.note-body').lastElementChild.getBoundingClientRect();
      return top > 0 && bottom < innerHeight;
    })()`;
    await expect.poll(() => page.evaluate(isInSight)).toBe(true);
    await markedIs('very last');
    await page.keyboard.press('Escape');
  });

  await test.step('changes of others appear, and the editor opens where the reader was', async () => {
    await call(`/${id}/pages/${page_id}`, ben, { text: `${NOTE}\n\nAnd one more by Ben.` });
    await note.getByText('And one more by Ben.').waitFor();
    await note.focus();
    await page.keyboard.press('End');
    await buttonOf(page, 'Edit text').click();
    await page.getByRole('textbox', { name: 'Text of the note' }).waitFor();
    const isAtEnd = `(() => {
      const { scrollTop, scrollHeight, clientHeight } = document.querySelector('.note-field .composer-text');
      return scrollTop > 100 && scrollHeight - scrollTop - clientHeight < 200;
    })()`;
    await expect.poll(() => page.evaluate(isAtEnd)).toBe(true);
    await buttonOf(page, 'Done').click();
    await note.waitFor();
  });

  await test.step('all of it is printed', async () => {
    await (await printer(page))();
    assert.ok((await sheetsOf(service, await page.pdf({ format: 'A4' }))) > 2);
  });

  await test.step('with a pin its sheet is shown, and the whole text is one step away', async () => {
    await buttonOf(page, '0 comments').click();
    await buttonOf(page, 'Add a pin').click();
    await buttonOf(page, /^Choose a place on the page/).click({ position: { x: 90, y: 90 } });
    await page.locator('.pin.draft').waitFor();
    await page.getByLabel('Comment at the pin').fill('Here?');
    await page.keyboard.press('Enter');
    await page.locator('.pin[aria-pressed=true]').waitFor();
    await buttonOf(page, 'Close comments').click();
    await page.getByText('The text continues.').waitFor();
    await inspectEverywhere(page, 'viewer note sheet');
    await buttonOf(page, 'Read the whole text').click();
    await note.getByText('And one more by Ben.').waitFor();
    await chooseMore(page, 'Show as a sheet');
    await pin.waitFor();
  });

  await test.step('a search finds what is behind the sheet', async () => {
    await page.reload();
    await pin.waitFor();
    await page.keyboard.press('Control+f');
    await page.getByRole('searchbox').fill('more by Ben');
    await markedIs('more by Ben');
  });
  assert.ok(
    app.requestsOf(page).every((each) => each.startsWith(service.origin)),
    'nothing is loaded from other hosts',
  );
});

test('[VIEW-36] a file of values is a table, with the delimiter and the encoding of the program that saved it', async ({
  app,
  org,
  service,
}) => {
  const id = await org.addBinder('Values', org.ada);
  const rows = Array.from({ length: 1_100 }, (_, row) => `Müller ${row};"1.${row},50"`).join('\r\n');
  const bytes = new Uint8Array(Buffer.from(`Name;Umsatz\r\n"Zwei\r\nZeilen";0\r\n${rows}\r\n`, 'latin1'));
  const { pages } = await uploadFile(service, { binderId: id, token: org.ada.token }, bytes, 'Umsatz.csv');
  const page = await app.open(org.ada, { path: `/b/${id}/pages/${pages[0].id}` });
  const table = page.getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveText(['Name', 'Umsatz']);
  await expect(table.getByRole('row').nth(1)).toHaveText('Zwei\nZeilen0');
  await expect(table.getByRole('row').nth(2)).toHaveText('Müller 01.0,50');
  await expect(table.getByRole('row')).toHaveCount(1_000);
  await page.getByText('The first 1,000 of 1,102 rows are shown.').waitFor();
  await inspectEverywhere(page, 'table of values');
  const saved = page.waitForEvent('download');
  await chooseMore(page, 'Download original');
  assert.equal((await saved).suggestedFilename(), 'Umsatz.csv');
});
