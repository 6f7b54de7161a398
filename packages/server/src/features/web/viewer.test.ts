import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { startService, type TestService, until, uploadFile } from '@ringbinder/testkit';
import { testBrowser } from '@ringbinder/testkit/browser.ts';
import type { Page } from 'playwright-core';
import { type AppFixture, createAppFixture, openApp } from './testing/app-page.ts';
import { SCREENS } from './testing/console-page.ts';
import { buildPages } from './testing/fixture.ts';

let service: TestService;
let fixture: AppFixture;
const browser = testBrowser();
before(async () => {
  buildPages();
  service = await startService();
  fixture = await createAppFixture(service);
});
after(async () => {
  await browser.close();
  await service.close();
});

const PDF = new Uint8Array(
  readFileSync(new URL('../../../../../docs/assets/loan-agreement.pdf', import.meta.url)),
);
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const sharp = (page: Page) =>
  until('the page is sharp', async () => {
    const picture = '.page-tiles[data-sharp=true] .page-tile.whole[data-there=true]';
    return (await page.locator(picture).count()) === 1;
  });
const levelOf = (page: Page) => page.locator('.page-tiles').getAttribute('data-level');

async function pdfBinder(name: string) {
  const { ada, ben } = fixture;
  const id = await fixture.addBinder(name, ada, [ben]);
  const { pages } = await uploadFile(service, { binderId: id, token: ada.token }, PDF, 'Loan.pdf');
  return { id, ids: pages.map(({ id }: { id: number }) => id), path: `/b/${id}/pages` };
}

test(
  '[VIEW-1] [VIEW-2] [VIEW-3] a page is sharp at every size, turned, and led through by keys',
  browser.needed,
  async () => {
    const { path, ids } = await pdfBinder('Looking');
    const { page, errors, requests } = await openApp(browser, service, fixture.ada.email, {
      path: `${path}/${ids[0]}`,
      deviceScaleFactor: 2,
    });
    await sharp(page);
    const stage = page.locator('.stage');
    const widthOf = async () => (await page.locator('.stage-sheet').boundingBox())?.width ?? 0;
    const fitted = await widthOf();
    const fits = await stage.evaluate(
      `(() => { const s = document.querySelector('.stage'); return s.scrollHeight <= s.clientHeight && s.scrollWidth <= s.clientWidth; })()`,
    );
    assert.ok(fits, 'the whole page is to be seen');
    await page.getByLabel('Size').selectOption('400');
    await sharp(page);
    await until('tiles of a higher level', async () => Number(await levelOf(page)) >= 2);
    await sharp(page);
    assert.ok(Math.abs((await widthOf()) - 595 * (96 / 72) * 4) < 2);
    const tiles = requests.filter((each) => /\/tiles\/[^0]/.test(each)).length;
    assert.ok(tiles > 0 && tiles < 40, `${tiles} tiles, of what is in sight`);
    await stage.focus();
    await page.keyboard.press('0');
    await until('it fits again', async () => Math.abs((await widthOf()) - fitted) < 1);
    await page.keyboard.press('+');
    await until('it is larger', async () => (await widthOf()) > fitted * 1.3);
    await page.keyboard.press('-');
    await until('it is as it was', async () => Math.abs((await widthOf()) - fitted) < 1);

    // The place below the pointer stays there.
    const box = await stage.boundingBox();
    assert.ok(box);
    const at = { x: box.x + box.width / 2 + 60, y: box.y + box.height / 2 + 40 };
    await page.mouse.move(at.x, at.y);
    const placeBelow = () =>
      page.evaluate<{ x: number; y: number }>(
        `(() => { const r = document.querySelector('.stage-sheet').getBoundingClientRect(); return { x: (${at.x} - r.left) / r.width, y: (${at.y} - r.top) / r.height }; })()`,
      );
    const before = await placeBelow();
    await button(mine.page, 'Save').click();
    await until('both are shown', async () => {
      const now = mine.page.getByLabel('What is in the binder now');
      return (await now.count()) === 1 && (await now.inputValue()) === 'One by Ben';
    });
    await mine.page.getByLabel('What you have written').fill('One by Ben and Ada');
    await button(mine.page, 'Save mine in its place').click();
    await sharp(theirs.page);
    await until('the other sees it', async () => {
      const words = await theirs.page.locator('.text-layer span').allTextContents();
      return words.join('').trim() === 'One by Ben and Ada';
    });
    const errors = [...mine.errors, ...theirs.errors].filter((each) => !each.includes('412'));
    assert.deepEqual(errors, []);
    await mine.page.context().close();
    await theirs.page.context().close();
  },
);
