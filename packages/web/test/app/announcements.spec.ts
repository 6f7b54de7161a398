import { until, uploadFile } from '@ringbinder/testkit';
import { type App, expect, type Page, type TestOrg, test } from '@ringbinder/testkit/playwright/index.ts';
import {
  announcementsOf,
  assertively,
  expectAmongAnnounced,
  expectAnnounced,
  forgetAnnouncements,
  LIVE_REGIONS,
  politely,
} from '../support/announcements.ts';
import { openUnpluggable } from '../support/unpluggable.ts';
import { LOAN_PDF } from '../support/viewer-page.ts';

const scripts = [LIVE_REGIONS];
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('[WCAG-6] [WCAG-14] the recorder follows the rules of live regions', async ({ page }) => {
  await page.addInitScript(LIVE_REGIONS);
  await page.goto('about:blank');
  await page.setContent(`
    <p role="status" id="plain">there from the start</p>
    <ul role="log" id="log"></ul>
    <p role="status" aria-live="off" id="off"></p>
    <p role="status" aria-hidden="true" id="hidden"></p>
    <div role="status" aria-atomic="false" id="toasts"></div>
    <p role="alert" id="alert"></p>
    <main id="main"></main>
    <dialog aria-label="A dialog"><p role="status" id="inside"></p></dialog>`);
  await expectAnnounced(page);
  const change = (script: string) => page.evaluate(script);
  await change(`plain.textContent = 'First'`);
  await expectAnnounced(page, politely('First'));
  await change(`log.append(Object.assign(document.createElement('li'), { textContent: 'One' }))`);
  await change(`log.append(Object.assign(document.createElement('li'), { textContent: 'Two' }))`);
  await expectAnnounced(page, politely('One'), politely('Two'));
  for (const silent of ['off', 'hidden'])
    await change(`document.getElementById('${silent}').textContent = 'Silent'`);
  await change(`main.innerHTML = '<p role="status">Silent, since it is new</p>'`);
  const reported = page.waitForEvent('console', (message) => message.type() === 'error');
  await change(`main.innerHTML = '<p role="alert">Orca is silent, since it is new</p>'`);
  expect((await reported).text()).toBe('a new alert has its text: Orca is silent, since it is new');
  await change(`document.getElementById('alert').innerHTML = 'Failed <b>twice</b>'`);
  await expectAnnounced(page, assertively('Failed twice'));
  await change(`toasts.innerHTML = '<p role="alert">In a region</p>'`);
  await expectAnnounced(page, assertively('In a region'));
  await change(`document.querySelector('dialog').showModal(); plain.textContent = 'Silent behind a dialog'`);
  await change(`inside.textContent = 'In the dialog'`);
  await expectAnnounced(page, politely('In the dialog'));
});

test('[WCAG-6] Chat announces the messages of others, once and politely', async ({ app, org }) => {
  const { ada, ben } = org;
  const id = await org.addBinder('Loan 4711', ada, [ben]);
  await org.post(id, ben, 'There before');
  const page = await app.open(ada, { path: `/b/${id}`, scripts });
  const field = page.getByRole('textbox', { name: 'Message' });
  const other = await app.open(ben, { path: `/b/${id}` });
  const otherField = other.getByRole('textbox', { name: 'Message' });
  await expect(async () => {
    await otherField.press('a');
    await page.getByText('Ben Okafor is typing…').waitFor({ timeout: 3000 });
  }).toPass();

  await test.step('a message, another with the same words, and two at once', async () => {
    await org.post(id, ben, 'The valuation is in.');
    await expectAnnounced(page, politely('Ben Okafor: The valuation is in.'));
    await org.post(id, ben, 'The valuation is in.');
    await expectAnnounced(page, politely('Ben Okafor: The valuation is in.'));
    await Promise.all([org.post(id, ben, 'Left'), org.post(id, ben, 'Right')]);
    await expectAmongAnnounced(page, politely('Ben Okafor: Left'), politely('Ben Okafor: Right'));
    await forgetAnnouncements(page);
  });
  await test.step('not the user’s own message', async () => {
    await field.fill('Thank you');
    await field.press('Enter');
    await page.getByText('Thank you').first().waitFor();
    await org.post(id, ben, 'You are welcome');
    await expectAnnounced(page, politely('Ben Okafor: You are welcome'));
  });
  await test.step('the number of results', async () => {
    await button(page, 'Search in this binder').click();
    const search = page.getByRole('searchbox', { name: 'Search for' });
    await search.fill('valuation');
    await expectAnnounced(page, politely('2 found'));
    await search.fill('nothing like it');
    await expectAnnounced(page, politely('No results for “nothing like it”.'));
  });
});

async function addRequest({ service }: App, org: TestOrg, binderId: string, title: string): Promise<string> {
  const actions = [
    { id: 'a', text: 'Approve' },
    { id: 'b', text: 'Reject', outcome: 'rejected' },
  ];
  const { body } = await service.call('POST', `/${binderId}/transactions`, {
    token: org.ben.token,
    json: { title, content: '', steps: [{ assignee: { user_id: org.ada.id }, actions }] },
  });
  return `/${binderId}/transactions/${body.data.transaction_id}`;
}

const NOT_NOW = 'This can’t be answered now: it was stopped or has ended, or earlier steps were reopened.';

test('[WCAG-6] [WCAG-14] what a press of an approval’s button leads to is announced', async ({
  app,
  org,
}) => {
  app.allowErrors(/status of 412/);
  const id = await org.addBinder('Loan 4712', org.ben, [org.ada]);
  await addRequest(app, org, id, 'First draft');
  await addRequest(app, org, id, 'Second draft');
  const stopped = await addRequest(app, org, id, 'Third draft');
  const page = await app.open(org.ada, { path: `/b/${id}/transactions`, scripts });
  const answers = (title: string) => page.getByRole('group', { name: new RegExp(title) });
  await answers('Second draft').getByRole('button', { name: 'Approve' }).press('Enter');
  await expectAnnounced(page, politely('Your answer: Approve'));
  // A screen reader would read a remaining text together with the next dialog.
  await expect(page.getByText('Your answer: Approve')).toHaveCount(0);

  await answers('First draft').getByRole('button', { name: 'Reject' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'First draft' });
  await dialog.getByLabel('Reason').fill('It has expired.');
  await dialog.getByRole('button', { name: 'Reject' }).press('Enter');
  await expectAnnounced(page, politely('Your answer: Reject'));
  // A live region inside the dialog would have been removed.
  expect(await dialog.count()).toBe(0);

  await page.route('**/steps/*', async (route) => {
    await app.service.call('POST', stopped, { token: org.ben.token, json: { is_active: false } });
    await route.continue();
  });
  await answers('Third draft').getByRole('button', { name: 'Approve' }).press('Enter');
  await expectAnnounced(page, assertively(NOT_NOW));
});

test('[WCAG-6] a dialog does not repeat an error that was announced before', async ({ app, org }) => {
  app.allowErrors(/status of 412/);
  const id = await org.addBinder('Loan 4717', org.ben, [org.ada]);
  const stopped = await addRequest(app, org, id, 'Fourth draft');
  const page = await app.open(org.ada, { path: '/home?show=steps', scripts });
  const answers = page.getByRole('group', { name: /Fourth draft/ });
  await page.route('**/steps/*', async (route) => {
    await app.service.call('POST', stopped, { token: org.ben.token, json: { is_active: false } });
    await route.continue();
  });
  await answers.getByRole('button', { name: 'Approve' }).press('Enter');
  await expectAmongAnnounced(page, assertively(NOT_NOW));
  await button(page, 'Delegate…').press('Enter');
  await page.getByRole('dialog').getByText(NOT_NOW).waitFor();
  await expectAmongAnnounced(page, assertively(NOT_NOW));
});

test('[WCAG-6] the dialog of a direct message announces to whom it goes', async ({ app, org }) => {
  const page = await app.open(org.ada, { scripts });
  await button(page, 'New').click();
  await page.getByRole('menuitem', { name: 'New direct message' }).click();
  const dialog = page.getByRole('dialog');
  const announces = async (text: string) => {
    await expectAmongAnnounced(page, politely(text));
    await forgetAnnouncements(page);
  };
  await dialog.getByRole('button', { name: /Ben Okafor/ }).click();
  await announces('To Ben Okafor');
  await page.keyboard.type('carla');
  await page.keyboard.press('Enter');
  await announces('To Ben Okafor and Carla Mendes');
  await page.keyboard.press('Backspace');
  await announces('To Ben Okafor');
  await dialog.getByRole('button', { name: 'Remove Ben Okafor' }).click();
  await announces('Choose one.');
});

test('[WCAG-6] the viewer announces the page it turned to, and the hits of a search', async ({
  app,
  org,
}) => {
  const id = await org.addBinder('Loan 4713', org.ada);
  const { pages } = await uploadFile(
    app.service,
    { binderId: id, token: org.ada.token },
    LOAN_PDF,
    'Loan.pdf',
  );
  const page = await app.open(org.ada, { path: `/b/${id}/pages/${pages[0].id}`, scripts });
  await page.getByRole('region', { name: 'Page view: Loan' }).waitFor();
  await page.getByRole('link', { name: 'Next page' }).press('Enter');
  await expectAnnounced(page, politely('Page 2: Loan.pdf'));
  await page.keyboard.press('Home');
  await expectAnnounced(page, politely('Page 1: Loan.pdf'));
  const rename = { token: org.ada.token, json: { name: 'Contract' } };
  await app.service.call('POST', `/${id}/pages/${pages[0].id}`, rename);
  await page.getByRole('region', { name: 'Page view: Contract' }).waitFor();
  await expectAnnounced(page);
  await until('the words are found', async () => {
    const { body } = await app.service.call('GET', `/${id}/pagesearch?q=loan`, { token: org.ada.token });
    return body.data.is_complete && body.data.total_hits > 0;
  });
  await page.keyboard.press('Control+f');
  await page.getByRole('searchbox', { name: 'Search all pages' }).fill('loan');
  await expect.poll(() => announcementsOf(page)).toEqual([politely('1 of 1')]);
});

test('[WCAG-6] the loss of the connection and its return are announced once', async ({ app, org }) => {
  app.allowErrors(/net::ERR_FAILED/);
  const id = await org.addBinder('Loan 4714', org.ada, [org.ben]);
  const { page, unplug, plugIn } = await openUnpluggable(app, org.ada, scripts);
  await page.goto(`${app.service.origin}/b/${id}`);
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  await page.getByRole('button', { name: 'Notifications' }).waitFor();
  await unplug();
  await expectAnnounced(
    page,
    politely('The server cannot be reached. Messages will be sent when the connection is back. Try now'),
  );
  plugIn();
  // The button disappears if the app has already reconnected.
  await button(page, 'Try now')
    .press('Enter', { timeout: 1000 })
    .catch(() => undefined);
  await expectAnnounced(page, politely('Connected again.'));
});

test('[WCAG-6] [WCAG-14] an error of a form is announced at once, and so is a toast over a dialog', async ({
  app,
  org,
}) => {
  const id = await org.addBinder('Loan 4716', org.ada, [org.ben]);
  const json = { to: { user_id: org.ben.id }, ends: Date.now() + 86_400_000 };
  await app.service.call('POST', '/me/delegations', { token: org.ada.token, json });
  const page = await app.open(org.ada, { path: `/b/${id}/transactions`, scripts });
  await page.getByRole('button', { name: 'Request', exact: true }).first().press('Enter');
  await button(page, 'Send request').press('Enter');
  await expectAmongAnnounced(page, assertively('Please fix the highlighted field.'));
  await page.goto(`${app.service.origin}/home?show=steps`);
  await button(page, 'Delegate…').press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'End the delegation to Ben Okafor' }).press('Enter');
  await expectAmongAnnounced(page, politely('The delegation has ended'));
});

test('[WCAG-14] alerts of the composer, the recorder and pending messages exist before their text', async ({
  app,
  org,
}) => {
  app.allowErrors(/status of 412/);
  const id = await org.addBinder('Loan 4719', org.ada);
  const page = await app.open(org.ada, { path: `/b/${id}`, scripts });
  const field = page.getByRole('textbox', { name: 'Message' });
  await page.route(`**/v1/${id}/messages`, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 412,
          json: { code: 'RESPONSE_ERROR_PRECONDITION_FAILED', message: 'not today' },
        })
      : route.fallback(),
  );
  await test.step('a refused message and a refused file', async () => {
    await field.fill('Thank you');
    await field.press('Enter');
    await expectAnnounced(page, assertively('Not sent: Not today. Send again Edit Delete'));
    const file = { name: 'Rates.txt', mimeType: 'text/plain', buffer: Buffer.from('words') };
    await page.locator('input[type=file]').setInputFiles(file);
    await field.press('Enter');
    await expectAnnounced(page, assertively('Not today.'));
  });
  await test.step('a message that is too long, and a link without an address', async () => {
    await field.fill('x'.repeat(65_537));
    await expectAnnounced(page, assertively('65,537 of 65,536 characters. Shorten your message to send it.'));
    await field.fill('terms');
    await field.selectText();
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Address of the link' }).fill('no address');
    await page.keyboard.press('Enter');
    await expectAnnounced(page, assertively('Enter a web or email address, such as https://example.com.'));
    await page.keyboard.press('Escape');
  });
  await test.step('no microphone', async () => {
    await page.evaluate(`navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException('', 'NotFoundError');
    }`);
    await button(page, 'Record a voice message').click();
    await expectAnnounced(page, assertively('No microphone was found.'));
  });
});

test('[APP-35] a short message stays while the pointer is on it, and while the page is hidden', async ({
  app,
  org,
}) => {
  const id = await org.addBinder('Loan 4718', org.ada);
  await org.post(id, org.ada, 'Copy me');
  const page = await app.open(org.ada, { path: `/b/${id}` });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const message = page.getByRole('list', { name: 'Messages' }).getByRole('listitem', { name: /Copy me/ });
  const toast = page.getByText('Copied.');
  await message.waitFor();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const copy = async () => {
    await message.focus();
    await page.keyboard.press('c');
    await expect(async () => {
      await page.clock.runFor(100);
      await expect(toast).toBeVisible({ timeout: 100 });
    }).toPass();
  };
  await copy();
  await expect(async () => {
    await page.clock.runFor(1_000);
    await expect(toast).toHaveCount(0, { timeout: 100 });
  }).toPass();
  await copy();
  const box = await toast.boundingBox();
  if (!box) throw new Error('the message is hidden');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.clock.runFor(20_000);
  await page.mouse.move(0, 0);
  await page.clock.runFor(5_900);
  const hide = (isHidden: boolean) =>
    page.evaluate(`
      Object.defineProperty(document, 'hidden', { configurable: true, value: ${isHidden} });
      document.dispatchEvent(new Event('visibilitychange'));
    `);
  await hide(true);
  await page.clock.runFor(20_000);
  await hide(false);
  await page.clock.runFor(5_900);
  await expect(toast).toBeVisible();
  await page.clock.runFor(200);
  await expect(toast).toHaveCount(0);
});

test('[WCAG-6] toasts are announced, also twice the same', async ({ app, org }) => {
  const id = await org.addBinder('Loan 4715', org.ada);
  await org.post(id, org.ada, 'Copy me');
  const page = await app.open(org.ada, { path: `/b/${id}`, scripts });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const message = page.getByRole('list', { name: 'Messages' }).getByRole('listitem', { name: /Copy me/ });
  for (const _ of [1, 2]) {
    await message.focus();
    await page.keyboard.press('c');
    await expectAnnounced(page, politely('Copied.'));
  }
});
