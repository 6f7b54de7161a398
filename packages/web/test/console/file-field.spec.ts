import { writeFileSync } from 'node:fs';
import { expect, inspectEverywhere } from '@ringbinder/testkit/playwright/index.ts';
import { openConsole, test } from '../support/console-page.ts';

test('[APP-39] a file field is in the language of the person, and its file is chosen, removed and dropped', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/status of 404/);
  await service.call('POST', '/me', { token: org.ada.token, json: { language: 'de' } });
  const page = await openConsole(app, '/groups');
  await page.getByRole('button', { name: 'Belegzertifikat', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const entry = dialog.locator('.file-entry');
  const input = entry.locator('input');
  await expect(entry).toHaveText('Datei auswählenoder hier ablegen');
  await dialog.locator('button[type=submit]').click();
  await expect(input).toBeFocused();
  await expect(input).toHaveAccessibleDescription(/^Wählen Sie eine Datei aus\./);
  await inspectEverywhere(page, 'file field');
  await test.step('choose and remove', async () => {
    await input.setInputFiles({
      name: 'bank.p12',
      mimeType: 'application/x-pkcs12',
      buffer: Buffer.alloc(1_900),
    });
    await expect(entry).toContainText('bank.p12 1,9\u00a0kB');
    await expect(input).toHaveAccessibleDescription(/bank\.p12/);
    await entry.getByRole('button', { name: 'bank.p12 entfernen' }).click();
    await expect(entry).toHaveText('Datei auswählenoder hier ablegen');
    await expect(input).toBeFocused();
    await expect(input).toHaveValue('');
  });
  await test.step('drop', async () => {
    const path = test.info().outputPath('dropped.p12');
    writeFileSync(path, 'x');
    const { x = 0, y = 0 } = (await entry.boundingBox()) ?? {};
    const session = await page.context().newCDPSession(page);
    const data = { items: [], files: [path], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await session.send('Input.dispatchDragEvent', { type, x: x + 9, y: y + 9, data });
    await expect(entry).toContainText('dropped.p12 1\u00a0B');
  });
});
