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
