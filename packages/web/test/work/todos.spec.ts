import type { TestService } from '@ringbinder/testkit';
import {
  type App,
  expect,
  inspectEverywhere,
  type Locator,
  type Page,
  type TestOrg,
  test,
} from '@ringbinder/testkit/playwright/index.ts';
import { buildAlone } from '../support/build-alone.ts';
import { openSection } from '../support/sections.ts';
import { openUnpluggable } from '../support/unpluggable.ts';

const todoNames = (page: Page) => page.locator('.todo-name');

const addTodo = ({ call }: TestService, { ada }: TestOrg, binderId: string, name: string) =>
  call('POST', `/${binderId}/todos`, { token: ada.token, json: { name } });

async function openTodos(app: App, name: string, todos: string[] = []) {
  const both = await app.openBoth(name, {
    part: '/todos',
    async prepare(id) {
      for (const each of todos) await addTodo(app.service, app.org, id, each);
    },
  });
  for (const page of [both.ada, both.ben]) await expect(todoNames(page)).toHaveText(todos);
  return both;
}

test('[WORK-9] to-dos are added with Enter, assigned and completed, and the other person sees each change', async ({
  app,
  org,
  service,
}) => {
  const { binderId: id, ada, ben } = await openTodos(app, 'Quick');
  await ben.clock.install();
  const complete = async (name: string) => {
    await ben.getByLabel(`Done: ${name}`).check();
    await ben.clock.fastForward(2_500);
  };
  await test.step('add three', async () => {
    const field = ada.getByLabel('Add a to-do');
    for (const name of ['Pay slips', 'Land register', 'Notary']) {
      await field.fill(name);
      await ada.keyboard.press('Enter');
    }
    await expect(field).toHaveValue('');
    await expect(todoNames(ben)).toHaveText(['Pay slips', 'Land register', 'Notary']);
  });
  await test.step('assign one, with a due date and notes', async () => {
    await ada.getByRole('link', { name: 'Land register' }).click();
    await expect(ada).toHaveURL(new RegExp(`/b/${id}/todos/\\d+$`));
    await ada.getByLabel('Assigned to').selectOption('Ben Okafor');
    await ada.getByLabel('Due date').fill('4/5/2030');
    await ada.getByLabel('Notes').fill('The extract is not older than a month.');
    await ada.getByLabel('Notes').blur();
    await ben.getByText('4 May 2030', { exact: true }).waitFor();
    await ben.getByRole('radio', { name: 'Mine 1' }).check();
    await expect(todoNames(ben)).toHaveText(['Land register']);
    const stored = async () => {
      const { body } = await service.call('GET', `/${id}/todos`, { token: org.ada.token });
      const [, todo] = body.data.todos;
      return [todo.assignee?.name, todo.description];
    };
    await expect.poll(stored).toEqual(['Ben Okafor', 'The extract is not older than a month.']);
  });
  await test.step('a to-do that is added among your own is yours', async () => {
    await ben.getByLabel('Add a to-do').fill('Mine too');
    await ben.keyboard.press('Enter');
    await expect(todoNames(ben)).toHaveText(['Land register', 'Mine too']);
    await complete('Mine too');
    await expect(todoNames(ben)).toHaveText(['Land register']);
  });
  await test.step('complete one and reopen it', async () => {
    await complete('Land register');
    await expect(ada.getByLabel('Done: Land register')).toBeChecked();
    await expect(todoNames(ben)).toHaveText([]);
    await ben.getByRole('radio', { name: 'Done 2' }).check();
    await expect(todoNames(ben)).toHaveText(['Land register', 'Mine too']);
    await ben.getByLabel('Done: Land register').click();
    await expect(ada.getByLabel('Done: Land register')).not.toBeChecked();
  });
});

test('[WORK-9] pasted lines are added in their order, and too many are refused', async ({ app }) => {
  app.allowErrors(/INTERNET_DISCONNECTED/);
  const { ada, ben } = await openTodos(app, 'Pasted', ['Call']);
  const field = ada.getByLabel('Add a to-do');
  await ada.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const paste = async (text: string) => {
    await ada.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
    await field.press('ControlOrMeta+v');
  };
  await paste('one line');
  await expect(field).toHaveValue('one line');
  await field.fill('');
  await paste('- Pay slips\n- [ ] Land register\n1. Notary\n');
  for (const page of [ada, ben])
    await expect(todoNames(page)).toHaveText(['Call', 'Pay slips', 'Land register', 'Notary']);
  await expect(field).toHaveValue('');
  await ada.context().setOffline(true);
  await paste('Deed\nTax number\nMap');
  await expect(field, 'refused lines are kept').toHaveValue('Deed');
  await ada.context().setOffline(false);
  await ada.getByRole('button', { name: 'Add 3' }).waitFor();
  await field.press('Enter');
  for (const page of [ada, ben]) await expect(todoNames(page)).toHaveCount(7);
  await expect(field).toHaveValue('');
  await paste('x\n'.repeat(51));
  await expect(field).toHaveAccessibleDescription(/Try a smaller one/);
  await expect(todoNames(ben)).toHaveCount(7);
});

test('[TODO-19] a due date without a time is the same day in London and in Tokyo', async ({
  app,
  org,
  service,
}) => {
  const { ada, ben } = org;
  const id = await org.addBinder('Zones', ada, [ben]);
  const json = { name: 'Sign', assignee_id: ben.id };
  await service.call('POST', `/${id}/todos`, { token: ada.token, json });
  const london = await app.open(ada, { path: `/b/${id}/todos`, timezoneId: 'Europe/London' });
  const tokyo = await app.open(ben, { path: `/b/${id}/todos`, timezoneId: 'Asia/Tokyo' });
  const due = (page: Page) => page.locator('.due');
  const at = async (time: string) => {
    for (const page of [london, tokyo]) {
      await page.clock.setFixedTime(new Date(time));
      await page.reload();
    }
  };
  await at('2026-11-30T14:00Z');
  await london.getByRole('link', { name: 'Sign' }).click();
  await london.getByLabel('Due date').fill('1/12/2026');
  await london.getByLabel('Due date').press('Enter');
  for (const page of [london, tokyo]) {
    await expect(due(page)).toHaveText(/^tomorrow/);
    await expect(due(page)).toHaveAttribute('title', '1 Dec 2026');
  }
  await tokyo.getByRole('link', { name: 'Sign' }).click();
  await expect(tokyo.getByLabel('Due date')).toHaveValue('01/12/2026');
  await expect(tokyo.getByLabel('Due time')).toHaveValue('');
  await at('2026-12-01T15:30Z');
  await expect(due(london)).toHaveAttribute('data-due', 'today');
  await expect(due(tokyo)).toHaveAttribute('data-due', 'overdue');
  await tokyo.locator('.home-link').click();
  await expect(due(tokyo)).toContainText('yesterday');
  await expect(due(tokyo)).toHaveAttribute('data-due', 'overdue');
  await expect(tokyo.locator('.home-link .count > [aria-hidden]')).toHaveText('1');
});

test('[WORK-9] a to-do that the log tells of before its call is answered is shown once', async ({ app }) => {
  const { ada, ben } = await openTodos(app, 'Slow answer');
  const { promise: seen, resolve: letAnswer } = Promise.withResolvers<void>();
  await ada.route(/\/todos$/, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const response = await route.fetch();
    await seen;
    await route.fulfill({ response });
  });
  await ada.getByLabel('Add a to-do').fill('Notary');
  await ada.keyboard.press('Enter');
  await expect(todoNames(ben)).toHaveText(['Notary']);
  await expect(ada.getByLabel('Done: Notary')).toBeEnabled();
  letAnswer();
  await ada.getByLabel('Done: Notary').check();
  await expect(ben.getByLabel('Done: Notary')).toHaveCount(0);
});

test('[WORK-19] [CHAT-19] both people see comments on a to-do, in the to-do and in the chat', async ({
  app,
}) => {
  const { binderId: id, ada, ben } = await openTodos(app, 'Comments', ['Notary']);
  for (const page of [ada, ben]) await page.getByRole('link', { name: 'Notary' }).click();
  await ada.getByLabel('Write a comment').fill('Tuesday at ten?');
  await ada.keyboard.press('Enter');
  const comments = (page: Page) => page.getByRole('region', { name: 'Comments' }).getByRole('listitem');
  await comments(ben).getByText('Tuesday at ten?').waitFor();
  await ben.getByLabel('Write a comment').fill('I am there');
  await ben.reload();
  await expect(ben.getByLabel('Write a comment')).toHaveValue('I am there');
  await ben.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(ben.getByLabel('Write a comment')).toHaveValue('');
  await comments(ada).getByText('I am there').waitFor();
  await inspectEverywhere(ada, 'todo comments');
  await test.step('the author edits and deletes a comment', async () => {
    await expect(comments(ada).getByRole('button', { name: /I am there/ })).toHaveCount(0);
    await ada.getByRole('button', { name: 'Edit: Tuesday at ten?' }).press('Enter');
    const field = comments(ada).getByRole('textbox', { name: 'Edit' });
    await expect(field).toBeFocused();
    await field.fill('No');
    await field.press('Escape');
    await expect(ada.getByRole('button', { name: 'Edit: Tuesday at ten?' })).toBeFocused();
    await ada.keyboard.press('Enter');
    await field.fill('Tuesday at ten? Or at nine?');
    await field.press('Enter');
    await comments(ben).getByText('Tuesday at ten? Or at nine?').waitFor();
    await ben.getByLabel('Write a comment').fill('Never mind');
    await ben.keyboard.press('Enter');
    await comments(ada).getByText('Never mind').waitFor();
    await ben.getByRole('button', { name: 'Delete: Never mind' }).click();
    await inspectEverywhere(ben, 'delete a comment');
    await ben.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await comments(ada).getByText('Never mind').waitFor({ state: 'detached' });
    await expect(ben.getByLabel('Write a comment')).toBeFocused();
  });
  await ada.getByRole('link', { name: 'Close' }).click();
  await ada.getByText('2 comments').waitFor({ state: 'attached' });
  await openSection(ada, 'Chat');
  const comment = ada.locator('.message').filter({ hasText: 'Tuesday at ten?' });
  await comment.getByRole('link', { name: 'On the to-do Notary' }).click();
  await expect(ada).toHaveURL(new RegExp(`/b/${id}/todos/\\d+$`));
});

test('[WORK-9] notes that are being written when the page is reloaded are saved then', async ({ app }) => {
  const { ada, ben } = await openTodos(app, 'Reloaded', ['Notary']);
  for (const page of [ada, ben]) await page.getByRole('link', { name: 'Notary' }).click();
  await ada.getByLabel('Notes').fill('Bring the passport');
  await ada.reload();
  await expect(ada.getByLabel('Notes')).toHaveValue('Bring the passport');
  await expect(ben.getByLabel('Notes')).toHaveValue('Bring the passport');
  await ben.getByLabel('Notes').fill('Bring two passports');
  await ben.getByLabel('Notes').blur();
  await expect(ada.getByLabel('Notes')).toHaveValue('Bring two passports');
  await ada.reload();
  await expect(ada.getByLabel('Notes')).toHaveValue('Bring two passports');
});

test('[WORK-10] arrow keys and dragging move to-dos for everybody', async ({ app }) => {
  const { ada, ben } = await openTodos(app, 'Order', ['One', 'Two', 'Three']);
  const handle = (page: Page, name: string) => page.getByRole('button', { name: `Move ${name}` });
  await handle(ada, 'One').focus();
  await ada.keyboard.press('ArrowDown');
  for (const page of [ada, ben]) await expect(todoNames(page)).toHaveText(['Two', 'One', 'Three']);
  await expect(handle(ada, 'One')).toBeFocused();
  await ada.getByText('One: position 2 of 3').waitFor({ state: 'attached' });

  const boxOf = async (element: Locator) => {
    const box = await element.boundingBox();
    if (!box) throw new Error('the element is hidden');
    return box;
  };
  const from = await boxOf(handle(ben, 'Three'));
  const to = await boxOf(ben.getByText('Two', { exact: true }));
  await ben.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await ben.mouse.down();
  await ben.mouse.move(to.x, to.y + 2, { steps: 4 });
  await ben.mouse.up();
  for (const page of [ben, ada]) await expect(todoNames(page)).toHaveText(['Three', 'Two', 'One']);
  await expect(ben.getByRole('menu')).toHaveCount(0);
});

test('[WORK-29] the menu of the handle moves a to-do by single presses, by key and by touch', async ({
  app,
}) => {
  const { ada, ben } = await openTodos(app, 'Presses', ['One', 'Two', 'Three']);
  const handle = (page: Page, name: string) => page.getByRole('button', { name: `Move ${name}` });
  const item = (page: Page, name: string) => page.getByRole('menuitem', { name });
  await handle(ada, 'One').press('Enter');
  await expect(item(ada, 'Move up')).toHaveCount(0);
  await inspectEverywhere(ada, 'todo move menu');
  await item(ada, 'Move down').press('Enter');
  for (const page of [ada, ben]) await expect(todoNames(page)).toHaveText(['Two', 'One', 'Three']);
  await expect(handle(ada, 'One')).toBeFocused();
  await ada.getByText('One: position 2 of 3').waitFor({ state: 'attached' });
  await handle(ben, 'Three').click();
  await expect(item(ben, 'Move down')).toHaveCount(0);
  await item(ben, 'Move up').click();
  for (const page of [ben, ada]) await expect(todoNames(page)).toHaveText(['Two', 'Three', 'One']);
  await expect(handle(ben, 'Three')).toBeFocused();
});

test('[WORK-9] an address opens a to-do, whose fields report what is refused', async ({
  app,
  org,
  service,
}) => {
  const { ada, ben, addBinder } = org;
  const id = await addBinder('Refused', ada, [ben]);
  const { body } = await addTodo(service, org, id, 'Sign');
  const stored = async () => {
    const list = await service.call('GET', `/${id}/todos`, { token: ada.token });
    return list.body.data.todos.map(({ name }: { name: string }) => name);
  };
  const page = await app.open(ben, { path: `/b/${id}/todos/${body.data.todos[0].id}` });
  const name = page.getByLabel('To-do', { exact: true });
  await name.fill(' ');
  await name.blur();
  await page.getByText('Enter a name.').waitFor();
  await page.getByLabel('Reminder').fill('2020-01-01T10:00');
  await page.getByLabel('Reminder').blur();
  await page.getByText('That time is in the past. Choose a later one.').waitFor();
  await name.fill('Sign both copies');
  await name.press('Enter');
  await expect(todoNames(page)).toHaveText(['Sign both copies']);
  await expect.poll(stored).toEqual(['Sign both copies']);

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Nothing to do').waitFor();
  await expect.poll(stored).toEqual([]);
  await page.goto(`${service.origin}/b/${id}/todos/999999`);
  await page.getByText('This to-do is not available').waitFor();
});

test('[WORK-9] notes that are written while they are saved are saved after it, once', async ({ app }) => {
  const { ada, ben } = await openTodos(app, 'Slow save', ['Land register']);
  for (const page of [ada, ben]) await page.getByRole('link', { name: 'Land register' }).click();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const sent = ada.waitForRequest(
    (request) => request.method() === 'POST' && /\/todos\/\d+$/.test(request.url()),
  );
  await ada.route(/\/todos\/\d+$/, async (route) => {
    await released;
    await route.fallback();
  });
  const notes = ada.getByLabel('Notes');
  await notes.fill('Call the notary\nAsk for the extract');
  await notes.press('Control+Enter');
  await sent;
  await notes.press('Control+End');
  await notes.pressSequentially('\nPay the fee');
  await notes.blur();
  release();
  for (const page of [ada, ben])
    await expect(page.getByLabel('Notes')).toHaveValue('Call the notary\nAsk for the extract\nPay the fee');
  await expect(ada.getByText(/^You and someone else changed/)).toBeHidden();
});

const FAILING_FIELD = `
  import { signal } from '@preact/signals';
  import { h, render } from 'preact';
  import { DraftField } from '/src/todos/draft-field.tsx';
  window.saved = [];
  const save = async (value) => {
    if (window.saved.push(value) === 1) throw new Error('not stored');
    return 'saved';
  };
  const field = { label: 'Notes', value: '', stored: signal(''), rows: 3, readOnly: false, save };
  render(h(DraftField, field), document.body);
`;

test('[WORK-9] a field whose save throws saves the next time', async ({ app, service }) => {
  app.allowErrors(/not stored/);
  const files = new Map(
    (await buildAlone(FAILING_FIELD)).map((file) => [`/${file.fileName}`, 'code' in file ? file : undefined]),
  );
  const [entry] = [...files].find(([, file]) => file?.isEntry) ?? [];
  const page = await app.newPage();
  await page.route('**/assets/*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: files.get(new URL(route.request().url()).pathname)?.code ?? '',
    }),
  );
  await page.route('**/alone', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><script type="module" src="${entry}"></script>`,
    }),
  );
  await page.goto(`${service.origin}/alone`);
  const notes = page.getByLabel('Notes');
  await notes.fill('Call');
  await notes.press('Control+Enter');
  await expect.poll(() => page.evaluate('window.saved')).toEqual(['Call']);
  await notes.fill('Call the notary');
  await notes.press('Control+Enter');
  await expect.poll(() => page.evaluate('window.saved')).toEqual(['Call', 'Call the notary']);
});

test('[WORK-9] notes that two people write at the same time keep the texts of both', async ({ app }) => {
  const { ada, ben } = await openTodos(app, 'At once', ['Land register']);
  for (const page of [ada, ben]) await page.getByRole('link', { name: 'Land register' }).click();
  await ben.getByLabel('Notes').fill('Ask for the extract');
  await ada.getByLabel('Notes').fill('Call the notary');
  await ada.getByLabel('Notes').blur();
  await ben.getByText('Has notes').waitFor({ state: 'attached' });
  await ben.getByLabel('Notes').blur();
  await ben.getByText(/^You and someone else changed the same lines/).waitFor();
  for (const page of [ada, ben])
    await expect(page.getByLabel('Notes')).toHaveValue('Call the notary\nAsk for the extract');
});

test('[WORK-9] notes that others change just before they are saved keep the texts of both', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/status of 412/);
  const { ada, ben, binderId } = await openTodos(app, 'Just before', ['Land register']);
  for (const page of [ada, ben]) await page.getByRole('link', { name: 'Land register' }).click();
  const list = await service.call('GET', `/${binderId}/todos`, { token: org.ada.token });
  const path = `/${binderId}/todos/${list.body.data.todos[0].id}`;
  await ben.route(
    `**${path}`,
    async (route) => {
      await service.call('POST', path, { token: org.ada.token, json: { description: 'Call the notary' } });
      await route.continue();
    },
    { times: 1 },
  );
  await ben.getByLabel('Notes').fill('Ask for the extract');
  await ben.getByLabel('Notes').blur();
  for (const page of [ada, ben])
    await expect(page.getByLabel('Notes')).toHaveValue('Call the notary\nAsk for the extract');
});

test('[TODO-21] [TODO-22] a day and a name that are typed are understood, and a tick without a connection is sent later', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/ERR_FAILED|ERR_CONNECTION_RESET/);
  const binderId = await org.addBinder('Trip', org.ada);
  const { page, unplug, plugIn } = await openUnpluggable(app, org.ada);
  await page.goto(`${service.origin}/b/${binderId}/todos`);
  const field = page.getByLabel('Add a to-do');
  await field.fill('Call the bank tomorrow @Ada');
  await page.getByRole('button', { name: /^Assigned to Ada/, pressed: true }).waitFor();
  await inspectEverywhere(page, 'a typed to-do');
  await page.getByRole('button', { name: /^Due/ }).click();
  await page.getByRole('button', { name: /^Due/ }).click();
  await field.press('Enter');
  await expect(todoNames(page)).toHaveText(['Call the bank']);
  await expect(page.locator('.todo .due')).toContainText('tomorrow');
  await page.locator('.todo:not([aria-busy=true])').waitFor();

  await unplug();
  const box = page.getByLabel('Done: Call the bank');
  await box.check();
  await expect
    .poll(() => page.evaluate<string>('JSON.stringify(localStorage)'))
    .toContain('ringbinder-todos');
  await page.getByRole('radio', { name: /^Done/ }).check();
  await expect(box).toBeChecked();
  plugIn();
  const { token } = org.ada;
  const isCompleted = async () =>
    (await service.call('GET', `/${binderId}/todos`, { token })).body.data.todos[0].completed;
  await expect.poll(isCompleted).toBe(true);
  await expect(box).toBeChecked();
  await expect
    .poll(() => page.evaluate<string>('JSON.stringify(localStorage)'))
    .not.toContain('ringbinder-todos');
});
