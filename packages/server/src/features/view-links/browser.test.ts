import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { seriousFindings, startService, type TestService, until } from '@ringbinder/testkit';
import { testBrowser } from '@ringbinder/testkit/browser.ts';
import { makePdf } from '../../media/testing/fixtures.ts';
import { uploaded } from '../pages/testing/upload.ts';

const browser = testBrowser();
let service: TestService;
before(async () => {
  service = await startService();
});
after(async () => {
  await browser.close();
  await service.close();
});

test(
  '[BINDER-18] a browser that opens the link shows the pages, and has sent the token in no address',
  browser.needed,
  async () => {
    const { owner, binderId } = await service.make.cast();
    await uploaded(service, { binderId, owner }, makePdf({ pages: 3 }), 'three.pdf');
    const made = await service.call('POST', `/${binderId}/viewonlylink`, { token: owner.token, json: {} });
    const { page, errors, requests } = await browser.newPage();
    await page.goto(made.body.data.url);
    await page.waitForSelector('h1:text("Test binder")');
    const shown = '[...document.images].filter((image) => image.naturalWidth > 0).length';
    await until('three pictures', async () => (await page.evaluate(shown)) === 3 || undefined);
    const secret = new URL(made.body.data.url).hash.slice(1);
    assert.ok(!requests.some((address) => address.split('#')[0]?.includes(secret)));
    assert.ok(!service.logLines.join('').includes(secret));
    assert.deepEqual(await seriousFindings(page), []);
    assert.deepEqual(errors, []);
  },
);
