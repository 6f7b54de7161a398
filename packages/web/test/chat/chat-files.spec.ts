import { readFile } from 'node:fs/promises';
import { expect, inspect, inspectEverywhere, type Page, test } from '@ringbinder/testkit/playwright/index.ts';
import { fieldOf, messageOf, openOwnChat } from '../support/chat-page.ts';
import { openSection } from '../support/sections.ts';
import { openUnpluggable, uploadsLeftInBrowser } from '../support/unpluggable.ts';

const PNG_BASE64 =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function insertPicture(page: Page, selector: string, kind: 'paste' | 'drop', name: string) {
  await page.evaluate(`(() => {
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(atob('${PNG_BASE64}'), (each) => each.charCodeAt(0));
    transfer.items.add(new File([bytes], '${name}', { type: 'image/png' }));
    const init = { bubbles: true, cancelable: true, clipboardData: transfer, dataTransfer: transfer };
    const event = '${kind}' === 'paste' ? new ClipboardEvent('paste', init) : new DragEvent('drop', init);
    document.querySelector('${selector}').dispatchEvent(event);
  })()`);
}

const messages = (page: Page) => page.locator('.chat-content .message');

test('[CHAT-9] files are chosen, pasted and dropped, and their pages appear in the messages', async ({
  app,
}) => {
  const { page } = await openOwnChat(app, 'Files');
  const pageOf = (file: string) => page.getByRole('link', { name: `Page: ${file} 1` });
  await test.step('choose two files and send them with words', async () => {
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Attach files' }).click();
    await (await chosen).setFiles([
      { name: 'terms.txt', mimeType: 'text/plain', buffer: Buffer.from('5 years, 3.1 %') },
      { name: 'plan.png', mimeType: 'image/png', buffer: Buffer.from(PNG_BASE64, 'base64') },
    ]);
    await page.getByRole('list', { name: 'Files to send' }).getByText('plan.png').waitFor();
    await inspectEverywhere(page, 'chat staged');
    await expect(fieldOf(page)).toBeFocused();
    await fieldOf(page).fill('the terms');
    await page.keyboard.press('Enter');
    await messageOf(page, 'the terms').getByRole('link', { name: 'Page: terms.txt 1' }).waitFor();
    await pageOf('plan.png').locator('img').waitFor();
  });
  await test.step('paste a picture, remove it, paste it again', async () => {
    await insertPicture(page, '[data-composer]', 'paste', 'pasted.png');
    await page.getByRole('button', { name: 'Remove pasted.png' }).click();
    await fieldOf(page).press('Enter');
    await insertPicture(page, '[data-composer]', 'paste', 'pasted.png');
    await fieldOf(page).press('Enter');
    await pageOf('pasted.png').waitFor();
  });
  await test.step('drop a picture', async () => {
    await insertPicture(page, '.chat', 'drop', 'dropped.png');
    await fieldOf(page).press('Enter');
    await pageOf('dropped.png').waitFor();
  });
  await expect(page.locator('.upload')).toHaveCount(0);
  await expect(messages(page)).toHaveCount(4);
  await inspectEverywhere(page, 'chat files');
});

test('[CHAT-9] the name of a file leads to its first page, and downloads a file without pages', async ({
  app,
}) => {
  const { page } = await openOwnChat(app, 'Names of files');
  const bytes = Buffer.from('PK\u0003\u0004 not shown as pages');
  await page.locator('.composer input[type=file]').setInputFiles([
    { name: 'terms.txt', mimeType: 'text/plain', buffer: Buffer.from('5 years, 3.1 %') },
    { name: 'Unterlagen.zip', mimeType: 'application/zip', buffer: bytes },
  ]);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Unterlagen.zip', exact: true }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('Unterlagen.zip');
  expect(await readFile(await saved.path())).toEqual(bytes);
  await page.getByRole('link', { name: 'terms.txt', exact: true }).click();
  await expect(page).toHaveURL(/\/pages\/\d+$/);
});

test('[CHAT-9] an upload shows its progress and can be cancelled; a refused one shows why and can be retried', async ({
  app,
}) => {
  app.allowErrors(/status of 413/);
  const { page, binderId } = await openOwnChat(app, 'Cancelled');
  let behaviour: 'hold' | 'refuse' | 'pass' = 'hold';
  await page.route(`**/v1/${binderId}/messages`, async (route) => {
    if (route.request().method() !== 'POST' || behaviour === 'pass') return route.fallback();
    if (behaviour === 'refuse')
      return route.fulfill({
        status: 413,
        json: { code: 'RESPONSE_ERROR_EXCEED_LIMIT', message: 'too large' },
      });
  });
  const add = async (name: string) => {
    const file = { name, mimeType: 'text/plain', buffer: Buffer.from('words') };
    await page.locator('input[type=file]').setInputFiles(file);
    await fieldOf(page).press('Enter');
  };
  await page.evaluate('navigator.locks.request = () => Promise.reject(new Error())');
  await add('held.txt');
  await page.locator('.upload progress').waitFor();
  const asked = page.waitForEvent('dialog');
  const leaving = page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await leaving;
  await page.getByRole('button', { name: 'Cancel held.txt' }).click();
  await expect(page.locator('.upload')).toHaveCount(0);

  behaviour = 'refuse';
  await add('large.txt');
  await page.getByRole('link', { name: 'Members' }).click();
  await page.getByRole('link', { name: 'Chat', exact: true }).click();
  await page.getByText('This is larger than the server allows.').waitFor();
  behaviour = 'pass';
  await page.getByRole('button', { name: 'Retry large.txt' }).click();
  await page.getByRole('link', { name: 'Page: large.txt 1' }).waitFor();
  await expect(messages(page)).toHaveCount(1);
});

test('[CHAT-9] a message with a file that is sent without a connection is sent once when it is back, also after a reload', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/ERR_FAILED|ERR_CONNECTION_RESET/);
  const binderId = await org.addBinder('Trip', org.ada);
  const { page, unplug, plugIn } = await openUnpluggable(app, org.ada);
  await page.goto(`${service.origin}/b/${binderId}`);
  const send = async (name: string) => {
    await fieldOf(page).fill(`About ${name}`);
    const file = { name: `${name}.txt`, mimeType: 'text/plain', buffer: Buffer.from(name) };
    await page.locator('input[type=file]').setInputFiles(file);
    await fieldOf(page).press('Enter');
    await expect.poll(() => uploadsLeftInBrowser(page)).toBe(1);
  };
  const sent = async (name: string) => {
    await messageOf(page, `About ${name}`)
      .getByRole('link', { name: `Page: ${name}.txt 1` })
      .waitFor();
    await expect(page.locator('.upload')).toHaveCount(0);
    await expect.poll(() => uploadsLeftInBrowser(page)).toBe(0);
  };
  await fieldOf(page).waitFor();

  await unplug();
  await send('bus');
  await page.locator('.upload').getByText('Queued').waitFor();
  plugIn();
  await sent('bus');

  await unplug();
  await send('train');
  await page.reload();
  await page.getByText('About train').waitFor();
  await page.locator('.upload').getByText('train.txt').waitFor();
  plugIn();
  await sent('train');

  await page.route(`**/v1/${binderId}/messages`, async (route) => {
    await unplug();
    await route.fetch();
    await route.abort('connectionreset');
  });
  const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/messages'));
  await send('ship');
  await lost;
  await page.reload();
  await page.unrouteAll({ behavior: 'wait' });
  plugIn();
  await sent('ship');
  await expect(messages(page)).toHaveCount(3);
  const { body } = await service.call('GET', `/${binderId}/messages`, { token: org.ada.token });
  expect(body.data.messages).toHaveLength(3);
});

const playTone = (page: Page) =>
  page.evaluate(`navigator.mediaDevices.getUserMedia = async () => {
    const context = new AudioContext();
    const tone = context.createOscillator();
    const target = context.createMediaStreamDestination();
    tone.connect(target);
    tone.start();
    return target.stream;
  }`);

test('[CHAT-10] a voice message is recorded with a level meter, discarded or sent, and played', {
  tag: '@slow',
}, async ({ app }) => {
  const { page } = await openOwnChat(app, 'Voice', { loadsAhead: true });
  await playTone(page);
  await page.getByRole('button', { name: 'Record a voice message' }).click();
  const meter = page.getByRole('meter', { name: 'Microphone level' });
  await expect.poll(async () => Number(await meter.getAttribute('value'))).toBeGreaterThan(20);
  await page.getByRole('timer').getByText('0:01').waitFor();
  await inspectEverywhere(page, 'chat recording');
  await page.getByRole('button', { name: 'Discard' }).click();
  await fieldOf(page).waitFor();
  await expect(messages(page)).toHaveCount(0);

  await page.getByRole('button', { name: 'Record a voice message' }).click();
  await page.getByRole('timer').getByText('0:01').waitFor();
  await page.getByRole('region', { name: 'Voice message' }).getByRole('button', { name: 'Send' }).click();
  const message = page.locator('.chat-content li[data-id].message');
  await message.locator('.with-bars').waitFor();
  await message.getByText(/^0:0[1-9]/).waitFor();
  await message.getByRole('button', { name: 'Play' }).click();
  await message.getByRole('button', { name: 'Pause' }).waitFor();
  await expect.poll(async () => Number(await message.getByRole('slider').inputValue())).toBeGreaterThan(0);
  await message.getByRole('button', { name: 'Play' }).waitFor();
  await inspectEverywhere(page, 'chat voice');
});

test('[CHAT-43] a recording is played, and discarded or sent', async ({ app }) => {
  const { page } = await openOwnChat(app, 'Listen');
  await playTone(page);
  const recorder = page.getByRole('region', { name: 'Voice message' });
  const listen = async () => {
    await page.getByRole('button', { name: 'Record a voice message' }).click();
    await page.getByRole('timer').getByText('0:01').waitFor();
    await recorder.getByRole('button', { name: 'Stop and listen' }).click();
    await recorder.getByRole('button', { name: 'Play' }).click();
    await recorder.getByRole('button', { name: 'Pause' }).waitFor();
  };
  await listen();
  await inspect(page, 'chat listening');
  await recorder.getByRole('button', { name: 'Discard' }).click();
  await fieldOf(page).waitFor();
  await listen();
  await recorder.getByRole('button', { name: 'Send' }).click();
  await page.locator('.chat-content li[data-id].message .audio-player').waitFor();
  await expect(messages(page)).toHaveCount(1);
});

test('[CHAT-10] a recording that is left waits in the draft, and is sent apart from the text', async ({
  app,
}) => {
  const { page } = await openOwnChat(app, 'Left');
  await playTone(page);
  await page.getByRole('button', { name: 'Record a voice message' }).click();
  await page.getByRole('timer').getByText('0:01').waitFor();
  await openSection(page, 'Pages');
  await openSection(page, 'Chat');
  const staged = page.getByRole('list', { name: 'Files to send' });
  await staged.getByText('Voice message').waitFor();
  await fieldOf(page).fill('as I said');
  await fieldOf(page).press('Enter');
  await page.locator('.chat-content li[data-id].message .audio-player').waitFor();
  await expect(messages(page)).toHaveCount(2);
  await expect(messages(page).first()).toContainText('as I said');
  await expect(staged).toHaveCount(0);
});

test('[CHAT-10] without a microphone the chat says what to do', async ({ app }) => {
  const { page } = await openOwnChat(app, 'No microphone');
  await page.evaluate(`navigator.mediaDevices.getUserMedia = async () => {
    throw new DOMException('', 'NotAllowedError');
  }`);
  await page.getByRole('button', { name: 'Record a voice message' }).click();
  await page.getByText('Microphone access is blocked.').waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(messages(page)).toHaveCount(0);
  await fieldOf(page).waitFor();
});

test('[CHAT-46] files that are not sent survive a reload, until they are sent or removed', async ({
  app,
}) => {
  const { page } = await openOwnChat(app, 'Later');
  const files = page.getByRole('list', { name: 'Files to send' });
  await insertPicture(page, '[data-composer]', 'paste', 'first.png');
  await insertPicture(page, '[data-composer]', 'paste', 'second.png');
  await files.getByText('second.png').waitFor();
  await expect.poll(() => uploadsLeftInBrowser(page, 'staged')).toBe(2);
  await page.reload();
  await files.getByText('first.png').waitFor();
  await page.getByRole('button', { name: 'Remove second.png' }).click();
  await fieldOf(page).press('Enter');
  await page.getByRole('link', { name: 'Page: first.png 1' }).waitFor();
  await expect(files).toHaveCount(0);
  await expect.poll(() => uploadsLeftInBrowser(page, 'staged')).toBe(0);
});
