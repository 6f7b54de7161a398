import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bytesOnTheWire } from '@ringbinder/server/features/web/testing/bytes-on-the-wire.ts';
import { codesIn, examine, examineInSilence, type Finding, test } from './support/doctor.ts';
import { openHost, registerOrigins } from './support/embed.ts';
import { startPlainProxy } from './support/plain-proxy.ts';

test.beforeEach(({ app }) => app.allowErrors(/./));

test('[SDK-38] the doctor finds no fault in a correct page and names what it cannot check', async ({
  service,
  doctor,
}) => {
  const findings = await doctor.diagnose({ path: '/well' }, doctor.secondHost);
  assert.deepEqual(
    findings.map(({ code, severity }) => `${code} ${severity}`),
    ['popups_unknown info', 'meets_udp info', 'meets_no_relay info'],
  );
  assert.deepEqual(await doctor.codes({ path: '/without-init', init: { none: true } }), ['not_initialised']);
  const size = await bytesOnTheWire(service.origin, '/sdk/doctor.mjs');
  assert.ok(size > 2_000 && size < 8_000, `doctor.mjs: ${size} bytes`);
});

test('[SDK-38] the doctor asks the server about client, origin, token and clock', async ({
  org,
  service,
  host,
  startHost,
  doctor,
}) => {
  const unregisteredSite = await startHost();
  const [unregistered] = await doctor.diagnose({ path: '/' }, unregisteredSite);
  assert.equal(unregistered?.code, 'origin_not_registered');
  assert.ok(unregistered?.mend.includes(unregisteredSite.origin), unregistered?.mend);
  const nobody = `C${'x'.repeat(22)}`;
  assert.deepEqual(await doctor.codes({ path: '/client', init: { client_id: nobody } }), ['client_unknown']);
  assert.deepEqual(await doctor.codes({ path: '/token', init: { access_token: 'gone' } }), ['token_ended']);
  assert.deepEqual(await doctor.codes({ path: '/no-token', init: { access_token: '' } }), ['no_token']);
  const other = await service.make.client({ partnerId: org.partner.id });
  await registerOrigins(service, other.id, [host.origin]);
  assert.deepEqual(await doctor.codes({ path: '/other', init: { client_id: other.id } }), [
    'token_of_another_client',
  ]);
  const nothing = await startHost('127.0.0.1');
  assert.deepEqual(
    await doctor.codes({ path: '/away', init: { base_url: nothing.origin }, isSilent: true }),
    ['server_unreachable'],
  );
  service.clock.advance(10 * 60_000);
  try {
    const [skewed] = await doctor.diagnose({ path: '/clock' });
    assert.match(skewed?.sentence ?? '', /^The clock of this computer is (59\d|60\d) seconds behind/);
  } finally {
    service.clock.advance(-10 * 60_000);
  }
});

test('[SDK-38] the doctor finds frames without allow and frames that are too small to be seen', async ({
  service,
  doctor,
}) => {
  const own = `<iframe src="${service.origin}/embed/chat?x" width="600" height="400"></iframe>`;
  assert.deepEqual(await doctor.codes({ path: '/own', body: own }), ['missing_allow']);
  const collapsed = `<div style="height: 0; overflow: hidden"><iframe allow="camera; microphone" src="${service.origin}/embed/chat?x" style="height: 100%"></iframe></div>`;
  assert.deepEqual(await doctor.codes({ path: '/gone', body: collapsed }), ['hidden_frame']);
});

test('[SDK-38] the doctor finds a sandbox that blocks windows, and tries a window within a click', async ({
  app,
  host,
  doctor,
}) => {
  const button = `<button onclick="Service.doctor().then((found) => { window.found = found; })">Look</button>`;
  host.put('/inner', doctor.pageOf({ path: '', body: button }));
  host.put(
    '/outer',
    '<iframe src="/inner" sandbox="allow-scripts allow-same-origin" allow="camera \'none\'"></iframe>',
  );
  const page = await openHost(app, `${host.origin}/outer`);
  const inner = page.frames().find((each) => each.url().endsWith('/inner'));
  await inner?.getByRole('button').click();
  const findings = (await (await inner?.waitForFunction('window.found'))?.jsonValue()) as Finding[];
  assert.deepEqual(codesIn(findings).sort(), ['missing_allow', 'popup_blocked']);
  assert.ok(!findings.some(({ code }) => code === 'popups_unknown'));
  await page.goto(`${host.origin}/inner`);
  await page.getByRole('button').click();
  const free = (await (await page.waitForFunction('window.found')).jsonValue()) as Finding[];
  assert.deepEqual(codesIn(free), [], 'a click opens windows');
  assert.equal(page.context().pages().length, 1, 'the window of the attempt is closed');
});

test('[SDK-38] the doctor finds a proxy without WebSockets', async ({ service, serve, doctor }) => {
  const proxy = await startPlainProxy(serve, service.origin);
  assert.deepEqual(await doctor.codes({ path: '/proxy', from: proxy }), ['no_websocket']);
});

test('[SDK-38] the doctor finds blocked storage and an old browser', async ({ app, doctor }) => {
  doctor.secondHost.put('/storage', doctor.pageOf({ path: '' }));
  const page = await openHost(app, `${doctor.secondHost.origin}/storage`);
  // Some browsers deny storage to third-party frames.
  await page.addInitScript(`if (window !== top)
      Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError'); } });`);
  await page.addInitScript('delete Promise.withResolvers');
  await page.reload();
  const findings = await examine(page);
  assert.deepEqual(
    findings.map(({ code }) => code),
    ['old_browser', 'popups_unknown', 'storage_blocked', 'meets_udp', 'meets_no_relay'],
  );
});

test('[SDK-38] the doctor finds a server with http in a page with https', async ({
  app,
  service,
  doctor,
}) => {
  const script = await (await fetch(`${service.origin}/sdk/service.js`)).text();
  const module = await (await fetch(`${service.origin}/sdk/doctor.mjs`)).text();
  const secure = await app.newPage();
  await secure.route('https://portal.example/**', (route) => {
    const { pathname } = new URL(route.request().url());
    const init = { base_url: 'http://collab.example' };
    if (pathname === '/') {
      const body = doctor.pageOf({ path: '', init, from: 'https://portal.example', isSilent: true });
      return route.fulfill({ contentType: 'text/html', body });
    }
    return route.fulfill({
      contentType: 'text/javascript',
      body: pathname.endsWith('mjs') ? module : script,
    });
  });
  assert.deepEqual(codesIn(await examineInSilence(secure, 'https://portal.example/')), ['mixed_content']);
});

test('[SDK-38] the doctor finds a page without https', async ({ app, service, doctor }) => {
  const page = await app.newPage();
  await page.route(/^http:\/\/(portal|collab)\.example\//, async (route) => {
    const url = new URL(route.request().url());
    if (url.hostname === 'collab.example') {
      const response = await route.fetch({ url: `${service.origin}${url.pathname}${url.search}` });
      return route.fulfill({ response });
    }
    const away = 'http://collab.example';
    const body = doctor.pageOf({ path: '', init: { base_url: away }, from: away });
    return route.fulfill({ contentType: 'text/html', body });
  });
  await page.goto('http://portal.example/');
  const insecure = (await examine(page)).find(({ code }) => code === 'insecure_page');
  assert.equal(insecure?.severity, 'warning');
  assert.match(insecure.sentence, /does not use HTTPS/);
});

test('[SDK-38] the doctor finds a page without an origin, and reports none of the consequences', async ({
  app,
  doctor,
}) => {
  const file = join(await mkdtemp(join(tmpdir(), 'doctor-')), 'page.html');
  await writeFile(file, doctor.pageOf({ path: '', isSilent: true }));
  const findings = await examineInSilence(await app.newPage(), pathToFileURL(file).href);
  assert.deepEqual(codesIn(findings), ['page_without_origin']);
});

test('[SDK-38] the doctor finds a server without its pages or its media', async ({ app, doctor }) => {
  const page = await app.newPage();
  await page.route('**/embed/doctor.json?*', async (route) => {
    const response = await route.fetch();
    const media = { engine: 'livekit', status: 'unavailable' };
    await route.fulfill({ response, json: { ...(await response.json()), is_built: false, media } });
  });
  doctor.secondHost.put('/not-built', doctor.pageOf({ path: '' }));
  await page.goto(`${doctor.secondHost.origin}/not-built`);
  assert.deepEqual(codesIn(await examine(page)), ['not_built', 'meets_down']);
});

test('[SDK-38] the doctor finds a proxy that forbids frames', async ({ service, serve, doctor }) => {
  const proxy = await startPlainProxy(serve, service.origin, [], { 'x-frame-options': 'DENY' });
  const [blocked] = await doctor.diagnose({ path: '/frame-options', from: proxy });
  // With frame-ancestors, browsers ignore X-Frame-Options.
  assert.equal(blocked?.code, 'no_websocket');
  const strict = await startPlainProxy(serve, service.origin, ['content-security-policy'], {
    'x-frame-options': 'DENY',
  });
  assert.deepEqual(await doctor.codes({ path: '/frames', from: strict, isSilent: true }), ['frame_blocked']);
});
