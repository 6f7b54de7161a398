import assert from 'node:assert/strict';
import { newVisitor } from '@ringbinder/testkit';
import {
  type App,
  expect,
  inspect,
  inspectEverywhere,
  loaded,
  PASSWORD,
  saveScreenshot,
} from '@ringbinder/testkit/playwright/index.ts';
import { goTo, openConsole, test } from '../support/console-page.ts';
import { useKeyboard } from '../support/keyboard.ts';
import { typeAtOnce } from '../support/type-at-once.ts';

const addZones = ({ service: { env }, org: { partner } }: Pick<App, 'service' | 'org'>) =>
  env.db.query(
    `INSERT INTO orgs (id, partner_id, name, created_at)
     SELECT 'O' || substr(md5($1 || n), 1, 22), $1, 'Zone ' || lpad(n::text, 4, '0'), $2
     FROM generate_series(1, 1200) AS n`,
    [partner.id, env.clock.now()],
  );

const searchOf = (request: { url(): string }) => new URL(request.url()).searchParams.get('q');

test('[WEB-10] an organisation beyond the first thousand is found and administered, and is still chosen after a reload', async ({
  app,
}) => {
  await addZones(app);
  const page = await openConsole(app);
  await page.getByRole('button', { name: 'Organisation: Harbour Bank' }).click();
  await page.getByRole('dialog').getByText('Showing the first 50.').waitFor();
  await inspectEverywhere(page, 'choose org');
  await page.getByLabel('Search organisations').fill('zone 1177');
  await page.getByRole('dialog').getByText('1 entry.').waitFor();
  await page.getByRole('button', { name: 'Zone 1177' }).click();
  await page.getByText('Activity in Zone 1177.').waitFor();
  await goTo(page, 'People');
  await page.getByText('Add the first person of this organisation.').waitFor();
  await page.reload();
  await page.getByText('People and bots of Zone 1177.').waitFor();
  await page.getByRole('button', { name: 'Organisation: Zone 1177' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
});

test('[WEB-10] Show more loads the next page of a long list and moves the focus to its first row', async ({
  app,
  org,
  service,
}) => {
  await addZones(app);
  const page = await openConsole(app, '/orgs');
  const user = useKeyboard(page);
  const rows = page.locator('tbody > tr');
  await expect(rows).toHaveCount(50);
  const next = await (
    await service.call('GET', `/partners/${org.partner.id}/orgs?limit=51`, {
      token: org.ada.token,
    })
  ).body.data.orgs[50].name;
  await page.getByRole('button', { name: 'Show more' }).focus();
  await page.keyboard.press('Enter');
  await rows.nth(99).waitFor();
  await user.expectAt(new RegExp(`^${next}`));
  await user.press('Tab');
  await user.expectAt(`Administer: ${next}`);
  await user.press('Enter');
  await page.getByText(`You now administer ${next}.`).waitFor();
  await user.expectAt(new RegExp(`^${next}`));
  await expect(rows, 'the loaded rows stay').toHaveCount(100);
});

test('a search waits for a pause in the typing and aborts the request before it', async ({ app }) => {
  await addZones(app);
  const page = await openConsole(app, '/orgs');
  const requested: (string | null)[] = [];
  const aborted: (string | null)[] = [];
  page.on('request', (request) => {
    if (searchOf(request)) requested.push(searchOf(request));
  });
  page.on('requestfailed', (request) => aborted.push(searchOf(request)));
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    (url) => url.searchParams.get('q') === 'zone',
    async (route) => {
      await released;
      await route.continue().catch(() => {});
    },
  );
  const field = page.getByRole('searchbox');
  const first = page.waitForRequest((request) => searchOf(request) === 'zone');
  await typeAtOnce(field, 'zone');
  await first;
  const isAborted = page.waitForEvent('requestfailed');
  await typeAtOnce(field, ' 0042');
  await page.getByRole('cell', { name: /^Zone 0042/ }).waitFor();
  await isAborted;
  release();
  await loaded(page);
  await page.getByText('1 entry.').waitFor({ state: 'attached' });
  await expect(page.locator('tbody > tr')).toHaveCount(1);
  assert.deepEqual(requested, ['zone', 'zone 0042']);
  assert.deepEqual(aborted, ['zone']);
  await field.fill('no such');
  await page.getByText('No results').waitFor();
  await saveScreenshot(page, 'nothing found');
});

test('[WEB-10] a list that does not load reports it and loads after Try again', async ({ app }) => {
  app.allowErrors(/net::ERR_FAILED/);
  const page = await openConsole(app);
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
});

test('[ORG-25] [ORG-20] the page of a person lists their sessions, tokens and changes, and signs them out everywhere', async ({
  app,
  org,
  service,
}) => {
  const { ben: member, partner } = org;
  const visitor = newVisitor(service.origin);
  await visitor.submit(await visitor.get('/sign-in'), { email: member.email, password: PASSWORD });
  await service.env.db.query('UPDATE sessions SET user_agent = $2 WHERE user_id = $1', [
    member.id,
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  ]);
  const path = `/orgs/${partner.orgId}/users/${member.id}`;
  await service.call('POST', path, {
    token: org.ada.token,
    json: { first_name: 'Ben', last_name: 'Okafor-Reed' },
  });
  const page = await openConsole(app, '/users');
  await page.getByRole('link', { name: 'Ben Okafor-Reed' }).click();
  await page.getByRole('heading', { name: 'Ben Okafor-Reed', level: 1 }).waitFor();
  await loaded(page);
  await expect(page.getByRole('button', { name: /^Sign out: / })).toHaveCount(1);
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
  await page.getByText('This person is not signed in anywhere.').waitFor();
  await page.getByRole('tab', { name: 'Tokens' }).click();
  await page.getByText('No app acts for this person.').waitFor();
  assert.equal((await visitor.get('/account')).status, 303);
  assert.equal((await service.call('GET', '/me', { token: member.token })).status, 401);
});

test('[ORG-24] an admin edits an organisation, lets it take newcomers, and renames the partner', async ({
  app,
  org,
  service,
}) => {
  const { id } = org.partner;
  await service.env.db.query(`UPDATE orgs SET name = 'City Clinic' WHERE id = $1`, [
    await service.make.org(id),
  ]);
  const page = await openConsole(app, '/orgs');
  await page.getByRole('button', { name: 'Edit City Clinic' }).click();
  await page.getByLabel('Plan code').fill('gold');
  await page.getByLabel(/^Add people without/).check();
  await inspectEverywhere(page, 'org');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('cell', { name: 'Plan gold · Receives people without' }).waitFor();
  await page.getByRole('button', { name: 'Rename the partner' }).click();
  await page.getByLabel('Name of the partner').fill('Harbour Group');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The organisations of Harbour Group.').waitFor();
  const { body } = await service.call('GET', `/partners/${id}`, { token: org.ada.token });
  const { token } = org.ada;
  const newcomers = await service.call('GET', `/orgs/${body.data.default_org_id}`, { token });
  assert.deepEqual([body.data.name, newcomers.body.data.name], ['Harbour Group', 'City Clinic']);
});

test('[WEB-5] an admin of only the organisation sees only its pages', async ({ app, org, service }) => {
  await service.env.db.query('UPDATE users SET is_partner_admin = false WHERE id = $1', [org.ada.id]);
  const page = await openConsole(app);
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
  await page.getByText('Activity in Harbour Bank plc.').waitFor();
  await page.goto(`${service.origin}/admin/orgs`);
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
});

test('[SDK-69] [LANG-28] an admin gives a client words of its own, with a preview', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/status of 400/);
  const page = await openConsole(app, '/clients');
  await page.getByRole('button', { name: 'Edit Test client' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Your own words').click();
  await dialog.getByLabel('Approvals').fill('Requests');
  await dialog.getByLabel('Language').selectOption('de');
  await expect(dialog.getByLabel('Approvals')).toHaveValue('');
  await dialog.getByLabel('Approvals').fill('Anfragen');
  await dialog.getByText('Chat · Seiten · Aufgaben · Anfragen · Besprechungen').waitFor();
  await dialog.getByLabel('New request').fill('Neue Anfrage');
  await dialog.getByText('Neuer Ordner · Neue Anfrage').waitFor();
  await inspectEverywhere(page, 'console names');
  await dialog.getByLabel('Members').fill('<b>Kunden</b>');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('must be plain text').waitFor();
  await dialog.getByLabel('Members').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const { body } = await service.call('GET', `/partners/${org.partner.id}/clients`, { token: org.ada.token });
  const [client] = body.data.clients.filter(
    (each: { client_id: string }) => each.client_id === org.client.id,
  );
  assert.deepEqual(client.texts['approvals.title'], { en: 'Requests', de: 'Anfragen' });
  assert.deepEqual(client.texts['approval.new'], { de: 'Neue Anfrage' });
});
