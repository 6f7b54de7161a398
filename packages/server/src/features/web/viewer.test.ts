import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { becomes, startService, type TestService, until, uploadFile } from '@ringbinder/testkit';
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

    // The place below the pointer stays there, where there is something to scroll.
    await page.getByLabel('Size').selectOption('200');
    await until('it is larger than the stage', async () => (await widthOf()) > 1_500);
    await stage.evaluate('document.querySelector(".stage").scrollTo(200, 300)');
    const box = await stage.boundingBox();
    assert.ok(box);
    const at = { x: box.x + box.width / 2 + 60, y: box.y + box.height / 2 + 40 };
    await page.mouse.move(at.x, at.y);
    const placeBelow = () =>
      page.evaluate<{ x: number; y: number }>(
        `(() => { const r = document.querySelector('.stage-sheet').getBoundingClientRect(); return { x: (${at.x} - r.left) / r.width, y: (${at.y} - r.top) / r.height }; })()`,
      );
    const before = await placeBelow();
    await page.keyboard.down('Control');
    for (let notch = 0; notch < 8; notch++) await page.mouse.wheel(0, -100);
    await page.keyboard.up('Control');
    await until('the wheel has made it larger', async () => (await widthOf()) > 3_000);
    const after = await placeBelow();
    const moved = Math.max(Math.abs(before.x - after.x), Math.abs(before.y - after.y));
    assert.ok(moved < 0.01, JSON.stringify([before, after]));

    await page.keyboard.press('0');
    await button(page, 'Turn clockwise').click();
    await until('it lies on its side', async () => {
      const turned = await page.locator('.stage-sheet').boundingBox();
      return turned !== null && turned.width > turned.height;
    });
    for (let turn = 0; turn < 3; turn++) await page.keyboard.press('r');

    const isPage = (index: number) =>
      until(`page ${index + 1}`, async () => page.url().endsWith(`/${ids[index]}`));
    await page.keyboard.press('End');
    await isPage(ids.length - 1);
    await page.keyboard.press('Home');
    await isPage(0);
    await page.keyboard.press('PageDown');
    await isPage(1);
    await page.keyboard.press('ArrowLeft');
    await isPage(0);
    const field = page.getByLabel('Number of the page');
    await field.fill('2');
    await field.press('Enter');
    await isPage(1);
    await button(page, 'Small pictures of all pages').click();
    const strip = page.getByRole('navigation', { name: 'All pages, small' });
    await strip.getByRole('link', { name: /^Page 1:/ }).click();
    await isPage(0);
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);

test('[VIEW-4] [VIEW-5] words are selected and copied, and found on all pages', browser.needed, async () => {
  const { id, path, ids } = await pdfBinder('Finding');
  const json = { type: 'note', text: 'The loan is to be paid on Monday.' };
  await service.call('POST', `/${id}/pages`, { token: fixture.ada.token, json });
  const { page, errors } = await openApp(browser, service, fixture.ada.email, { path: `${path}/${ids[0]}` });
  await page.locator('.text-layer span').first().waitFor();
  const lines = await page.evaluate<string>(`(() => {
    getSelection().selectAllChildren(document.querySelector('.text-layer'));
    return getSelection().toString();
  })()`);
  assert.match(lines, /Loan agreement/i, 'in the order of the document, with its spaces');
  assert.match(lines, /\n/);
  const { body } = await service.call('GET', `/${id}/pagesearch?q=loan`, { token: fixture.ada.token });
  const total = body.data.total_hits;
  assert.ok(total >= 2, `${total} hits`);
  await page.locator('.stage').focus();
  await page.keyboard.press('Control+f');
  await page.getByRole('searchbox', { name: 'Find on all pages' }).fill('loan');
  await page.getByText(`1 of ${total}`).waitFor();
  const first = body.data.pages[0];
  await until('every hit of the page is marked', async () => {
    const isThere = page.url().endsWith(`/${first.page_id}`);
    return isThere && (await page.locator('.hits rect').count()) === first.hits;
  });
  const isOnWord = await page.evaluate<boolean>(`(() => {
    const mark = document.querySelector('.hits rect[data-current=true]').getBoundingClientRect();
    const words = [...document.querySelectorAll('.text-layer span')].filter((each) => /^loan/i.test(each.textContent));
    return words.some((each) => {
      const box = each.getBoundingClientRect();
      return Math.abs(box.left - mark.left) < 3 && Math.abs(box.top - mark.top) < 3;
    });
  })()`);
  assert.ok(isOnWord, 'the mark lies on its word');
  await page.keyboard.press('Shift+Enter');
  await page.getByText(`${total} of ${total}`).waitFor();
  const last = body.data.pages.at(-1).page_id;
  await until('the last page is shown', async () => page.url().endsWith(`/${last}`));
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox').waitFor({ state: 'detached' });
  assert.deepEqual(errors, []);
  await page.context().close();
});

test(
  '[VIEW-6] [VIEW-7] [VIEW-8] a pin stays at its place, and is answered and resolved by two people',
  browser.needed,
  async () => {
    const { id, path, ids } = await pdfBinder('Commenting');
    const { ada, ben } = fixture;
    const mine = await openApp(browser, service, ada.email, { path: `${path}/${ids[0]}` });
    const theirs = await openApp(browser, service, ben.email, {
      path: `${path}/${ids[0]}`,
      ...SCREENS['phone, light'],
    });
    const { page } = mine;
    await sharp(page);
    await button(page, '0 comments').click();
    await button(page, 'Mark a place').click();
    const sheet = await page.locator('.stage-sheet').boundingBox();
    assert.ok(sheet);
    await page.mouse.click(sheet.x + sheet.width * 0.25, sheet.y + sheet.height * 0.5);
    await page.getByLabel('Write on the marked place').fill('Is this rate right?');
    await page.keyboard.press('Enter');
    const pin = (of: Page) => button(of, /^Comment 1 by Ada Lovelace: Is this rate right\?/);
    await pin(theirs.page).waitFor();
    const comments = async () =>
      (await service.call('GET', `/${id}/pages/${ids[0]}/comments`, { token: ada.token })).body.data.comments;
    const [comment] = await comments();
    const isNear = Math.abs(comment.x - 595 * 0.25) < 2 && Math.abs(comment.y - 842 * 0.5) < 2;
    assert.ok(isNear, JSON.stringify(comment));

    /** Whether the tip of the pin is at its place, in fractions of what is shown. */
    const isAtPlace = (across: number, down: number) => () =>
      page.evaluate<boolean>(`(() => {
        const sheet = document.querySelector('.stage-sheet').getBoundingClientRect();
        const pin = document.querySelector('.pin').getBoundingClientRect();
        const [x, y] = [pin.left - sheet.left, pin.bottom - sheet.top];
        return Math.abs(x - sheet.width * ${across}) < 2 && Math.abs(y - sheet.height * ${down}) < 2;
      })()`);
    const [x, y] = [comment.x / 595.28, comment.y / 841.89];
    await until('the pin stands on its place', isAtPlace(x, y));
    await page.getByLabel('Size').selectOption('200');
    await until('at another size', isAtPlace(x, y));
    await button(page, 'Turn clockwise').click();
    await until('turned', isAtPlace(1 - y, x));
    await button(page, 'Turn clockwise').click();
    await until('upside down', isAtPlace(1 - x, 1 - y));

    await pin(theirs.page).click();
    await theirs.page.getByLabel('Answer').fill('Yes, it is.');
    await button(theirs.page, 'Send').first().click();
    await page.getByText('Yes, it is.').waitFor();
    await becomes(() => page.locator('.pin').count(), 1, 'an answer stands at the same place');

    // By keys alone.
    await button(page, 'Mark a place').focus();
    await page.keyboard.press('Enter');
    await button(page, /^Choose a place on the page/).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByLabel('Write on the marked place').fill('And here?');
    await page.keyboard.press('Enter');
    await until('there are two pins', async () => (await theirs.page.locator('.pin').count()) === 2);

    await button(page, 'Resolve what Ada Lovelace wrote').first().click();
    await page.getByText('All 2 of this place are deleted for everybody.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click();
    await pin(theirs.page).waitFor({ state: 'detached' });
    const textsLeft = async () => (await comments()).map(({ text }: { text: string }) => text);
    await becomes(textsLeft, ['And here?']);
    const left = await comments();

    // A link leads to a comment.
    await page.goto(`${service.origin}${path}/${ids[0]}?comment=${left[0].id}`);
    await page.locator('.thread[data-active=true]').getByText('And here?').waitFor();
    await becomes(() => page.locator('.pin[aria-pressed=true]').count(), 1);

    // And from it to the chat, and back.
    await page.locator('.thread[data-active=true]').getByRole('button', { name: 'To the chat' }).click();
    await page.getByLabel('Say it in the chat').fill('Who knows about this?');
    await page.keyboard.press('Enter');
    const said = page.getByRole('link', { name: /in the chat: Who knows about this\?$/ });
    await said.click();
    await page.locator('.message').getByText('Who knows about this?').first().waitFor();
    await page.locator('.message .quote-line').last().click();
    await until('the pin is shown again', async () => {
      const isThere = page.url().endsWith(`${path}/${ids[0]}?comment=${left[0].id}`);
      return isThere && (await page.locator('.pin[aria-pressed=true]').count()) === 1;
    });
    assert.deepEqual([...mine.errors, ...theirs.errors], []);
    await page.context().close();
    await theirs.page.context().close();
  },
);
