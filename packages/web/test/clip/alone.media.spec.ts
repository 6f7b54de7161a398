import assert from 'node:assert/strict';
import { test } from '@ringbinder/testkit/playwright/index.ts';
import { buildAlone } from '../support/build-alone.ts';
import { skipCountdown } from '../support/clip-page.ts';

const SOURCE = `
  import { h, render } from 'preact';
  import { createClient, realtime } from '@ringbinder/client';
  import { Clip } from '/src/clip/index.tsx';
  window.told = [];
  window.mount = ({ token, id, name, binderId }) => {
    const client = createClient({ baseUrl: location.origin + '/v1/', token });
    const channel = realtime(client, { userId: id });
    const close = () => render(null, document.body);
    const pageLink = (binder, page) => location.origin + '/b/' + binder + '/pages/' + page;
    const emit = (event, detail) => window.told.push([event, detail]);
    const context = { me: { id, name }, client, channel, binderId, sessionId: 'S1', pageLink, emit, close };
    window.unmount = close;
    render(h(Clip, { context }), document.body);
  };
`;

test('[CLIP-14] mounted without the app, it emits its start, save and cancel', async ({ app, service }) => {
  const owner = await service.make.user();
  const binderId = await service.make.binder(owner);
  const files = new Map(
    (await buildAlone(SOURCE)).map((file) => [
      `/${file.fileName}`,
      {
        body: 'code' in file ? file.code : Buffer.from(file.source),
        isEntry: 'isEntry' in file && file.isEntry,
      },
    ]),
  );
  const [entry] = [...files].find(([, { isEntry }]) => isEntry) ?? [];
  // The test serves the host page, so its requests count as cross-site.
  const page = await app.newPage({ permissions: ['local-network-access'] });
  const address = `${service.origin}/alone`;
  await page.route('**/assets/*.js', (route) => {
    const body = files.get(new URL(route.request().url()).pathname)?.body;
    return body === undefined ? route.fallback() : route.fulfill({ contentType: 'text/javascript', body });
  });
  await page.route(address, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Host</title><body><script type="module" src="${entry}"></script>`,
    }),
  );
  await page.goto(address);
  const mount = { token: owner.token, id: owner.id, name: owner.name, binderId };
  const events = () => page.evaluate<[string, Record<string, string>][]>('window.told');
  await page.waitForFunction('window.mount !== undefined');
  await page.evaluate(`window.mount(${JSON.stringify(mount)})`);
  await page.getByRole('button', { name: 'Start recording' }).waitFor();
  await page.evaluate('window.unmount()');
  assert.deepEqual(await events(), [['cancel_note', { session_id: 'S1' }]]);

  await page.evaluate(`window.told = []; window.mount(${JSON.stringify(mount)})`);
  await page.getByRole('radio', { name: /^Voice/ }).check();
  await page.getByRole('button', { name: 'Start recording' }).click();
  await skipCountdown(page);
  await page
    .getByRole('timer')
    .getByText(/^0:0[2-9]/)
    .waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByLabel('Link', { exact: true }).waitFor();
  await page.evaluate('window.unmount()');
  const [start, save, ...more] = await events();
  assert.deepEqual(more, [], 'what was saved is not cancelled');
  assert.deepEqual([start?.[0], start?.[1].session_id], ['start_note', 'S1']);
  assert.match(start?.[1].session_key ?? '', /^[0-9a-f-]{36}$/);
  assert.deepEqual([save?.[0], save?.[1].destination_binder_id], ['save_note', binderId]);
  assert.match(save?.[1].share_url ?? '', new RegExp(`^${service.origin}/b/${binderId}/pages/\\d+$`));
  const downloaded = await fetch(save?.[1].download_url ?? '');
  assert.deepEqual([downloaded.status, downloaded.headers.get('content-type')], [200, 'audio/webm']);
});
