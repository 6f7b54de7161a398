import assert from 'node:assert/strict';
import { expect, frameIn, messageIn, showModule, test } from './support/embed.ts';

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
  // Before the first call, after which the server caches the rights of a token.
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
