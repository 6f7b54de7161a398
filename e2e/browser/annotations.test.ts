import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { type Cast, startService, type TestService, uploadFile } from '@ringbinder/testkit';
import { testBrowser } from '@ringbinder/testkit/browser.ts';
import {
  armed,
  hostileMarkup,
} from '../../packages/server/src/features/annotations/testing/hostile-markup.ts';

const browser = testBrowser();
let service: TestService;
let cast: Cast;
let pageId: number;
/** Stands for the outside: counts who asks it for anything, and serves the pages that hold the markup. */
let outside: Server;
let origin: string;
let asked: string[];
let served: string;

before(async () => {
  service = await startService();
  cast = await service.make.cast();
  const { binderId, owner } = cast;
  const { pages } = await uploadFile(service, { binderId, token: owner.token }, 'To draw on', 'note.txt');
  pageId = pages[0].id;
  asked = [];
  outside = createServer((request, response) => {
    if (request.url === '/page') return response.setHeader('content-type', 'text/html').end(served);
    asked.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
});
after(async () => {
  await browser.close();
  await service.close();
  await new Promise((resolve) => outside.close(resolve));
});

/** A page that shows markup as a client would: inline in an SVG, in the HTML itself and put in by script. */
const showing = (pieces: string[]) => `<!doctype html><meta charset="utf-8"><script>window.ran = [];</script>
${pieces.map((piece) => `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">${piece}</svg>`).join('\n')}
<div id="later"></div>
<script>
  later.innerHTML = ${JSON.stringify(pieces.map((piece) => `<svg>${piece}</svg>`).join('')).replaceAll('<', '\\u003c')};
</script>`;

/** Shows pieces in Chromium, moves and clicks over them, and gives what ran and what was asked for from outside. */
async function show(pieces: string[]): Promise<{ ran: string[]; leaked: string[] }> {
  asked.length = 0;
  served = showing(pieces);
  const { page } = await browser.newPage({ viewport: { width: 1000, height: 1000 } });
  page.on('dialog', (dialog) => dialog.dismiss());
  await page.goto(`${origin}/page`, { waitUntil: 'load' });
  for (const element of await page.locator('svg *').all()) {
    await element.dispatchEvent('click').catch(() => {});
    await element.dispatchEvent('focusin').catch(() => {});
  }
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  await page.waitForLoadState('networkidle');
  const ran = await page.evaluate<string[]>('ran');
  await page.context().close();
  return { ran, leaked: asked.filter((url) => url.startsWith('/leak')) };
}

const entries = () =>
  Object.entries(hostileMarkup).map(([name, markup], index) => ({
    name,
    markup: armed(markup, `${origin}/leak-${index}`, `ran.push(${index})`),
  }));

test(
  '[ANN-5] of the hostile corpus nothing runs and nothing is loaded from what was stored',
  browser.needed,
  async (t) => {
    const token = cast.editor.token;
    let refused = 0;
    for (const [index, { name, markup }] of entries().entries()) {
      const json = { client_uuid: `hostile-${index}`, svg_tag: markup };
      const answer = await service.call('POST', `/${cast.binderId}/pages/${pageId}/annotations`, {
        token,
        json,
      });
      assert.ok(answer.status === 200 || answer.status === 400, `${name}: ${answer.status}`);
      if (answer.status === 400) refused++;
    }
    const { body } = await service.call('GET', `/${cast.binderId}/pages`, { token });
    const stored: { svg_tag: string }[] = body.data.pages[0].svg_tags;
    t.diagnostic(`${entries().length} entries: ${refused} refused, ${stored.length} stored`);
    assert.equal(stored.length + refused, entries().length);
    assert.ok(stored.length > 0);
    const harmless = '<path d="M0 0L9 9" stroke="#f00"></path>';
    assert.deepEqual(await show([...stored.map(({ svg_tag }) => svg_tag), harmless]), {
      ran: [],
      leaked: [],
    });
  },
);

test(
  '[ANN-5] the watch itself works: the corpus as it was sent runs script and loads from outside',
  browser.needed,
  async () => {
    const dangerous = ['onload', 'image from outside', 'svg that ends early', 'onclick', 'style element'];
    const raw = entries().filter(({ name }) => dangerous.includes(name));
    assert.equal(raw.length, dangerous.length);
    const { ran, leaked } = await show(raw.map(({ markup }) => markup));
    assert.ok(ran.length >= 2, `ran: ${ran}`);
    assert.ok(leaked.length >= 1, `leaked: ${leaked}`);
  },
);
