import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { becomes, until, uploadFile } from '@ringbinder/testkit';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { openApp, startApp } from './testing/app-page.ts';
import { inspectEverywhere, SCREENS } from './testing/console-page.ts';

const { browser, service, fixture } = await startApp();
const { ada, ben } = fixture;

const PDF = new Uint8Array(
  readFileSync(new URL('../../../../../docs/assets/loan-agreement.pdf', import.meta.url)),
);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const more = async (page: Page, name: string) => {
  await button(page, 'More to do with this page').click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};
const isSharp = (page: Page) =>
  page.locator('.page-tiles[data-sharp=true] .page-tile.whole[data-there=true]').waitFor();
const call = async (path: string, json: unknown, { token } = ada) => {
  const { status, body } = await service.call('POST', path, { token, json });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
};

async function loan(name: string) {
  const id = await fixture.addBinder(name, ada, [ben]);
  const { pages } = await uploadFile(service, { binderId: id, token: ada.token }, PDF, 'Loan.pdf');
  return { id, pages, path: `/b/${id}/pages/${pages[0].id}` };
}

test(
  '[VIEW-1] [VIEW-3] [VIEW-14] on a phone the bar is one row, a swipe leads to the next page, and two fingers make the page larger about the place between them',
  browser.needed,
  async () => {
    const { path, pages } = await loan('Pinched');
    const { page, errors } = await openApp(browser, service, ada.email, {
      path,
      ...SCREENS['phone, light'],
      hasTouch: true,
      isMobile: true,
    });
    await isSharp(page);
    const head = page.locator('.viewer .section-head');
    assert.ok(((await head.boundingBox())?.height ?? 99) < 56, 'one row');
    const sheet = page.locator('.stage-sheet');
    const boxOf = async () => (await sheet.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const fitted = await boxOf();
    const at = { x: fitted.x + fitted.width * 0.5, y: fitted.y + fitted.height * 0.5 };
    const devtools = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart?: number) =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints:
          apart === undefined
            ? []
            : [
                { x: at.x - apart, y: at.y, id: 0 },
                { x: at.x + apart, y: at.y, id: 1 },
              ],
      });
    await touch('touchStart', 30);
    for (let apart = 35; apart <= 120; apart += 5) await touch('touchMove', apart);
    await touch('touchEnd');
    await until('it is four times as large', async () => (await boxOf()).width > fitted.width * 3.5);
    const pinched = await boxOf();
    assert.ok(pinched.width < fitted.width * 4.5, `${pinched.width} of ${fitted.width}`);
    const across = (at.x - pinched.x) / pinched.width;
    const down = (at.y - pinched.y) / pinched.height;
    assert.ok(Math.abs(across - 0.5) < 0.03 && Math.abs(down - 0.5) < 0.03, `${across} ${down}`);
    assert.equal(await page.evaluate('visualViewport.scale'), 1, 'the page, and not the window');

    await button(page, 'More to do with this page').tap();
    await page.getByRole('menuitemradio', { name: 'Fit the page' }).tap();
    await until('it fits again', async () => Math.abs((await boxOf()).width - fitted.width) < 1);
    await more(page, 'Find on all pages');
    await page.getByRole('searchbox').fill('loan');
    await page.locator('.hits rect').first().waitFor();
    await button(page, 'End the search').tap();
    await page.getByRole('link', { name: 'Next page' }).tap();
    await until('the next page', async () => page.url().endsWith(`/${pages[1].id}`));
    // One finger leads on, and back.
    await isSharp(page);
    /** As quick as a finger, however busy the machine is. */
    const swipe = async (from: number, to: number) => {
      const begun = Date.now() / 1000;
      const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
        devtools.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: type === 'touchEnd' ? [] : [{ x: from + part * (to - from), y: at.y, id: 0 }],
          timestamp: begun + part / 5,
        });
      await send('touchStart', 0);
      for (const part of [0.3, 0.6, 0.9]) await send('touchMove', part);
      await send('touchEnd', 1);
    };
    await swipe(320, 80);
    await until('the third page', async () => page.url().endsWith(`/${pages[2].id}`));
    await isSharp(page);
    await swipe(80, 320);
    await until('the second page', async () => page.url().endsWith(`/${pages[1].id}`));
    await page.getByRole('link', { name: 'All pages' }).tap();
    await page.locator('.page-grid').waitFor();
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);

/** A picture of the first page of a PDF, 300 dots to the inch, in shades of grey. */
async function printed(pdf: Buffer): Promise<Buffer> {
  const path = `${service.directory}/printed.pdf`;
  writeFileSync(path, pdf);
  const options = { mimeType: 'application/pdf', index: 0, maxWidth: 2_480, maxHeight: 3_508 };
  const { bytes } = await service.env.media.render(path, { ...options, format: 'png' });
  return sharp(bytes)
    .flatten({ background: '#fff' })
    .greyscale()
    .resize(2_480, 3_508, { fit: 'fill' })
    .raw()
    .toBuffer();
}
const difference = (one: Buffer, other: Buffer) => {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += Math.abs((one[at] ?? 0) - (other[at] ?? 0));
  return sum / one.length;
};

test(
  '[VIEW-15] what is printed is one sheet, as sharp as paper is, with what was drawn; the page fills the screen and comes back',
  browser.needed,
  async () => {
    const { id, path, pages } = await loan('Printed');
    const drawn = {
      client_uuid: 'frame',
      svg_tag: '<rect x="300" y="700" width="200" height="60" fill="#000000"/>',
    };
    const { page, errors } = await openApp(browser, service, ada.email, { path });
    await isSharp(page);
    await page.evaluate('window.print = () => { window.isPrinted = true; }');
    const print = async () => {
      await page.evaluate('window.isPrinted = false');
      await more(page, 'Print');
      await until('it is printed', () => page.evaluate<boolean>('window.isPrinted'));
      return page.pdf({ format: 'A4', preferCSSPageSize: true });
    };
    const pdf = await print();
    const original = await printed(Buffer.from(PDF));
    const blurred = await sharp(original, { raw: { width: 2_480, height: 3_508, channels: 1 } })
      .resize(1_131, 1_600)
      .resize(2_480, 3_508)
      .raw()
      .toBuffer();
    const [sharply, vaguely] = [difference(await printed(pdf), original), difference(blurred, original)];
    assert.ok(sharply < vaguely / 2, `${sharply} beside ${vaguely} of a picture of 1,600 pixels`);
    const path2 = `${service.directory}/sheets.pdf`;
    writeFileSync(path2, pdf);
    const inspected = await service.env.media.inspect(path2, { fileName: 'sheets.pdf' });
    assert.equal(inspected.ok && inspected.pages.length, 1);
    await becomes(() => page.locator('.print-page').count(), 0, 'nothing of it stays');

    await call(`/${id}/pages/${pages[0].id}/annotations`, drawn);
    await page.locator('.annotations rect').waitFor();
    const marked = await printed(await print());
    const shade = (across: number, down: number) =>
      marked[Math.round((down / 842) * 3_508) * 2_480 + Math.round((across / 595) * 2_480)] ?? 255;
    assert.ok(shade(400, 730) < 40, 'what was drawn is there');
    assert.ok(shade(298, 730) > 200 && shade(502, 730) > 200, 'at its place');

    await more(page, 'Full screen');
    const full = () => page.evaluate<string>('document.fullscreenElement?.className ?? ""');
    await becomes(full, 'viewer');
    await until('it fills the screen', () =>
      page.evaluate<boolean>('document.querySelector(".viewer").clientHeight === innerHeight'),
    );
    await page.locator('.stage').focus();
    await page.keyboard.press('f');
    await becomes(full, '');
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);

const LINES = Array.from({ length: 160 }, (_, line) => `${line + 1}. Decision ${line + 1} of the board.`);
const NOTE = `# Minutes\n\nHeld on **Monday**, see [the file](https://example.com/file).\n\n- [x] Read\n- [ ] Signed <b>now</b>\n\n| Item | Price |\n|---|--:|\n| Chairs | **120** |\n\n${LINES.join('\n')}\n\nThe very last word.`;

test(
  '[VIEW-9] [VIEW-16] a note is read as a whole, searched and edited in its place; with something on its sheet the rest is a step away',
  browser.needed,
  async () => {
    const id = await fixture.addBinder('Notes', ada, [ben]);
    const { page_id } = await call(`/${id}/pages`, { type: 'note', name: 'Board', text: NOTE });
    const path = `/b/${id}/pages/${page_id}`;
    const { page, errors, requests } = await openApp(browser, service, ada.email, { path });
    const note = page.getByRole('region', { name: 'The text of Board' });
    await note.getByRole('heading', { name: 'Minutes' }).waitFor();
    const shown = {
      strong: await note.locator('p strong').textContent(),
      link: await note.getByRole('link', { name: 'the file' }).getAttribute('href'),
      items: await note.locator('ol > li').count(),
      tasks: await note.locator('li[data-task]').allTextContents(),
      html: await note.locator('b').count(),
      table: await note.locator('table :is(th, td)').allTextContents(),
    };
    assert.deepEqual(shown, {
      strong: 'Monday',
      link: 'https://example.com/file',
      items: 160,
      tasks: ['☑ Read', '☐ Signed <b>now</b>'],
      html: 0,
      table: ['Item', 'Price', 'Chairs', '120'],
    });
    await inspectEverywhere(page, 'viewer note text');
    const isSeen = () =>
      page.evaluate<boolean>(`(() => {
        const { top, bottom } = document.querySelector('.note-body').lastElementChild.getBoundingClientRect();
        return top > 0 && bottom < innerHeight;
      })()`);
    await note.focus();
    await page.keyboard.press('PageDown');
    await until('it scrolls, and stays the page', async () => {
      const top = await page.evaluate<number>('document.querySelector(".note-view").scrollTop');
      return top > 100 && page.url().endsWith(path);
    });
    await page.keyboard.press('Control+f');
    await page.getByRole('searchbox').fill('very last');
    await page.getByText('1 of 1').waitFor();
    await until('what was found is in sight', isSeen);
    const marked = () => page.evaluate<string>('[...CSS.highlights.get("hit-current") ?? []].join()');
    await becomes(marked, 'very last');
    await page.keyboard.press('Escape');

    // Another one's words are there at once.
    await call(`/${id}/pages/${page_id}`, { text: `${NOTE}\n\nAnd one more by Ben.` }, ben);
    await note.getByText('And one more by Ben.').waitFor();
    // One edits where one reads.
    await note.focus();
    await page.keyboard.press('End');
    await button(page, 'Edit the text').click();
    await page.getByLabel('Text of the note').waitFor();
    await until('the end is in sight', () =>
      page.evaluate<boolean>(`(() => {
        const { scrollTop, scrollHeight, clientHeight } = document.querySelector('.note-texts textarea');
        return scrollTop > 100 && scrollHeight - scrollTop - clientHeight < 200;
      })()`),
    );
    await button(page, 'Close').click();
    await note.waitFor();
    await page.evaluate('window.print = () => { window.isPrinted = true; }');
    await more(page, 'Print');
    await until('it is printed', () => page.evaluate<boolean>('window.isPrinted'));
    const sheets = `${service.directory}/note.pdf`;
    writeFileSync(sheets, await page.pdf({ format: 'A4' }));
    const inspected = await service.env.media.inspect(sheets, { fileName: 'note.pdf' });
    assert.ok(inspected.ok && inspected.pages.length > 2, 'all of it is printed');

    // On its sheet there are places; the text goes on behind it.
    await button(page, '0 comments').click();
    await button(page, 'Mark a place').click();
    await page
      .getByRole('button', { name: /^Choose a place on the page/ })
      .click({ position: { x: 90, y: 90 } });
    await page.locator('.pin.draft').waitFor();
    await page.getByLabel('Write on the marked place').fill('Here?');
    await page.keyboard.press('Enter');
    await page.locator('.pin[aria-pressed=true]').waitFor();
    await button(page, 'Close the comments').click();
    await page.getByText('The text goes on.').waitFor();
    await inspectEverywhere(page, 'viewer note sheet');
    await button(page, 'Read the whole text').click();
    await note.getByText('And one more by Ben.').waitFor();
    await more(page, 'Show as a sheet');
    await page.locator('.pin').waitFor();
    // What is looked for may stand behind it.
    await page.reload();
    await page.locator('.pin').waitFor();
    await page.keyboard.press('Control+f');
    await page.getByRole('searchbox').fill('more by Ben');
    await becomes(marked, 'more by Ben');
    assert.ok(!requests.some((each) => !each.startsWith(service.origin)), 'nothing is loaded from elsewhere');
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);
