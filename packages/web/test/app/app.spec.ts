import assert from 'node:assert/strict';
import { newVisitor } from '@ringbinder/testkit';
import { expect, test } from '@ringbinder/testkit/playwright/index.ts';

test('[WEB-3] [APP-1] the app is served at / and below /b/, and rejects programs there', async ({
  org,
  service,
}) => {
  const id = await org.addBinder('Loan 4711', org.ada);
  const visitor = newVisitor(service.origin);
  const html = { accept: 'text/html,*/*' };
  for (const path of ['/', `/b/${id}`, '/?q=loan']) {
    const { status, location } = await visitor.get(path, html);
    assert.deepEqual([status, location], [303, `/sign-in?${new URLSearchParams({ next: path })}`]);
    assert.equal((await fetch(service.origin + path)).status, 400, path);
  }
});

test('[APP-1] a person who signs in sees their binders and opens one', async ({ app, org }) => {
  const { ada, ben } = org;
  const id = await org.addBinder('Loan 4711', ada, [ben]);
  const page = await app.open(ben);
  await page.getByRole('link', { name: 'Loan 4711' }).click();
  await page.getByRole('heading', { name: 'Loan 4711', level: 1 }).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/b/${id}`);
});
