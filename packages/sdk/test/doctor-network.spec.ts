import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { startRelay, whyNoRelay } from '@ringbinder/server/features/meet-rooms/testing/relay.ts';
import { inspectEverywhere } from '@ringbinder/testkit/playwright/index.ts';
import { type OpenReady, test } from './support/embed.ts';

async function meetFindings(openReady: OpenReady, head = ''): Promise<string[]> {
  const page = await openReady({}, { head });
  const findings = await page.evaluate<{ code: string; sentence: string }[]>('Service.doctor()');
  return findings
    .filter(({ code }) => code.startsWith('meets'))
    .map(({ code, sentence }) => `${code} ${sentence}`);
}

const WRONG_PORT = `<script>{
  const { prototype } = RTCPeerConnection;
  const add = prototype.addIceCandidate;
  prototype.addIceCandidate = function ({ candidate, ...way }) {
    return add.call(this, { ...way, candidate: candidate.replace(/ \\d+ typ/, ' 9 typ') });
  };
}</script>`;

test('[SDK-62] the doctor reports that UDP does not reach the server and that there is no relay', async ({
  app,
  openReady,
}) => {
  app.allowErrors(/./);
  assert.deepEqual(
    (await meetFindings(openReady, WRONG_PORT)).map((finding) => finding.split('.')[0]),
    [
      'meets_no_udp UDP does not reach the media server, so people here cannot be seen or heard in meetings',
      'meets_no_relay The server has no TURN relay, so people in networks without UDP cannot join meetings',
    ],
  );
});

test('[SDK-62] the doctor and the page before a meet report whether each relay is reachable', async ({
  app,
  org,
  service,
  openReady,
}) => {
  app.allowErrors(/./);
  const { ada } = org;
  test.skip(whyNoRelay !== undefined, whyNoRelay);
  const all = Object.values(networkInterfaces()).flat();
  const address = all.find((each) => each && !each.internal && each.family === 'IPv4')?.address ?? '';
  const relay = await startRelay('shared', address);
  const at = `${address}:${relay.port}`;
  const urls = [`turn:${at}?transport=udp`, `turn:${at}?transport=tcp`, `turns:${address}:9?transport=tcp`];
  const { config } = service.env;
  const { meetTurnUrls, meetTurnSecret } = config;
  Object.assign(config, { meetTurnUrls: urls, meetTurnSecret: 'shared' });
  try {
    const [closed, udp, tcp, direct] = await meetFindings(openReady);
    assert.match(
      closed ?? '',
      /^meets_relay_unreachable The relay turns:.+ cannot be reached over TLS, or refuses/,
    );
    assert.match(udp ?? '', /^meets_relay The relay .+ can be reached over UDP/);
    assert.match(tcp ?? '', /^meets_relay The relay .+ can be reached over TCP/);
    assert.match(direct ?? '', /^meets_udp Meeting media gets through over UDP, with a round trip of \d+ ms/);

    const binderId = await org.addBinder('Network', ada);
    const { body } = await service.call('POST', `/${binderId}/meets`, { token: ada.token, json: {} });
    const page = await app.open(ada, { path: `/b/${binderId}/meet/${body.data.session_key}` });
    await page.getByRole('button', { name: 'Check my connection' }).click();
    await page.getByText(/^Meeting media gets through over UDP/).waitFor();
    await page.getByText(/^The relay turns:.+ cannot be reached over TLS/).waitFor();
    await inspectEverywhere(page, 'meet ready, network');
  } finally {
    Object.assign(config, { meetTurnUrls, meetTurnSecret });
    await relay.stop();
  }
});

test('[SDK-62] the network check needs a token and a valid offer', async ({ org, service }) => {
  const call = (sdp: string, token: string) =>
    service.call('POST', '/meets/network', { token, json: { sdp } });
  assert.equal((await call('v=0', '')).status, 401);
  assert.equal((await call('v=0', org.ada.token)).body.errors[0].path, 'sdp');
});
