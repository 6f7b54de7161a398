import { expect, inspectEverywhere, type Page, test } from '@ringbinder/testkit/playwright/index.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('[FLOW-14] a button leads to another step, and the page shows where, and how often', async ({ app }) => {
  const { ada, ben } = await app.openBoth('Loan', { part: '/transactions' });
  await button(ada, 'Request').first().click();
  const dialog = ada.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Document check' }).check();
  await dialog.getByLabel('Title').fill('Loan 4711');
  for (const person of ['Person 1', 'Person 2'])
    await dialog.getByRole('combobox', { name: person }).selectOption('Ben Okafor');
  await button(ada, 'Add a person').click();
  const third = dialog.getByRole('combobox', { name: 'Person 3' });
  await expect(third).toBeFocused();
  await third.selectOption('Ada Lovelace');

  await test.step('a step whose buttons all go back is refused at its buttons', async () => {
    const second = dialog.locator('.draft-step').nth(1);
    await second.locator('summary', { hasText: 'Buttons' }).click();
    await second.getByLabel('Effect of button 1').selectOption('Back to step 1');
    await second.getByLabel('Effect of button 2').selectOption('Back to step 1');
    await button(ada, 'Send request').click();
    await second.getByText('At least one button must not lead back.').waitFor();
    await second.getByLabel('Effect of button 1').selectOption('Continue');
    await dialog.getByLabel('How often a button may lead back to a step').fill('2');
    await inspectEverywhere(ada, 'builder with branches');
  });
  await test.step('a moved step takes its branches along', async () => {
    const first = dialog.locator('.draft-step').first();
    await first.locator('summary', { hasText: 'Buttons' }).click();
    await first.getByLabel('Effect of button 1').selectOption('On to step 3');
    await expect(first.getByLabel('Effect of button 1')).toHaveValue('3');
    await button(ada, 'Move person 3 up').click();
    await expect(first.getByLabel('Effect of button 1')).toHaveValue('');
    await button(ada, 'Move person 2 down').click();
    await expect(first.getByLabel('Effect of button 1')).toHaveValue('3');
  });
  await test.step('steps move by their handles, with the pointer or the arrow keys', async () => {
    const people = dialog.locator('.draft-step').getByRole('combobox', { name: /^Person/ });
    const order = async () => Promise.all((await people.all()).map((each) => each.inputValue()));
    const [ben1, , adaId = ''] = await order();
    const handle = (step: number) => dialog.getByRole('button', { name: `Move step ${step}:` });
    await handle(3).press('ArrowUp');
    await expect(handle(2)).toBeFocused();
    await dialog.getByText('Step 3 is now 2 of 3').waitFor();
    expect(await order()).toEqual([ben1, adaId, ben1]);
    await handle(2).hover();
    await ada.mouse.down();
    await handle(3).hover();
    await ada.mouse.move(0, 840, { steps: 4 });
    await ada.mouse.up();
    await expect.poll(order).toEqual([ben1, ben1, adaId]);
    await expect(dialog.getByLabel('Effect of button 1').first()).toHaveValue('3');
    await dialog.getByLabel('Effect of button 1').first().selectOption('Continue');
  });
  await button(ada, 'Send request').click();
  await dialog.waitFor({ state: 'hidden' });
  const leads = ada.locator('.step-leads');
  await expect(leads).toHaveText('Reject: back to step 1, Ben Okafor');

  await ada.goto(ada.url());
  await ben.getByRole('link', { name: 'Loan 4711' }).click();
  await button(ben, 'Checked').click();
  await button(ben, 'Reject').click();
  await expect(ada.locator('.step-row').first().locator('.step-leads')).toHaveText(
    'Opened again once (at most 2)',
  );
  await inspectEverywhere(ada, 'page with branches');
});

test('[FLOW-14] the page names the button that skipped a step', async ({ app, org, service }) => {
  const { ada, ben, binderId } = await app.openBoth('Loan', { part: '/transactions' });
  const step = (user_id: string, actions: object[]) => ({ assignee: { user_id }, actions });
  const steps = [
    step(org.ben.id, [
      { id: 'fast', text: 'Fast track', next: 3 },
      { id: 'no', text: 'Give up', next: 'end', outcome: 'rejected' },
      { id: 'ok', text: 'Checked' },
    ]),
    step(org.ada.id, [{ id: 'ok', text: 'Approve' }]),
    step(org.ada.id, [{ id: 'ok', text: 'Pay out' }]),
  ];
  const json = { title: 'Loan 4712', content: '', steps };
  const made = await service.call('POST', `/${binderId}/transactions`, { token: org.ada.token, json });
  expect(made.status).toBe(200);
  await ada.getByRole('link', { name: 'Loan 4712' }).click();
  await expect(ada.locator('.step-leads li')).toHaveText([
    'Fast track: on to step 3, Ada Lovelace',
    'Give up: rejects the request',
  ]);
  await button(ben, 'Fast track').click();
  await expect(ada.locator('.step-row').nth(1)).toContainText('Skipped by “Fast track”');
});
