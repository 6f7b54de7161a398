import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { uploaded } from '@ringbinder/server/features/pages/testing/upload.ts';
import { makeImage, makePdf } from '@ringbinder/server/media/testing/fixtures.ts';
import { type Cast, startService, type TestService } from '@ringbinder/testkit';
import { testBrowser } from '@ringbinder/testkit/browser.ts';

const browser = testBrowser();
let service: TestService;
let cast: Cast;
/** Somebody else's site: another port is another origin, and so is `localhost`. */
let site: Server;
let html = '';
let siteOrigin: string;
before(async () => {
  service = await startService();
  cast = await service.make.cast();
  site = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html),
  );
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  siteOrigin = `http://localhost:${(site.address() as AddressInfo).port}`;
});
after(async () => {
  await browser.close();
  site.close();
  await service.close();
});

/** What an `<img>` on the other site makes of an address: its natural size, or null when it shows nothing. */
async function shownAs(sources: string[]): Promise<([number, number] | null)[]> {
  html = `<!doctype html>${sources.map((source) => `<img src="${source.replaceAll('&', '&amp;')}">`).join('')}`;
  const { page } = await browser.newPage();
  await page.goto(siteOrigin);
  const sizes = await page.evaluate<
    [number, number][]
  >(`Promise.all([...document.images].map(async (image) => {
    await image.decode().catch(() => {});
    return [image.naturalWidth, image.naturalHeight];
  }))`);
  await page.context().close();
  return sizes.map((size) => (size[0] === 0 ? null : size));
}

test('[PAGE-9] an <img> on a page of another origin shows the pictures', browser.needed, async () => {
  const { pages } = await uploaded(service, cast, makePdf({ pages: 2 }));
  const image = await uploaded(
    service,
    cast,
    await makeImage({ format: 'jpeg', width: 64, height: 48 }),
    'a.jpg',
  );
  const [first, second] = pages;
  const sources = [
    first.thumbnail_uri,
    second.background_uri,
    image.pages[0].thumbnail_uri,
    image.pages[0].page_uri,
  ];
  const sizes = await shownAs(sources.flatMap((uri) => [service.origin + uri, `${service.base}${uri}`]));
  assert.deepEqual(
    sizes,
    [
      [247, 320],
      [1236, 1600],
      [64, 48],
      [64, 48],
    ].flatMap((size) => [size, size]),
  );
});

test('[PAGE-10] an <img> shows nothing of a link that was changed', browser.needed, async () => {
  const { pages } = await uploaded(service, cast, makePdf({ pages: 2 }));
  const [{ thumbnail_uri: good }, { id: otherId }] = pages;
  const sizes = await shownAs(
    [
      good,
      good.replace(`/${pages[0].id}/`, `/${otherId}/`),
      good.replace('/thumbnail', '/background'),
      good.replace(/expires=\d/, 'expires=9'),
      good.replace(/signature=./, (start: string) => (start.endsWith('A') ? 'signature=B' : 'signature=A')),
    ].map((uri) => service.origin + uri),
  );
  assert.deepEqual(sizes, [[247, 320], null, null, null, null]);
});

test(
  '[FILE-25] script in uploaded HTML and SVG does not run, whatever page asks for it',
  browser.needed,
  async () => {
    const script = "<script>parent.postMessage('ran', '*')</script>";
    const uploads: [string, string][] = [
      [`<!doctype html><html><body>${script}</body></html>`, 'page.html'],
      [`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${script}</svg>`, 'drawing.svg'],
    ];
    const addresses: string[] = [];
    for (const [data, name] of uploads) {
      const { fileId, pages } = await uploaded(service, cast, data, name);
      addresses.push(`${service.base}/${cast.binderId}/files/${fileId}?access_token=${cast.owner.token}`);
      for (const { id, page_uri } of pages) {
        addresses.push(service.origin + page_uri);
        addresses.push(
          `${service.base}/${cast.binderId}/pagedownload/${id}?raw=true&access_token=${cast.owner.token}`,
        );
      }
    }
    html = `<!doctype html><script>ran = 0; onmessage = () => ran++</script>
    <iframe srcdoc="${script.replaceAll('"', '&quot;')}"></iframe>
    ${addresses.map((address) => `<iframe src="${address.replaceAll('&', '&amp;')}"></iframe>`).join('')}`;
    const { page } = await browser.newPage();
    const answers: number[] = [];
    page.on('response', (response) => {
      if (addresses.includes(response.url())) answers.push(response.status());
    });
    await page.goto(siteOrigin, { waitUntil: 'networkidle' });
    // The frame of the page's own proves that a script that runs is heard.
    await page.waitForFunction('ran > 0');
    assert.equal(await page.evaluate('ran'), 1);
    assert.deepEqual(answers, Array(addresses.length).fill(200));
  },
);
