import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makeDocx } from '../../../../../conformance/src/fixtures/office.ts';
import { makePdf } from '../../media/testing/fixtures.ts';
import { openBoth, picturesLoad, startApp } from './testing/app-page.ts';
import { inspectEverywhere } from './testing/console-page.ts';

/** Where the programs of the service are looked for: there is no LibreOffice at first, but what any of them is run with. */
const programs = mkdtempSync(join(tmpdir(), 'ringbinder-office-test-'));
symlinkSync('/bin/cat', join(programs, 'cat'));
after(() => rmSync(programs, { recursive: true, force: true }));
/** A LibreOffice that starts for the first time on a busy machine takes its time. */
const PATIENCE_MS = 180_000;
const app = await startApp({ media: { searchPath: programs, conversionMs: PATIENCE_MS } });

/** Installs the LibreOffice of this machine, or one that makes a PDF of the same words. */
function installOffice(words: string): void {
  const real = spawnSync('sh', ['-c', 'command -v soffice'], { encoding: 'utf8' }).stdout.trim();
  const pdf = join(programs, 'made.pdf');
  writeFileSync(pdf, makePdf({ text: words }));
  const script =
    real === ''
      ? `for last; do :; done; out=$(echo "$@" | sed "s/.*--outdir \\([^ ]*\\) .*/\\1/"); mkdir -p "$out"; cp '${pdf}' "$out/document.pdf"`
      : `exec '${real}' "$@"`;
  install(script);
}

function install(script: string): void {
  const path = join(programs, 'soffice');
  writeFileSync(path, `#!/bin/sh\nexport PATH='${process.env.PATH}'\n${script}\n`);
  chmodSync(path, 0o755);
}

test(
  '[WORK-18] without LibreOffice an office document says why it is not shown, who can change that, and can be downloaded; with it, it is pages like any others',
  app.browser.needed,
  async () => {
    const docx = {
      name: 'Offer.docx',
      mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      buffer: makeDocx('The offer holds until Friday.'),
    };
    const { ada, ben, binderId, close } = await openBoth(app, 'Offers', { part: '/pages' });
    await ada.getByLabel('Upload files').setInputFiles([docx]);
    await ada.getByText('Offer.docx was uploaded, but cannot be shown').waitFor();
    const group = ben.getByRole('region', { name: 'Not shown as pages' });
    await group.getByText('Needs LibreOffice').waitFor();
    await inspectEverywhere(ben, 'unshown in the grid');
    await group.getByRole('link', { name: 'Offer.docx' }).click();
    await ben.getByText('The server needs LibreOffice to show this document').waitFor();
    await ben.getByText('Ask your administrator to install LibreOffice').waitFor();
    const guide = await ben.getByRole('link', { name: 'What to install' }).getAttribute('href');
    const html = await (await fetch(`${app.service.origin}${guide?.split('#')[0]}`)).text();
    assert.ok(html.includes(`id="${guide?.split('#')[1]}"`), `${guide} is there`);
    assert.match(html, /libreoffice-writer/);
    await inspectEverywhere(ben, 'unshown');
    const download = ben.waitForEvent('download');
    await ben.getByRole('button', { name: /^Download it/ }).click();
    assert.equal((await download).suggestedFilename(), 'Offer.docx');
    await ben.reload();
    await ben.getByRole('heading', { name: 'This server cannot show office documents yet' }).waitFor();
    await ben.getByRole('link', { name: 'All pages' }).click();
    await group.waitFor();

    // One that makes nothing of a document is another reason.
    install('exit 1');
    const broken = { ...docx, name: 'Broken.docx' };
    await ada.getByLabel('Upload files').setInputFiles([broken]);
    await group.getByText('Could not be shown').waitFor();
    await group.getByRole('link', { name: 'Broken.docx' }).click();
    await ben.getByText('in a format that the server cannot convert').waitFor();
    await ben.getByRole('link', { name: 'All pages' }).click();

    // It is looked for at each upload.
    installOffice('The offer holds until Friday.');
    await ada.getByLabel('Upload files').setInputFiles([docx]);
    const shown = ben.getByRole('link', { name: /^Offer\.docx, Document/ });
    await shown.waitFor({ timeout: PATIENCE_MS });
    await group.getByText('Needs LibreOffice').waitFor({ state: 'detached' });
    await group.getByText('Broken.docx').first().waitFor();
    await picturesLoad(ben, '.page-picture img');
    await shown.click();
    await ben.locator('.page-tiles[data-sharp=true]').waitFor();
    await ben.locator('.text-layer').getByText('Friday').first().waitFor();
    const found = await app.service.call('GET', `/${binderId}/pagesearch?q=until%20Friday`, {
      token: app.fixture.ben.token,
    });
    assert.equal(found.body.data.total_hits, 1);
    await close();
  },
);
