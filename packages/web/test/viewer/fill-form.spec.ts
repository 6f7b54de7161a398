import { applicationForm } from '@ringbinder/page-renderer/testing';
import {
  type App,
  expect,
  inspectEverywhere,
  type Page,
  test,
} from '@ringbinder/testkit/playwright/index.ts';
import { assertively, expectAmongAnnounced, LIVE_REGIONS } from '../support/announcements.ts';
import { binderOf, buttonOf, isSharp } from '../support/viewer-page.ts';

async function openForm(app: App, name: string) {
  const form = new Uint8Array(await applicationForm());
  const binder = await binderOf(app, name, [[form, 'Application.pdf']]);
  const page = await app.open(app.org.ada, { path: binder.to(0), scripts: [LIVE_REGIONS] });
  await buttonOf(page, 'Fill form').click();
  return { ...binder, page };
}

const fieldOf = (page: Page, label: string) => page.getByLabel(label, { exact: true });

test('[VIEW-21] a form is filled by keys over its page, with problems at the fields, and saved as a new version', async ({
  app,
}) => {
  const { page, id, ids } = await openForm(app, 'Filled');
  await expect(fieldOf(page, 'Family name')).toBeFocused();
  await page.keyboard.type('Ивановна');
  await page.keyboard.press('Tab');
  await expect(fieldOf(page, 'Given name')).toBeFocused();
  await fieldOf(page, 'I have children').check();
  await fieldOf(page, 'Household: couple').check();
  await fieldOf(page, 'County').selectOption('East');
  await fieldOf(page, 'City').fill('東京');
  await expect(fieldOf(page, 'Number, for the office')).toBeDisabled();
  app.allowErrors(/400/);
  await buttonOf(page, 'Save').click();
  await expectAmongAnnounced(page, assertively('One value does not fit. Nothing is saved.'));
  await expect(fieldOf(page, 'City')).toBeFocused();
  await expect(fieldOf(page, 'City')).toHaveAccessibleDescription(/no font for them: 東 京/);
  await isSharp(page);
  await inspectEverywhere(page, 'fill-form');
  await fieldOf(page, 'City').fill('Köln');
  await buttonOf(page, 'Save').click();
  await page.getByText('The form is saved as a new version').waitFor();
  await expect(buttonOf(page, 'Fill form')).toBeFocused();
  await isSharp(page);
  const token = app.org.ada.token;
  const { body } = await app.service.call('GET', `/${id}/pages/${ids[0]}/fields`, { token });
  const values = new Map(
    body.data.fields.map(({ name, value }: { name: string; value: unknown }) => [name, value]),
  );
  expect(
    ['person.family_name', 'person.city', 'facts.2', 'household', 'county'].map((name) => values.get(name)),
  ).toEqual(['Ивановна', 'Köln', true, 'couple', 'East']);
});

test('[VIEW-22] when someone saves first, the other is informed and keeps what was typed, also on leaving the page', async ({
  app,
}) => {
  const { page, id, ids, to } = await openForm(app, 'Conflict');
  const { service, org } = app;
  await fieldOf(page, 'City').fill('Bonn');
  await fieldOf(page, 'Street').fill('Ring 1');
  const path = `/${id}/pages/${ids[0]}/fields`;
  const { body } = await service.call('GET', path, { token: org.ben.token });
  const json = {
    base_file_id: body.data.file_id,
    values: { 'person.city': 'Essen', 'person.email': 'a@b.de' },
  };
  await service.call('POST', path, { token: org.ben.token, json });
  app.allowErrors(/a new alert has its text/);
  await expectAmongAnnounced(
    page,
    assertively(
      'Someone saved another version of this file meanwhile. Your values are still here. Check them, then save.',
    ),
  );
  await expect(fieldOf(page, 'City')).toHaveValue('Bonn');
  await expect(fieldOf(page, 'City')).toHaveAccessibleDescription('Someone changed it to “Essen”.');
  await expect(fieldOf(page, 'Email')).toHaveValue('a@b.de');
  await page.keyboard.press('Escape');
  await page.evaluate(
    `history.pushState(null, '', '${to(1)}'); dispatchEvent(new PopStateEvent('popstate'))`,
  );
  await page.goBack();
  await expect(fieldOf(page, 'Street')).toHaveValue('Ring 1');
  await buttonOf(page, 'Save').click();
  await page.getByText('The form is saved as a new version').waitFor();
  const saved = (await service.call('GET', path, { token: org.ben.token })).body.data.fields;
  const values = new Map(saved.map(({ name, value }: { name: string; value: unknown }) => [name, value]));
  expect(['person.city', 'person.street', 'person.email'].map((name) => values.get(name))).toEqual([
    'Bonn',
    'Ring 1',
    'a@b.de',
  ]);
});

test('[VIEW-22] “Discard” asks before it drops what was typed', async ({ app }) => {
  const { page } = await openForm(app, 'Discarded');
  const city = fieldOf(page, 'City');
  await city.fill('Bonn');
  await buttonOf(page, 'Discard').click();
  await expect(buttonOf(page, 'Continue editing')).toBeFocused();
  await expect(buttonOf(page, 'Continue editing')).toHaveAccessibleDescription('Discard your changes?');
  await page.keyboard.press('Enter');
  await expect(buttonOf(page, 'Discard')).toBeFocused();
  await expect(city).toHaveValue('Bonn');
  await page.keyboard.press('Enter');
  await buttonOf(page, 'Discard').click();
  await expect(city).toHaveCount(0);
  await expect(buttonOf(page, 'Fill form')).toBeFocused();
  await buttonOf(page, 'Fill form').click();
  await expect(city).toHaveValue('');
});

test('[VIEW-24] the focus is on a page with an open form after turning to it', async ({ app }) => {
  const { page, to } = await openForm(app, 'Turned');
  const isPage = (index: number) => page.waitForURL((url) => url.pathname === to(index));
  await fieldOf(page, 'City').fill('Bonn');
  const stage = page.locator('.stage');
  await stage.focus();
  await page.keyboard.press('End');
  await isPage(1);
  await expect(stage).toBeFocused();
  await page.keyboard.press('Home');
  await isPage(0);
  await expect(fieldOf(page, 'City')).toHaveValue('Bonn');
  await expect(buttonOf(page, 'Discard')).toBeVisible();
  await expect(stage).toBeFocused();
});

test('[VIEW-22] a changed value withdraws the question of “Discard”', async ({ app }) => {
  const { page } = await openForm(app, 'Emptied');
  const city = fieldOf(page, 'City');
  await city.fill('Bonn');
  await buttonOf(page, 'Discard').click();
  await expect(buttonOf(page, 'Continue editing')).toBeFocused();
  await city.fill('');
  await expect(buttonOf(page, 'Save')).toBeVisible();
  await expect(buttonOf(page, 'Continue editing')).toHaveCount(0);
  await expect(city).toBeFocused();
});

test('[VIEW-22] “Discard” does nothing while the form is saved, and its fields take no input', async ({
  app,
}) => {
  const { page } = await openForm(app, 'Slow');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/fields', async (route) => {
    if (route.request().method() === 'POST') await released;
    await route.continue();
  });
  const city = fieldOf(page, 'City');
  await city.fill('Bonn');
  await buttonOf(page, 'Save').click();
  await expect(buttonOf(page, 'Saving…')).toBeVisible();
  await buttonOf(page, 'Discard').press('Enter');
  await expect(buttonOf(page, 'Discard')).toHaveAttribute('aria-disabled', 'true');
  await city.focus();
  await page.keyboard.type('Ulm');
  await expect(city).toHaveValue('Bonn');
  release();
  await page.getByText('The form is saved as a new version').waitFor();
  await buttonOf(page, 'Fill form').click();
  await expect(city).toHaveValue('Bonn');
  await expect(buttonOf(page, 'Save')).toBeVisible();
  await expect(buttonOf(page, 'Continue editing')).toHaveCount(0);
});
