import assert from 'node:assert/strict';
import { expect, inspectEverywhere, type Page, SCREENS, test } from '@ringbinder/testkit/playwright/index.ts';
import { buttonOf, isSharp, loanBinder } from '../support/viewer-page.ts';

test('[VIEW-1] [VIEW-2] [VIEW-3] a page is sharp at every size, can be turned, and keys lead to the other pages', async ({
  app,
  org,
}) => {
  const { to, ids } = await loanBinder(app, 'Looking');
  const page = await app.open(org.ada, { path: to(0), deviceScaleFactor: 2 });
  await isSharp(page);
  const stage = page.locator('.stage');
  const sheet = page.locator('.stage-sheet');
  const widthOf = async () => (await sheet.boundingBox())?.width ?? 0;
  const isWidth = (width: number) =>
    expect.poll(async () => Math.abs((await widthOf()) - width)).toBeLessThan(1);
  const isWiderThan = (width: number) => expect.poll(widthOf).toBeGreaterThan(width);
  const fitted = await widthOf();

  await test.step('it fits, and is sharp at 400 %', async () => {
    const fits = await stage.evaluate(
      `(() => { const s = document.querySelector('.stage'); return s.scrollHeight <= s.clientHeight && s.scrollWidth <= s.clientWidth; })()`,
    );
    assert.ok(fits, 'the whole page is in sight');
    await page.getByRole('combobox', { name: 'Zoom' }).selectOption('400');
    await isSharp(page);
    await expect(page.locator('.page-tiles')).toHaveAttribute('data-level', /^([2-9]|\d{2,})$/);
    await isSharp(page);
    assert.ok(Math.abs((await widthOf()) - 595 * (96 / 72) * 4) < 2);
    const tiles = app.requestsOf(page).filter((each) => /\/tiles\/[^0]/.test(each)).length;
    assert.ok(tiles > 0 && tiles < 40, `${tiles} tiles, of what is in sight`);
  });

  await test.step('keys change the size', async () => {
    await stage.focus();
    await page.keyboard.press('0');
    await isWidth(fitted);
    await page.keyboard.press('+');
    await isWiderThan(fitted * 1.3);
    await page.keyboard.press('-');
    await isWidth(fitted);
  });

  await test.step('the wheel keeps the place below the pointer', async () => {
    await page.getByRole('combobox', { name: 'Zoom' }).selectOption('200');
    await isWiderThan(1_500);
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
    await isWiderThan(3_000);
    const after = await placeBelow();
    const moved = Math.max(Math.abs(before.x - after.x), Math.abs(before.y - after.y));
    assert.ok(moved < 0.01, JSON.stringify([before, after]));
  });

  await test.step('it is turned', async () => {
    await page.keyboard.press('0');
    await buttonOf(page, 'Rotate').click();
    await expect
      .poll(async () => {
        const turned = await sheet.boundingBox();
        return turned !== null && turned.width > turned.height;
      })
      .toBe(true);
    for (let turn = 0; turn < 3; turn++) await page.keyboard.press('r');
  });

  await test.step('keys, the number and the small pictures lead to the other pages', async () => {
    const isPage = (index: number) => page.waitForURL((url) => url.pathname.endsWith(`/${ids.at(index)}`));
    await page.keyboard.press('End');
    await isPage(-1);
    await page.keyboard.press('Home');
    await isPage(0);
    await page.keyboard.press('PageDown');
    await isPage(1);
    await page.keyboard.press('ArrowLeft');
    await isPage(0);
    const field = page.getByLabel('Page number');
    await field.fill('2');
    await field.press('Enter');
    await isPage(1);
    await buttonOf(page, 'Thumbnails').click();
    const strip = page.getByRole('navigation', { name: 'Page thumbnails' });
    await strip.getByRole('link', { name: /^Page 1:/ }).click();
    await isPage(0);
  });
});

test('[VIEW-4] [VIEW-5] words can be selected, and a search finds a phrase on all pages', async ({
  app,
  org,
  service,
}) => {
  const { ada } = org;
  const { id, to } = await loanBinder(app, 'Finding');
  const json = { type: 'note', text: 'The loan is to be paid on Monday.' };
  await service.call('POST', `/${id}/pages`, { token: ada.token, json });
  const page = await app.open(ada, { path: to(0) });
  await page.locator('.text-layer span').first().waitFor();
  const lines = await page.evaluate<string>(`(() => {
    getSelection().selectAllChildren(document.querySelector('.text-layer'));
    return getSelection().toString();
  })()`);
  assert.match(lines, /Loan agreement/i, 'in the order of the document, with its spaces');
  assert.match(lines, /\n/);

  const find = async () =>
    (await service.call('GET', `/${id}/pagesearch?q=loan`, { token: ada.token })).body.data;
  await expect.poll(async () => (await find()).is_complete).toBe(true);
  const { total_hits: total, pages } = await find();
  assert.ok(total >= 2, `${total} hits`);
  const [first, last] = [pages[0], pages.at(-1)];
  await page.locator('.stage').focus();
  await page.keyboard.press('Control+f');
  // The first answer comes before the server has read the text.
  await page.route(
    /\/pagesearch/,
    async (route) => {
      const response = await route.fetch();
      const data = { pages: [], total_hits: 0, is_complete: false };
      await route.fulfill({ response, json: { ...(await response.json()), data } });
    },
    { times: 1 },
  );
  await page.getByRole('searchbox', { name: 'Search all pages' }).fill('loan');
  await page.getByText(`1 of ${total}`).waitFor();
  await page.waitForURL((url) => url.pathname.endsWith(`/${first.page_id}`));
  await expect(page.locator('.hits rect')).toHaveCount(first.hits);
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
  await page.waitForURL((url) => url.pathname.endsWith(`/${last.page_id}`));
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox').waitFor({ state: 'detached' });
});

test('[VIEW-6] the comments and the thumbnails lead to the pages of the document with comments', async ({
  app,
  org,
  service,
}) => {
  const { ada } = org;
  const { id, ids, to } = await loanBinder(app, 'Commented elsewhere');
  const comment = (index: number, text: string) =>
    service.call('POST', `/${id}/pages/${ids[index]}/comments`, { token: ada.token, json: { text } });
  await comment(1, 'Which rate?');
  await comment(1, 'And from when?');
  const page = await app.open(ada, { path: to(0) });
  await buttonOf(page, '0 comments').click();
  const side = page.getByRole('complementary', { name: 'Comments' });
  await side.getByText('No comments on this page yet.').waitFor();
  await buttonOf(page, 'Thumbnails').click();
  const strip = page.getByRole('navigation', { name: 'Page thumbnails' });
  await expect(strip.locator('.page-comments')).toHaveText(['2']);
  await strip.getByRole('link', { name: /^Page 2: .*, 2 comments$/ }).waitFor();

  const link = side.getByRole('link', { name: /^Page 2: .*, 2 comments$/ });
  await link.press('Enter');
  await page.waitForURL((url) => url.pathname === to(1));
  await side.locator('[data-active=true]').getByText('Which rate?').waitFor();
  await expect(link).toBeFocused();
  await expect(link).toHaveAttribute('aria-current', 'page');
});

test('[VIEW-6] [CHAT-19] [CHAT-37] an unsent comment survives a reload, mentions a member, is changed and deleted', async ({
  app,
  org,
  service,
}) => {
  const { ada, ben } = org;
  const { id, to } = await loanBinder(app, 'Mentioning');
  const [page, theirs] = await Promise.all([app.open(ada, { path: to(0) }), app.open(ben, { path: to(0) })]);
  const field = page.getByLabel('Write a comment', { exact: true });
  await buttonOf(page, '0 comments').click();
  await field.fill('Not yet @Be');
  await page.reload();
  await buttonOf(page, '0 comments').click();
  await expect(field).toHaveValue('Not yet @Be');
  await field.focus();
  await page.keyboard.press('End');
  await inspectEverywhere(page, 'mention in a comment on a page');
  await page.getByRole('option', { name: 'Ben Okafor' }).click();
  await expect(field).toHaveValue('Not yet @Ben Okafor ');
  await page.keyboard.press('Enter');
  await buttonOf(theirs, '1 comment').click();
  await theirs.getByText('Not yet @Ben Okafor').waitFor();
  const { body } = await service.call('GET', `/${id}/messages?limit=1`, { token: ben.token });
  assert.deepEqual(body.data.messages[0].mentions, [ben.id]);

  await expect(theirs.getByRole('button', { name: /^(Edit|Delete):/ })).toHaveCount(0);
  await buttonOf(page, 'Edit: Not yet @Ben Okafor').click();
  const edited = page.getByRole('textbox', { name: 'Edit' });
  await edited.fill('Still @Ben Okafor, soon');
  await edited.press('Enter');
  await theirs.getByText('Still @Ben Okafor, soon').waitFor();
  const latest = await service.call('GET', `/${id}/messages?limit=1`, { token: ben.token });
  assert.equal(latest.body.data.messages[0].id, body.data.messages[0].id, 'no second mention');
  await buttonOf(page, 'Edit: Still @Ben Okafor, soon').click();
  await edited.fill('Now');
  await edited.press('Enter');
  await theirs.getByText('Now', { exact: true }).waitFor();
  await expect(buttonOf(page, 'Edit: Now')).toBeFocused();
  await buttonOf(page, 'Delete: Now').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await theirs.getByText('Now', { exact: true }).waitFor({ state: 'detached' });
});

test('[VIEW-6] [VIEW-7] [VIEW-8] a pin stays at its place, and two people answer and resolve it', async ({
  app,
  org,
  service,
}) => {
  const { ada, ben } = org;
  const { id, ids, to } = await loanBinder(app, 'Commenting');
  const path = to(0);
  const [page, theirs] = await Promise.all([
    app.open(ada, { path }),
    app.open(ben, { path, ...SCREENS['phone, light'] }),
  ]);
  await isSharp(page);
  const comments = async () =>
    (await service.call('GET', `/${id}/pages/${ids[0]}/comments`, { token: ada.token })).body.data.comments;
  const pin = (of: Page) => buttonOf(of, /^Comment 1 by Ada Lovelace: Is this rate right\?/);
  const pressed = page.locator('.pin[aria-pressed=true]');

  await test.step('a click chooses a place, and the pin stays there at every size and turn', async () => {
    await buttonOf(page, '0 comments').click();
    await buttonOf(page, 'Add a pin').click();
    const sheet = await page.locator('.stage-sheet').boundingBox();
    assert.ok(sheet);
    await page.mouse.click(sheet.x + sheet.width * 0.25, sheet.y + sheet.height * 0.5);
    await page.getByLabel('Comment at the pin').fill('Is this rate right?');
    await page.keyboard.press('Enter');
    await pin(theirs).waitFor();
    const [comment] = await comments();
    const isNear = Math.abs(comment.x - 595 * 0.25) < 2 && Math.abs(comment.y - 842 * 0.5) < 2;
    assert.ok(isNear, JSON.stringify(comment));
    const isAtPlace = (across: number, down: number) =>
      expect
        .poll(() =>
          page.evaluate<boolean>(`(() => {
            const sheet = document.querySelector('.stage-sheet').getBoundingClientRect();
            const pin = document.querySelector('.pin').getBoundingClientRect();
            const [x, y] = [pin.left - sheet.left, pin.bottom - sheet.top];
            return Math.abs(x - sheet.width * ${across}) < 2 && Math.abs(y - sheet.height * ${down}) < 2;
          })()`),
        )
        .toBe(true);
    const [x, y] = [comment.x / 595.28, comment.y / 841.89];
    await isAtPlace(x, y);
    await page.getByRole('combobox', { name: 'Zoom' }).selectOption('200');
    await isAtPlace(x, y);
    await buttonOf(page, 'Rotate').click();
    await isAtPlace(1 - y, x);
    await buttonOf(page, 'Rotate').click();
    await isAtPlace(1 - x, 1 - y);
  });

  await test.step('an answer has the same place', async () => {
    await pin(theirs).click();
    await theirs.getByLabel('Reply', { exact: true }).fill('Yes, it is.');
    await buttonOf(theirs, 'Send').first().click();
    await page.getByText('Yes, it is.').waitFor();
    await expect(page.locator('.pin')).toHaveCount(1);
  });

  await test.step('keys alone choose a place', async () => {
    await buttonOf(page, 'Add a pin').focus();
    await page.keyboard.press('Enter');
    await buttonOf(page, /^Choose a place on the page/).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByLabel('Comment at the pin').fill('And here?');
    await page.keyboard.press('Enter');
    await expect(theirs.locator('.pin')).toHaveCount(2);
  });

  await test.step('[VIEW-34] a resolved thread and its pin are hidden until someone reopens it', async () => {
    await buttonOf(theirs, 'Resolve the comment by Ada Lovelace').first().click();
    await expect(page.locator('.pin')).toHaveCount(1);
    await page.getByText('Resolved (1)').click();
    await inspectEverywhere(page, 'resolved comments');
    await page.locator('details').getByText('Yes, it is.').waitFor();
    await buttonOf(page, 'Reopen the comment by Ada Lovelace').click();
    await expect(theirs.locator('.pin')).toHaveCount(2);
    await buttonOf(page, 'Resolve the comment by Ada Lovelace').first().click();
    await expect(theirs.locator('.pin')).toHaveCount(1);
  });

  await test.step('a link leads to a comment, and the comment to the chat and back', async () => {
    const left = (await comments()).at(-1);
    await page.goto(`${service.origin}${path}?comment=${left.id}`);
    const thread = page.locator('.thread[data-active=true]');
    await thread.getByText('And here?').waitFor();
    await expect(pressed).toHaveCount(1);
    await thread.getByRole('button', { name: 'Reply in chat' }).click();
    await page.getByLabel('Reply in chat').fill('Who knows about this?');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: /in chat: Who knows about this\?$/ }).click();
    await page.locator('.message').getByText('Who knows about this?').first().waitFor();
    await page.locator('.message .quote-line').last().click();
    await page.waitForURL((url) => url.href.endsWith(`${path}?comment=${left.id}`));
    await expect(pressed).toHaveCount(1);
  });

  await test.step('the next comment can be written while one is sent, and one that fails returns', async () => {
    app.allowErrors(/net::ERR_FAILED/);
    const field = page.getByLabel('Write a comment', { exact: true });
    const { promise: isWritten, resolve } = Promise.withResolvers<void>();
    await page.route('**/comments', async (route) => {
      await isWritten;
      if (route.request().postData()?.includes('Fails')) await route.abort();
      else await route.continue();
    });
    await field.fill('Sent');
    await field.press('Enter');
    await field.pressSequentially('Fails');
    resolve();
    await theirs.getByText('Sent', { exact: true }).waitFor();
    await expect(field).toHaveValue('Fails');
    await expect(buttonOf(page, 'Send').last()).not.toHaveAttribute('aria-disabled', 'true');
    await field.press('Enter');
    await page.getByText('The server cannot be reached. Check your connection and try again.').waitFor();
    await expect(field).toHaveValue('Fails');
  });
});
