import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { becomes, until } from '@ringbinder/testkit';
import type { BrowserContext, Page } from 'playwright-core';
import { openApp, startApp } from './testing/app-page.ts';
import { SCREENS } from './testing/console-page.ts';

const { browser, service, fixture } = await startApp();

const MEGABYTE = 1024 ** 2;
/** A file on the disk, as a person has it: by its path the browser is not sent all of it through its debugger. */
function file(name: string, size: number, beginning = '') {
  const buffer = Buffer.concat([Buffer.from(beginning), randomBytes(size)]);
  const path = join(mkdtempSync(join(tmpdir(), 'chosen-')), name);
  writeFileSync(path, buffer);
  return { path, buffer };
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, name: string) => page.locator('.page-upload', { hasText: name });

/** The network of a page: it lets so much through in a second, so that something can happen in the middle, or nothing. */
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
  return { cut: () => set(true, slow), mend: () => set(false, slow), hurry: () => set(false, -1) };
}

/** How much the server has of the only upload under way; undefined when there is none. */
async function received(): Promise<number | undefined> {
  const [row] = await service.env.db.query<{ received: number }>(
    'SELECT received FROM uploads WHERE completed_at IS NULL AND refusal IS NULL',
  );
  return row?.received;
}

async function bytesOf(binderId: string, name: string): Promise<string | undefined> {
  const { token } = fixture.ada;
  const { body } = await service.call('GET', `/${binderId}/files`, { token });
  const found = body.data.files.find((each: { name: string }) => each.name === name);
  if (!found) return undefined;
  const { bytes } = await service.call('GET', `/${binderId}/files/${found.id}`, { token });
  return hashOf(bytes);
}
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** How many files the browser keeps of uploads under way. */
const leftInBrowser = (page: Page): Promise<number> =>
  page.evaluate(`(async () => {
    const resultOf = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    const names = (await indexedDB.databases()).map(({ name }) => name);
    const name = names.find((each) => each.endsWith(':uploads'));
    if (name === undefined) return 0;
    const database = await resultOf(indexedDB.open(name));
    const count = await resultOf(database.transaction('uploads').objectStore('uploads').count());
    database.close();
    return count;
  })()`);

test(
  '[TUS-11] a large file goes on by itself after a lost connection, when it was paused, and at the next visit after its tab was closed; then nothing of it is left in the browser',
  browser.needed,
  async () => {
    const { ada } = fixture;
    const id = await fixture.addBinder('Survey', ada);
    const path = `/b/${id}/pages`;
    const { page, errors } = await openApp(browser, service, ada.email, { path });
    const context: BrowserContext = page.context();
    // Slow enough that a busy machine is in the middle of it all the time.
    const network = await networkOf(page, MEGABYTE);
    const large = file('Survey.bin', 16 * MEGABYTE);
    await page.getByLabel('Upload files').setInputFiles([large.path]);
    await until('some has come', async () => ((await received()) ?? 0) > MEGABYTE);
    await row(page, 'Survey.bin').getByText('goes on at your next visit').waitFor();

    await network.cut();
    await row(page, 'Survey.bin').getByText('no connection').waitFor();
    const atLoss = (await received()) ?? 0;
    await network.mend();
    await until('it goes on by itself', async () => ((await received()) ?? 0) > atLoss + MEGABYTE);

    await button(page, 'Pause Survey.bin').click();
    await row(page, 'Survey.bin').getByText('paused').waitFor();
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') requests.push(request.url());
    });
    await button(page, 'Go on with Survey.bin').click();
    await until('it is sent again', async () => requests.length > 0);
    await until('more has come', async () => ((await received()) ?? 0) > atLoss + 2 * MEGABYTE);
    assert.equal(await leftInBrowser(page), 1);

    // The tab is closed: nobody is asked, for nothing is lost.
    await page.close({ runBeforeUnload: true });
    const atClose = (await received()) ?? 0;
    assert.ok(atClose > 0 && atClose < large.buffer.length, `${atClose}`);
    const next = await context.newPage();
    await next.goto(`${service.origin}/`);
    await next.getByText('Survey.bin was uploaded').waitFor();
    assert.equal(await bytesOf(id, 'Survey.bin'), hashOf(large.buffer));
    await until('nothing is left', async () => (await leftInBrowser(next)) === 0);
    await becomes(() => service.env.files.partials(), []);
    // What was on its way when the connection was lost may have come: then the next part is a 409, and goes where it stands.
    assert.deepEqual(
      errors.filter((error) => !/ERR_INTERNET_DISCONNECTED|ERR_NETWORK|409 \(Conflict\)/.test(error)),
      [],
    );
    await context.close();
  },
);

test(
  '[TUS-11] on a phone: two large files at once, one is cancelled, and what is refused says why; another tab leaves them alone',
  browser.needed,
  async () => {
    const { ben } = fixture;
    const id = await fixture.addBinder('Phone', ben);
    const path = `/b/${id}/pages`;
    const { page } = await openApp(browser, service, ben.email, { path, ...SCREENS['phone, light'] });
    const network = await networkOf(page, MEGABYTE / 8);
    const cancelled = file('Cancelled.bin', 20 * MEGABYTE);
    const broken = file('Broken.pdf', 5 * MEGABYTE, '%PDF-1.7\n');
    await page.getByLabel('Upload files').setInputFiles([cancelled.path, broken.path]);
    await row(page, 'Broken.pdf').getByText('goes on at your next visit').waitFor();
    await row(page, 'Cancelled.bin').getByText('goes on at your next visit').waitFor();
    const beside = await page.context().newPage();
    await beside.goto(service.origin + path);
    await beside.getByText('No pages yet').waitFor();
    assert.equal(await beside.locator('.page-upload').count(), 0);
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/uploads-phone.png` });
    await button(page, 'Cancel Cancelled.bin').click();
    await row(page, 'Cancelled.bin').waitFor({ state: 'detached' });
    await network.hurry();
    await row(page, 'Broken.pdf').getByRole('alert').waitFor();
    assert.equal(await beside.locator('.page-upload').count(), 0);
    await until('nothing is under way', async () => (await received()) === undefined);
    await until('nothing is left', async () => (await leftInBrowser(page)) === 0);
    await button(page, 'Dismiss Broken.pdf').click();
    await page.getByText('No pages yet').waitFor();
    const wide = await page.evaluate('document.documentElement.scrollWidth <= innerWidth');
    assert.equal(wide, true);
    await page.context().close();
  },
);
