import assert from 'node:assert/strict';
import type { CreatedUser, TestService } from '@ringbinder/testkit';
import { type App, expect } from '@ringbinder/testkit/playwright/index.ts';
import { joinInBrowser, LOW_RESOLUTION, type MeetPage, type MeetPageOptions } from './meet-page.ts';

export async function receivesMore(page: MeetPage, name: string, frames = 5): Promise<void> {
  const before = await framesOf(page, name);
  await expect
    .poll(() => framesOf(page, name), { message: `${name} is seen`, timeout: 60_000, intervals: [100] })
    .toBeGreaterThan(before + frames);
}

export const framesOf = (page: MeetPage, name: string): Promise<number> =>
  page.run((window, who) => window.seen(who).frames, name);

export const reportsOf = (page: MeetPage) =>
  page.run(async (window) => {
    const all = await Promise.all(window.peers.map(async (peer) => [...(await peer.getStats())]));
    return all.flat().map(([, report]) => ({ ...report }));
  });

export async function startMeet(service: TestService, binderId: string, { token }: CreatedUser) {
  const { status, body } = await service.call('POST', `/${binderId}/meets`, { token, json: {} });
  assert.equal(status, 200);
  const sessionKey: string = body.data.session_key;
  return sessionKey;
}

export async function joinMeet(
  app: App,
  { token }: CreatedUser,
  options: Omit<MeetPageOptions, 'token'>,
): Promise<MeetPage> {
  app.allowErrors(/^Failed to load resource/);
  const page = await app.newPage({ bypassCSP: true });
  return joinInBrowser(app.service, page, { ...LOW_RESOLUTION, token, ...options });
}
