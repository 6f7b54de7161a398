import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { startApp } from '../web/testing/app-page.ts';
import { bytesOnTheWire } from '../web/testing/bytes-on-the-wire.ts';
import { openHost, registerOrigins, startHost } from './testing/host-page.ts';
import { startPlainProxy } from './testing/plain-proxy.ts';

const { browser, service, fixture } = await startApp();
const host = await startHost();
const stranger = await startHost();
/** Of the same site as the service, where nothing of it is a third party's. */
const neighbour = await startHost('127.0.0.1');
await registerOrigins(service, fixture.client.id, [host.origin, neighbour.origin]);
const { ada } = fixture;

interface Finding {
  code: string;
  severity: string;
  sentence: string;
  mend: string;
}
interface Case {
  path: string;
  headers?: Record<string, string>;
  /** What `init` gets beside the usual. */
  init?: Record<string, unknown>;
  /** Where the script comes from. */
  from?: string;
  body?: string;
}

/** What is told of pages whatever else there is; profiles of tests block the storage of third parties. */
const ALWAYS = ['popups_unknown', 'meets_unknown', 'storage_blocked', 'meets_udp', 'meets_no_relay'];

const pageOf = ({ init = {}, from = service.origin, body = '' }: Case) => {
  const options = {
    mode: 'production',
    client_id: fixture.client.id,
    access_token: ada.token,
    sdk_version: 4,
    ...init,
  };
  return `<!doctype html><html lang="en"><title>Host</title><body>${body}
<script nonce="n" src="${from}/sdk/service.js"></script>
<script nonce="n">if (!${JSON.stringify(init)}.none) Service.init(${JSON.stringify(options)});
  window.looked = Service.doctor();</script></body></html>`;
};

/** What it said when the page was loaded: what Playwright calls counts as a click. */
const examine = (page: Page) => page.evaluate<Finding[]>('looked');

/** Puts a page with a fault, and gives what the doctor says to it. Each is as severe as the last one, or less. */
async function diagnose(fault: Case, site = host): Promise<Finding[]> {
  site.put(fault.path, pageOf(fault), fault.headers);
  const { page } = await openHost(browser, site.origin + fault.path);
  const found = await examine(page);
  assert.equal(await page.locator('iframe[title=Ringbinder]').count(), 0, 'nothing is left behind');
  await page.context().close();
  const order = ['error', 'warning', 'info'];
  const ranks = found.map(({ severity }) => order.indexOf(severity));
  assert.deepEqual(ranks, [...ranks].sort());
  for (const { sentence, mend } of found) {
    assert.match(sentence, /^[\w].{15,}\.$/s);
    assert.match(mend, /^[A-Z].{15,}\.$/s);
  }
  return found;
}

const codesOf = (found: Finding[]) => found.map(({ code }) => code).filter((code) => !ALWAYS.includes(code));
const codes = async (fault: Case) => codesOf(await diagnose(fault));

test(
  '[SDK-38] the doctor finds nothing at a page where all is well, and says what it does not know',
  browser.needed,
  async () => {
    const found = await diagnose({ path: '/well' }, neighbour);
    assert.deepEqual(
      found.map(({ code, severity }) => `${code} ${severity}`),
      ['popups_unknown info', 'meets_udp info', 'meets_no_relay info'],
    );
    assert.deepEqual(await codes({ path: '/without-init', init: { none: true } }), ['not_initialised']);
    const size = await bytesOnTheWire(service.origin, '/sdk/doctor.mjs');
    assert.ok(size > 2_000 && size < 8_000, `doctor.mjs: ${size} bytes`);
  },
);

test(
  '[SDK-38] client, origin and token: the server is asked, and what it would refuse is said before it does',
  browser.needed,
  async () => {
    const [unregistered] = await diagnose({ path: '/' }, stranger);
    assert.equal(unregistered?.code, 'origin_not_registered');
    assert.ok(unregistered?.mend.includes(stranger.origin), unregistered?.mend);
    const nobody = `C${'x'.repeat(22)}`;
    assert.deepEqual(await codes({ path: '/client', init: { client_id: nobody } }), ['client_unknown']);
    assert.deepEqual(await codes({ path: '/token', init: { access_token: 'gone' } }), ['token_ended']);
    assert.deepEqual(await codes({ path: '/no-token', init: { access_token: '' } }), ['no_token']);
    const other = await service.make.client({ partnerId: fixture.partner.id });
    await registerOrigins(service, other.id, [host.origin]);
    assert.deepEqual(await codes({ path: '/other', init: { client_id: other.id } }), [
      'token_of_another_client',
    ]);
    const nothing = await startHost('127.0.0.1');
    assert.deepEqual(await codes({ path: '/away', init: { base_url: nothing.origin } }), [
      'server_unreachable',
    ]);
    service.clock.advance(10 * 60_000);
    try {
      const [skewed] = await diagnose({ path: '/clock' });
      assert.match(skewed?.sentence ?? '', /^The clock of this machine is (59\d|60\d) seconds behind/);
    } finally {
      service.clock.advance(-10 * 60_000);
    }
  },
);

test(
  '[SDK-38] what the headers of a page forbid: Content-Security-Policy, Permissions-Policy, COOP and COEP',
  browser.needed,
  async () => {
    const csp = (policy: string) => ({ 'content-security-policy': policy });
    const { origin } = service;
    const scripts = `script-src 'nonce-n' ${origin}`;
    assert.deepEqual(
      await codes({
        path: '/csp',
        headers: csp(`${scripts}; frame-src ${origin}; connect-src 'self' ${origin}`),
      }),
      [],
    );
    const path = `script-src 'unsafe-inline' ${origin}/sdk/service.js`;
    assert.deepEqual(await codes({ path: '/csp-script', headers: csp(path) }), ['csp_script_src']);
    assert.deepEqual(await codes({ path: '/csp-frame', headers: csp("frame-src 'self'") }), [
      'csp_frame_src',
    ]);
    const [connect] = await diagnose({ path: '/csp-connect', headers: csp("connect-src 'self'") });
    assert.deepEqual([connect?.code, connect?.severity], ['csp_connect_src', 'warning']);
    const [permissions] = await diagnose({
      path: '/permissions',
      headers: { 'permissions-policy': 'camera=(), microphone=(self), on-device-speech-recognition=()' },
    });
    assert.equal(permissions?.code, 'permissions_policy');
    assert.match(permissions?.mend ?? '', /camera=\(self "http.+"\), microphone=\(self "http/);
    assert.match(permissions?.mend ?? '', /on-device-speech-recognition=\(self "http/);
    const coop = { 'cross-origin-opener-policy': 'same-origin' };
    assert.deepEqual(await codes({ path: '/coop', headers: coop }), ['coop']);
    const coep = { ...coop, 'cross-origin-embedder-policy': 'require-corp' };
    assert.deepEqual(await codes({ path: '/coep', headers: coep }), ['coop'], 'frames say the same');
    const from = await startPlainProxy(service.origin, ['cross-origin-embedder-policy']);
    assert.deepEqual(await codes({ path: '/coep-dropped', headers: coep, from }), ['coep', 'coop']);
  },
);

test(
  '[SDK-38] frames: without allow, too small to be seen, or within a sandbox where windows are blocked',
  browser.needed,
  async () => {
    const own = `<iframe src="${service.origin}/embed/chat?x" width="600" height="400"></iframe>`;
    assert.deepEqual(await codes({ path: '/own', body: own }), ['missing_allow']);
    const gone = `<div style="height: 0; overflow: hidden"><iframe allow="camera; microphone" src="${service.origin}/embed/chat?x" style="height: 100%"></iframe></div>`;
    assert.deepEqual(await codes({ path: '/gone', body: gone }), ['hidden_frame']);

    const button = `<button onclick="Service.doctor().then((found) => { window.found = found; })">Look</button>`;
    host.put('/inner', pageOf({ path: '', body: button }));
    host.put(
      '/outer',
      '<iframe src="/inner" sandbox="allow-scripts allow-same-origin" allow="camera \'none\'"></iframe>',
    );
    const { page } = await openHost(browser, `${host.origin}/outer`);
    const inner = page.frames().find((each) => each.url().endsWith('/inner'));
    await inner?.getByRole('button').click();
    const found = (await (await inner?.waitForFunction('window.found'))?.jsonValue()) as Finding[];
    assert.deepEqual(codesOf(found).sort(), ['missing_allow', 'popup_blocked']);
    assert.ok(!found.some(({ code }) => code === 'popups_unknown'));
    await page.goto(`${host.origin}/inner`);
    await page.getByRole('button').click();
    const free = (await (await page.waitForFunction('window.found')).jsonValue()) as Finding[];
    assert.deepEqual(codesOf(free), [], 'within a click, where windows open');
    assert.equal(page.context().pages().length, 1, 'and the one that was tried is closed');
    await page.context().close();
  },
);

test(
  '[SDK-38] what lies between: a proxy without WebSockets, blocked storage, an old browser, http in a page with https',
  browser.needed,
  async () => {
    const proxy = await startPlainProxy(service.origin);
    assert.deepEqual(await codes({ path: '/proxy', from: proxy }), ['no_websocket']);

    neighbour.put('/storage', pageOf({ path: '' }));
    const { page } = await openHost(browser, `${neighbour.origin}/storage`);
    // As where the user has browsers block all of a third party.
    await page.addInitScript(`if (window !== top)
      Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError'); } });`);
    await page.addInitScript('delete Promise.withResolvers');
    await page.reload();
    const found = await examine(page);
    assert.deepEqual(
      found.map(({ code }) => code),
      ['old_browser', 'popups_unknown', 'storage_blocked', 'meets_unknown'],
    );
    await page.context().close();

    const script = await (await fetch(`${service.origin}/sdk/service.js`)).text();
    const doctor = await (await fetch(`${service.origin}/sdk/doctor.mjs`)).text();
    const { page: secure } = await browser.newPage();
    await secure.route('https://portal.example/**', (route) => {
      const { pathname } = new URL(route.request().url());
      const init = { base_url: 'http://collab.example' };
      if (pathname === '/') {
        const body = pageOf({ path: '', init, from: 'https://portal.example' });
        return route.fulfill({ contentType: 'text/html', body });
      }
      return route.fulfill({
        contentType: 'text/javascript',
        body: pathname.endsWith('mjs') ? doctor : script,
      });
    });
    await secure.goto('https://portal.example/');
    assert.deepEqual(codesOf(await examine(secure)), ['mixed_content']);
    await secure.context().close();
  },
);

test(
  '[SDK-38] where a page comes from: without https, from a file; a proxy that forbids frames, a server without its pages',
  browser.needed,
  async () => {
    const { page } = await browser.newPage();
    // By http from another machine: all of both sites comes by the service of this one.
    await page.route(/^http:\/\/(portal|collab)\.example\//, async (route) => {
      const url = new URL(route.request().url());
      if (url.hostname === 'collab.example') {
        const response = await route.fetch({ url: `${service.origin}${url.pathname}${url.search}` });
        return route.fulfill({ response });
      }
      const away = 'http://collab.example';
      const body = pageOf({ path: '', init: { base_url: away }, from: away });
      return route.fulfill({ contentType: 'text/html', body });
    });
    await page.goto('http://portal.example/');
    const insecure = (await examine(page)).find(({ code }) => code === 'insecure_page');
    assert.equal(insecure?.severity, 'warning');
    assert.match(insecure.sentence, /no https/);

    const folder = await mkdtemp(join(tmpdir(), 'doctor-'));
    try {
      await writeFile(join(folder, 'page.html'), pageOf({ path: '' }));
      await page.goto(pathToFileURL(join(folder, 'page.html')).href);
      const found = codesOf(await examine(page));
      assert.deepEqual(found, ['page_without_origin'], 'and nothing of what follows from it');
    } finally {
      await rm(folder, { recursive: true });
    }

    await page.route('**/embed/doctor.json?*', async (route) => {
      const response = await route.fetch();
      const media = { engine: 'livekit', status: 'unavailable' };
      await route.fulfill({ response, json: { ...(await response.json()), is_built: false, media } });
    });
    neighbour.put('/not-built', pageOf({ path: '' }));
    await page.goto(`${neighbour.origin}/not-built`);
    assert.deepEqual(codesOf(await examine(page)), ['not_built', 'meets_down']);
    await page.context().close();

    const proxy = await startPlainProxy(service.origin, [], { 'x-frame-options': 'DENY' });
    const [blocked] = await diagnose({ path: '/frame-options', from: proxy });
    // The policy of a page counts before that header, where it has one; that of the doctor allows everybody.
    assert.equal(blocked?.code, 'no_websocket');
    const strict = await startPlainProxy(service.origin, ['content-security-policy'], {
      'x-frame-options': 'DENY',
    });
    assert.deepEqual(await codes({ path: '/frames', from: strict }), ['frame_blocked']);
  },
);
