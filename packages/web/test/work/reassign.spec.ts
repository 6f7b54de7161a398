import { announceDepartures } from '@ringbinder/server/features/assignments/index.ts';
import {
  expect,
  inspectEverywhere,
  type Page,
  saveScreenshot,
  test,
} from '@ringbinder/testkit/playwright/index.ts';
import { openSection } from '../support/sections.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('[WORK-22] lists, pages and cards show who can no longer answer, and the creator alone reassigns the step', async ({
  app,
  org,
  service,
}) => {
  const { ada, ben, carla, addBinder } = org;
  const binderId = await addBinder('Loan 4711', ada, [ben, carla]);
  const call = async (path: string, json: unknown) =>
    (await service.call('POST', `/${binderId}${path}`, { token: ada.token, json })).body.data;
  const steps = [{ assignee: { user_id: ben.id }, actions: [{ id: 'ok', text: 'Confirm' }] }];
  const { transaction_id: id } = await call('/transactions', { title: 'Valuation', content: '', steps });
  await call('/todos', { name: 'Call the bank', assignee_id: ben.id });
  const path = `/b/${binderId}/transactions/${id}`;
  const [owner, editor] = await Promise.all([app.open(ada, { path }), app.open(carla, { path })]);
  await button(owner, /^Reassign the step of Ben/).waitFor();
  await editor.getByRole('heading', { name: 'Valuation' }).waitFor();
  await editor.getByText(/^Current ·/).waitFor();
  await expect(button(editor, /Reassign/)).toHaveCount(0);

  await call('/removeuser', { id: ben.id });
  await announceDepartures(service.env);
  await test.step('the page, the list, the chat and the to-dos show that Ben has left', async () => {
    await owner.getByText('No longer in this binder', { exact: true }).waitFor();
    await inspectEverywhere(owner, 'transaction-unavailable');
    await openSection(owner, 'Approvals');
    await owner.locator('.badge', { hasText: 'Ben Okafor is no longer in this binder' }).waitFor();
    await saveScreenshot(owner, 'transactions-unavailable');
    await openSection(owner, 'To-dos');
    await owner.locator('.badge', { hasText: 'Needs an assignee' }).waitFor();
    await saveScreenshot(owner, 'todo-unavailable');
    await openSection(owner, 'Chat');
    const card = owner.getByRole('article', { name: 'Valuation' });
    await card.getByText('Ben Okafor is no longer in this binder').waitFor();
    await saveScreenshot(owner, 'chat-card-unavailable');
  });
  await test.step('the creator reassigns the step, and the new assignee answers', async () => {
    await owner.goto(`${service.origin}${path}`);
    await button(owner, /^Reassign the step of Ben/).click();
    const dialog = owner.getByRole('dialog', { name: 'Reassign this step' });
    await dialog.getByLabel('New assignee').selectOption('Carla Mendes');
    await saveScreenshot(owner, 'transaction-reassign');
    await dialog.getByRole('button', { name: 'Reassign' }).click();
    await expect(dialog).toHaveCount(0);
    await owner.getByText('Reassigned to Carla Mendes').waitFor();
    await button(editor, 'Confirm').click();
    await owner.locator('.badge', { hasText: 'Completed' }).waitFor();
    await expect(button(owner, /Reassign/)).toHaveCount(0);
  });
});
