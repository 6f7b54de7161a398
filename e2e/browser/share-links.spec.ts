import assert from 'node:assert/strict';
import { makePdf } from '@ringbinder/page-renderer/testing';
import { seriousFindings } from '@ringbinder/testkit/accessibility.ts';
import { expect, test } from '@ringbinder/testkit/playwright/index.ts';
import { uploaded } from '../../packages/server/src/features/pages/testing/upload.ts';

test('[BINDER-18] a view-only link shows the pages, and its token is in no request and no log', async ({
  app,
  service,
}) => {
  const { owner, binderId } = await service.make.cast();
  await uploaded(service, { binderId, owner }, makePdf({ pages: 3 }), 'three.pdf');
  const created = await service.call('POST', `/${binderId}/viewonlylink`, { token: owner.token, json: {} });
  const { url } = created.body.data;
  const page = await app.newPage();
  await page.goto(url);
  await page.getByRole('heading', { name: 'Test binder', level: 1 }).waitFor();
  const images = '[...document.images].filter((image) => image.naturalWidth > 0).length';
  await expect.poll(() => page.evaluate(images)).toBe(3);
  const secret = new URL(url).hash.slice(1);
  assert.ok(!app.requestsOf(page).some((address) => address.split('#')[0]?.includes(secret)));
  assert.ok(!service.logLines.join('').includes(secret));
  assert.deepEqual(await seriousFindings(page), []);
});
