import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '@ringbinder/testkit';
import { registerOrigins } from '../embed/testing/host-page.ts';
import { openApp, startApp } from './testing/app-page.ts';

const { browser, service, fixture } = await startApp();
const { ada } = fixture;

test(
  '[WEB-11] a page elsewhere that opens a page of ours gets no handle of its window',
  browser.needed,
  async () => {
    await registerOrigins(service, fixture.client.id, [service.origin]);
    const { page } = await openApp(browser, service, ada.email ?? '', { path: '/account' });
    const paths = [
      '/',
      '/b/x',
      '/admin',
      '/admin/people',
      '/playground',
      '/meet',
      '/view',
      '/approval',
      '/account',
    ];
    const answers = await Promise.all(
      [...paths, '/sign-in'].map(async (path) => {
        const headers = { accept: 'text/html' };
        const answer = await page.request.get(`${service.origin}${path}`, { headers });
        return [path, answer.status(), answer.headers()['cross-origin-opener-policy']];
      }),
    );
    assert.deepEqual(
      answers,
      [...paths, '/sign-in'].map((path) => [path, 200, 'same-origin-allow-popups']),
    );

    const elsewhere = await page.context().newPage();
    await elsewhere.route('http://elsewhere.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<button>Open</button>' }),
    );
    for (const path of ['/', '/admin', '/playground', '/meet']) {
      await elsewhere.goto('http://elsewhere.example/');
      await elsewhere.evaluate(
        `document.querySelector('button').onclick = () => { window.handle = window.open('${service.origin}${path}'); }`,
      );
      const opening = page.context().waitForEvent('page');
      await elsewhere.getByRole('button').click();
      const opened = await opening;
      await opened.waitForLoadState();
      assert.equal(await opened.evaluate('opener === null'), true, path);
      await until(
        `no handle of ${path}`,
        async () => (await elsewhere.evaluate('handle.closed')) || undefined,
      );
      await opened.close();
    }
  },
);
