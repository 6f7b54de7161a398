import { openCatalogue } from '@ringbinder/locales';
import { MediaTimeout } from '@ringbinder/page-renderer';
import { expect, test } from '@ringbinder/testkit/playwright/index.ts';
import { openConsole } from '../support/console-page.ts';
import { loanBinder } from '../support/viewer-page.ts';

test('[LANG-30] a name that is taken is explained in the console in German', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/status of 409/);
  const { token, id } = org.ada;
  await service.call('POST', '/me', { token, json: { language: 'de' } });
  for (const name of ['4711', '4712']) {
    const json = { name, members: [{ user_id: id }] };
    await service.call('POST', `/orgs/${org.partner.orgId}/groups`, { token, json });
  }
  const page = await openConsole(app, '/groups');
  await page.getByRole('row', { name: '4712' }).getByRole('button').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[name="name"]').fill('4711');
  await dialog.locator('button[type="submit"]').click();
  const { text } = await openCatalogue('de');
  await dialog.getByText(text('errors.group_name_taken')).first().waitFor();
  await expect(dialog).not.toContainText('another group');
});

test('[LANG-30] a message of a person who may no longer write is refused in German', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/status of 403/);
  const { ada, ben } = org;
  await service.call('POST', '/me', { token: ada.token, json: { language: 'de' } });
  const id = await org.addBinder('4711', ben, [ada]);
  const page = await app.open(ada, { path: `/b/${id}` });
  const composer = page.getByRole('textbox').last();
  await composer.waitFor();
  await page.route('**/messages', async (route) => {
    const json = { type: 'BOARD_READ_ONLY' };
    await service.call('POST', `/${id}/users/${ada.id}`, { token: ben.token, json });
    await route.continue();
  });
  await composer.fill('4715');
  await composer.press('Enter');
  const { text } = await openCatalogue('de');
  await page.getByText(text('errors.write_access_needed')).waitFor();
});

test('[LANG-33] a PDF that takes too long is explained in German', async ({ app, org, service }) => {
  app.allowErrors(/status of 503/);
  await service.call('POST', '/me', { token: org.ada.token, json: { language: 'de' } });
  const { to } = await loanBinder(app, '4711');
  const { media } = service.env;
  service.env.media = { ...media, exportPdf: () => Promise.reject(new MediaTimeout('slow')) };
  try {
    const page = await app.open(org.ada, { path: to(0) });
    const { text } = await openCatalogue('de');
    await page.getByRole('button', { name: text('viewer.more'), exact: true }).click();
    await page.getByRole('menuitem', { name: text('viewer.take.pdf_of_one') }).click();
    await page.getByText(text('errors.export_slow', { count: 1 })).waitFor();
  } finally {
    service.env.media = media;
  }
});
