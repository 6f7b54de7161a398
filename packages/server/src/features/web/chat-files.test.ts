import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, until } from '@ringbinder/testkit';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { openApp, startApp } from './testing/app-page.ts';
import { fieldOf, messageOf } from './testing/chat-page.ts';
import { inspectEverywhere } from './testing/console-page.ts';

const { browser, service, fixture } = await startApp();

const picture = (background: string) =>
  sharp({ create: { width: 640, height: 400, channels: 3, background } })
    .png()
    .toBuffer();

async function openOne(name: string) {
  const { ada, ben } = fixture;
  const binderId = await fixture.addBinder(name, ada, [ben]);
  const opened = await openApp(browser, service, ada.email, { path: `/b/${binderId}` });
  await fieldOf(opened.page).waitFor();
  return { ...opened, binderId };
}

/** Gives a picture to an element as a paste or a drop does. */
async function give(page: Page, selector: string, kind: 'paste' | 'drop', name: string, content: Buffer) {
  await page.evaluate(`(() => {
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(atob('${content.toString('base64')}'), (each) => each.charCodeAt(0));
    transfer.items.add(new File([bytes], '${name}', { type: 'image/png' }));
    const init = { bubbles: true, cancelable: true, clipboardData: transfer, dataTransfer: transfer };
    const event = '${kind}' === 'paste' ? new ClipboardEvent('paste', init) : new DragEvent('drop', init);
    document.querySelector('${selector}').dispatchEvent(event);
  })()`);
}

test(
  '[CHAT-9] pictures and files are chosen, pasted and dropped, and shown by their pages',
  browser.needed,
  async () => {
    const { page, errors } = await openOne('Files');
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Attach files' }).click();
    await (await chosen).setFiles([
      { name: 'terms.txt', mimeType: 'text/plain', buffer: Buffer.from('5 years, 3.1 %') },
      { name: 'plan.png', mimeType: 'image/png', buffer: await picture('#446688') },
    ]);
    await page.getByRole('list', { name: 'Files to send' }).getByText('plan.png').waitFor();
    await inspectEverywhere(page, 'chat staged');
    await page.locator('[data-composer]').fill('the terms');
    await page.keyboard.press('Enter');
    await messageOf(page, 'the terms').getByRole('link', { name: 'Page: terms.txt 1' }).waitFor();
    const preview = page.getByRole('link', { name: 'Page: plan.png 1' }).locator('img');
    await preview.waitFor();
    await page.getByRole('link', { name: 'Page: terms.txt 1' }).waitFor();
    await give(page, '[data-composer]', 'paste', 'pasted.png', await picture('#884422'));
    await page.getByRole('button', { name: 'Remove pasted.png' }).click();
    await fieldOf(page).press('Enter');
    await give(page, '[data-composer]', 'paste', 'pasted.png', await picture('#884422'));
    await fieldOf(page).press('Enter');
    await page.getByRole('link', { name: 'Page: pasted.png 1' }).waitFor();
    await give(page, '.chat', 'drop', 'dropped.png', await picture('#228844'));
    await fieldOf(page).press('Enter');
    await page.getByRole('link', { name: 'Page: dropped.png 1' }).waitFor();
    await page.locator('.upload').waitFor({ state: 'detached' });
    await becomes(() => page.locator('.chat-content .message').count(), 4);
    await inspectEverywhere(page, 'chat files');
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);

test(
  '[CHAT-9] an upload shows its progress, is cancelled, and is tried again with its reason',
  browser.needed,
  async () => {
    const { page, binderId } = await openOne('Cancelled');
    let behaviour: 'hold' | 'refuse' | 'pass' = 'hold';
    await page.route(`**/v1/${binderId}/messages`, async (route) => {
      if (route.request().method() !== 'POST' || behaviour === 'pass') return route.fallback();
      if (behaviour === 'refuse')
        return route.fulfill({
          status: 413,
          json: { code: 'RESPONSE_ERROR_EXCEED_LIMIT', message: 'too large' },
        });
      // Held: nobody answers until it is cancelled.
    });
    const add = async (name: string) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('words') })
        .then(() => fieldOf(page).press('Enter'));
    await add('held.txt');
    await page.locator('.upload progress').waitFor();
    await page.getByRole('button', { name: 'Cancel held.txt' }).click();
    await page.locator('.upload').waitFor({ state: 'detached' });
    behaviour = 'refuse';
    await add('large.txt');
    // What became of it is still there after something else was looked at.
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByRole('link', { name: 'Chat', exact: true }).click();
    await page.getByText('This is larger than the server takes.').waitFor();
    behaviour = 'pass';
    await page.getByRole('button', { name: 'Try large.txt again' }).click();
    await page.getByRole('link', { name: 'Page: large.txt 1' }).waitFor();
    await becomes(() => page.locator('.chat-content .message').count(), 1);
    await page.context().close();
  },
);

test('[CHAT-10] a voice message is recorded with a meter, sent, and played', browser.needed, async () => {
  const { page, errors } = await openOne('Voice');
  await page.evaluate(`navigator.mediaDevices.getUserMedia = async () => {
    const context = new AudioContext();
    const tone = context.createOscillator();
    const target = context.createMediaStreamDestination();
    tone.connect(target);
    tone.start();
    return target.stream;
  }`);
  await page.getByRole('button', { name: 'Record a voice message' }).click();
  const meter = page.getByRole('meter', { name: 'Level of the microphone' });
  await until('the meter moves', async () => Number(await meter.getAttribute('value')) > 20);
  await page.getByRole('timer').getByText('0:01').waitFor();
  await inspectEverywhere(page, 'chat recording');
  await page.getByRole('button', { name: 'Throw away' }).click();
  await fieldOf(page).waitFor();
  assert.equal(await page.locator('.chat-content .message').count(), 0);

  await page.getByRole('button', { name: 'Record a voice message' }).click();
  await page.getByRole('timer').getByText('0:01').waitFor();
  await page.getByRole('region', { name: 'Voice message' }).getByRole('button', { name: 'Send' }).click();
  const message = page.locator('.chat-content li[data-id].message');
  await message.getByRole('button', { name: 'Play' }).click();
  await message.getByRole('button', { name: 'Pause' }).waitFor();
  await until('it is heard', async () => Number(await message.getByRole('slider').inputValue()) > 0);
  await message.getByRole('button', { name: 'Play' }).waitFor();
  await inspectEverywhere(page, 'chat voice');
  assert.deepEqual(errors, []);
  await page.context().close();
});

test('[CHAT-10] without a microphone it says what to do', browser.needed, async () => {
  const { page } = await openOne('No microphone');
  await page.evaluate(`navigator.mediaDevices.getUserMedia = async () => {
    throw new DOMException('', 'NotAllowedError');
  }`);
  await page.getByRole('button', { name: 'Record a voice message' }).click();
  await page.getByText('The microphone is not allowed.').waitFor();
  await page.getByRole('button', { name: 'Throw away' }).click();
  await messageOf(page, 'x').waitFor({ state: 'detached' });
  await fieldOf(page).waitFor();
  await page.context().close();
});
