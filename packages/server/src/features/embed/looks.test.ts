import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeMedia } from '@ringbinder/testkit/browser.ts';
import { startApp } from '../web/testing/app-page.ts';
import { inspectEverywhere } from '../web/testing/console-page.ts';
import { openHost, pageWith, registerOrigins, startHost } from './testing/host-page.ts';

const { browser, service, fixture } = await startApp({}, fakeMedia);
const host = await startHost();
await registerOrigins(service, fixture.client.id, [host.origin]);
const { ada, ben } = fixture;

/** What is drawn of each call when it is there. The rest are parts of the app, which are looked at there. */
const DRAWN = {
  chat: '[data-composer]',
  timelineView: '.binder-row',
  pageView: '.page-card, .viewer',
  draw: '.draw',
  clip: 'button',
  meet: 'h1',
};

test(
  '[SDK-32] every module can be used by all, at both widths and in both schemes',
  browser.needed,
  async () => {
    const binderId = await fixture.addBinder('Loan 4711', ada, [ben]);
    await fixture.post(binderId, ben, 'The valuation of the shop came in: 184,000. That covers the loan.');
    await fixture.post(binderId, ada, 'Good. I need the last two balance sheets before I can sign.');
    const json = { type: 'whiteboard', name: 'Sketch' };
    await service.call('POST', `/${binderId}/pages`, { token: ada.token, json });
    host.put(
      '/',
      pageWith(
        service,
        `<script>Service.init({ mode: 'production', client_id: '${fixture.client.id}', access_token: '${ada.token}', sdk_version: 3 });</script>
      ${Object.keys(DRAWN)
        .map(
          (call) =>
            `<button onclick="Service.${call}({ ...callbacks, binder_id: '${binderId}' })">${call}</button>`,
        )
        .join('')}`,
      ),
    );
    const { page, errors } = await openHost(browser, `${host.origin}/`);
    for (const [call, selector] of Object.entries(DRAWN)) {
      const opening = page.context().waitForEvent('page');
      await page.getByRole('button', { name: call, exact: true }).click();
      const opened = await opening;
      await opened.locator(selector).first().waitFor();
      await inspectEverywhere(opened, `embed ${call}`);
      await opened.close();
    }
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);
