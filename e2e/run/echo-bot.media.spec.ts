import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { joinInBrowser } from '../../packages/web/test/support/meet-page.ts';
import { type Caller, openBotFixture } from './bot-fixture.ts';
import { killBots, startBot } from './bot-process.ts';
import { emptyDirectory, removeDirectories, usedDirectory } from './directories.ts';
import { killServers, startRingbinder } from './ringbinder.ts';

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
test.skip(!hasFfmpeg && process.env.CI !== 'true', 'ffmpeg is not installed');
test.afterAll(async () => {
  await killBots();
  await killServers();
  await removeDirectories();
});

test('[MEET-11] the echo bot posts the link to the recording of a meet between two browsers', {
  tag: '@slow',
}, async ({ browser }) => {
  const server = await startRingbinder(await usedDirectory(), { CALLS_PER_MINUTE: '1000000' });
  const fixture = await openBotFixture(server);
  const app = await fixture.configure('Echo of meets');
  const LEDGER = join(await emptyDirectory(), 'ledger');
  const bot = await startBot('echo-bot', { ...app.variables, LEDGER, MODE: 'pull', ORG_ID: fixture.orgId });
  const binder = await fixture.binder();
  await fixture.install(app, binder);
  const { session_key: sessionKey } = await fixture.ada.post(`${binder}/meets`, { name: 'Valuation' });
  const at = { origin: server.origin, base: app.variables.BASE_URL.replace(/\/$/, '') };
  const enter = async ({ token }: Caller, tone: number) =>
    joinInBrowser(at, await browser.newPage({ bypassCSP: true }), { token, sessionKey, tone });
  const host = await enter(fixture.ada, 440);
  const other = await enter(fixture.ben, 1_000);
  const frames = () => host.run((window, name) => window.seen(name).frames, fixture.ben.name);
  const receivesMore = async (count: number) => {
    const before = await frames();
    await expect.poll(frames, 'Ada sees more pictures of Ben').toBeGreaterThan(before + count);
  };
  await receivesMore(5);
  await host.run((window) => window.meet.host('start_recording'));
  await receivesMore(30);
  await host.run((window) => window.meet.host('stop_recording'));
  for (const page of [host, other]) await page.close();
  const texts = async () =>
    (await fixture.messages(binder)).filter(({ user }) => user.id === app.userId).map(({ text }) => text);
  await expect.poll(texts, { timeout: 60_000 }).toHaveLength(1);
  const [, link = ''] = /^The recording of “Valuation” is ready: (\S+)$/.exec((await texts())[0] ?? '') ?? [];
  const answer = await fetch(link, { headers: { authorization: `Bearer ${fixture.ada.token}` } });
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'video/webm']);
  assert.equal(await bot.stop(), 0, bot.output());
});
