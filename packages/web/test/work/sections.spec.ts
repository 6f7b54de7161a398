import { uploadFile } from '@ringbinder/testkit';
import {
  type App,
  expect,
  inspectEverywhere,
  type Page,
  test,
} from '@ringbinder/testkit/playwright/index.ts';
import { buttonOf } from '../support/viewer-page.ts';

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 3 }).getByRole('button', { name: `${name} ` });
const card = (page: Page, name: string) => page.getByRole('link', { name: `${name}, ` });
const documents = (page: Page, section: string) =>
  page.getByRole('list', { name: section, exact: true }).locator('.page-name');

async function act(page: Page, name: string, action: string): Promise<void> {
  await buttonOf(page, `More actions: ${name}`).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

async function openSections(app: App, name: string, isEmpty = false) {
  const { org, service } = app;
  const { ada, ben } = org;
  const id = await org.addBinder(name, ada, [ben]);
  for (const file of ['One.txt', 'Two.txt', 'Three.txt'])
    await uploadFile(service, { binderId: id, token: ada.token }, `The text of ${file}`, file);
  const send = (path: string, json: object) =>
    service.call('POST', `/${id}${path}`, { token: ada.token, json });
  if (!isEmpty) for (const each of ['Contracts', 'Plans']) await send('/sections', { name: each });
  const page = await app.open(ada, { path: `/b/${id}/pages` });
  await expect(page.locator('.page-name')).toHaveText(['One.txt', 'Two.txt', 'Three.txt']);
  return { id, page, send };
}

test('[WORK-31] [WORK-34] sections are created, renamed in place, moved, collapsed and deleted, also for the other person', async ({
  app,
  org,
}) => {
  const { id, page } = await openSections(app, 'Sections', true);
  const other = await app.open(org.ben, { path: `/b/${id}/pages` });
  const headings = page.getByRole('heading', { level: 3 });
  for (const name of ['Contracts', 'Plans']) {
    await buttonOf(page, 'New section').click();
    await page.getByRole('textbox', { name: 'Section' }).fill(name);
    await page.keyboard.press('Enter');
    await expect(heading(page, name)).toBeFocused();
    await expect(heading(page, name)).toBeInViewport();
  }
  await expect(heading(other, 'Plans')).toBeVisible();
  await act(page, 'Plans', 'Move earlier');
  await expect(headings).toHaveText([/^Plans/, /^Contracts/]);
  await act(page, 'Plans', 'Rename');
  await page.getByRole('textbox', { name: 'Section' }).fill('Ground plans');
  await page.keyboard.press('Enter');
  await expect(heading(other, 'Ground plans')).toBeVisible();
  await test.step('an escaped name changes nothing', async () => {
    await heading(page, 'Ground plans').press('F2');
    await page.getByRole('textbox', { name: 'Section' }).fill('Nothing');
    await page.keyboard.press('Escape');
    await expect(headings).toHaveText([/^Ground plans/, /^Contracts/]);
  });
  await act(page, 'One.txt', 'Move to section');
  await page.getByLabel('Section', { exact: true }).selectOption('Contracts');
  await buttonOf(page, 'Move').click();
  await expect(documents(page, 'Contracts')).toHaveText(['One.txt']);
  await expect(documents(other, 'Contracts')).toHaveText(['One.txt']);
  await test.step('a collapsed section remains so after a reload', async () => {
    await heading(page, 'Contracts').click();
    await expect(documents(page, 'Contracts')).toHaveCount(0);
    await page.reload();
    await expect(heading(page, 'Contracts')).toHaveAttribute('aria-expanded', 'false');
    await heading(page, 'Contracts').click();
    await expect(documents(page, 'Contracts')).toHaveText(['One.txt']);
  });
  await test.step('a deleted section comes back, or leaves its documents', async () => {
    await act(page, 'Contracts', 'Delete');
    await expect(documents(page, 'Documents')).toHaveText(['One.txt', 'Two.txt', 'Three.txt']);
    await buttonOf(page, 'Undo').click();
    await expect(documents(page, 'Contracts')).toHaveText(['One.txt']);
    await act(page, 'Contracts', 'Delete');
    await page.getByText('Contracts was deleted').waitFor();
    await page.goto('about:blank');
    await expect(documents(other, 'Documents')).toHaveText(['One.txt', 'Two.txt', 'Three.txt']);
  });
});

test('[WORK-31] a new section takes the focus once, and only from where it was created', async ({ app }) => {
  const { page } = await openSections(app, 'Focus', true);
  let held: Promise<void> | undefined;
  await page.routeWebSocket(/\/realtime$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage(async (message) => {
      await held;
      socket.send(message);
    });
  });
  await page.reload();
  const create = async (name: string) => {
    await buttonOf(page, 'New section').click();
    await page.getByRole('textbox', { name: 'Section' }).fill(name);
    await page.keyboard.press('Enter');
  };
  await test.step('a section that comes back does not take it', async () => {
    await create('Contracts');
    await expect(heading(page, 'Contracts')).toBeFocused();
    await act(page, 'Contracts', 'Delete');
    await expect(heading(page, 'Contracts')).toHaveCount(0);
    await buttonOf(page, 'Undo').click();
    await expect(heading(page, 'Contracts')).toBeVisible();
    await expect(heading(page, 'Contracts')).not.toBeFocused();
  });
  await test.step('a section that comes late does not take it from another field', async () => {
    const { promise, resolve: release } = Promise.withResolvers<void>();
    held = promise;
    const created = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/sections'),
    );
    await create('Plans');
    await (await created).finished();
    await page.getByLabel('Sort by').focus();
    release();
    await expect(heading(page, 'Plans')).toBeVisible();
    await expect(page.getByLabel('Sort by')).toBeFocused();
  });
});

test('[WORK-32] [WORK-33] documents move to a section by dragging, by keys and all selected together', async ({
  app,
}) => {
  const { page, send, id } = await openSections(app, 'Moved');
  await test.step('onto a heading, and between the documents of a section', async () => {
    await card(page, 'Two.txt').dragTo(heading(page, 'Contracts'));
    await expect(documents(page, 'Contracts')).toHaveText(['Two.txt']);
    await card(page, 'Three.txt').dragTo(card(page, 'Two.txt'), { targetPosition: { x: 4, y: 120 } });
    await expect(documents(page, 'Contracts')).toHaveText(['Three.txt', 'Two.txt']);
  });
  await test.step('keys cross the headings', async () => {
    await card(page, 'Two.txt').focus();
    await page.keyboard.press('Control+Shift+ArrowRight');
    await expect(documents(page, 'Plans')).toHaveText(['Two.txt']);
    await expect(card(page, 'Two.txt')).toBeFocused();
    await page.keyboard.press('Control+Shift+ArrowLeft');
    await expect(documents(page, 'Contracts')).toHaveText(['Three.txt', 'Two.txt']);
    await expect(card(page, 'Two.txt')).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(card(page, 'One.txt')).toBeFocused();
  });
  await test.step('all selected together', async () => {
    await page.getByRole('checkbox', { name: 'Select One.txt' }).click();
    await page.getByRole('checkbox', { name: 'Select Two.txt' }).click();
    await page.getByRole('toolbar').getByRole('button', { name: 'Move to section' }).click();
    await page.getByLabel('Section', { exact: true }).selectOption('Plans');
    await buttonOf(page, 'Move').click();
    await expect(documents(page, 'Plans')).toHaveText(['One.txt', 'Two.txt']);
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
  });
  await test.step('sorting applies inside of the sections', async () => {
    await page.getByLabel('Sort by').selectOption('Newest first');
    await expect(documents(page, 'Plans')).toHaveText(['Two.txt', 'One.txt']);
    await card(page, 'Three.txt').dragTo(heading(page, 'Plans'));
    await expect(documents(page, 'Plans')).toHaveText(['Three.txt', 'Two.txt', 'One.txt']);
  });
  await test.step('a change of another person arrives', async () => {
    const { body } = await app.service.call('GET', `/${id}/pages`, { token: app.org.ben.token });
    await send('/changepages', { pages: [{ id: body.data.pages[0].id }], section_id: 0 });
    await expect(documents(page, 'Documents')).toHaveCount(1);
  });
  await page.getByRole('radio', { name: 'List' }).check();
  await inspectEverywhere(page, 'documents in sections');
});
