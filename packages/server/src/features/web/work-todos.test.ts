import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { becomes, startService, type TestService, until } from '@ringbinder/testkit';
import { testBrowser } from '@ringbinder/testkit/browser.ts';
import type { Page } from 'playwright-core';
import { type AppFixture, createAppFixture, openApp } from './testing/app-page.ts';
import { buildPages } from './testing/fixture.ts';

let service: TestService;
let fixture: AppFixture;
const browser = testBrowser();
before(async () => {
  buildPages();
  service = await startService();
  fixture = await createAppFixture(service);
});
after(async () => {
  await browser.close();
  await service.close();
});

/** The names of the to-dos as a page shows them. */
const names = (page: Page) => page.locator('.todo-name').allTextContents();
const shows = (page: Page, expected: readonly string[]) => becomes(() => names(page), [...expected]);

/** Two people at the to-dos of a binder, which has some. */
async function twoAtTodos(name: string, todos: readonly string[] = []) {
  const { ada, ben } = fixture;
  const id = await fixture.addBinder(name, ada, [ben]);
  for (const each of todos)
    await service.call('POST', `/${id}/todos`, { token: ada.token, json: { name: each } });
  const path = `/b/${id}/todos`;
  const mine = await openApp(browser, service, ada.email, { path });
  const theirs = await openApp(browser, service, ben.email, { path });
  await shows(mine.page, todos);
  await shows(theirs.page, todos);
  return { id, ada: mine, ben: theirs };
}

test(
  '[WORK-9] to-dos are added by Enter, assigned, and checked off, and the other sees it',
  browser.needed,
  async () => {
    const { id, ada, ben } = await twoAtTodos('Quick');
    const field = ada.page.getByLabel('Add a to-do');
    for (const name of ['Pay slips', 'Land register', 'Notary']) {
      await field.fill(name);
      await ada.page.keyboard.press('Enter');
    }
    await becomes(() => field.inputValue(), '', 'it is ready for the next one');
    await shows(ben.page, ['Pay slips', 'Land register', 'Notary']);

    await ada.page.getByRole('link', { name: 'Land register' }).click();
    await ada.page.waitForURL(new RegExp(`/b/${id}/todos/\\d+$`));
    await ada.page.getByLabel('Assigned to').selectOption('Ben Okafor');
    await ada.page.getByLabel('Due on').fill('2030-05-04');
    await ada.page.getByLabel('Notes').fill('The extract is not older than a month.');
    await ada.page.getByLabel('Notes').blur();
    await ben.page.getByText('4 May 2030', { exact: true }).waitFor();
    await ben.page.getByRole('radio', { name: 'Mine 1' }).check();
    await shows(ben.page, ['Land register']);
    const stored = async () => {
      const { body } = await service.call('GET', `/${id}/todos`, { token: fixture.ada.token });
      const [, todo] = body.data.todos;
      return [todo.assignee?.name, todo.description];
    };
    await becomes(stored, ['Ben Okafor', 'The extract is not older than a month.']);

    await ben.page.getByLabel('Add a to-do').fill('Mine too');
    await ben.page.keyboard.press('Enter');
    await shows(ben.page, ['Land register', 'Mine too']);
    await ben.page.getByLabel('Done: Mine too').check();
    await shows(ben.page, ['Land register']);

    await ben.page.getByLabel('Done: Land register').check();
    await ada.page.getByLabel('Done: Land register').and(ada.page.locator(':checked')).waitFor();
    await shows(ben.page, []);
    await ben.page.getByRole('radio', { name: 'Done 2' }).check();
    await shows(ben.page, ['Land register', 'Mine too']);
    await ben.page.getByLabel('Done: Land register').click();
    await ada.page.getByLabel('Done: Land register').and(ada.page.locator(':not(:checked)')).waitFor();
    assert.deepEqual([...ada.errors, ...ben.errors], []);
    await ada.page.context().close();
    await ben.page.context().close();
  },
);

test('[WORK-10] to-dos are moved by arrow keys and by dragging, for everybody', browser.needed, async () => {
  const { ada, ben } = await twoAtTodos('Order', ['One', 'Two', 'Three']);
  const handle = (page: Page, name: string) => page.getByRole('button', { name: `Move ${name}` });
  await handle(ada.page, 'One').focus();
  await ada.page.keyboard.press('ArrowDown');
  await shows(ada.page, ['Two', 'One', 'Three']);
  await shows(ben.page, ['Two', 'One', 'Three']);
  const focused = () => ada.page.evaluate('document.activeElement.getAttribute("aria-label")');
  await becomes(focused, 'Move One', 'the focus goes with it');
  await ada.page.getByText('One: place 2 of 3').waitFor({ state: 'attached' });

  const from = await until('it is drawn', () => handle(ben.page, 'Three').boundingBox());
  const to = await until('it is drawn', () => ben.page.getByText('Two', { exact: true }).boundingBox());
  await ben.page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await ben.page.mouse.down();
  await ben.page.mouse.move(to.x, to.y + 2, { steps: 4 });
  await ben.page.mouse.up();
  await shows(ben.page, ['Three', 'Two', 'One']);
  await shows(ada.page, ['Three', 'Two', 'One']);
  assert.deepEqual([...ada.errors, ...ben.errors], []);
  await ada.page.context().close();
  await ben.page.context().close();
});

test(
  '[WORK-9] what is refused is said at its field, and the address opens a to-do',
  browser.needed,
  async () => {
    const { id, ada, ben } = await twoAtTodos('Refused', ['Sign']);
    const { body } = await service.call('GET', `/${id}/todos`, { token: fixture.ada.token });
    const [todo] = body.data.todos;
    await ben.page.goto(`${service.origin}/b/${id}/todos/${todo.id}`);
    const name = ben.page.getByLabel('To-do', { exact: true });
    await name.fill(' ');
    await name.blur();
    await ben.page.getByText('A to-do needs a name.').waitFor();
    await ben.page.getByLabel('Reminder').fill('2020-01-01T10:00');
    await ben.page.getByLabel('Reminder').blur();
    await ben.page.getByText('This time is over: choose a later one.').waitFor();
    await name.fill('Sign both copies');
    await name.press('Enter');
    await shows(ada.page, ['Sign both copies']);
    await ada.page.goto(`${service.origin}/b/${id}/todos/999999`);
    await ada.page.getByText('This to-do is not there').waitFor();

    await ben.page.getByRole('button', { name: 'Delete' }).click();
    await ben.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await shows(ada.page, []);
    await ben.page.getByText('Nothing to do').waitFor();
    assert.deepEqual([...ada.errors, ...ben.errors], []);
    await ada.page.context().close();
    await ben.page.context().close();
  },
);
