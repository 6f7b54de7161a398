import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { becomes, type CreatedUser, startService, type TestService, until } from '@ringbinder/testkit';
import { fakeMedia, testBrowser } from '@ringbinder/testkit/browser.ts';
import { hostileFrames } from './testing/hostile-frames.ts';
import { enter, hello, openMeet } from './testing/meet-client.ts';
import { joinInBrowser, type MeetPage } from './testing/meet-page.ts';

let service: TestService;
const browser = testBrowser(process.env, fakeMedia);
before(async () => {
  service = await startService();
});
after(async () => {
  await browser.close();
  await service.close();
});

const FLOOD = { connections: 40, frames: 280, broken: 500 };
const INJECTED = 2_000;

/** Waits until the engine has told twice that nothing came in meanwhile; gives how much had come. */
async function untilSilent(): Promise<number> {
  let last = service.env.meetEngine.report;
  return until('nothing is sent any more', async () => {
    const { report } = service.env.meetEngine;
    if (report === last) return undefined;
    const isSilent = report.packetsIn === last.packetsIn;
    last = report;
    return isSilent ? report.packetsIn : undefined;
  });
}

/** Where the media of a page go, and under which numbers. */
async function waysOf(page: MeetPage) {
  const reports = await page.run(async (window) => {
    const all = await Promise.all(window.peers.map(async (peer) => [...(await peer.getStats())]));
    return all.flat().map(([, report]) => ({ ...report }));
  });
  const ssrcs = reports.flatMap(({ type, ssrc }) => (type === 'outbound-rtp' && ssrc ? [ssrc] : []));
  const [way] = reports.filter(({ type, address }) => type === 'remote-candidate' && address?.includes('.'));
  return { ssrcs, address: way?.address ?? '', port: way?.port ?? 0 };
}

test(
  '[MEET-26] [MEET-29] strangers inject nothing, and ten thousand hostile frames open nothing, end no process and disturb nobody',
  browser.needed,
  async (t) => {
    const { owner, editor, viewer, binderId } = await service.make.cast();
    const made = await service.call('POST', `/${binderId}/meets`, { token: owner.token, json: {} });
    const sessionKey = made.body.data.session_key;
    const join = ({ token }: CreatedUser, tone: number) =>
      joinInBrowser(service, browser, { token, sessionKey, tone });
    const [first, second] = [await join(owner, 440), await join(viewer, 1_000)];
    const pages = [
      [first, viewer],
      [second, owner],
    ] as const;
    const framesOf = (page: MeetPage, name: string) =>
      page.run((window, who) => window.seen(who).frames, name);
    const allSeeMore = async () => {
      for (const [page, { name }] of pages) {
        const before = await framesOf(page, name);
        await until(`${name} is seen`, async () => (await framesOf(page, name)) > before + 5);
      }
    };
    await allSeeMore();
    const { pid } = service.env.meetEngine;

    // Everybody is silent. What strangers send under the numbers of what is sent, and what is no RTP, is not heard.
    const { ssrcs, address, port } = await waysOf(first);
    assert.ok(ssrcs.length >= 2 && port > 0, JSON.stringify({ ssrcs, address, port }));
    const mute = async (isMuted: boolean) => {
      for (const [page] of pages)
        await page.run((window, muted) => {
          window.meet.setMuted('camera', muted);
          window.meet.setMuted('microphone', muted);
        }, isMuted);
    };
    await mute(true);
    const heard = await untilSilent();
    const stranger = createSocket('udp4');
    stranger.connect(port, address);
    await once(stranger, 'connect');
    for (let each = 0; each < INJECTED; each++) {
      const packet = Buffer.concat([Buffer.alloc(12), randomBytes(60 + randomInt(1_000))]);
      packet[0] = 0x80;
      packet[1] = [111, 96, 0x80 | 96, 200, 203][each % 5] as number;
      packet.writeUInt16BE(each, 2);
      packet.writeUInt32BE(each * 960, 4);
      packet.writeUInt32BE(ssrcs[each % ssrcs.length] as number, 8);
      // DTLS and STUN of nobody too.
      if (each % 7 === 0) packet[0] = 22;
      if (each % 11 === 0) packet.set([0, 1, 0, 8, 0x21, 0x12, 0xa4, 0x42]);
      await new Promise((resolve) => stranger.send(packet, resolve));
    }
    let answers = 0;
    stranger.on('message', () => answers++);
    assert.equal(await untilSilent(), heard, 'nothing of it was taken for media');
    await becomes(() => second.run((window, name) => window.heard(name), owner.name), 0);
    await mute(false);
    await allSeeMore();
    stranger.close();
    assert.equal(answers, 0, 'nothing is sent to a stranger');

    // A guest whose link was revoked does not come back, neither by the link, nor by his token, nor by `resume`.
    const links = `/meets/${sessionKey}/links`;
    const { id, url } = (await service.call('POST', links, { token: owner.token, json: {} })).body.data;
    const link = new URL(url).hash.slice(1);
    const come = () => service.call('POST', '/meets/guests', { json: { link, name: 'Mallory' } });
    const { token } = (await come()).body.data;
    const host = await enter(service, sessionKey, owner.token);
    const guest = await hello(service, sessionKey, token);
    await guest.take('lobby');
    const { guests } = await host.client.take('waiting', (frame) => frame.guests.length === 1);
    assert.equal(await host.client.host('admit', guests[0]?.id), 'done');
    const { resume } = await guest.take('welcome');
    assert.equal((await service.call('DELETE', `${links}/${id}`, { token: owner.token })).status, 200);
    guest.cut();
    assert.equal((await come()).status, 404);
    for (const replayed of [undefined, resume]) {
      const again = await hello(service, sessionKey, token, replayed);
      assert.equal((await again.closed).code, 4401);
      assert.ok(!again.frames.some(({ type }) => type === 'welcome' || type === 'lobby'));
    }

    // Hostile frames of a member.
    const before = service.env.meetEngine.report;
    await until('the engine has told anew', () => service.env.meetEngine.report !== before);
    const { connections } = service.env.meetEngine.report;
    const seed = randomInt(2 ** 31);
    t.diagnostic(`seed of the hostile frames: ${seed}`);
    const hostile = hostileFrames(seed, host.id);
    let sent = 0;
    const attack = async () => {
      const { client } = await enter(service, sessionKey, editor.token);
      for (let each = 0; each < FLOOD.frames; each++, sent++) client.sendRaw(hostile.next());
      client.sendRaw(JSON.stringify({ type: 'ping' }));
      await Promise.race([client.closed, client.take('pong')]);
      client.send({ type: 'leave' });
      await client.closed;
    };
    for (let each = 0; each < FLOOD.connections; each += 4) {
      await Promise.all([1, 2, 3, 4].map(attack));
      if (each % 20 === 0) await allSeeMore();
    }
    const cut = async () => {
      const client = await openMeet(service, sessionKey);
      client.sendRaw(hostile.broken());
      assert.equal((await client.closed).code, 4400);
    };
    for (let each = 0; each < FLOOD.broken; each += 50, sent += 50)
      await Promise.all(Array.from({ length: 50 }, cut));
    assert.ok(sent > 10_000, `${sent} frames`);
    assert.equal(service.env.meetEngine.pid, pid, 'the process of the media lives');
    assert.ok(
      !host.client.frames.some(({ type }) => type === 'ended' || type === 'meet' || type === 'muted'),
    );
    await allSeeMore();
    host.client.send({ type: 'ping' });
    await host.client.take('pong');
    await until(
      'nothing of it is left in the engine',
      () => service.env.meetEngine.report.connections <= connections,
    );
    host.client.cut();
  },
);
