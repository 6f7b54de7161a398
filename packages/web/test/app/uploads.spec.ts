import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestService } from '@ringbinder/testkit';
import {
  type App,
  expect,
  type Page,
  SCREENS,
  saveScreenshot,
  test,
} from '@ringbinder/testkit/playwright/index.ts';
import { openUnpluggable, uploadsLeftInBrowser } from '../support/unpluggable.ts';

const MEGABYTE = 1024 ** 2;
/** Playwright sends the path of a file on disk instead of its bytes. */
function file(name: string, size: number, beginning = '') {
  const buffer = Buffer.concat([Buffer.from(beginning), randomBytes(size)]);
  const path = join(mkdtempSync(join(tmpdir(), 'chosen-')), name);
  writeFileSync(path, buffer);
  return { path, buffer };
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, name: string) => page.locator('.page-upload', { hasText: name });

/** In bytes per second. */
async function networkOf(page: Page, slow: number) {
  const devtools = await page.context().newCDPSession(page);
  const set = (offline: boolean, uploadThroughput: number) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline,
      uploadThroughput,
      latency: 0,
      downloadThroughput: -1,
    });
  await set(false, slow);
  return { cut: () => set(true, slow), restore: () => set(false, slow), hurry: () => set(false, -1) };
}

async function receivedIn({ env }: TestService, binderId: string): Promise<number | undefined> {
  const [row] = await env.db.query<{ received: number }>(
    'SELECT received FROM uploads WHERE binder_id = $1 AND completed_at IS NULL AND refusal IS NULL',
    [binderId],
  );
  return row?.received;
}

async function storedHash(
  { service, org }: App,
  binderId: string,
  name: string,
): Promise<string | undefined> {
  const { token } = org.ada;
  const { body } = await service.call('GET', `/${binderId}/files`, { token });
  const found = body.data.files.find((each: { name: string }) => each.name === name);
  if (!found) return undefined;
  const { bytes } = await service.call('GET', `/${binderId}/files/${found.id}`, { token });
  return hashOf(bytes);
}
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('[TUS-11] a large upload resumes by itself after a lost connection, after a pause, and at the next visit after its tab was closed', {
  tag: '@slow',
}, async ({ app, org, service }) => {
  // After a lost connection, the server may already have the part, and then responds with 409.
  app.allowErrors(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK|409 \(Conflict\)/);
  const { ada } = org;
  const id = await org.addBinder('Survey', ada);
  const page = await app.open(ada, { path: `/b/${id}/pages` });
  const context = page.context();
  const received = async () => (await receivedIn(service, id)) ?? 0;
  const others = await service.env.files.partials();
  const network = await networkOf(page, MEGABYTE);
  const large = file('Survey.bin', 16 * MEGABYTE);
  await page.getByLabel('Upload files').setInputFiles([large.path]);
  await expect.poll(received).toBeGreaterThan(MEGABYTE);
  await row(page, 'Survey.bin').getByText('resumes on your next visit').waitFor();
  let atLoss = 0;

  await test.step('it resumes after a lost connection', async () => {
    await network.cut();
    await row(page, 'Survey.bin').getByText('no connection').waitFor();
    atLoss = await received();
    await network.restore();
    await expect.poll(received).toBeGreaterThan(atLoss + MEGABYTE);
  });

  await test.step('it resumes after a pause', async () => {
    await button(page, 'Pause Survey.bin').click();
    await row(page, 'Survey.bin').getByText('paused').waitFor();
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await button(page, 'Resume Survey.bin').click();
    await sent;
    await expect.poll(received).toBeGreaterThan(atLoss + 2 * MEGABYTE);
    assert.equal(await uploadsLeftInBrowser(page), 1);
  });

  await test.step('it resumes at the next visit, and the browser then stores nothing of it', async () => {
    await page.close({ runBeforeUnload: true });
    const atClose = await received();
    assert.ok(atClose > 0 && atClose < large.buffer.length, `${atClose}`);
    const next = await context.newPage();
    await next.goto(`${service.origin}/`);
    await next.getByText('Survey.bin was uploaded').waitFor();
    assert.equal(await storedHash(app, id, 'Survey.bin'), hashOf(large.buffer));
    await expect.poll(() => uploadsLeftInBrowser(next)).toBe(0);
    await expect.poll(() => service.env.files.partials()).toEqual(others);
  });
});

test('[TUS-11] on a phone one of two uploads is cancelled and the other shows why it was refused, and another tab leaves both alone', {
  tag: '@slow',
}, async ({ app, org, service }) => {
  app.allowErrors(/status of 400/);
  const { ben } = org;
  const id = await org.addBinder('Phone', ben);
  const path = `/b/${id}/pages`;
  const page = await app.open(ben, { path, ...SCREENS['phone, light'] });
  const network = await networkOf(page, MEGABYTE / 8);
  const cancelled = file('Cancelled.bin', 20 * MEGABYTE);
  const broken = file('Broken.pdf', 5 * MEGABYTE, '%PDF-1.7\n');
  await page.getByLabel('Upload files').setInputFiles([cancelled.path, broken.path]);
  await row(page, 'Broken.pdf').getByText('resumes on your next visit').waitFor();
  await row(page, 'Cancelled.bin').getByText('resumes on your next visit').waitFor();
  const beside = await page.context().newPage();
  await beside.goto(service.origin + path);
  await beside.getByText('No pages yet').waitFor();
  assert.equal(await beside.locator('.page-upload').count(), 0);
  await saveScreenshot(page, 'uploads-phone');
  await button(page, 'Cancel Cancelled.bin').click();
  await row(page, 'Cancelled.bin').waitFor({ state: 'detached' });
  await network.hurry();
  await row(page, 'Broken.pdf').getByRole('alert').getByText(/./).waitFor();
  assert.equal(await beside.locator('.page-upload').count(), 0);
  await expect.poll(() => receivedIn(service, id)).toBeUndefined();
  await expect.poll(() => uploadsLeftInBrowser(page)).toBe(0);
  await button(page, 'Dismiss Broken.pdf').click();
  await page.getByText('No pages yet').waitFor();
  const wide = await page.evaluate('document.documentElement.scrollWidth <= innerWidth');
  assert.equal(wide, true);
});

test('[TUS-11] files that are added without a connection are uploaded once when it is back, also after a reload', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/ERR_FAILED|ERR_CONNECTION_RESET|409 \(Conflict\)/);
  const { ada } = org;
  const id = await org.addBinder('Trip', ada);
  const { page, unplug, plugIn } = await openUnpluggable(app, ada);
  await page.goto(`${service.origin}/b/${id}/pages`);
  const field = page.getByLabel('Upload files');
  const textFile = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) });
  const names = async () => {
    const { body } = await service.call('GET', `/${id}/files`, { token: ada.token });
    return body.data.files.map(({ name }: { name: string }) => name).toSorted();
  };
  await field.waitFor({ state: 'attached' });

  await test.step('it waits, and is sent when the connection is back', async () => {
    await unplug();
    await field.setInputFiles([textFile('Bus.txt')]);
    await row(page, 'Bus.txt').getByText('no connection').waitFor();
    plugIn();
    await row(page, 'Bus.txt').waitFor({ state: 'detached' });
  });

  await test.step('a reload without a connection keeps it', async () => {
    await unplug();
    await field.setInputFiles([textFile('Train.txt')]);
    await row(page, 'Train.txt').getByText('no connection').waitFor();
    await expect.poll(() => uploadsLeftInBrowser(page)).toBe(1);
    await page.reload();
    await row(page, 'Train.txt').getByText('no connection').waitFor();
    plugIn();
    await row(page, 'Train.txt').waitFor({ state: 'detached' });
  });

  await test.step('a file whose response was lost is not sent twice', async () => {
    await page.route('**/uploads/*', async (route) => {
      if (route.request().method() === 'PATCH') await route.fetch();
      await route.abort('connectionreset');
    });
    await field.setInputFiles([textFile('Ship.txt')]);
    await row(page, 'Ship.txt').getByText('no connection').waitFor();
    await expect.poll(names).toEqual(['Bus.txt', 'Ship.txt', 'Train.txt']);
    await expect.poll(() => uploadsLeftInBrowser(page)).toBe(1);
    await page.reload();
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByText('Ship.txt was uploaded').waitFor();
  });
  assert.deepEqual(await names(), ['Bus.txt', 'Ship.txt', 'Train.txt']);
  await expect.poll(() => uploadsLeftInBrowser(page)).toBe(0);
});
