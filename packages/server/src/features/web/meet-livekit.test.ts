import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { until } from '@ringbinder/testkit';
import { fakeMedia } from '@ringbinder/testkit/browser.ts';
import { startLivekitStandIn } from '../../conference/livekit/testing/stand-in.ts';
import { claimsOf } from '../../conference/livekit/testing/tokens.ts';
import { openApp, startApp } from './testing/app-page.ts';

const livekit = await startLivekitStandIn();
after(() => livekit.close());
const { browser, service, fixture } = await startApp(
  {
    config: { livekitUrl: livekit.url, livekitApiKey: livekit.key, livekitApiSecret: livekit.secret },
  },
  fakeMedia,
);

test(
  '[MEET-10] in the app LiveKit’s client is loaded with the first meet, connects to its endpoint with the token, and asks for another when it is refused',
  browser.needed,
  async () => {
    const binderId = await fixture.addBinder('Loan 4711', fixture.ada, []);
    const { page } = await openApp(browser, service, fixture.ada.email, { path: `/b/${binderId}` });
    const loaded: string[] = [];
    const refused: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    page.on('console', (message) => {
      if (/Content.Security.Policy/i.test(message.text())) refused.push(message.text());
    });
    const isLoaded = () => loaded.some((url) => /assets\/livekit[\w.-]*\.js/.test(url));
    await page.getByRole('button', { name: 'Meet', exact: true }).click();
    await page.getByRole('button', { name: 'Join', exact: true }).click();
    await page.getByText('Nobody else is here yet').waitFor();
    await until('it connects twice, with two tokens', () => new Set(livekit.connectionTokens).size > 1);
    assert.ok(isLoaded());
    const [first, second] = [...new Set(livekit.connectionTokens)].map((token) =>
      claimsOf(token, livekit.key, livekit.secret),
    );
    assert.deepEqual([first.sub, first.video.room], [second.sub, second.video.room]);
    assert.equal(first.video.roomJoin, true);
    assert.deepEqual(refused, [], 'the page may open the connection');
    // The meet itself goes on: who is in it, hands and chat are not LiveKit's.
    assert.equal(await page.locator('.meet-tile').count(), 1);
  },
);
