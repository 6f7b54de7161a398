import assert from 'node:assert/strict';
import { createPictureLoader } from '@ringbinder/server/features/image-proxy/loader.ts';
import {
  makePng,
  sends,
  startOtherHost,
} from '@ringbinder/server/features/image-proxy/testing/other-host.ts';
import { fetchPreviews, linkPreviewQueue } from '@ringbinder/server/features/link-previews/index.ts';
import { createDownload } from '@ringbinder/server/outbound/index.ts';
import { expect, inspectEverywhere, test } from '@ringbinder/testkit/playwright/index.ts';

test('[MSG-68] a card shows the link with its picture, and its author removes it for everyone', async ({
  app,
  org,
  service,
}) => {
  const host = await startOtherHost();
  const download = createDownload({ timeoutMs: 5_000, maxBytes: 256 * 1024, allowsPrivate: true });
  const picture = host.at(sends(await makePng(200, 200)));
  const address = host.at(
    sends(
      `<title>x</title><meta property="og:title" content="Rates and fees of all accounts">
       <meta property="og:site_name" content="Demo Bank"><meta property="og:image" content="${picture}">
       <meta property="og:description" content="What an account costs, from the first day to the last.">`,
      'text/html',
    ),
  );
  await service.env.db.query('UPDATE orgs SET link_previews = true WHERE id = $1', [org.ada.orgId]);
  // The server never requests private networks, so the test fills the cache.
  await createPictureLoader(service.env, download)(picture);
  const id = await org.addBinder('Links', org.ada, [org.ben]);
  await org.post(id, org.ada, `Please read ${address} before Friday`);
  await linkPreviewQueue.catchUp(service.env, id);
  await fetchPreviews(service.env, download);
  const [ada, ben] = [
    await app.open(org.ada, { path: `/b/${id}/chat` }),
    await app.open(org.ben, { path: `/b/${id}/chat` }),
  ] as const;
  const cards = [ada, ben].map((page) => page.locator('.link-preview'));
  for (const card of cards) await expect(card).toContainText(`${new URL(address).host} · Demo Bank`);
  await expect
    .poll(() =>
      ada
        .locator('.link-preview img')
        .evaluate((each) => (each as unknown as { naturalWidth: number }).naturalWidth),
    )
    .toBe(200);
  await inspectEverywhere(ada, 'link preview');
  await expect(ben.getByRole('button', { name: /Remove the preview/ })).toHaveCount(0);
  await ada.getByRole('button', { name: /Remove the preview/ }).click();
  for (const card of cards) await expect(card).toHaveCount(0);
  assert.equal(host.requests.length, 2, 'the page and the picture, by the server alone');
  await download.close();
  host.close();
});
