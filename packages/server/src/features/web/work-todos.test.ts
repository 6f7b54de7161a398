import { test } from 'node:test';
import { becomes, until } from '@ringbinder/testkit';
import type { Page } from 'playwright-core';
import { openBoth, startApp } from './testing/app-page.ts';
import { inspectEverywhere } from './testing/console-page.ts';

const app = await startApp();
const { browser, service, fixture } = app;

/** The names of the to-dos as a page shows them. */
const names = (page: Page) => page.locator('.todo-name').allTextContents();
const shows = (page: Page, expected: readonly string[]) => becomes(() => names(page), [...expected]);

/** Two people at the to-dos of a binder, which has some. */
async function twoAtTodos(name: string, todos: readonly string[] = []) {
  const add = async (id: string) => {
    for (const each of todos)
      await service.call('POST', `/${id}/todos`, { token: fixture.ada.token, json: { name: each } });
  };
  const both = await openBoth(app, name, { part: '/todos', prepare: add });
  for (const page of [both.ada, both.ben]) await shows(page, todos);
  return both;
}

test(
  '[WORK-9] to-dos are added by Enter, assigned, and checked off, and the other sees it',
  browser.needed,
  async () => {
    const { binderId: id, ada, ben, close } = await twoAtTodos('Quick');
    const field = ada.getByLabel('Add a to-do');
    for (const name of ['Pay slips', 'Land register', 'Notary']) {
      await field.fill(name);
      await ada.keyboard.press('Enter');
    }
    await becomes(() => field.inputValue(), '', 'it is ready for the next one');
    await shows(ben, ['Pay slips', 'Land register', 'Notary']);

    await ada.getByRole('link', { name: 'Land register' }).click();
    await ada.waitForURL(new RegExp(`/b/${id}/todos/\\d+$`));
    await ada.getByLabel('Assigned to').selectOption('Ben Okafor');
    await ada.getByLabel('Due on').fill('2030-05-04');
    await ada.getByLabel('Notes').fill('The extract is not older than a month.');
    await ada.getByLabel('Notes').blur();
    await ben.getByText('4 May 2030', { exact: true }).waitFor();
    await ben.getByRole('radio', { name: 'Mine 1' }).check();
    await shows(ben, ['Land register']);
    const stored = async () => {
      const { body } = await service.call('GET', `/${id}/todos`, { token: fixture.ada.token });
      const [, todo] = body.data.todos;
      return [todo.assignee?.name, todo.description];
    };
    await becomes(stored, ['Ben Okafor', 'The extract is not older than a month.']);

    await ben.getByLabel('Add a to-do').fill('Mine too');
    await ben.keyboard.press('Enter');
    await shows(ben, ['Land register', 'Mine too']);
    await ben.getByLabel('Done: Mine too').check();
    await shows(ben, ['Land register']);

    await ben.getByLabel('Done: Land register').check();
    await ada.getByLabel('Done: Land register').and(ada.locator(':checked')).waitFor();
    await shows(ben, []);
    await ben.getByRole('radio', { name: 'Done 2' }).check();
    await shows(ben, ['Land register', 'Mine too']);
    await ben.getByLabel('Done: Land register').click();
    await ada.getByLabel('Done: Land register').and(ada.locator(':not(:checked)')).waitFor();
    await close();
  },
);

test('[WORK-19] comments on a to-do are seen by both, there and in the chat', browser.needed, async () => {
  const { binderId: id, ada, ben, close } = await twoAtTodos('Said', ['Notary']);
  for (const page of [ada, ben]) await page.getByRole('link', { name: 'Notary' }).click();
  await ada.getByLabel('Write a comment').fill('Tuesday at ten?');
  await ada.keyboard.press('Enter');
  const comments = (page: Page) => page.getByRole('region', { name: 'Comments' }).getByRole('listitem');
  await comments(ben).getByText('Tuesday at ten?').waitFor();
  await ben.getByLabel('Write a comment').fill('I am there');
  await ben.getByRole('button', { name: 'Comment', exact: true }).click();
  await comments(ada).getByText('I am there').waitFor();
  await inspectEverywhere(ada, 'todo comments');
  await ada.getByRole('link', { name: 'Close' }).click();
  await ada.getByText('2 comments').waitFor({ state: 'attached' });
  await ada.goto(`${service.origin}/b/${id}`);
  const said = ada.locator('.message').filter({ hasText: 'Tuesday at ten?' });
  await said.getByRole('link', { name: 'On the to-do Notary' }).click();
  await ada.waitForURL(new RegExp(`/b/${id}/todos/\\d+$`));
  await close();
});

test('[WORK-10] to-dos are moved by arrow keys and by dragging, for everybody', browser.needed, async () => {
  const { ada, ben, close } = await twoAtTodos('Order', ['One', 'Two', 'Three']);
  const handle = (page: Page, name: string) => page.getByRole('button', { name: `Move ${name}` });
  await handle(ada, 'One').focus();
  await ada.keyboard.press('ArrowDown');
  await shows(ada, ['Two', 'One', 'Three']);
  await shows(ben, ['Two', 'One', 'Three']);
  const focused = () => ada.evaluate('document.activeElement.getAttribute("aria-label")');
  await becomes(focused, 'Move One', 'the focus goes with it');
  await ada.getByText('One: place 2 of 3').waitFor({ state: 'attached' });

  const from = await until('it is drawn', () => handle(ben, 'Three').boundingBox());
  const to = await until('it is drawn', () => ben.getByText('Two', { exact: true }).boundingBox());
  await ben.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await ben.mouse.down();
  await ben.mouse.move(to.x, to.y + 2, { steps: 4 });
  await ben.mouse.up();
  await shows(ben, ['Three', 'Two', 'One']);
  await shows(ada, ['Three', 'Two', 'One']);
  await close();
});

test(
  '[WORK-9] what is refused is said at its field, and the address opens a to-do',
  browser.needed,
  async () => {
    const { binderId: id, ada, ben, close } = await twoAtTodos('Refused', ['Sign']);
    const { body } = await service.call('GET', `/${id}/todos`, { token: fixture.ada.token });
    const [todo] = body.data.todos;
    await ben.goto(`${service.origin}/b/${id}/todos/${todo.id}`);
    const name = ben.getByLabel('To-do', { exact: true });
    await name.fill(' ');
    await name.blur();
    await ben.getByText('A to-do needs a name.').waitFor();
    await ben.getByLabel('Reminder').fill('2020-01-01T10:00');
    await ben.getByLabel('Reminder').blur();
    await ben.getByText('This time is over: choose a later one.').waitFor();
    await name.fill('Sign both copies');
    await name.press('Enter');
    await shows(ada, ['Sign both copies']);
    await ada.goto(`${service.origin}/b/${id}/todos/999999`);
    await ada.getByText('This to-do is not there').waitFor();

    await ben.getByRole('button', { name: 'Delete' }).click();
    await ben.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await shows(ada, []);
    await ben.getByText('Nothing to do').waitFor();
    await close();
  },
);
