import assert from 'node:assert/strict';
import { openCatalogue } from '@ringbinder/locales';
import { makePdf } from '@ringbinder/page-renderer/testing';
import { uploadFile } from '@ringbinder/testkit';
import {
  type App,
  expect,
  inspect,
  inspectEverywhere,
  type Page,
  test,
} from '@ringbinder/testkit/playwright/index.ts';
import { useKeyboard } from '../support/keyboard.ts';
import { typeAtOnce } from '../support/type-at-once.ts';

function findOf(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Search binders and content' });
  return {
    dialog,
    field: dialog.getByRole('combobox'),
    options: dialog.getByRole('option'),
    group: (name: string) => dialog.getByRole('group', { name }).getByRole('option'),
    chips: dialog.getByRole('list', { name: 'Filters' }).getByRole('listitem'),
    status: (text: string) => dialog.getByRole('status').filter({ hasText: text }),
  };
}

async function openFind(page: Page) {
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const find = findOf(page);
  await find.field.waitFor();
  return find;
}

async function addWalruses({ org, service }: Pick<App, 'org' | 'service'>) {
  const { ada, ben, carla } = org;
  const budget = await org.addBinder('Budget 2026', ada, [ben]);
  const report = await org.addBinder('Budget report', ada, [ben, carla]);
  const zoo = await org.addBinder('Zoo', carla, [ada]);
  await org.post(budget, ada, 'The walrus costs too much');
  await org.post(report, ben, 'Walrus: see https://example.com/');
  await org.post(zoo, carla, 'A walrus arrives');
  const json = { name: 'Feed the walrus' };
  const { status } = await service.call('POST', `/${report}/todos`, { token: carla.token, json });
  assert.equal(status, 200);
  return { budget, report, zoo };
}

function searchesOf(page: Page): URLSearchParams[] {
  const searches: URLSearchParams[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/me/search')) searches.push(searchParams);
  });
  return searches;
}

test('[APP-23] the search lists hits of all binders, newest first, with type, binder, author and time, page by page', async ({
  app,
  org,
  service,
}) => {
  const { report } = await addWalruses({ org, service });
  for (let count = 1; count <= 19; count++) await org.post(report, org.ben, `Old walrus ${count}`);
  const page = await app.open(org.ada);
  const { field, options, group, dialog } = await openFind(page);
  await field.fill('walrus');
  await expect(group('Content')).toHaveCount(20);
  await expect(options.first()).toContainText('Old walrus 19');
  await expect(options.first().locator('mark')).toHaveText('walrus');
  await expect(options.first()).toContainText(/Message in Budget report, Ben Okafor · \d/);
  await dialog.getByRole('button', { name: 'Show more' }).click();
  await expect(options).toHaveCount(23);
  await expect(options.last()).toContainText('The walrus costs too much');
  await expect(group('Content').filter({ hasText: 'To-do in Budget report, Carla Mendes' })).toHaveCount(1);
  await expect(dialog.getByRole('button', { name: 'Show more' })).toHaveCount(0);
  await expect(field).toBeFocused();
});

test('[APP-23] a page of a document is named by its number', async ({ app, org, service }) => {
  const binderId = await org.addBinder('Loan 4711', org.ada);
  const pdf = new Uint8Array(makePdf({ pages: 2, text: 'quokka' }));
  await uploadFile(service, { binderId, token: org.ada.token }, pdf, 'Terms.pdf');
  const page = await app.open(org.ada);
  const { field, group } = await openFind(page);
  await field.fill('quokka');
  for (const name of ['Page 1', 'Page 2'])
    await group('Content')
      .filter({ hasText: `${name} in Loan 4711` })
      .waitFor();
});

test('[APP-23] [VIEW-37] a file that is found opens, and Back shows the search again', async ({
  app,
  org,
  service,
}) => {
  const binderId = await org.addBinder('Loan 4711', org.ada);
  for (const name of ['Terms.pdf', 'Walrus.pdf'])
    await uploadFile(
      service,
      { binderId, token: org.ada.token },
      new Uint8Array(makePdf({ pages: 2 })),
      name,
    );
  const page = await app.open(org.ada);
  const { field, options } = await openFind(page);
  await field.fill('walrus');
  await options.filter({ hasText: 'File in Loan 4711' }).click();
  const title = page.getByRole('heading', { name: 'Walrus.pdf', level: 2 });
  await title.waitFor();
  await page.goBack();
  await expect(field).toHaveValue('walrus');
  await expect(field).toBeFocused();
  await expect(options.and(page.locator('[aria-selected=true]'))).toContainText('File in Loan 4711');
  await page.keyboard.press('Enter');
  await title.waitFor();
  await page.reload();
  await title.waitFor();
});

test('[APP-23] the search lists people, and leads to the conversation or begins one', async ({
  app,
  org,
  service,
}) => {
  const { ada, ben } = org;
  const json = { user: { user_id: ben.id }, message: { text: 'Good morning' } };
  assert.equal((await service.call('POST', '/me/messages', { token: ada.token, json })).status, 200);
  const page = await app.open(ada);
  const first = await openFind(page);
  await first.field.fill('okafor');
  await expect(first.group('Binders')).toHaveText(/Ben Okafor/);
  await expect(first.group('People'), 'the conversation stands for Ben').toHaveCount(0);
  await first.field.fill(ben.email ?? '');
  await first.group('People').filter({ hasText: 'Ben Okafor' }).click();
  await page.getByRole('heading', { name: 'Ben Okafor', level: 1 }).waitFor();
  const second = await openFind(page);
  await second.field.fill('carla');
  await second.group('People').filter({ hasText: 'Carla Mendes' }).waitFor();
  await second.field.press('Enter');
  const write = page.getByRole('dialog', { name: 'New direct message' });
  await expect(write.getByRole('list', { name: 'To Carla Mendes' })).toBeVisible();
  await expect(write.getByLabel('Message')).toBeFocused();
  await write.getByLabel('Message').fill('Hello Carla');
  await write.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('heading', { name: 'Carla Mendes', level: 1 }).waitFor();
});

test('[APP-24] typed filters become chips and restrict the search', async ({ app, org, service }) => {
  const { report } = await addWalruses({ org, service });
  const page = await app.open(org.ada);
  const searches = searchesOf(page);
  const { field, options, chips } = await openFind(page);
  await field.fill('in:"Budget rep" walrus');
  await expect(chips).toHaveText(['In: Budget report']);
  await expect(field).toHaveValue('walrus');
  await expect(options).toHaveText([/Feed the walrus/, /see https/]);
  await field.fill('from:carla walrus');
  await expect(chips).toHaveText(['In: Budget report', 'From: Carla Mendes']);
  await expect(options).toHaveText([/Feed the walrus/]);
  assert.deepEqual(Object.fromEntries(searches.at(-1) ?? []), {
    q: 'walrus',
    in: report,
    from: org.carla.id,
  });
  await field.fill('from:nobody walrus');
  await expect(field).toHaveValue('from:nobody walrus');
  await expect(chips).toHaveCount(2);
  await field.fill('has:link from:ben ');
  await expect(chips).toHaveText(['In: Budget report', 'Has: link', 'From: Ben Okafor']);
  await expect(options).toHaveText([/see https/]);
});

test('[APP-24] the days of a filter are those of the reader’s time zone', async ({ app, org, service }) => {
  await service.env.db.query(`UPDATE users SET timezone = 'Asia/Tokyo' WHERE id = $1`, [org.ada.id]);
  const page = await app.open(org.ada);
  const searches = searchesOf(page);
  const { field, chips, status } = await openFind(page);
  await field.fill('before:2026-11');
  await status('Write the date as year-month-day').waitFor();
  await field.fill('after:2026-11-01 before:2026-12-01 ');
  await expect(chips).toHaveText(['Since: 1 Nov 2026', 'Before: 1 Dec 2026']);
  await status('Add a word or another filter').waitFor();
  await field.fill('walrus');
  await status('No results.').waitFor();
  assert.deepEqual(
    searches.map((each) => Object.fromEntries(each)),
    [
      {
        q: 'walrus',
        since: String(Date.parse('2026-11-01T00:00+09:00')),
        before: String(Date.parse('2026-12-01T00:00+09:00')),
      },
    ],
  );
});

test('[APP-24] a filter of days suggests near days', async ({ app, org }) => {
  const page = await app.open(org.ada);
  const { field, group, chips, status } = await openFind(page);
  await field.fill('before:');
  await expect(group('Suggestions')).toHaveText([/today$/, /yesterday$/, /7 days ago$/, /30 days ago$/]);
  await status('Write the date as year-month-day').waitFor();
  await group('Suggestions').filter({ hasText: 'yesterday' }).click();
  await expect(chips).toHaveText([/^Before: \d/]);
});

test('[APP-24] filters are words of the reader’s language, and English words', async ({
  app,
  org,
  service,
}) => {
  await addWalruses({ org, service });
  const json = { language: 'de' };
  assert.equal((await service.call('POST', '/me', { token: org.ada.token, json })).status, 200);
  const { text } = await openCatalogue('de');
  const page = await app.open(org.ada);
  await page.getByRole('button', { name: text('app.find'), exact: true }).click();
  const field = page.getByRole('dialog').getByRole('combobox');
  const chips = page.getByRole('dialog').locator('.chips li');
  await page.getByRole('button', { name: 'enthält:', exact: true }).click();
  await expect(field).toHaveValue('enthält:');
  await field.fill('von:ben has:link walrus');
  await expect(chips).toHaveText(['Von: Ben Okafor', 'Enthält: Link']);
  await expect(page.getByRole('option')).toHaveText([/see https/]);
});

test('[APP-24] [APP-13] filters are chosen and removed by keyboard', async ({ app, org, service }) => {
  await addWalruses({ org, service });
  const page = await app.open(org.ada);
  const { press, type, expectAt, tabTo } = useKeyboard(page);
  const { field, options, group, chips, status } = findOf(page);
  // The app handles shortcuts only after its first draw.
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await field.waitFor({ timeout: 1_000 });
  }).toPass();
  await type('walrus in:bud');
  await expect(group('Suggestions')).toHaveText(['In: Budget report', 'In: Budget 2026']);
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await press('ArrowDown');
  await press('Enter');
  await expect(chips).toHaveText(['In: Budget 2026']);
  await status('Filter added: In: Budget 2026').waitFor({ state: 'attached' });
  await expect(field).toHaveValue('walrus ');
  await expect(options).toHaveText([/costs too much/]);
  await type('type:');
  await expect(group('Suggestions')).toHaveCount(6);
  await type('app');
  await press('Tab');
  await expect(chips).toHaveText(['In: Budget 2026', 'Type: Approval']);
  await expectAt('Search binders and content');
  await press('Backspace');
  await expect(chips, 'the caret is behind the text').toHaveCount(2);
  await press('Home');
  await press('Backspace');
  await expect(chips).toHaveText(['In: Budget 2026']);
  await status('Filter removed: Type: Approval').waitFor({ state: 'attached' });
  await press('Shift+Tab');
  await expectAt('Remove filter: In: Budget 2026');
  await press('Enter');
  await expect(chips).toHaveCount(0);
  await expectAt('Search binders and content');
  await tabTo('from:');
  await press('Enter');
  await expect(field).toHaveValue('walrus from:');
  await type('me');
  await press('Enter');
  await expect(chips).toHaveText(['From: Ada Lovelace']);
  await expect(options).toHaveText([/costs too much/]);
  await press('Enter');
  await page.getByRole('heading', { name: 'Budget 2026', level: 1 }).waitFor();
});

test('[APP-25] searches whose results were opened are listed in the empty field, and can be removed', async ({
  app,
  org,
  service,
}) => {
  await addWalruses({ org, service });
  const dora = await org.addUser('Dora Lind');
  const zoo = await org.addBinder('Aquarium', dora);
  for (let count = 1; count <= 9; count++) await org.post(zoo, dora, `fish${count} swims`);
  const page = await app.open(dora);
  for (let count = 1; count <= 9; count++) {
    const { field, group } = await openFind(page);
    await field.fill(`in:aqua fish${count}`);
    await group('Content').click();
  }
  const { field, group, chips, dialog } = await openFind(page);
  const recent = group('Recent searches');
  await expect(recent).toHaveCount(8);
  await expect(recent.first()).toHaveText('In: Aquarium · fish9');
  await field.press('ArrowDown');
  await field.press('Delete');
  await expect(recent).toHaveCount(7);
  await expect(recent.filter({ hasText: 'fish8' })).toHaveCount(0);
  await recent.filter({ hasText: 'fish7' }).locator('.find-forget').click();
  await expect(recent).toHaveCount(6);
  await recent.filter({ hasText: 'fish6' }).click();
  await expect(chips).toHaveText(['In: Aquarium']);
  await expect(field).toHaveValue('fish6');
  await expect(field).toBeFocused();
  await expect(group('Content')).toHaveText(/fish6 swims/);
  await dialog.getByRole('button', { name: 'Remove filter: In: Aquarium' }).click();
  await field.fill('');
  await dialog.getByRole('button', { name: 'Clear recent searches' }).click();
  await expect(recent).toHaveCount(0);
  await field.fill('fish1');
  await group('Content').click();
  const stored = () =>
    page.evaluate<string[]>(
      `Object.keys(localStorage).filter((key) => key.startsWith('ringbinder-searches'))`,
    );
  assert.deepEqual(await stored(), [`ringbinder-searches ${dora.id}`]);
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByLabel('Password').waitFor();
  assert.deepEqual(await stored(), []);
});

test('[APP-23] [TODO-16] a search reports a failure and an incomplete index', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/net::ERR_FAILED/);
  await addWalruses({ org, service });
  const page = await app.open(org.ada);
  const { field, status, options } = await openFind(page);
  let isAway = true;
  await page.route('**/me/search?*', async (route) => {
    if (isAway) return route.abort();
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ response, json: { ...body, data: { ...body.data, is_complete: false } } });
  });
  await field.fill('walrus');
  await status('connection').waitFor();
  isAway = false;
  await field.fill('walrus arrives');
  await expect(options).toHaveText([/A walrus arrives/]);
  await status('still being indexed').waitFor();
});

test('[APP-23] a search waits for a pause in the typing and aborts the one before', async ({
  app,
  org,
  service,
}) => {
  await addWalruses({ org, service });
  const page = await app.open(org.ada);
  const searches = searchesOf(page);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    (url) => url.searchParams.get('q') === 'wal',
    async (route) => {
      await released;
      await route.continue().catch(() => {});
    },
  );
  const { field, options } = await openFind(page);
  const first = page.waitForRequest(/q=wal\b/);
  await field.fill('wal');
  await first;
  const aborted = page.waitForEvent('requestfailed');
  await typeAtOnce(field, 'rus arrives');
  await aborted;
  await expect(options).toHaveText([/A walrus arrives/]);
  release();
  assert.deepEqual(
    searches.map((each) => each.get('q')),
    ['wal', 'walrus arrives'],
  );
});

test('[APP-17] [APP-24] the search is usable by touch at 360 pixels', async ({ app, org, service }) => {
  await addWalruses({ org, service });
  const page = await app.open(org.ada, { viewport: { width: 360, height: 740 }, hasTouch: true });
  const { field, chips, group, dialog } = await openFind(page);
  await inspect(page, 'find 360 empty');
  await dialog.getByRole('button', { name: 'in:' }).tap();
  await expect(field).toHaveValue('in:');
  await inspect(page, 'find 360 suggestions');
  await group('Suggestions').filter({ hasText: 'Budget report' }).tap();
  await dialog.getByRole('button', { name: 'type:' }).tap();
  await group('Suggestions').filter({ hasText: 'message' }).tap();
  await field.fill('after:2026-01-01 walrus');
  await expect(chips).toHaveCount(3);
  await group('Content').first().waitFor();
  await inspect(page, 'find 360 results');
  await page.emulateMedia({ forcedColors: 'active' });
  await inspect(page, 'find 360 forced colours');
  await page.emulateMedia({ forcedColors: 'none' });
  await dialog.getByRole('button', { name: 'Remove filter: Type: Message' }).tap();
  await expect(chips).toHaveCount(2);
  await group('Content').filter({ hasText: 'Walrus: see' }).tap();
  await page.getByRole('heading', { name: 'Budget report', level: 1 }).waitFor();
});

test('[APP-3] the search is accessible at both widths and in both colour schemes', async ({
  app,
  org,
  service,
}) => {
  await addWalruses({ org, service });
  const page = await app.open(org.ada);
  const { field, group, chips } = await openFind(page);
  await field.fill('in:budget walrus');
  await expect(chips).toHaveCount(1);
  await group('Content').first().click();
  const { field: again, group: groupAgain } = await openFind(page);
  await groupAgain('Recent searches').waitFor();
  await inspectEverywhere(page, 'find empty');
  await again.fill('ca');
  await groupAgain('People').waitFor();
  await inspectEverywhere(page, 'find people');
  await again.fill('from:');
  await groupAgain('Suggestions').first().waitFor();
  await inspectEverywhere(page, 'find suggestions');
  await again.fill('from:carla in:"Budget report" walrus');
  await groupAgain('Content').first().waitFor();
  await inspectEverywhere(page, 'find filters');
});
