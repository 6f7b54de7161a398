import assert from 'node:assert/strict';
import { inspectEverywhere } from '@ringbinder/testkit/playwright/index.ts';
import { expect, frameIn, messageIn, showModule, test } from './support/embed.ts';

const VIEWPORT = '<meta name="viewport" content="width=device-width, initial-scale=1">';

test('[LANG-15] an embedded module is in the language of the option, or else in that of the person', async ({
  org,
  service,
  openReady,
}) => {
  const { ada, ben } = org;
  const binderId = await org.addBinder('Loan', ada, [ben]);
  await org.post(binderId, ben, 'Have you seen the offer?');
  await service.call('POST', '/me', { token: ada.token, json: { language: 'fr' } });
  const page = await openReady();
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  const cases = [
    ['one', { language: 'de-AT' }, 'de', 'Nachricht'],
    ['two', {}, 'fr', 'Message'],
    ['three', { language: 'xx' }, 'fr', 'Message'],
  ] as const;
  for (const [id, options, lang, label] of cases) {
    await showModule(page, 'chatView', id, { binder_id: binderId, ...options });
    await messageIn(page, id, 'Have you seen the offer?').waitFor();
    await expect(frameIn(page, id).locator('html')).toHaveAttribute('lang', lang);
    await expect(frameIn(page, id).locator('[data-composer]')).toHaveAttribute('aria-label', label);
  }
  await expect.poll(() => warnings.filter((each) => each.includes('language xx')).length).toBe(1);
});

test('[SDK-69] a client renames the sections of a binder, by language, in its modules', async ({
  org,
  service,
  openReady,
}) => {
  const { ada, ben } = org;
  // Set this before the first request, because the server caches the token's rights.
  await service.env.db.query(`UPDATE users SET is_partner_admin = true WHERE id = $1`, [ada.id]);
  const binderId = await org.addBinder('Loan', ada, [ben]);
  const path = `/partners/${org.partner.id}/clients/${org.client.id}`;
  const texts = {
    'approvals.title': { en: 'Requests', de: 'Anfragen', no: 'Forespørsler' },
    'chat.title': { de: 'Gespräch' },
  };
  const renamed = await service.call('POST', path, { token: ada.token, json: { texts } });
  assert.equal(renamed.status, 200, renamed.body.message);
  const page = await openReady();
  const cases = [
    ['one', 'en', ['Chat', 'Requests', 'Members']],
    ['two', 'de', ['Gespräch', 'Anfragen', 'Mitglieder']],
    ['three', 'no', ['Chat', 'Forespørsler', 'Medlemmer']],
    ['four', 'fr', ['Discussion', 'Approbations', 'Membres']],
  ] as const;
  for (const [id, language, names] of cases) {
    await showModule(page, 'chat', id, { binder_id: binderId, language });
    for (const name of names)
      await frameIn(page, id).locator('.binder-tabs').getByText(name, { exact: true }).waitFor();
  }
});

test('[LANG-28] words of a client are in headings, lists and buttons of all its modules, and not in the app', async ({
  app,
  org,
  service,
  openReady,
}) => {
  const { ada, ben } = org;
  await service.env.db.query(`UPDATE users SET is_partner_admin = true WHERE id = $1`, [ada.id]);
  const binderId = await org.addBinder('Loan', ada, [ben]);
  const texts = {
    'approvals.title': { en: 'Requests' },
    'approval.new': { en: 'Ask for a decision' },
    'approval.request': { en: 'Ask' },
    'pages.title': { en: 'Records of the patient and of the family' },
    'pages.empty': { en: 'No records yet' },
    'home.title': { en: 'Your desk' },
    'binders.title': { en: 'Cases' },
    'binder.new': { en: 'New case' },
  };
  const path = `/partners/${org.partner.id}/clients/${org.client.id}`;
  const renamed = await service.call('POST', path, { token: ada.token, json: { texts } });
  assert.equal(renamed.status, 200, renamed.body.message);
  const divs = ['one', 'two', 'three'].map((id) => `<div id="${id}"></div>`).join('');
  const page = await openReady({}, { body: `<main><h1>Clinic</h1>${divs}</main>`, head: VIEWPORT });
  await showModule(page, 'chat', 'one', { binder_id: binderId, iframewidth: '100%' });
  const chat = frameIn(page, 'one');
  await chat.locator('.binder-tabs').getByText('Requests', { exact: true }).click();
  await chat.getByRole('heading', { name: 'Requests', exact: true }).waitFor();
  await chat.getByRole('button', { name: 'Ask', exact: true }).first().click();
  await chat.getByRole('dialog', { name: 'Ask for a decision' }).waitFor();
  await page.keyboard.press('Escape');
  await chat.locator('.binder-tabs').getByText('Records of the patient').click();
  await chat.getByRole('heading', { name: 'Records of the patient and of the family' }).waitFor();
  await chat.getByText('No records yet').waitFor();
  await inspectEverywhere(page, 'chat with words of a client');

  await showModule(page, 'home', 'two', {});
  await frameIn(page, 'two').getByRole('heading', { name: 'Your desk' }).waitFor();
  await showModule(page, 'timeline', 'three', {});
  await frameIn(page, 'three').getByRole('main', { name: 'Cases' }).waitFor();
  await frameIn(page, 'three').getByRole('button', { name: 'New' }).first().click();
  await frameIn(page, 'three').getByRole('menuitem', { name: 'New case' }).waitFor();

  const own = await app.open(ada);
  await own.getByRole('link', { name: 'For you' }).waitFor();
  await own.getByText('Loan').first().click();
  await own.locator('.binder-tabs').getByText('Approvals', { exact: true }).waitFor();
});
