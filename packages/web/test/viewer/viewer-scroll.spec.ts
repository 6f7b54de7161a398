import assert from 'node:assert/strict';
import { applicationForm } from '@ringbinder/page-renderer/testing';
import { expect, type Page, SCREENS, test } from '@ringbinder/testkit/playwright/index.ts';
import { binderOf, buttonOf, isSharp, loanBinder } from '../support/viewer-page.ts';

const scrollTopOf = (page: Page) => page.evaluate<number>('document.querySelector(".stage").scrollTop');
const maxOf = (page: Page) =>
  page.evaluate<number>(
    '(() => { const s = document.querySelector(".stage"); return s.scrollHeight - s.clientHeight; })()',
  );
const isAtTop = (page: Page) => expect.poll(() => scrollTopOf(page)).toBe(0);
const isAtBottom = async (page: Page) => {
  assert.ok((await maxOf(page)) > 100, 'the page is taller than the stage');
  await expect.poll(async () => (await maxOf(page)) - (await scrollTopOf(page))).toBeLessThan(1);
};
const leadsTo = (page: Page, to: (index: number) => string) => async (index: number) => {
  await page.waitForURL((url) => url.pathname === to(index));
  await isSharp(page);
};
const isStill = (page: Page) => {
  let before = -1;
  return expect
    .poll(async () => {
      const top = await scrollTopOf(page);
      const isSame = top === before;
      before = top;
      return isSame;
    })
    .toBe(true);
};
const toBottom = (page: Page) => page.evaluate('document.querySelector(".stage").scrollTop = 1e6');

test('[VIEW-33] the wheel and keys scroll on to the other pages of the document', async ({
  app,
  org,
  service,
}) => {
  const { id, to } = await loanBinder(app, 'Scrolling');
  const json = { type: 'note', text: 'Another document' };
  await service.call('POST', `/${id}/pages`, { token: org.ada.token, json });
  const page = await app.open(org.ada, { path: `/b/${id}/pages` });
  const card = page.getByRole('link', { name: /Loan\.pdf/ }).first();
  await card.click();
  await isSharp(page);
  const isPage = leadsTo(page, to);
  const zoom = page.getByRole('combobox', { name: 'Zoom' });
  const notch = (direction: 1 | -1) => page.mouse.wheel(0, direction * 120);
  await page.locator('.stage').hover();

  await test.step('a notch of the wheel turns a page that fits, within the document', async () => {
    await notch(1);
    await isPage(1);
    await notch(1);
    await isPage(2);
    await notch(1);
    await notch(-1);
    await isPage(1);
  });

  await test.step('Back leads out of the viewer, past the turned pages', async () => {
    await page.goBack();
    await page.waitForURL(/\/pages$/);
    await page.goForward();
    await isPage(1);
    await page.locator('.stage').hover();
  });

  await test.step('a wider page scrolls first, and then opens the other page at the near end', async () => {
    await zoom.selectOption('200');
    await expect.poll(() => maxOf(page)).toBeGreaterThan(500);
    await page.locator('.stage').hover();
    await page.evaluate('document.querySelector(".stage").scrollTo(300, 0)');
    await notch(1);
    await expect.poll(() => scrollTopOf(page)).toBeGreaterThan(0);
    // Chrome scrolls smoothly, also after the position is set.
    await isStill(page);
    await isPage(1);
    await toBottom(page);
    await notch(1);
    await isPage(2);
    await isAtTop(page);
    assert.equal(await page.evaluate('document.querySelector(".stage").scrollLeft'), 300);
    await notch(-1);
    await isPage(1);
    await isAtBottom(page);
  });

  await test.step('keys do the same, also after a jump to a number', async () => {
    await zoom.selectOption('fit-page');
    const field = page.getByLabel('Page number');
    await field.fill('1');
    await field.press('Enter');
    await isPage(0);
    await expect(page.locator('.stage')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await isPage(1);
    await page.keyboard.press('ArrowUp');
    await isPage(0);
    await page.keyboard.down('Space');
    await isPage(1);
    await page.keyboard.down('Space');
    await page.keyboard.up('Space');
    assert.equal(await page.evaluate('location.pathname'), to(1));
    await page.keyboard.press('Space');
    await isPage(2);
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+Space');
    await isPage(1);
    await page.keyboard.press('ArrowUp');
    await isPage(0);
    await zoom.selectOption('200');
    await expect.poll(() => maxOf(page)).toBeGreaterThan(500);
    await page.locator('.stage').focus();
    await page.keyboard.press('Space');
    assert.ok((await scrollTopOf(page)) > 100);
    await toBottom(page);
    await page.keyboard.press('PageDown');
    await isPage(1);
    await isAtTop(page);
    await page.keyboard.press('PageUp');
    await isPage(0);
    await isAtBottom(page);
  });

  await test.step('no page is turned while a comment is placed and written', async () => {
    await zoom.selectOption('fit-page');
    await buttonOf(page, '0 comments').click();
    await buttonOf(page, 'Add a pin').click();
    const placing = buttonOf(page, /^Choose a place on the page/);
    const turnsNoPage = async () => {
      await page.locator('.stage').hover();
      await notch(1);
      await page.locator('.stage').focus();
      for (const key of ['ArrowDown', 'ArrowRight', 'Space', 'PageDown', 'End'])
        await page.keyboard.press(key);
      assert.equal(await page.evaluate('location.pathname'), to(0));
    };
    await turnsNoPage();
    await placing.click();
    await expect(page.getByLabel('Comment at the pin')).toBeFocused();
    await turnsNoPage();
    await page.locator('.draft-place button').click();
    await page.locator('.stage').hover();
    await notch(1);
    await isPage(1);
  });
});

test('[VIEW-33] Back leads past pages opened by links, by number and by the search', async ({
  app,
  org,
  service,
}) => {
  const { id, ids, to } = await loanBinder(app, 'Returning');
  const { token } = org.ada;
  const json = { type: 'note', text: 'The loan is to be paid on Monday.' };
  const note = await service.call('POST', `/${id}/pages`, { token, json });
  await service.call('POST', `/${id}/pages/${ids[0]}/comments`, { token, json: { text: 'Which rate?' } });
  const page = await app.open(org.ada, { path: `/b/${id}/pages` });
  const isPage = leadsTo(page, to);
  await page
    .getByRole('link', { name: /Loan\.pdf/ })
    .first()
    .click();
  await isPage(0);
  await page.getByRole('link', { name: 'Next page' }).click();
  await isPage(1);
  await page.getByRole('link', { name: 'Previous page' }).click();
  await isPage(0);
  const field = page.getByLabel('Page number');
  await field.fill('3');
  await field.press('Enter');
  await isPage(2);
  await buttonOf(page, 'Thumbnails').click();
  const strip = page.getByRole('navigation', { name: 'Page thumbnails' });
  await strip.getByRole('link').nth(1).click();
  await isPage(1);
  await buttonOf(page, '0 comments').click();
  const side = page.getByRole('complementary', { name: 'Comments' });
  await side.getByRole('link', { name: /^Page 1: / }).click();
  await isPage(0);
  await page.keyboard.press('Control+f');
  const search = page.getByRole('searchbox', { name: 'Search all pages' });
  await search.fill('loan');
  await page.getByText(/^1 of \d+/).waitFor();
  await search.press('Shift+Enter');
  await page.waitForURL((url) => url.pathname === `/b/${id}/pages/${note.body.data.page_id}`);
  await page.goBack();
  await page.waitForURL(/\/pages$/);
});

test('[VIEW-33] pages turn when the browser refuses more addresses', async ({ app, org }) => {
  const { to } = await loanBinder(app, 'Limited');
  const page = await app.open(org.ada, { path: to(0) });
  await isSharp(page);
  const field = page.getByLabel('Page number');
  await page.evaluate(`history.replaceState = () => { throw new DOMException('', 'SecurityError'); }`);
  await page.locator('.stage').focus();
  await page.keyboard.press('PageDown');
  await expect(field).toHaveValue('2');
  await page.evaluate('delete history.replaceState');
  await page.keyboard.press('PageDown');
  await leadsTo(page, to)(2);
  await expect(field).toHaveValue('3');
});

test('[VIEW-33] the momentum of a touchpad turns no further', async ({ app, org }) => {
  const { to } = await loanBinder(app, 'Flicking');
  const page = await app.open(org.ada, { path: to(0) });
  await isSharp(page);
  const isPage = leadsTo(page, to);
  await page.getByRole('combobox', { name: 'Zoom' }).selectOption('200');
  await expect.poll(() => maxOf(page)).toBeGreaterThan(500);
  let time = await page.evaluate<number>('performance.now()');
  const move = (deltaY: number, pause: number) => {
    time += pause;
    return page.evaluate(`(() => {
      const event = new WheelEvent('wheel', { deltaY: ${deltaY}, bubbles: true });
      Object.defineProperty(event, 'timeStamp', { value: ${time} });
      document.querySelector('.stage').dispatchEvent(event);
    })()`);
  };
  await toBottom(page);
  await move(4, 1_000);
  await isPage(1);
  await toBottom(page);
  await move(90, 20);
  await move(40, 20);
  await move(-4, 1_000);
  await isAtBottom(page);
  await page.evaluate('document.querySelector(".stage").scrollTo(0, 0)');
  await move(-40, 20);
  await isPage(1);
  await move(-4, 1_000);
  await isPage(0);
});

const PHONE = { ...SCREENS['phone, light'], hasTouch: true, isMobile: true };

async function dragOn(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: y ? [{ x: 195, y }] : [] });
  return async (from: number, to: number) => {
    await send('touchStart', from);
    for (const part of [0.1, 0.4, 0.7, 1]) await send('touchMove', from + part * (to - from));
    await send('touchEnd');
  };
}

test('[VIEW-33] a finger that drags a tall page past its end turns it', async ({ app, org }) => {
  const { to } = await loanBinder(app, 'Dragging');
  const page = await app.open(org.ada, { path: to(0), ...PHONE });
  await isSharp(page);
  const isPage = leadsTo(page, to);
  const drag = await dragOn(page);
  await page.getByRole('button', { name: 'More actions' }).tap();
  await page.getByRole('menuitemradio', { name: '100 %' }).tap();
  await expect.poll(() => maxOf(page)).toBeGreaterThan(400);
  await drag(500, 300);
  await expect.poll(() => scrollTopOf(page)).toBeGreaterThan(50);
  await isPage(0);
  await toBottom(page);
  await drag(500, 300);
  await isPage(1);
  await isAtTop(page);
  await drag(300, 500);
  await isPage(0);
  await isAtBottom(page);
});

test('[VIEW-33] a finger that begins in a field of a form turns no page', async ({ app, org }) => {
  const form = new Uint8Array(await applicationForm());
  const { to } = await binderOf(app, 'Writing', [[form, 'Application.pdf']]);
  const page = await app.open(org.ada, { path: to(0), ...PHONE });
  const drag = await dragOn(page);
  await buttonOf(page, 'Fill form').tap();
  await expect(page.getByLabel('Family name', { exact: true })).toBeFocused();
  await expect.poll(() => maxOf(page)).toBeGreaterThan(400);
  await toBottom(page);
  await isAtBottom(page);
  const remarks = await page.getByLabel('Remarks', { exact: true }).boundingBox();
  const stage = await page.locator('.stage').boundingBox();
  assert.ok(remarks && stage);
  const inField = remarks.y + remarks.height - 8;
  await drag(inField, inField - 110);
  assert.equal(await page.evaluate('location.pathname'), to(0));
  const belowFields = stage.y + stage.height - 40;
  await drag(belowFields, belowFields - 110);
  await leadsTo(page, to)(1);
});
