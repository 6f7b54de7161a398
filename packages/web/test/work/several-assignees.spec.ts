import {
  type App,
  expect,
  inspectEverywhere,
  type Page,
  test,
} from '@ringbinder/testkit/playwright/index.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function startRequest(app: App) {
  const both = await app.openBoth('Committee', { part: '/transactions' });
  const { ada } = both;
  await button(ada, 'Request').first().click();
  await ada.getByLabel('Title').fill('Credit line');
  return { ...both, dialog: ada.getByRole('dialog') };
}

test('[WORK-27] a request asks two people, and shows who has answered', async ({ app }) => {
  const { ada, ben, dialog } = await startRequest(app);
  await test.step('two people are chosen, and a choice that could split is refused', async () => {
    await dialog.getByRole('combobox', { name: 'Person 1' }).selectOption('Ben Okafor');
    await button(ada, 'Ask several people instead').click();
    await button(ada, 'Send request').click();
    await dialog.getByText('Select an approver.').waitFor();
    await dialog.getByRole('combobox', { name: 'Person 2 of step 1' }).selectOption('Ada Lovelace');
    await dialog.getByRole('combobox', { name: 'Answers needed in step 1' }).selectOption('Both of them');
    await dialog.locator('summary').first().click();
    const effect = dialog.getByRole('combobox', { name: 'Effect of button 2' });
    await effect.selectOption('Continue');
    await button(ada, 'Send request').click();
    await dialog.getByText(/could split over the buttons/).waitFor();
    await inspectEverywhere(ada, 'several assignees form');
    await effect.selectOption('Reject');
    await button(ada, 'Send request').click();
  });
  await test.step('the page shows whose answer is awaited', async () => {
    await ada.getByText('Both people').waitFor();
    await expect(ada.locator('.step-people li')).toHaveText([/Ben Okafor.*Awaited/, /Ada Lovelace.*Awaited/]);
    await button(ben, 'Approve').click();
    await expect(ada.locator('.step-people li')).toHaveText([/Ben Okafor.*Approve/, /Ada Lovelace.*Awaited/]);
    await ada.getByText('1 of 2 answers').first().waitFor();
    await inspectEverywhere(ada, 'several assignees page');
    await expect(button(ben, 'Approve')).toHaveCount(0);
    await ben.getByText('1 of 2 answers · Waiting for Ada Lovelace').waitFor();
    await inspectEverywhere(ben, 'several assignees list');
  });
  await test.step('the last answer ends it', async () => {
    await button(ada, 'Approve').click();
    await ben.getByRole('heading', { name: /^Ended/ }).waitFor();
    await ada.locator('.badge', { hasText: 'Completed' }).waitFor();
  });
});

test('[WORK-28] a request separates duties, and informs people who do not answer', async ({ app }) => {
  app.allowErrors(/status of 400/);
  const { ada, ben, dialog } = await startRequest(app);
  await dialog.getByRole('radio', { name: /Document check/ }).check();
  await dialog.getByRole('combobox', { name: 'Person 1' }).selectOption('Ben Okafor');
  await dialog.getByRole('combobox', { name: 'Person 2' }).selectOption('Ben Okafor');
  await dialog.getByText('Who may answer').nth(1).click();
  await dialog.getByLabel('Only people who did not answer an earlier step').check();
  await button(ada, 'Send request').click();
  await test.step('a step that nobody could answer is refused at its field', async () => {
    await expect(dialog.getByLabel('Only people who did not answer an earlier step')).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await dialog
      .getByText(/May leave too few people/)
      .first()
      .waitFor();
  });
  await dialog.getByRole('combobox', { name: 'Person 2' }).selectOption('Ada Lovelace');
  await dialog.getByText('Inform others').click();
  await dialog.getByLabel('Ben Okafor').check();
  await inspectEverywhere(ada, 'separate duties form');
  await button(ada, 'Send request').click();
  await ada.getByText(/Observers: Ben Okafor/).waitFor();
  await button(ben, 'Checked').click();
  await button(ada, 'Approve').click();
  await ada.locator('.badge', { hasText: 'Completed' }).waitFor();
});
