import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, newVisitor } from '@ringbinder/testkit';
import type { Locator, Request } from 'playwright-core';
import {
  goTo,
  inspect,
  inspectEverywhere,
  keep,
  loaded,
  openConsole as open,
} from './testing/console-page.ts';
import { PASSWORD, startConsole } from './testing/fixture.ts';
import { useKeyboard } from './testing/keyboard.ts';

const { browser, service, fixture } = await startConsole();
await service.env.db.query(
  `INSERT INTO orgs (id, partner_id, name, created_at)
   SELECT 'O' || lpad(n::text, 22, '0'), $1, 'Zone ' || lpad(n::text, 4, '0'), $2 FROM generate_series(1, 1200) AS n`,
  [fixture.partner.id, service.env.clock.now()],
);

const openConsole = () => open(browser, service, fixture.admin.email);

/** The text of a search, of a call that is one. */
const searchOf = (request: Request) => new URL(request.url()).searchParams.get('q');

/** Types into a field without the pauses that a slow machine would make: all keys in one task of the page. */
const typeAtOnce = (field: Locator, text: string) =>
  field.evaluate((input: EventTarget & { value: string }, keys) => {
    for (const key of keys) {
      input.value += key;
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }, text);

test(
  '[WEB-10] an org beyond the first thousand is found and administered, and stays so when the page is loaded again',
  browser.needed,
  async () => {
    const { page } = await openConsole();
    await page.getByRole('button', { name: 'Organisation: Harbour Bank' }).click();
    await page.getByRole('dialog').getByText('The first 50 are shown.').waitFor();
    await inspectEverywhere(page, 'choose org');
    await page.getByLabel('Find an organisation').fill('zone 1177');
    await page.getByRole('dialog').getByText('1 entry.').waitFor();
    await page.getByRole('button', { name: 'Zone 1177' }).click();
    await page.getByText('What happened in Zone 1177.').waitFor();
    await goTo(page, 'People');
    await page.getByText('Add the first person of this organisation.').waitFor();
    await page.reload();
    await page.getByText('People and bots of Zone 1177.').waitFor();
    await page.getByRole('button', { name: 'Organisation: Zone 1177' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.context().close();
  },
);

test(
  '[WEB-10] a long list goes on page by page, and the keyboard goes on with it',
  browser.needed,
  async () => {
    const { page } = await openConsole();
    const user = useKeyboard(page);
    await goTo(page, 'Organisations');
    const rows = page.locator('tbody > tr');
    await becomes(() => rows.count(), 50);
    const next = await (
      await service.call('GET', `/partners/${fixture.partner.id}/orgs?limit=51`, {
        token: fixture.admin.token,
      })
    ).body.data.orgs[50].name;
    await page.getByRole('button', { name: 'Show more' }).focus();
    await page.keyboard.press('Enter');
    await rows.nth(99).waitFor();
    await user.expectAt(new RegExp(`^${next}`));
    await user.press('Tab');
    await user.expectAt(`Administer: ${next}`);
    await user.press('Enter');
    await page.getByText(`You administer ${next} now.`).waitFor();
    await user.expectAt(new RegExp(`^${next}`));
    await becomes(() => rows.count(), 100, 'what was loaded stays');
    await page.context().close();
  },
);

test(
  'a search waits for a pause in the typing, and an answer that is no longer wanted is given up',
  browser.needed,
  async () => {
    const { page, errors } = await openConsole();
    await goTo(page, 'Organisations');
    const asked: (string | null)[] = [];
    const given: (string | null)[] = [];
    page.on('request', (request) => {
      if (searchOf(request)) asked.push(searchOf(request));
    });
    page.on('requestfailed', (request) => given.push(searchOf(request)));
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(
      (url) => url.searchParams.get('q') === 'zone',
      async (route) => {
        await held;
        await route.continue().catch(() => {});
      },
    );
    const field = page.getByRole('searchbox');
    const first = page.waitForRequest((request) => searchOf(request) === 'zone');
    await typeAtOnce(field, 'zone');
    await first;
    const given1 = page.waitForEvent('requestfailed');
    await typeAtOnce(field, ' 0042');
    await page.getByRole('cell', { name: /^Zone 0042/ }).waitFor();
    await given1;
    release();
    await loaded(page);
    await page.getByText('1 entry.').waitFor({ state: 'attached' });
    await becomes(() => page.locator('tbody > tr').count(), 1);
    assert.deepEqual(asked, ['zone', 'zone 0042']);
    assert.deepEqual(given, ['zone']);
    await field.fill('no such');
    await page.getByText('Nothing found').waitFor();
    await keep(page, 'nothing found');
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);

test(
  '[WEB-10] a list that cannot be loaded says so, and is there when it is tried again',
  browser.needed,
  async () => {
    const { page } = await openConsole();
    const user = useKeyboard(page);
    await page.route('**/v1/orgs/*/users?*', (route) => route.abort());
    await page.getByRole('navigation').getByRole('link', { name: 'People' }).click();
    await page.getByRole('alert').getByText('The server cannot be reached.').waitFor();
    await inspect(page, 'failed');
    await page.unroute('**/v1/orgs/*/users?*');
    await page.getByRole('button', { name: 'Try again' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: /^Ada Lovelace/ }).waitFor();
    await user.expectAt(/Ada Lovelace/);
    await page.context().close();
  },
);

test(
  '[ORG-25] [ORG-20] what is known of a person: where they are signed in, what acts for them, what was changed',
  browser.needed,
  async () => {
    const { page, errors } = await openConsole();
    const { member, partner } = fixture;
    const visitor = newVisitor(service.origin);
    await visitor.submit(await visitor.get('/sign-in'), { email: member.email, password: PASSWORD });
    await service.env.db.query('UPDATE sessions SET user_agent = $2 WHERE user_id = $1', [
      member.id,
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    ]);
    const path = `/orgs/${partner.orgId}/users/${member.id}`;
    await service.call('POST', path, {
      token: fixture.admin.token,
      json: { first_name: 'Ben', last_name: 'Okafor-Reed' },
    });
    await goTo(page, 'People');
    await page.getByRole('link', { name: 'Ben Okafor-Reed' }).click();
    await page.getByRole('heading', { name: 'Ben Okafor-Reed', level: 1 }).waitFor();
    await loaded(page);
    await becomes(() => page.getByRole('button', { name: /^Sign out: / }).count(), 1);
    await page.getByRole('cell', { name: 'Firefox on Windows' }).waitFor();
    await inspectEverywhere(page, 'person');
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('cell', { name: 'Changed a person' }).waitFor();
    await page.getByRole('button', { name: /^Show change/ }).click();
    await page.getByRole('dialog').getByRole('region', { name: 'Details' }).getByText('last_name').waitFor();
    await inspectEverywhere(page, 'change');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Sign out everywhere: Ben Okafor-Reed' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByText(/^Ended 1 session and [1-9]\d* tokens?\.$/).waitFor();
    await page.getByRole('tab', { name: 'Sessions' }).click();
    await page.getByText('This person is signed in nowhere.').waitFor();
    await page.getByRole('tab', { name: 'Tokens' }).click();
    await page.getByText('No program acts for this person.').waitFor();
    assert.equal((await visitor.get('/account')).status, 303);
    assert.equal((await service.call('GET', '/me', { token: member.token })).status, 401);
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);

test(
  '[ORG-24] an org is changed and takes newcomers, and the partner is renamed',
  browser.needed,
  async () => {
    const { page } = await openConsole();
    const { id } = fixture.partner;
    await goTo(page, 'Organisations');
    await page.getByRole('button', { name: 'Edit City Clinic' }).click();
    await page.getByLabel('Plan code').fill('gold');
    await page.getByLabel(/^People who come without/).check();
    await inspectEverywhere(page, 'org');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'Plan gold · Takes people who come without' }).waitFor();
    await page.getByRole('button', { name: 'Rename the partner' }).click();
    await page.getByLabel('Name of the partner').fill('Harbour Group');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The organisations of Harbour Group.').waitFor();
    const { body } = await service.call('GET', `/partners/${id}`, { token: fixture.admin.token });
    const org = await service.call('GET', `/orgs/${body.data.default_org_id}`, {
      token: fixture.admin.token,
    });
    assert.deepEqual([body.data.name, org.body.data.name], ['Harbour Group', 'City Clinic']);
    await page.context().close();
  },
);

test('[WEB-5] an admin of an org alone sees what is of the org', browser.needed, async () => {
  const { member } = fixture;
  await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [member.id]);
  const { page, errors } = await open(browser, service, member.email);
  const links = await page.getByRole('navigation').getByRole('link').allInnerTexts();
  assert.equal(links.includes('Organisations'), false);
  assert.equal(await page.getByRole('button', { name: /^Organisation: / }).count(), 0);
  for (const name of links) {
    await goTo(page, name.trim());
    assert.equal(await page.getByRole('alert').count(), 0, name);
    assert.equal(await page.getByRole('main').getByRole('tab').count(), 0, name);
  }
  await goTo(page, 'Overview');
  await inspect(page, 'org admin');
  await page.getByRole('button', { name: 'Rename the organisation' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Harbour Bank plc');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('What happened in Harbour Bank plc.').waitFor();
  await page.goto(`${service.origin}/admin/orgs`);
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  assert.deepEqual(errors, []);
  await page.context().close();
});
