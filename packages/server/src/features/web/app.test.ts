import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, newVisitor } from '@ringbinder/testkit';
import { openApp, startApp } from './testing/app-page.ts';

const { browser, service, fixture } = await startApp();

test('[WEB-3] [APP-1] the app is at the bare address and below /b/, and no endpoint for a program', async () => {
  const visitor = newVisitor(service.origin);
  const html = { accept: 'text/html,*/*' };
  for (const path of ['/', '/b/B1234567890123456789012', '/?q=loan']) {
    const { status, location } = await visitor.get(path, html);
    assert.deepEqual([status, location], [303, `/sign-in?${new URLSearchParams({ next: path })}`]);
    assert.equal((await fetch(service.origin + path)).status, 400, path);
  }
});

test('[APP-1] whoever signs in sees the binders, and opens one', browser.needed, async () => {
  const { ada, ben } = fixture;
  const id = await fixture.addBinder('Loan 4711', ada, [ben]);
  const { page, errors } = await openApp(browser, service, ben.email);
  await page.getByRole('link', { name: 'Loan 4711' }).click();
  await page.getByRole('heading', { name: 'Loan 4711', level: 1 }).waitFor();
  await becomes(() => new URL(page.url()).pathname, `/b/${id}`);
  assert.deepEqual(errors, []);
  await page.context().close();
});
