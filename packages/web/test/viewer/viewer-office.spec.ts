import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePdf } from '@ringbinder/page-renderer/testing';
import { test as base, expect, inspectEverywhere } from '@ringbinder/testkit/playwright/index.ts';
import { makeDocx } from '../../../../conformance/src/fixtures/office.ts';

const TIMEOUT_MS = 180_000;

const test = base.extend<object, { programs: string }>({
  /** The script needs `cat`. */
  programs: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'ringbinder-office-test-'));
      symlinkSync('/bin/cat', join(folder, 'cat'));
      await use(folder);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  serviceOptions: [
    ({ programs }, use) => use({ media: { searchPath: programs, conversionMs: TIMEOUT_MS } }),
    { scope: 'worker' },
  ],
});
test.setTimeout(2 * TIMEOUT_MS);

function installOffice(programs: string, words: string): void {
  const real = spawnSync('sh', ['-c', 'command -v soffice'], { encoding: 'utf8' }).stdout.trim();
  const pdf = join(programs, 'made.pdf');
  writeFileSync(pdf, makePdf({ text: words }));
  const script =
    real === ''
      ? `for last; do :; done; out=$(echo "$@" | sed "s/.*--outdir \\([^ ]*\\) .*/\\1/"); mkdir -p "$out"; cp '${pdf}' "$out/document.pdf"`
      : `exec '${real}' "$@"`;
  install(programs, script);
}

function install(programs: string, script: string): void {
  const path = join(programs, 'soffice');
  writeFileSync(path, `#!/bin/sh\nexport PATH='${process.env.PATH}'\n${script}\n`);
  chmodSync(path, 0o755);
}

test('[WORK-18] an office document that has no pages says why and can be downloaded, and with LibreOffice it has pages', async ({
  app,
  org,
  programs,
  service,
}) => {
  const docx = {
    name: 'Offer.docx',
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    buffer: makeDocx('The offer holds until Friday.'),
  };
  const { ada, ben, binderId } = await app.openBoth('Offers', { part: '/pages' });
  const field = ada.getByLabel('Upload files');
  const group = ben.getByRole('region', { name: 'Not shown as pages' });

  await test.step('without LibreOffice', async () => {
    await field.setInputFiles([docx]);
    await ada.getByText('Offer.docx was uploaded but can’t be shown').waitFor();
    await group.getByText('Needs LibreOffice').waitFor();
    await inspectEverywhere(ben, 'unshown in the grid');
    await group.getByRole('link', { name: 'Offer.docx' }).click();
    await ben.getByText('The server needs LibreOffice to show this document').waitFor();
    await ben.getByText('Ask your administrator to install LibreOffice').waitFor();
    const guide = await ben.getByRole('link', { name: 'What to install' }).getAttribute('href');
    const html = await (await fetch(`${service.origin}${guide?.split('#')[0]}`)).text();
    assert.ok(html.includes(`id="${guide?.split('#')[1]}"`), `${guide} exists`);
    assert.match(html, /libreoffice-writer/);
    await inspectEverywhere(ben, 'unshown');
    const download = ben.waitForEvent('download');
    await ben.getByRole('button', { name: /^Download \(/ }).click();
    assert.equal((await download).suggestedFilename(), 'Offer.docx');
    await ben.reload();
    await ben.getByRole('heading', { name: 'This server cannot show office documents yet' }).waitFor();
    await ben.getByRole('link', { name: 'All pages' }).click();
    await group.waitFor();
  });

  await test.step('with one that fails', async () => {
    install(programs, 'exit 1');
    await field.setInputFiles([{ ...docx, name: 'Broken.docx' }]);
    await group.getByText('Could not be shown').waitFor();
    await group.getByRole('link', { name: 'Broken.docx' }).click();
    await ben.getByText('in a format that the server cannot convert').waitFor();
    await ben.getByRole('link', { name: 'All pages' }).click();
  });

  await test.step('with one that works, which the server finds at the next upload', async () => {
    installOffice(programs, 'The offer holds until Friday.');
    await field.setInputFiles([docx]);
    const link = ben.getByRole('link', { name: /^Offer\.docx, Document/ });
    await link.waitFor({ timeout: TIMEOUT_MS });
    await group.getByText('Needs LibreOffice').waitFor({ state: 'detached' });
    await group.getByText('Broken.docx').first().waitFor();
    const pictures = `(() => {
      const all = [...document.querySelectorAll('.page-picture img')];
      return all.length > 0 && all.every((img) => img.naturalWidth > 0);
    })()`;
    await expect.poll(() => ben.evaluate(pictures), 'the pictures have loaded').toBe(true);
    await link.click();
    await ben.locator('.page-tiles[data-sharp=true]').waitFor();
    await ben.locator('.text-layer').getByText('Friday').first().waitFor();
    const searchAnswer = await service.call('GET', `/${binderId}/pagesearch?q=until%20Friday`, {
      token: org.ben.token,
    });
    assert.equal(searchAnswer.body.data.total_hits, 1);
  });
});
