import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { enter, openMeet } from '@ringbinder/server/features/meet-rooms/testing/meet-client.ts';
import { type TestService, until } from '@ringbinder/testkit';
import { type App, expect, test } from '@ringbinder/testkit/playwright/index.ts';
import { hostileFrames } from '../support/hostile-frames.ts';
import { joinMeet, receivesMore, reportsOf, startMeet } from '../support/meet-browsers.ts';
import type { MeetPage } from '../support/meet-page.ts';

const FLOOD = { connections: 40, frames: 280, broken: 500 };
const INJECTED = 2_000;

async function openPair(app: App) {
  const { service } = app;
  const { owner, editor, viewer, binderId } = await service.make.cast();
  const sessionKey = await startMeet(service, binderId, owner);
  const first = await joinMeet(app, owner, { sessionKey, tone: 440 });
  const second = await joinMeet(app, viewer, { sessionKey, tone: 1_000 });
  const allSeeMore = async () => {
    await receivesMore(first, viewer.name);
    await receivesMore(second, owner.name);
  };
  await allSeeMore();
  return { owner, editor, sessionKey, first, second, allSeeMore };
}

async function untilSilent({ env }: TestService): Promise<number> {
  let last = env.meetEngine.report;
  return until('nothing is sent any more', async () => {
    const { report } = env.meetEngine;
    if (report === last) return undefined;
    const isSilent = report.packetsIn === last.packetsIn;
    last = report;
    return isSilent ? report.packetsIn : undefined;
  });
}

async function destinationOf(page: MeetPage) {
  const reports = await reportsOf(page);
  const ssrcs = reports.flatMap(({ type, ssrc }) => (type === 'outbound-rtp' && ssrc ? [ssrc] : []));
  const [way] = reports.filter(({ type, address }) => type === 'remote-candidate' && address?.includes('.'));
  return { ssrcs, address: way?.address ?? '', port: way?.port ?? 0 };
}

/** Returns RTP with another sender's SSRCs, and DTLS and STUN from an unknown peer. */
function strangePacket(each: number, ssrcs: readonly number[]): Buffer {
  const packet = Buffer.concat([Buffer.alloc(12), randomBytes(60 + randomInt(1_000))]);
  packet[0] = 0x80;
  packet[1] = [111, 96, 0x80 | 96, 200, 203][each % 5] as number;
  packet.writeUInt16BE(each, 2);
  packet.writeUInt32BE(each * 960, 4);
  packet.writeUInt32BE(ssrcs[each % ssrcs.length] as number, 8);
  if (each % 7 === 0) packet[0] = 22;
  if (each % 11 === 0) packet.set([0, 1, 0, 8, 0x21, 0x12, 0xa4, 0x42]);
  return packet;
}

test('[MEET-26] [MEET-29] packets of a stranger under the numbers of what is sent are neither heard nor answered', {
  tag: '@slow',
}, async ({ app, service }) => {
  const { owner, first, second, allSeeMore } = await openPair(app);
  const { ssrcs, address, port } = await destinationOf(first);
  assert.ok(ssrcs.length >= 2 && port > 0, JSON.stringify({ ssrcs, address, port }));
  const mute = async (isMuted: boolean) => {
    for (const page of [first, second])
      await page.run((window, muted) => {
        window.meet.setMuted('camera', muted);
        window.meet.setMuted('microphone', muted);
      }, isMuted);
  };
  await mute(true);
  const before = await untilSilent(service);
  const otherPartner = createSocket('udp4');
  let answers = 0;
  otherPartner.on('message', () => answers++);
  otherPartner.connect(port, address);
  await once(otherPartner, 'connect');
  for (let each = 0; each < INJECTED; each++)
    await new Promise((resolve) => otherPartner.send(strangePacket(each, ssrcs), resolve));
  assert.equal(await untilSilent(service), before, 'nothing of it was taken for media');
  await expect.poll(() => second.run((window, name) => window.heard(name), owner.name)).toBe(0);
  await mute(false);
  await allSeeMore();
  otherPartner.close();
  assert.equal(answers, 0, 'nothing is sent to a stranger');
});

test(
  '[MEET-26] ten thousand hostile frames of a member open nothing, end no process and disturb nobody',
  { tag: '@slow' },
  async ({ app, service }, testInfo) => {
    test.slow();
    const { owner, editor, sessionKey, allSeeMore } = await openPair(app);
    const { pid } = service.env.meetEngine;
    const host = await enter(service, sessionKey, owner.token);
    const before = service.env.meetEngine.report;
    await until('the engine has reported again', () => service.env.meetEngine.report !== before);
    const { connections } = service.env.meetEngine.report;
    const seed = randomInt(2 ** 31);
    testInfo.annotations.push({ type: 'seed of the hostile frames', description: `${seed}` });
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
    assert.equal(service.env.meetEngine.pid, pid, 'the media process lives');
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
