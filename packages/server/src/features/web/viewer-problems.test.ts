import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { uploadFile } from '@ringbinder/testkit';
import { MediaTimeout } from '../../media/index.ts';
import { makePdf } from '../../media/testing/fixtures.ts';
import { pictured } from '../../media/testing/world/pdf-pictures.ts';
import { openApp, startApp } from './testing/app-page.ts';
import { inspectEverywhere } from './testing/console-page.ts';

const { browser, service, fixture } = await startApp();
const { ada, ben } = fixture;

test('[PAGE-48] a page that cannot be shown whole says so, and offers its file', browser.needed, async () => {
  const id = await fixture.addBinder('Problems', ada, [ben]);
  const pdf = new Uint8Array(pictured('JPXDecode', 'no picture', ''));
  const { pages } = await uploadFile(service, { binderId: id, token: ada.token }, pdf, 'Scan.pdf');
  const { page, errors } = await openApp(browser, service, ada.email, {
    path: `/b/${id}/pages/${pages[0].id}`,
  });
  const words = page.getByRole('status').filter({ hasText: 'A picture on this page cannot be shown here.' });
  await words.waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    words.getByRole('button', { name: 'Download the file', exact: true }).click(),
  ]);
  assert.deepEqual(await readFile(await download.path()), Buffer.from(pdf));
  await inspectEverywhere(page, 'viewer-problems');
  assert.deepEqual(errors, []);
  await page.context().close();
});

test('[PAGE-48] a page that is not drawn in time says so, and offers its file', browser.needed, async () => {
  const id = await fixture.addBinder('Slow', ada, [ben]);
  const { pages } = await uploadFile(
    service,
    { binderId: id, token: ada.token },
    new Uint8Array(makePdf()),
    'Plan.pdf',
  );
  const { media } = service.env;
  service.env.media = { ...media, renderRegion: () => Promise.reject(new MediaTimeout('slow')) };
  const { page } = await openApp(browser, service, ada.email, { path: `/b/${id}/pages/${pages[0].id}` });
  const words = page.getByRole('status').filter({ hasText: 'This page takes long to draw.' });
  await words.waitFor();
  await words.getByRole('button', { name: 'Download the file', exact: true }).waitFor();
  await inspectEverywhere(page, 'viewer-late');
  service.env.media = media;
  await page.context().close();
});
