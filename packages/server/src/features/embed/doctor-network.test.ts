import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { test } from 'node:test';
import { fakeMedia } from '@ringbinder/testkit/browser.ts';
import { startRelay, whyNoRelay } from '../meet-rooms/testing/relay.ts';
import { openApp, startApp } from '../web/testing/app-page.ts';
import { inspectEverywhere } from '../web/testing/console-page.ts';
import { openHost, pageWith, registerOrigins, startHost } from './testing/host-page.ts';

const { browser, service, fixture } = await startApp({}, fakeMedia);
const host = await startHost();
const { ada } = fixture;
await registerOrigins(service, fixture.client.id, [host.origin]);

/** What the doctor says of meets to a page. @param body more of the page */
async function ofMeets(path: string, body = ''): Promise<string[]> {
  host.put(path, pageWith(service, body));
  const { page } = await openHost(browser, host.origin + path);
  await page.evaluate(
    `Service.init({ mode: 'production', client_id: '${fixture.client.id}', access_token: '${ada.token}', sdk_version: 4 })`,
  );
  const found = await page.evaluate<{ code: string; sentence: string }[]>('Service.doctor()');
  await page.context().close();
  return found
    .filter(({ code }) => code.startsWith('meets'))
    .map(({ code, sentence }) => `${code} ${sentence}`);
}

/** A browser that finds nothing at the port of the media. */
const WRONG_PORT = `<script>{
  const { prototype } = RTCPeerConnection;
  const add = prototype.addIceCandidate;
  prototype.addIceCandidate = function ({ candidate, ...way }) {
    return add.call(this, { ...way, candidate: candidate.replace(/ \\d+ typ/, ' 9 typ') });
  };
}</script>`;

test(
  '[SDK-62] whether UDP and each relay get through to the media of meets is told without a meet, in words',
  whyNoRelay === undefined ? browser.needed : { skip: whyNoRelay },
  async () => {
    assert.deepEqual(
      (await ofMeets('/no-udp', WRONG_PORT)).map((told) => told.split('.')[0]),
      [
        'meets_no_udp UDP does not get through to the media of meets, so nobody here is seen or heard',
        'meets_no_relay The server names no TURN relay: who is in a network without UDP cannot take part in meets',
      ],
    );
    const all = Object.values(networkInterfaces()).flat();
    const address = all.find((each) => each && !each.internal && each.family === 'IPv4')?.address ?? '';
    const relay = await startRelay('shared', address);
    const at = `${address}:${relay.port}`;
    const urls = [`turn:${at}?transport=udp`, `turn:${at}?transport=tcp`, `turns:${address}:9?transport=tcp`];
    Object.assign(service.env.config, { meetTurnUrls: urls, meetTurnSecret: 'shared' });
    const [closed, udp, tcp, direct] = await ofMeets('/relays');
    assert.match(
      closed ?? '',
      /^meets_relay_unreachable The relay turns:.+ is not reached by TLS, or refuses/,
    );
    assert.match(udp ?? '', /^meets_relay The relay .+ is reached by UDP/);
    assert.match(tcp ?? '', /^meets_relay The relay .+ is reached by TCP/);
    assert.match(direct ?? '', /^meets_udp Media of meets gets through by UDP, to and fro in \d+ ms/);

    // It is told before one joins, too.
    const binderId = await fixture.addBinder('Network', ada);
    const { body } = await service.call('POST', `/${binderId}/meets`, { token: ada.token, json: {} });
    const path = `/b/${binderId}/meet/${body.data.session_key}`;
    const { page, errors } = await openApp(browser, service, ada.email, { path });
    await page.getByRole('button', { name: 'Check my connection' }).click();
    await page.getByText(/^Media of meets gets through by UDP/).waitFor();
    await page.getByText(/^The relay turns:.+ is not reached by TLS/).waitFor();
    await inspectEverywhere(page, 'meet ready, network');
    assert.deepEqual(errors, []);
    await page.context().close();
    await relay.stop();

    const call = (sdp: string, token = ada.token) =>
      service.call('POST', '/meets/network', { token, json: { sdp } });
    assert.equal((await call('v=0', '')).status, 401);
    assert.equal((await call('v=0')).body.errors[0].path, 'sdp');
  },
);
