import { openCatalogue } from '@ringbinder/locales';
import {
  expect,
  expectText,
  inspect,
  inspectEverywhere,
  type Page,
  test,
} from '@ringbinder/testkit/playwright/index.ts';
import { fieldOf, messageOf, openOwnChat } from '../support/chat-page.ts';

const searchOf = (page: Page) => page.getByRole('searchbox', { name: 'Search emoji' });
const gridOf = (page: Page, name: string) => page.getByRole('grid', { name });
const cellOf = (page: Page, name: string) => page.getByRole('gridcell', { name, exact: true });
const optionsOf = (page: Page) => page.getByRole('listbox', { name: 'Emoji' }).getByRole('option');
const firstCells = (page: Page, count: number) =>
  page
    .getByRole('gridcell')
    .allInnerTexts()
    .then((all) => all.slice(0, count));

async function openPicker(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Insert an emoji' }).click();
  await gridOf(page, 'Recent and common').waitFor();
}

async function holdNames(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = { requested: 0, release: resolve };
  await page.route(/\/assets\/find-emoji-/, async (route) => {
    held.requested++;
    await promise;
    await route.continue();
  });
  return held;
}

test('[CHAT-17] [CHAT-20] the picker finds emoji by words, in one grid for the keyboard', async ({ app }) => {
  const { page } = await openOwnChat(app, 'Search emoji');
  await fieldOf(page).fill('off');
  await openPicker(page);
  await expect(searchOf(page)).toBeFocused();
  await page.keyboard.type('rocket');
  await cellOf(page, 'rocket').waitFor();
  await inspectEverywhere(page, 'emoji search');
  await page.keyboard.press('Enter');
  await expectText(fieldOf(page), 'off🚀');
  await expect(fieldOf(page)).toBeFocused();

  await test.step('arrow keys, Home and End move in the grid, which is one stop of the Tab key', async () => {
    await openPicker(page);
    await page.keyboard.type('heart');
    await gridOf(page, 'Emoji found').waitFor();
    await page.keyboard.press('ArrowDown');
    await expect(cellOf(page, 'red heart')).toBeFocused();
    const cells = page.getByRole('gridcell');
    for (const [key, place] of [
      ['ArrowRight', 1],
      ['ArrowDown', 9],
      ['End', 15],
      ['ArrowLeft', 14],
      ['Home', 8],
      ['ArrowUp', 0],
      ['ArrowLeft', 0],
    ] as const) {
      await page.keyboard.press(key);
      await expect(cells.nth(place), key).toBeFocused();
    }
    await page.keyboard.press('Control+End');
    await expect(cells.last()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(cells.last()).toBeFocused();
    expect(await page.getByRole('grid').locator('[tabindex="0"]').count()).toBe(1);
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowUp');
    await expect(searchOf(page)).toBeFocused();
    await searchOf(page).fill('xyzzy');
    await expect(page.getByRole('status').filter({ hasText: 'No emoji for “xyzzy”.' })).toBeVisible();
  });
  await test.step('Escape closes the picker and returns the focus', async () => {
    await page.keyboard.press('Escape');
    await expect(searchOf(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Insert an emoji' })).toBeFocused();
  });
});

test('[CHAT-20] [CHAT-21] [CHAT-22] the picker has groups, recent emoji and skin tones, which the browser remembers', async ({
  app,
  org,
  service,
}) => {
  const { page, binderId } = await openOwnChat(app, 'Groups of emoji');
  await openPicker(page);
  await cellOf(page, 'thumbs up').waitFor();
  await expect(page.getByRole('gridcell').and(page.locator(':not([aria-label])'))).toHaveCount(0);
  await page.getByRole('tab', { name: 'Food and drink' }).click();
  await expect(cellOf(page, 'grapes')).toBeVisible();
  await expect(cellOf(page, 'thumbs up')).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Travel and places' })).toBeFocused();
  await page.getByRole('tab', { name: 'People and body' }).click();
  await page.getByLabel('Skin tone').selectOption('4');
  await inspectEverywhere(page, 'emoji groups');
  await cellOf(page, 'waving hand: medium-dark skin tone').click();
  await openPicker(page);
  await page.getByRole('tab', { name: 'Food and drink' }).click();
  await cellOf(page, 'grapes').click();
  await expectText(fieldOf(page), '👋🏾🍇');

  await page.reload();
  await openPicker(page);
  await cellOf(page, 'thumbs up: medium-dark skin tone').waitFor();
  expect(await firstCells(page, 3)).toEqual(['🍇', '👋🏾', '👍🏾']);
  await page.keyboard.press('Escape');

  await test.step('a reaction is chosen in the same picker, and taken back', async () => {
    const id = await org.post(binderId, org.ben, 'Well?');
    const message = messageOf(page, 'Well?');
    await message.focus();
    await page.keyboard.press('+');
    await searchOf(page).fill('ok hand');
    await page.keyboard.press('Enter');
    const reaction = message.getByRole('button', { name: '👌🏾 1: You' });
    await reaction.waitFor();
    const path = `/${binderId}/messages/${id}/reactions`;
    const { body } = await service.call('GET', path, { token: org.ada.token });
    expect(body.data.reactions.map(({ emoji }: { emoji: string }) => emoji)).toEqual(['👌🏾']);
    await message.getByRole('button', { name: 'Add a reaction' }).click();
    await cellOf(page, 'OK hand: medium-dark skin tone').first().click();
    await expect(reaction).toHaveCount(0);
  });
});

test('[CHAT-20] the picker shows recent and common emoji while the others load, and again after a failure', async ({
  app,
}) => {
  app.allowErrors(/ERR_FAILED/);
  const { page } = await openOwnChat(app, 'Slow emoji');
  const held = await holdNames(page);
  await openPicker(page);
  await expect.poll(() => held.requested).toBe(1);
  await page.getByRole('tab', { name: 'Flags' }).click();
  await page.getByRole('status').filter({ hasText: 'Loading…' }).waitFor();
  await page.getByRole('tab', { name: 'Recent and common' }).click();
  await cellOf(page, '🎉').click();
  await expectText(fieldOf(page), '🎉');
  held.release();
  await openPicker(page);
  await page.getByRole('tab', { name: 'Flags' }).click();
  await cellOf(page, 'flag: Germany').waitFor();

  await page.unrouteAll();
  await page.route(/\/assets\/find-emoji-/, (route) => route.abort());
  await page.reload();
  await openPicker(page);
  await page.getByRole('tab', { name: 'Flags' }).click();
  await page.getByText('The emoji could not be loaded.').waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await cellOf(page, 'flag: Germany').waitFor();
});

test('[CHAT-23] a colon and two letters suggest emoji, for Enter, Tab and a click', async ({ app }) => {
  const { page } = await openOwnChat(app, 'Suggested emoji');
  const field = fieldOf(page);
  await field.pressSequentially('Well done :cla');
  await expect(optionsOf(page).first()).toHaveText(/:clap:/);
  await expect(field).toHaveAttribute('aria-activedescendant', /-clap$/);
  await inspectEverywhere(page, 'emoji suggestions');
  await page.keyboard.press('Enter');
  await expectText(field, 'Well done 👏 ');
  await page.keyboard.type(':roc');
  await optionsOf(page).filter({ hasText: ':rock:' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await expectText(field, 'Well done 👏 🚀 ');
  await page.keyboard.type(':tad');
  await optionsOf(page).filter({ hasText: ':tada:' }).click();
  await expectText(field, 'Well done 👏 🚀 🎉 ');
  await expect(field).toBeFocused();

  await test.step('Escape closes the list, and the word stays as it is', async () => {
    await field.fill('');
    await page.keyboard.type(':tad');
    await optionsOf(page).first().waitFor();
    await page.keyboard.press('Escape');
    await expect(optionsOf(page)).toHaveCount(0);
    await page.keyboard.type('a:');
    await page.keyboard.press('Enter');
    await messageOf(page, ':tada:').waitFor();
    await expectText(field, '');
    await page.keyboard.type(':tad');
    await optionsOf(page).first().waitFor();
  });
  await test.step('times, addresses and single letters have no suggestions', async () => {
    for (const words of ['at 10:30', 'see https://example.com:tada', 'note:tad', 'so :t', 'so :tada me']) {
      await field.fill('');
      await page.keyboard.type(words);
      await expect(optionsOf(page), words).toHaveCount(0);
    }
  });
});

test('[CHAT-24] a shortcode becomes its emoji when its last colon is typed, and nothing typed is lost', async ({
  app,
}) => {
  const { page } = await openOwnChat(app, 'Shortcodes');
  const field = fieldOf(page);
  const held = await holdNames(page);
  await field.pressSequentially('Off we :rocket: go');
  await expectText(field, 'Off we :rocket: go');
  await expect.poll(() => held.requested).toBe(1);
  held.release();
  await expectText(field, 'Off we 🚀 go');
  await page.keyboard.type(' :+1: now');
  await expectText(field, 'Off we 🚀 go 👍 now');
  for (const words of ['10:30: see', 'https://example.com/:tada: it', 'no :xyzzy: here']) {
    await field.fill('');
    await page.keyboard.type(words);
    await expectText(field, words);
  }

  await test.step('a pasted text stays as it is', async () => {
    await field.fill(' :tada:');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+x');
    await expectText(field, '');
    await page.keyboard.press('Control+v');
    await expectText(field, ' :tada:');
  });
  await test.step('an input method composes a word undisturbed', async () => {
    await field.fill('');
    const session = await page.context().newCDPSession(page);
    const compose = (text: string) =>
      session.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    for (const text of [':', ':t', ':ta', ':tada', ':tada:']) await compose(text);
    await expectText(field, ':tada:');
    await session.send('Input.insertText', { text: ':tada:' });
    await expectText(field, '🎉');
  });
});

test('[CHAT-17] [CHAT-20] the picker fits a phone, and opens without the keyboard', async ({ app }) => {
  const { page } = await openOwnChat(app, 'Emoji on a phone', {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  await page.getByRole('button', { name: 'Insert an emoji' }).tap();
  await cellOf(page, 'thumbs up').waitFor();
  await expect(searchOf(page)).not.toBeFocused();
  await expect(page.getByRole('tab', { name: 'Recent and common' })).toBeFocused();
  await inspect(page, 'emoji phone');
  const picker = await page.getByRole('dialog', { name: 'Insert an emoji' }).boundingBox();
  expect(picker && picker.x >= 0 && picker.x + picker.width <= 360 && picker.y + picker.height < 460).toBe(
    true,
  );
  await searchOf(page).tap();
  await searchOf(page).fill('cake');
  await cellOf(page, 'shortcake').tap();
  await expectText(fieldOf(page), '🍰');
});

for (const [language, query, character, name] of [
  ['de', 'winkende', '👋', 'winkende Hand'],
  ['ja', '手を振る', '👋', '手を振る'],
  ['zh-tw', '揮手', '👋', '揮手'],
  ['de', 'wave', '👋', 'winkende Hand'],
] as const)
  test(`[LANG-25] emoji are found by “${query}” in the language ${language}`, async ({
    app,
    org,
    service,
  }) => {
    await service.call('POST', '/me', { token: org.ada.token, json: { language } });
    const id = await org.addBinder('4711', org.ada);
    const page = await app.open(org.ada, { path: `/b/${id}` });
    const { text } = await openCatalogue(language);
    await page.getByRole('button', { name: text('chat.composer.emoji') }).click();
    await page.getByRole('searchbox', { name: text('chat_tools.emoji.search') }).fill(query);
    await expect(cellOf(page, name)).toHaveText(character);
  });
