import assert from 'node:assert/strict';
import { expect, test } from '@ringbinder/testkit/playwright/index.ts';

test('[WEB-11] a page of another site that opens one of our pages gets no handle of its window', async ({
  app,
  org,
  service,
}) => {
  await service.env.db.query('UPDATE clients SET origins = $2 WHERE id = $1', [
    org.client.id,
    [service.origin],
  ]);
  const page = await app.open(org.ada, { path: '/account' });
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
    await expect.poll(() => elsewhere.evaluate('handle.closed'), `no handle of ${path}`).toBe(true);
    await opened.close();
  }
});
