import { expect, inspect, inspectEverywhere, SCREENS, test } from '@ringbinder/testkit/playwright/index.ts';
import { addConversation, addTimeline } from '../support/timeline-org.ts';

test('[APP-3] Timeline, its menus and its dialogs are accessible at both widths and in both colour schemes', async ({
  app,
  org,
}) => {
  await addTimeline(app);
  const phone = await app.open(org.ada, SCREENS['phone, light']);
  await phone.getByText('Can you confirm by noon?').waitFor();
  await inspect(phone, 'timeline phone, light');
  await phone.getByRole('button', { name: 'Actions: Loan 4711: Mendes bakery' }).first().click();
  await inspect(phone, 'timeline actions phone, light');
  const page = await app.open(org.ada);
  await page.getByText('Can you confirm by noon?').waitFor();
  await inspectEverywhere(page, 'timeline');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await inspectEverywhere(page, 'timeline new');
  await page.getByRole('menuitem', { name: 'New direct message' }).click();
  await page.getByRole('button', { name: /Carla Mendes/ }).waitFor();
  await inspectEverywhere(page, 'timeline people');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Actions: Loan 4711: Mendes bakery' }).first().click();
  await inspectEverywhere(page, 'timeline actions');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Account: / }).click();
  await inspectEverywhere(page, 'timeline account');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await inspectEverywhere(page, 'shortcuts');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('signed');
  await page.getByRole('option', { name: /Signed and stamped/ }).waitFor();
  await inspectEverywhere(page, 'find');
});

test('[APP-3] a chat beside Timeline is accessible at both widths and in both colour schemes', async ({
  app,
  org,
}) => {
  const loanId = await addTimeline(app);
  await addConversation(app, loanId);
  const page = await app.open(org.ada, { path: `/b/${loanId}` });
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  await page.getByText('Ten years at 3.1 is fine with them.').first().waitFor();
  await inspectEverywhere(page, 'chat');
});

test('[APP-17] the app fits 360 pixels and is accessible in forced colours', async ({ app, org }) => {
  await addTimeline(app);
  const page = await app.open(org.ada, { viewport: { width: 360, height: 740 }, hasTouch: true });
  const loan = page.locator('.binder-row').filter({ hasText: 'Loan 4711' });
  await loan.waitFor();
  await inspect(page, 'timeline 360');
  await page.emulateMedia({ forcedColors: 'active' });
  await inspect(page, 'timeline forced colours');
  await loan.getByRole('link').tap();
  await page.getByRole('heading', { name: 'Loan 4711: Mendes bakery', level: 1 }).waitFor();
  await page.locator('[data-composer]').waitFor();
  await inspect(page, 'chat forced colours');
  await page.emulateMedia({ forcedColors: 'none' });
  await inspect(page, 'chat 360');
  await page.getByRole('link', { name: 'All binders' }).tap();
  await page.getByText('Onboarding: Sato family').waitFor();
  await page.setViewportSize({ width: 1280, height: 860 });
  await page.emulateMedia({ forcedColors: 'active' });
  await page.getByText('Mortgage 2093').tap();
  await page.getByRole('heading', { name: 'Mortgage 2093: Yılmaz', level: 1 }).waitFor();
  await inspect(page, 'binder forced colours');
});

test('[APP-17] in German, nothing covers the tabs of a tablet, and a dialog fits 360 pixels', async ({
  app,
  org,
}) => {
  const id = await org.addBinder('Kredit', org.ada);
  const page = await app.open(org.ada, {
    path: `/b/${id}`,
    viewport: { width: 820, height: 1180 },
    locale: 'de-DE',
  });
  const tools = page.locator('.chat-tools');
  await tools.waitFor();
  const edge = (selector: string, side: 'left' | 'right') =>
    page.evaluate<number>(`document.querySelector('${selector}').getBoundingClientRect().${side}`);
  expect(await edge('.binder-tabs', 'right')).toBeLessThanOrEqual(await edge('.chat-tools', 'left'));
  await page.setViewportSize({ width: 360, height: 640 });
  await page.getByRole('link', { name: 'Alle Ordner' }).click();
  await page.getByRole('button', { name: /^Konto: / }).click();
  await page.getByRole('menuitem', { name: 'Benachrichtigungseinstellungen' }).click();
  const inside = page.getByRole('dialog').locator('.inside');
  await inside.getByRole('button', { name: 'Speichern' }).waitFor();
  expect(await inside.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});
