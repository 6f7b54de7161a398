import { inspectEverywhere } from '@ringbinder/testkit/playwright/index.ts';
import { openHost, openWindow, pageWith, test } from './support/embed.ts';

const DRAWN = {
  chat: '[data-composer]',
  timelineView: '.binder-row',
  pageView: '.page-card, .viewer',
  draw: '.draw',
  clip: 'button',
  meet: 'h1',
};

test('[SDK-32] every module is accessible at both widths and in both colour schemes', async ({
  app,
  org,
  service,
  host,
}) => {
  const { ada, ben } = org;
  const binderId = await org.addBinder('Loan 4711', ada, [ben]);
  await org.post(binderId, ben, 'The valuation of the shop came in: 184,000. That covers the loan.');
  await org.post(binderId, ada, 'Good. I need the last two balance sheets before I can sign.');
  const json = { type: 'whiteboard', name: 'Sketch' };
  await service.call('POST', `/${binderId}/pages`, { token: ada.token, json });
  host.put(
    '/',
    pageWith(
      service,
      `<script>Service.init({ mode: 'production', client_id: '${org.client.id}', access_token: '${ada.token}', sdk_version: 3 });</script>
      ${Object.keys(DRAWN)
        .map(
          (call) =>
            `<button onclick="Service.${call}({ ...callbacks, binder_id: '${binderId}' })">${call}</button>`,
        )
        .join('')}`,
    ),
  );
  const page = await openHost(app, `${host.origin}/`);
  for (const [call, selector] of Object.entries(DRAWN)) {
    const opened = await openWindow(page, call);
    await opened.locator(selector).first().waitFor();
    await inspectEverywhere(opened, `embed ${call}`);
    await opened.close();
  }
});
