import assert from 'node:assert/strict';
import { expect, inspect, inspectEverywhere, type Page, test } from '@ringbinder/testkit/playwright/index.ts';
import { ignoresEnterWhileComposing } from '../support/composition.ts';

const message = (page: Page, words: string) => page.locator('li.message').filter({ hasText: words });
const dialog = (page: Page) => page.getByRole('dialog');

test('[CHAT-35] a message is forwarded to another binder with a comment, and shows where it is from', async ({
  app,
  org,
  service,
}) => {
  const { ada, ben } = org;
  const source = await org.addBinder('Loan 4711', ada, [ben]);
  const target = await org.addBinder('Zürich', ada, [ben]);
  await org.addBinder('Read only', ben, []);
  await org.post(source, ben, 'The appraisal is on page 3');
  const page = await app.open(ada, { path: `/b/${source}/chat` });
  const other = await app.open(ben, { path: `/b/${target}/chat` });
  await message(page, 'appraisal').focus();
  await page.keyboard.press('f');
  await expect(dialog(page).locator('.choices [dir]')).toHaveText(['Loan 4711', 'Zürich']);
  await dialog(page).getByRole('searchbox', { name: 'Search by name or email' }).fill('nothing');
  await dialog(page).getByText('No matches.').waitFor();
  await dialog(page).getByRole('searchbox', { name: 'Search by name or email' }).fill('zür');
  await inspectEverywhere(page, 'forward to');
  await page.keyboard.press('Enter');
  await dialog(page).getByText('The appraisal is on page 3').waitFor();
  await dialog(page).getByLabel('Comment (optional)').fill('Please have a look');
  await inspectEverywhere(page, 'forward');
  await dialog(page).getByRole('button', { name: 'Forward' }).click();
  await page.getByText('Forwarded to Zürich.').waitFor();
  await message(other, 'Please have a look').waitFor();
  const copy = message(other, 'The appraisal is on page 3');
  await copy.getByText(/^Forwarded from Ben Okafor, /).waitFor();
  await page.goto(`${service.origin}/b/${target}/chat`);
  await message(page, 'appraisal').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 360, height: 740 });
  await inspect(page, 'forwarded 360');
});

test('[CHAT-35] people that could not be loaded can be loaded again', async ({ app, org }) => {
  app.allowErrors(/status of 403/);
  const { ada, ben } = org;
  const source = await org.addBinder('Loan 4711', ada, [ben]);
  await org.post(source, ben, 'The appraisal is on page 3');
  const page = await app.open(ada, { path: `/b/${source}/chat` });
  await page.route('**/me/contacts*', (route) => route.fulfill({ status: 403 }));
  await message(page, 'appraisal').focus();
  await page.keyboard.press('f');
  await dialog(page).getByRole('searchbox').fill('carla');
  await dialog(page).getByRole('heading', { name: 'This could not be loaded' }).waitFor();
  await expect(dialog(page).getByText('No matches.')).toHaveCount(0);
  await inspectEverywhere(page, 'forward to people that failed to load');
  await page.unroute('**/me/contacts*');
  await dialog(page).getByRole('button', { name: 'Try again' }).click();
  await dialog(page).getByRole('button', { name: 'Carla Mendes' }).waitFor();
});

test('[CHAT-35] a message is forwarded to a colleague without a conversation', async ({ app, org }) => {
  const { ada, ben, carla } = org;
  const source = await org.addBinder('Loan 4711', ada, [ben]);
  await org.post(source, ben, 'The appraisal is on page 3');
  const page = await app.open(ada, { path: `/b/${source}/chat` });
  await message(page, 'appraisal').focus();
  await page.keyboard.press('f');
  await dialog(page).getByRole('searchbox').fill('carla');
  await dialog(page).getByRole('button', { name: 'Carla Mendes' }).waitFor();
  assert.ok(
    await ignoresEnterWhileComposing(dialog(page).getByRole('searchbox')),
    'an input method commits its text',
  );
  await page.keyboard.press('Enter');
  await dialog(page).getByLabel('Comment (optional)').fill('For you');
  await dialog(page).getByRole('button', { name: 'Back' }).click();
  await dialog(page).getByRole('searchbox').fill('mendes');
  await dialog(page).getByRole('button', { name: 'Carla Mendes' }).click();
  await expect(dialog(page).getByLabel('Comment (optional)')).toHaveValue('For you');
  await dialog(page).getByRole('button', { name: 'Forward' }).click();
  await page.getByText('Forwarded to Carla Mendes.').waitFor();
  const other = await app.open(carla);
  await other.getByRole('link', { name: /Ada Lovelace/ }).click();
  await message(other, 'For you').waitFor();
  await message(other, 'appraisal').waitFor();
});
