import { readFile } from 'node:fs/promises';
import { expect, inspectEverywhere, test } from '@ringbinder/testkit/playwright/index.ts';
import { fieldOf, openOwnChat } from '../support/chat-page.ts';
import { binderOf, buttonOf, chooseMore } from '../support/viewer-page.ts';

const PICTURE = new URL('../../../../docs/images/app-clip.png', import.meta.url);
const WORDS = 'A harbour at dusk, with two tugs';

test('[VIEW-32] the alt text of a picture is edited in the viewer, and names the picture there and in the list', async ({
  app,
  org,
}) => {
  const picture = new Uint8Array(await readFile(PICTURE));
  const { id, to } = await binderOf(app, 'Described', [
    [picture, 'IMG_2041.png'],
    ['One', 'note.md'],
  ]);
  const page = await app.open(org.ada, { path: to(0) });
  const other = await app.open(org.ben, { path: to(0) });
  await other.getByRole('img', { name: 'Page: IMG_2041.png' }).first().waitFor();
  await chooseMore(page, 'Edit alt text');
  const field = page.getByRole('dialog', { name: 'Alt text of IMG_2041.png' }).getByLabel('Alt text', {
    exact: true,
  });
  await expect(field).toHaveAccessibleDescription(
    'Describe what matters in the picture for people who can’t see it.',
  );
  await inspectEverywhere(page, 'alt text');
  await field.fill(WORDS);
  await buttonOf(page, 'Save').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  for (const each of [page, other]) {
    await each.getByRole('img', { name: WORDS, exact: true }).first().waitFor();
    await expect(each.locator('.stage')).toHaveAccessibleDescription(WORDS);
  }
  await inspectEverywhere(page, 'described picture');
  await other.goto(new URL(`/b/${id}/pages`, other.url()).href);
  await other.getByRole('link', { name: `IMG_2041.png, ${WORDS}` }).waitFor();
  await chooseMore(page, 'Edit alt text');
  await expect(field).toHaveValue(WORDS);
  await field.fill('');
  await buttonOf(page, 'Save').click();
  await page.getByRole('img', { name: 'Page: IMG_2041.png' }).first().waitFor();
  await test.step('text needs none', async () => {
    const reader = await app.open(org.ada, { path: to(1) });
    await buttonOf(reader, 'More actions').click();
    await reader.getByRole('menuitem', { name: 'Rename' }).waitFor();
    await expect(reader.getByRole('menuitem', { name: 'Edit alt text' })).toHaveCount(0);
  });
});

test('[CHAT-39] a picture gets an alt text before it is sent, which is its name in the message', async ({
  app,
}) => {
  const { page } = await openOwnChat(app, 'Described in chat');
  const staged = page.getByRole('list', { name: 'Files to send' });
  await page.locator('input[type=file]').setInputFiles([
    { name: 'IMG_1.png', mimeType: 'image/png', buffer: await readFile(PICTURE) },
    { name: 'IMG_2.png', mimeType: 'image/png', buffer: await readFile(PICTURE) },
    { name: 'terms.txt', mimeType: 'text/plain', buffer: Buffer.from('5 years') },
  ]);
  await staged.getByText('terms.txt').waitFor();
  await expect(buttonOf(page, /^Edit alt text of/)).toHaveCount(2);
  await buttonOf(page, 'Edit alt text of IMG_2.png').press('Enter');
  const field = page.getByRole('dialog').getByLabel('Alt text', { exact: true });
  await expect(field).toHaveCSS('border-top-width', '1px');
  await field.fill(WORDS);
  await inspectEverywhere(page, 'alt text before sending');
  await buttonOf(page, 'Save').click();
  await expect(buttonOf(page, 'Edit alt text of IMG_2.png')).toBeFocused();
  await staged.getByRole('img', { name: WORDS }).waitFor();
  await fieldOf(page).press('Enter');
  await page.getByRole('link', { name: WORDS, exact: true }).waitFor();
  await page.getByRole('link', { name: 'Page: IMG_1.png 1', exact: true }).waitFor();
  await page.reload();
  await page.getByRole('link', { name: WORDS, exact: true }).waitFor();
  await inspectEverywhere(page, 'described message');
});
