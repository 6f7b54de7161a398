import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, type CreatedUser, until } from '@ringbinder/testkit';
import type { Locator, Page } from 'playwright-core';
import { announceDepartures } from '../assignments/index.ts';
import { createWorkflow, stepFor } from '../transactions/testing/workflow.ts';
import { startApp } from '../web/testing/app-page.ts';
import { inspectEverywhere } from '../web/testing/console-page.ts';
import { bankPage } from './testing/bank-page.ts';
import { frameIn, openHost, registerOrigins, startHost, toldOf } from './testing/host-page.ts';

// As people have it who block cookies of third parties.
const { browser, service, fixture } = await startApp({}, ['--test-third-party-cookie-phaseout']);
const host = await startHost();
const foreign = await startHost();
const { ada, ben, client, partner } = fixture;
await registerOrigins(service, client.id, [host.origin]);
host.put('/', bankPage(service, '<div id="one"></div>'));
// Her tokens are of another client of the same partner.
const other = await service.make.client({ partnerId: partner.id });
const dora = await service.make.user({ partner, client: other, name: 'Dora' });
const binderId = await fixture.addBinder('Loan 4711', ada, [ben, dora]);
const workflow = createWorkflow(service, { binderId, owner: ada });

/** Has the token of a link made by the assignee. */
async function linkOf(id: number, step: number | undefined, { token } = ben): Promise<string> {
  const path = `/${binderId}/transactions/${id}/steps/${step}/link`;
  const { status, body } = await service.call('POST', path, { token, json: {} });
  assert.equal(status, 200, body.message);
  return body.data.token;
}

async function made(assignee: CreatedUser = ben) {
  const { id, steps } = await workflow.make([stepFor(assignee)], ada.token, { title: 'Approve the loan' });
  return { id, step: steps[0], token: await linkOf(id, steps[0], assignee) };
}

/** Opens the page, and shows an approval in it. */
async function show(token: string, address = `${host.origin}/`) {
  const opened = await openHost(browser, address);
  await opened.page.evaluate(
    `Service.init({ mode: 'production', client_id: '${client.id}', access_token: 'of-a-session', sdk_version: 4, error: tell('error') })`,
  );
  await ask(opened.page, token);
  return { ...opened, card: frameIn(opened.page, 'one') };
}

/** Shows an approval in the element of the page. */
const ask = (page: Page, token: string) =>
  page.evaluate(
    `Service.transaction({ answered: tell('answered'), tagid4iframe: 'one', token: '${token}' }).then((handle) => void (window.handle = handle))`,
  );

/** Pixels of the frame above and below what it holds. */
const BORDERS = 2;

const stateOf = (id: number) => workflow.steps(id).then(([step]) => step?.status);
const errorsOf = async (page: Page) => (await toldOf(page, 'error')).map(({ error_code }) => error_code);

test(
  '[SDK-22] [SDK-34] an approval in a page of another site waits for its turn, is answered once, and is dead then',
  browser.needed,
  async () => {
    const { id, steps } = await workflow.make([stepFor(ada), stepFor(ben)], ada.token, {
      title: 'Approve the loan',
      content: '20,000 over five years, at 3.4 %.',
    });
    const token = await linkOf(id, steps[1]);
    const { page, card, requests, errors } = await show(token);
    await card.getByText('It is not your turn yet').waitFor();
    await workflow.press(id, steps[0] ?? 0, ada.token);
    const approve = card.getByRole('button', { name: 'Approve' });
    await approve.and(card.locator('[data-sight="clear"]')).waitFor();
    await card.getByText('Ada Lovelace asks you in “Loan 4711”.').waitFor();

    // As high as what it says, with a name of its own, and on the way of the Tab key.
    const frame = page.locator('#one iframe');
    assert.equal(await frame.getAttribute('title'), 'Approval');
    const heightOf = async (locator: Locator) => Math.round((await locator.boundingBox())?.height ?? 0);
    await becomes(async () => (await heightOf(frame)) - (await heightOf(card.locator('.approval'))), BORDERS);
    await inspectEverywhere(page, 'approval in a page');
    await approve.and(card.locator('[data-sight="clear"]')).waitFor();
    await page.locator('#before').focus();
    await page.keyboard.press('Tab');
    await approve.and(card.locator(':focus')).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await becomes(() => page.evaluate('document.activeElement.id'), 'after');

    await approve.click();
    await card.getByRole('heading', { name: 'Thank you' }).waitFor();
    await becomes(
      async () => (await toldOf(page, 'answered')).map(({ session_id: _, ...rest }) => rest),
      [{ transaction_id: id, step_id: steps[1], click_button_id: 'approve' }],
    );
    assert.equal((await workflow.steps(id))[1]?.status, 'completed');
    await inspectEverywhere(page, 'approval answered');

    // It was good once: in the same element, again.
    await ask(page, token);
    await card.getByText('This request is not open here any more').waitFor();
    await becomes(() => errorsOf(page), [401]);
    assert.deepEqual(
      errors.filter((error) => !/401/.test(error)),
      [],
    );
    assert.ok(!requests.some((address) => /realtime|\/embed\/me/.test(address) || address.includes(token)));
    assert.ok(!service.logLines.some((line) => line.includes(token)));
    assert.deepEqual(await page.context().cookies(), []);
    await page.context().close();
  },
);

test(
  '[TX-46] the card says that an earlier person is unavailable, and shows the buttons once somebody else has answered',
  browser.needed,
  async () => {
    const eve = await fixture.addUser('Eve Earlier');
    await service.call('POST', `/${binderId}/addorguser`, {
      token: ada.token,
      json: { users: [{ user: { id: eve.id } }] },
    });
    const { id, steps } = await workflow.make([stepFor(eve), stepFor(ben)], ada.token);
    const { page, card } = await show(await linkOf(id, steps[1]));
    await card.getByText('others answer first').waitFor();
    const removed = { token: ada.token, json: { id: eve.id } };
    assert.equal((await service.call('POST', `/${binderId}/removeuser`, removed)).status, 200);
    await announceDepartures(service.env);
    await card.getByText('Somebody who answers before you is no longer available').waitFor();
    await inspectEverywhere(page, 'approval blocked');
    const path = `${workflow.path(id, steps[0])}/assignee`;
    const reassigned = { token: ada.token, json: { user_id: ada.id } };
    assert.equal((await service.call('POST', path, reassigned)).status, 200);
    await workflow.press(id, steps[0], ada.token);
    await card.getByRole('button', { name: 'Approve' }).waitFor();
    await page.context().close();
  },
);

test(
  '[SDK-34] what is answered elsewhere, or of another client, is said; another token shows another request',
  browser.needed,
  async () => {
    const first = await made();
    const { page, card } = await show(first.token);
    const approve = card.getByRole('button', { name: 'Approve' }).and(card.locator('[data-sight="clear"]'));
    await approve.waitFor();
    await workflow.press(first.id, first.step ?? 0, ben.token, 'decline');
    await approve.click();
    await card.getByText('This has been settled already.').waitFor();
    await becomes(() => errorsOf(page), [409]);

    const next = await made();
    await page.evaluate(`handle.update({ token: '${next.token}' })`);
    await approve.waitFor();
    const ofOther = await made(dora);
    await page.evaluate(`handle.update({ token: '${ofOther.token}' })`);
    await card.getByText('It is to be answered on the page of those who asked for it.').waitFor();
    await becomes(() => errorsOf(page), [409, 403]);
    assert.equal(await stateOf(ofOther.id), 'current');

    // The token of a session is never given to an approval, and a window of one is its link.
    for (const [options, code] of [
      [`tagid4iframe: 'one'`, 'invalid token'],
      [`token: 'a', iframe: false`, 'invalid iframe'],
    ]) {
      const told = await page.evaluate(
        `Service.transaction({ ${options}, error: () => {} }).catch(({ error_code }) => error_code)`,
      );
      assert.equal(told, code);
    }
    await page.context().close();
  },
);

test(
  '[SDK-35] an approval cannot be framed by others, and is not pressed while it is covered or hardly seen',
  browser.needed,
  async () => {
    const { id, token } = await made();
    // Somebody else’s page around the page of the client: every one around has to be registered.
    host.put(
      '/framed',
      bankPage(
        service,
        `<div id="one"></div><script>
        Service.init({ mode: 'production', client_id: '${client.id}', sdk_version: 3 });
        Service.transaction({ tagid4iframe: 'one', token: '${token}' });
      </script>`,
      ),
    );
    foreign.put('/', `<!doctype html><title>Win a car</title><iframe src="${host.origin}/framed"></iframe>`);
    const lured = await openHost(browser, `${foreign.origin}/`);
    const inner = lured.page.frameLocator('iframe').frameLocator('iframe');
    await inner.getByText(`Pages of ${foreign.origin} may not embed this`).waitFor();
    assert.equal(await inner.locator('button').count(), 0);
    // The browser refuses it where nobody says who is around.
    const query = new URLSearchParams({ client_id: client.id, origin: host.origin, widget: 'w' });
    const address = `${service.origin}/embed/transaction?${query}`.replaceAll('&', '&amp;');
    host.put('/framed', `<!doctype html><title>Silent</title><iframe src="${address}"></iframe>`);
    await lured.page.reload();
    await until('the browser has refused', () => lured.errors.some((error) => /frame-ancestors/.test(error)));
    assert.equal(await inner.locator('button').count(), 0);
    await lured.page.context().close();

    // Something of the page lies over the buttons and lets clicks through, or makes them hard to see.
    const { page, card } = await show(token);
    const approve = card.getByRole('button', { name: 'Approve' });
    await approve.and(card.locator('[data-sight="clear"]')).waitFor();
    const covers = [
      [
        `document.body.append(Object.assign(document.createElement('div'), { id: 'cover' }));
         document.querySelector('#cover').style.cssText = 'position:fixed;inset:0;pointer-events:none;background:#fff'`,
        `document.querySelector('#cover').remove()`,
      ],
      [
        `document.querySelector('#one iframe').style.opacity = '0.01'`,
        `document.querySelector('#one iframe').style.opacity = ''`,
      ],
    ] as const;
    for (const [index, [cover, uncover]] of covers.entries()) {
      await page.evaluate(cover);
      await approve.and(card.locator('[data-sight="covered"]')).waitFor();
      await approve.click();
      await becomes(async () => (await errorsOf(page)).length, index + 1);
      await card.getByText('Something lies over this request').waitFor();
      await page.evaluate(uncover);
      await approve.and(card.locator('[data-sight="clear"]')).waitFor();
    }
    assert.deepEqual(await errorsOf(page), ['covered', 'covered']);
    assert.equal(await stateOf(id), 'current');
    // Moved under the pointer at the last moment: it has to be seen for half a second first.
    await page.evaluate(`document.querySelector('#one').style.display = 'none'`);
    await card.locator('[data-sight="covered"]').first().waitFor({ state: 'attached' });
    const frame = page.frames().find((each) => each.url().includes('/embed/transaction'));
    await frame?.evaluate(`{
      const button = document.querySelector('.step-buttons button');
      new MutationObserver(() => button.dataset.sight === 'early' && button.click())
        .observe(button, { attributes: true });
    }`);
    await page.evaluate(`document.querySelector('#one').style.display = ''`);
    await card.getByText('Read it first, and press again.').waitFor();
    assert.equal(await stateOf(id), 'current');
    await approve.and(card.locator('[data-sight="clear"]')).click();
    await card.getByRole('heading', { name: 'Thank you' }).waitFor();
    assert.equal(await stateOf(id), 'completed');
    await page.context().close();
  },
);
