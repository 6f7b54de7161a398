import assert from 'node:assert/strict';
import { claimsOf, startLivekitStandIn } from '@ringbinder/sfu/testing';
import { startService } from '@ringbinder/testkit';
import { test as base, expect } from '@ringbinder/testkit/playwright/index.ts';
import { SMALL_MEDIA } from '../support/small-media.ts';

type StandIn = Awaited<ReturnType<typeof startLivekitStandIn>>;

const test = base.extend<object, { livekit: StandIn }>({
  livekit: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const livekit = await startLivekitStandIn();
      await use(livekit);
      await livekit.close();
    },
    { scope: 'worker' },
  ],
  service: [
    async ({ livekit }, use) => {
      const { url: livekitUrl, key: livekitApiKey, secret: livekitApiSecret } = livekit;
      const service = await startService({ config: { livekitUrl, livekitApiKey, livekitApiSecret } });
      await use(service);
      await service.close();
    },
    { scope: 'worker' },
  ],
});

test('[MEET-10] the app loads LiveKit’s client with the first meet, connects with a token, and asks for another when it is refused', {
  tag: '@slow',
}, async ({ app, org, livekit }) => {
  app.allowErrors(/.*/);
  const binderId = await org.addBinder('Loan 4711', org.ada);
  const page = await app.open(org.ada, { path: `/b/${binderId}`, scripts: [SMALL_MEDIA] });
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) refused.push(message.text());
  });
  await page.getByRole('button', { name: 'Start meeting', exact: true }).click();
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await page.getByText('No one else is here yet').waitFor();
  await expect
    .poll(() => new Set(livekit.connectionTokens).size, 'it connects twice, with two tokens')
    .toBeGreaterThan(1);
  assert.ok(app.requestsOf(page).some((url) => /assets\/livekit[\w.-]*\.js/.test(url)));
  const [first, second] = [...new Set(livekit.connectionTokens)].map((token) =>
    claimsOf(token, livekit.key, livekit.secret),
  );
  assert.deepEqual([first.sub, first.video.room], [second.sub, second.video.room]);
  assert.equal(first.video.roomJoin, true);
  assert.deepEqual(refused, [], 'the page may open the connection');
  await expect(page.locator('.meet-tile')).toHaveCount(1);
});
