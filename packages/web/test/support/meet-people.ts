import type { CreatedUser } from '@ringbinder/testkit';
import { type App, expect, type Locator, type Page } from '@ringbinder/testkit/playwright/index.ts';
import { SMALL_MEDIA } from './small-media.ts';

export const meetButton = (page: Page, name: string | RegExp) =>
  page
    .getByRole('toolbar', { name: 'Meeting controls' })
    .getByRole('button', { name, exact: typeof name === 'string' });

export async function startMeet({ service, org }: App, binderId: string) {
  const { token } = org.ada;
  const { body } = await service.call('POST', `/${binderId}/meets`, { token, json: {} });
  const sessionKey: string = body.data.session_key;
  return { sessionKey, path: `/b/${binderId}/meet/${sessionKey}` };
}

export async function joinByPath(
  app: App,
  path: string,
  person: CreatedUser,
  scripts: readonly string[] = [],
): Promise<Page> {
  const page = await app.open(person, { path, scripts: [SMALL_MEDIA, ...scripts] });
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await meetButton(page, 'Leave').or(meetButton(page, 'Leave or end')).waitFor();
  return page;
}

const widthOf = (video: Locator) =>
  video
    .first()
    .evaluate((each) => (each as unknown as { videoWidth: number }).videoWidth)
    .catch(() => 0);

export const hasPicture = (video: Locator, message?: string) =>
  expect.poll(() => widthOf(video), message).toBeGreaterThan(0);

export const hasPictureOf = (page: Page, name: string) =>
  hasPicture(page.locator('.meet-tile').filter({ hasText: name }).locator('video'), `${name} is seen`);
