import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import { after, test } from 'node:test';
import { startService, until } from '@ringbinder/testkit';
import { fakeMedia, testBrowser } from '@ringbinder/testkit/browser.ts';
import { createNetwork, whyNoNetwork } from '@ringbinder/testkit/network.ts';
import { joinInBrowser, type MeetPage } from './testing/meet-page.ts';
import { startRelay, whyNoRelay } from './testing/relay.ts';
import { openTurnClient } from './testing/turn-client.ts';

const browser = testBrowser(process.env, fakeMedia);
after(() => browser.close());
/** Browsers do not relay to an address of the machine itself that is the loopback's. */
const address = Object.values(networkInterfaces())
  .flat()
  .find((each) => each && !each.internal && each.family === 'IPv4')?.address;

const missing =
  whyNoRelay ?? (address === undefined ? 'this machine has no address but the loopback’s' : undefined);
const needed = missing === undefined || process.env.CI === 'true' ? browser.needed : { skip: missing };
const noNetwork = whyNoRelay ?? whyNoNetwork();
const neededFor443 = noNetwork === undefined ? browser.needed : { skip: noNetwork };

const framesOf = (page: MeetPage, name: string) => page.run((window, who) => window.seen(who).frames, name);
/** Waits until more pictures of somebody come. */
async function seesMore(page: MeetPage, name: string): Promise<void> {
  const before = await framesOf(page, name);
  await until(`${name} is seen`, async () => (await framesOf(page, name)) > before + 5);
}
const pathOf = (page: MeetPage) => page.run(async (window) => (await window.meet.stats()).path);

test(
  '[MEET-12] who has no direct way comes by a relay, with credentials of the service',
  needed,
  async () => {
    const secret = randomBytes(16).toString('hex');
    // What the tests run in may have a private address.
    const relay = await startRelay(secret, address ?? '', { lines: [`allowed-peer-ip=${address}`] });
    const service = await startService({
      config: { meetTurnUrls: [`turn:${relay.address}:${relay.port}?transport=udp`], meetTurnSecret: secret },
    });
    try {
      const { owner, editor, binderId } = await service.make.cast();
      const { body } = await service.call('POST', `/${binderId}/meets`, { token: owner.token, json: {} });
      const sessionKey = body.data.session_key;
      const direct = await joinInBrowser(service, browser, { token: owner.token, sessionKey, tone: 440 });
      const relayed = await joinInBrowser(service, browser, {
        token: editor.token,
        sessionKey,
        tone: 1_000,
        isRelayed: true,
      });
      await seesMore(direct, editor.name);
      await seesMore(relayed, owner.name);
      assert.equal(await pathOf(relayed), 'relay_udp');
      assert.equal(await pathOf(direct), 'udp');
    } finally {
      await service.close();
      await relay.stop();
    }
  },
);

test(
  '[MEET-28] who gets out by TCP to port 443 alone sees and is seen, by TURN over TCP and over TLS',
  neededFor443,
  async () => {
    const secret = randomBytes(16).toString('hex');
    const network = await createNetwork();
    const [web, turn] = network.here;
    const inside = testBrowser({ CHROMIUM: network.chromium }, [...fakeMedia, '--ignore-certificate-errors']);
    const relay = await startRelay(secret, turn, { port: 443, hasTls: true });
    const service = await startService({
      config: {
        meetTurnUrls: [`turn:${turn}:443?transport=tcp`, `turns:${turn}:443`],
        meetTurnSecret: secret,
      },
    });
    try {
      await network.terminateTls(web, 443, Number(new URL(service.origin).port));
      await network.filterOutput([
        'oif lo accept',
        `ip daddr { ${web}, ${turn} } tcp dport 443 accept`,
        'drop',
      ]);
      const { owner, editor, binderId } = await service.make.cast();
      const { body } = await service.call('POST', `/${binderId}/meets`, { token: owner.token, json: {} });
      const sessionKey = body.data.session_key;
      const direct = await joinInBrowser(service, browser, { token: owner.token, sessionKey, tone: 440 });
      for (const [relays, path] of [
        ['turn:', 'relay_tcp'],
        ['turns:', 'relay_tls'],
      ] as const) {
        const closedOff = await joinInBrowser(service, inside, {
          token: editor.token,
          sessionKey,
          tone: 1_000,
          relays,
          origin: `https://${web}`,
        });
        await seesMore(closedOff, owner.name);
        await seesMore(direct, editor.name);
        assert.equal(await pathOf(closedOff), path);
        assert.equal(await pathOf(direct), 'udp');
        await closedOff.close();
      }
    } finally {
      await inside.close();
      await service.close();
      await relay.stop();
      await network.close();
    }
  },
);

test(
  '[MEET-29] the relay as the docs set it up leads to no private network, to no loopback and to no multicast, by IPv4 and IPv6',
  whyNoRelay === undefined || process.env.CI === 'true' ? {} : { skip: whyNoRelay },
  async () => {
    const secret = randomBytes(16).toString('hex');
    const relay = await startRelay(secret, '127.0.0.1', { lines: ['relay-ip=::1'] });
    try {
      const client = await until('the relay answers', () =>
        openTurnClient(relay, secret).catch(() => undefined),
      );
      const refused = [
        '0.0.0.0',
        '10.0.0.1',
        '10.255.255.255',
        '100.64.0.1',
        '127.0.0.1',
        '127.255.255.254',
        '169.254.169.254',
        '172.16.0.1',
        '172.31.255.255',
        '192.168.0.1',
        '224.0.0.1',
      ];
      for (const address of refused) assert.equal(await client.permit(address), 403, address);
      for (const address of ['203.0.113.9', '172.32.0.1'])
        assert.equal(await client.permit(address), 0, address);
      await assert.rejects(openTurnClient(relay, 'another secret'), /401/);
      client.close();
      const byIpv6 = await openTurnClient(relay, secret, 6);
      const refusedIpv6 = [
        ...['::', '::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::10.0.0.1', '64:ff9b::a00:1'],
        ...[
          '2001:0:a00:1::1',
          '2002:a00:1::1',
          'fc00::1',
          'fdff::1',
          'fe80::1',
          'febf::1',
          'fec0::1',
          'ff02::1',
        ],
      ];
      for (const address of refusedIpv6) assert.equal(await byIpv6.permit(address), 403, address);
      for (const address of ['2001:db8::1', '2a00::1'])
        assert.equal(await byIpv6.permit(address), 0, address);
      byIpv6.close();
    } finally {
      await relay.stop();
    }
  },
);
