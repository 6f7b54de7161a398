import { expect, inspectEverywhere, loaded } from '@ringbinder/testkit/playwright/index.ts';
import { test as consoleTest, openConsole } from '../support/console-page.ts';

const test = consoleTest.extend({ serviceOptions: [{ background: true }, { scope: 'worker' }] });

test('[WEB-1] [WEB-12] the operator sees a consumer that fails with its error, and retries it', async ({
  app,
  org,
  service,
}) => {
  const { db } = service.env;
  const binderId = await org.addBinder('Harbour', org.ada, []);
  await db.query('ALTER TABLE usage_days RENAME TO usage_days_away');
  await service.call('POST', `/${binderId}/messages`, {
    token: org.ada.token,
    json: { message: { text: 'Hello' } },
  });
  const page = await openConsole(app, '/background');
  const usage = page.getByRole('row').filter({ hasText: 'Usage figures' });

  await test.step('a run that fails is shown with its error', async () => {
    await usage.getByRole('button', { name: 'Run now: Usage figures' }).click();
    await page.getByText('Usage figures is running.').waitFor();
    await usage.getByText('Failing').waitFor();
    await usage.getByText('relation "usage_days" does not exist').waitFor();
    await expect(page.getByText('Failing', { exact: true })).toHaveCount(1);
    await inspectEverywhere(page, 'background failing');
  });

  await test.step('a retry after the repair succeeds', async () => {
    await db.query('ALTER TABLE usage_days_away RENAME TO usage_days');
    await usage.getByRole('button', { name: 'Retry now: Usage figures' }).click();
    await usage.getByText('Running').waitFor();
    await usage.getByText('0 entries').waitFor();
    await loaded(page);
  });
});
