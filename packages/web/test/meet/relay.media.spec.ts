import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import { startRelay, whyNoRelay } from '@ringbinder/server/features/meet-rooms/testing/relay.ts';
import { startService } from '@ringbinder/testkit';
import { launchOptions } from '@ringbinder/testkit/browser.ts';
import { createNetwork, missingNetworkReason } from '@ringbinder/testkit/network.ts';
import { createApp } from '@ringbinder/testkit/playwright/app.ts';
import { createOrg, test } from '@ringbinder/testkit/playwright/index.ts';
import { joinMeet, receivesMore, startMeet } from '../support/meet-browsers.ts';
import type { MeetPage } from '../support/meet-page.ts';
import { openInNetwork } from '../support/network-browser.ts';

/** Browsers do not relay to a loopback address. */
const address = Object.values(networkInterfaces())
  .flat()
  .find((each) => each && !each.internal && each.family === 'IPv4')?.address;
const pathOf = (page: MeetPage) => page.run(async (window) => (await window.meet.stats()).path);

test('[MEET-12] a participant without a direct way comes through a relay, with credentials of the service', {
  tag: '@slow',
}, async ({ browser }) => {
  const missing = whyNoRelay ?? (address ? undefined : 'this machine has only the loopback address');
  test.skip(missing !== undefined && process.env.CI !== 'true', missing);
  const secret = randomBytes(16).toString('hex');
  // A test machine's address may be private.
  const relay = await startRelay(secret, address ?? '', { lines: [`allowed-peer-ip=${address}`] });
  const service = await startService({
    config: { meetTurnUrls: [`turn:${relay.address}:${relay.port}?transport=udp`], meetTurnSecret: secret },
  });
  const app = createApp(browser, service, await createOrg(service));
  try {
    const { owner, editor, binderId } = await service.make.cast();
    const sessionKey = await startMeet(service, binderId, owner);
    const direct = await joinMeet(app, owner, { sessionKey, tone: 440 });
    const relayed = await joinMeet(app, editor, { sessionKey, tone: 1_000, isRelayed: true });
    await receivesMore(direct, editor.name);
    await receivesMore(relayed, owner.name);
    assert.equal(await pathOf(relayed), 'relay_udp');
    assert.equal(await pathOf(direct), 'udp');
    await app.finish();
  } finally {
    await service.close();
    await relay.stop();
  }
});

test('[MEET-28] a participant whose network allows only TCP to port 443 sees and is seen, by TURN over TCP and over TLS', {
  tag: '@slow',
}, async ({ browser, playwright }) => {
  const missing = whyNoRelay ?? missingNetworkReason();
  test.skip(missing !== undefined, missing);
  const secret = randomBytes(16).toString('hex');
  const network = await createNetwork(launchOptions().executablePath);
  const [web, turn] = network.here;
  const relay = await startRelay(secret, turn, { port: 443, hasTls: true });
  const service = await startService({
    config: {
      meetTurnUrls: [`turn:${turn}:443?transport=tcp`, `turns:${turn}:443`],
      meetTurnSecret: secret,
    },
  });
  const app = createApp(browser, service, await createOrg(service));
  const inside = await openInNetwork(playwright.chromium, network, app);
  try {
    await network.terminateTls(web, 443, Number(new URL(service.origin).port));
    await network.filterOutput([
      'oif lo accept',
      `ip daddr { ${web}, ${turn} } tcp dport 443 accept`,
      'drop',
    ]);
    const { owner, editor, binderId } = await service.make.cast();
    const sessionKey = await startMeet(service, binderId, owner);
    const direct = await joinMeet(app, owner, { sessionKey, tone: 440 });
    for (const [relays, path] of [
      ['turn:', 'relay_tcp'],
      ['turns:', 'relay_tls'],
    ] as const) {
      const origin = `https://${web}`;
      const closedOff = await joinMeet(inside.app, editor, { sessionKey, tone: 1_000, relays, origin });
      await receivesMore(closedOff, owner.name);
      await receivesMore(direct, editor.name);
      assert.equal(await pathOf(closedOff), path);
      assert.equal(await pathOf(direct), 'udp');
      await closedOff.close();
    }
    await app.finish();
  } finally {
    await inside.close();
    await service.close();
    await relay.stop();
    await network.close();
  }
});
