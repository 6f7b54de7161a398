import assert from 'node:assert/strict';
import { makeImage, makePdf } from '@ringbinder/page-renderer/testing';
import { uploaded } from '@ringbinder/server/features/pages/testing/upload.ts';
import { type Page, test } from '@ringbinder/testkit/playwright/index.ts';
import { type OtherSite, startOtherSite } from '../support/other-site.ts';

let site: OtherSite;
test.beforeEach(async () => {
  site = await startOtherSite();
});
test.afterEach(() => site.close());

const attribute = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

async function sizesOf(page: Page, sources: string[]): Promise<([number, number] | null)[]> {
  site.html = `<!doctype html>${sources.map((source) => `<img src="${attribute(source)}">`).join('')}`;
  await page.goto(site.origin);
  const sizes = await page.evaluate<
    [number, number][]
  >(`Promise.all([...document.images].map(async (image) => {
    await image.decode().catch(() => {});
    return [image.naturalWidth, image.naturalHeight];
  }))`);
  return sizes.map((size) => (size[0] === 0 ? null : size));
}

test('[PAGE-9] an <img> on a page of another origin shows the pictures of pages', async ({
  page,
  service,
}) => {
  const cast = await service.make.cast();
  const { pages } = await uploaded(service, cast, makePdf({ pages: 2 }));
  const jpeg = await makeImage({ format: 'jpeg', width: 64, height: 48 });
  const image = await uploaded(service, cast, jpeg, 'a.jpg');
  const [first, second] = pages;
  const sources = [
    first.thumbnail_uri,
    second.background_uri,
    image.pages[0].thumbnail_uri,
    image.pages[0].page_uri,
  ];
  const sizes = await sizesOf(
    page,
    sources.flatMap((uri) => [service.origin + uri, `${service.base}${uri}`]),
  );
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

test('[PAGE-10] an <img> shows nothing for a changed link', async ({ page, service }) => {
  const { pages } = await uploaded(service, await service.make.cast(), makePdf({ pages: 2 }));
  const [{ thumbnail_uri: good }, { id: otherId }] = pages;
  const sizes = await sizesOf(
    page,
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

test('[FILE-25] script in uploaded HTML and SVG does not run on any page that embeds it', async ({
  page,
  service,
}) => {
  const cast = await service.make.cast();
  const script = "<script>parent.postMessage('ran', '*')</script>";
  const uploads: [string, string][] = [
    [`<!doctype html><html><body>${script}</body></html>`, 'page.html'],
    [`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${script}</svg>`, 'drawing.svg'],
  ];
  const addresses: string[] = [];
  const access = `access_token=${cast.owner.token}`;
  for (const [data, name] of uploads) {
    const { fileId, pages } = await uploaded(service, cast, data, name);
    addresses.push(`${service.base}/${cast.binderId}/files/${fileId}?${access}`);
    for (const { id, page_uri } of pages) {
      addresses.push(service.origin + page_uri);
      addresses.push(`${service.base}/${cast.binderId}/pagedownload/${id}?raw=true&${access}`);
    }
  }
  // The first frame proves that the page detects scripts.
  site.html = `<!doctype html><script>ran = 0; onmessage = () => ran++</script>
    <iframe srcdoc="${attribute(script)}"></iframe>
    ${addresses.map((address) => `<iframe src="${attribute(address)}"></iframe>`).join('')}`;
  const answers: number[] = [];
  page.on('response', (response) => {
    if (addresses.includes(response.url())) answers.push(response.status());
  });
  await page.goto(site.origin, { waitUntil: 'networkidle' });
  await page.waitForFunction('ran > 0');
  assert.equal(await page.evaluate('ran'), 1);
  assert.deepEqual(answers, Array(addresses.length).fill(200));
});
