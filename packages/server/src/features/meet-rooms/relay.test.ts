import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { until } from '@ringbinder/testkit';
import { onTestFinished, test } from 'vitest';
import { startRelay, whyNoRelay } from './testing/relay.ts';
import { openTurnClient } from './testing/turn-client.ts';

test('[MEET-29] the relay as the docs set it up leads to no private network, to no loopback and to no multicast, by IPv4 and IPv6', async ({
  skip,
}) => {
  if (whyNoRelay !== undefined && process.env.CI !== 'true') return skip(whyNoRelay);
  const secret = randomBytes(16).toString('hex');
  const relay = await startRelay(secret, '127.0.0.1', { lines: ['relay-ip=::1'] });
  onTestFinished(() => relay.stop());
  const client = await until('the relay answers', () => openTurnClient(relay, secret).catch(() => undefined));
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
  for (const address of ['203.0.113.9', '172.32.0.1']) assert.equal(await client.permit(address), 0, address);
  await assert.rejects(openTurnClient(relay, 'another secret'), /401/);
  client.close();
  const byIpv6 = await openTurnClient(relay, secret, 6);
  const refusedIpv6 = [
    ...['::', '::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::10.0.0.1', '64:ff9b::a00:1'],
    ...['2001:0:a00:1::1', '2002:a00:1::1', 'fc00::1', 'fdff::1', 'fe80::1', 'febf::1', 'fec0::1', 'ff02::1'],
  ];
  for (const address of refusedIpv6) assert.equal(await byIpv6.permit(address), 403, address);
  for (const address of ['2001:db8::1', '2a00::1']) assert.equal(await byIpv6.permit(address), 0, address);
  byIpv6.close();
});
