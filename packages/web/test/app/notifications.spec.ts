import assert from 'node:assert/strict';
import { messageReminders } from '@ringbinder/server/features/home/index.ts';
import { remindOfMeets } from '@ringbinder/server/features/meets/reminders.ts';
import { type App, expect, type Page, test } from '@ringbinder/testkit/playwright/index.ts';

const row = (page: Page, name: string) => page.locator('.binder-row').filter({ hasText: name });

const STAGE = `
  window.shown = [];
  window.Notification = class {
    static permission = 'default';
    static async requestPermission() { return (this.permission = 'granted'); }
    constructor(title, options) { window.shown.push([title, options.body]); window.last = this; }
    close() {}
  };
  let isHidden = false;
  Object.defineProperty(document, 'hidden', { get: () => isHidden });
  window.hide = (value) => { isHidden = value; document.dispatchEvent(new Event('visibilitychange')); };
`;

const hide = (value: boolean, ...pages: Page[]) =>
  Promise.all(pages.map((page) => page.evaluate(`window.hide(${value})`)));
const notificationsOf = (page: Page) => page.evaluate<string[][]>('window.shown');

async function openTabs({ service, org, ...app }: App) {
  const { ada, ben } = org;
  const loud = await org.addBinder('Loud', ada, [ben]);
  const quiet = await org.addBinder('Quiet', ada, [ben]);
  await service.call('POST', `/me/binders/${quiet}`, { token: ben.token, json: { is_muted: true } });
  const page = await app.open(ben, { path: '/account' });
  await page.context().addInitScript(STAGE);
  const other = await page.context().newPage();
  for (const tab of [page, other]) {
    await tab.goto(`${service.origin}/`);
    await row(tab, 'Loud').waitFor();
  }
  const notifications = async () => [...(await notificationsOf(page)), ...(await notificationsOf(other))];
  return { loud, quiet, page, other, notifications };
}

test('[APP-12] the app asks before it notifies, and one tab notifies of messages and meets while no tab is visible, except in muted binders', async ({
  app,
  org,
  service,
}) => {
  const { ada } = org;
  const { loud, quiet, page, other, notifications } = await openTabs(app);
  const shows = (text: string | RegExp) =>
    expect
      .poll(async () => (await notifications()).map(([, body]) => body))
      .toContainEqual(typeof text === 'string' ? text : expect.stringMatching(text));

  await test.step('the question comes with the first message that nobody saw', async () => {
    const question = page.getByRole('region', { name: 'Notifications' });
    await expect(page).toHaveTitle(/For you/);
    assert.equal(await question.count(), 0, 'the app does not ask at once');
    await hide(true, page, other);
    await org.post(loud, ada, 'one');
    await question.waitFor();
    assert.deepEqual(await notifications(), []);
    await hide(false, page);
    await question.getByRole('button', { name: 'Turn on' }).click();
    await other.reload();
    await row(other, 'Loud').waitFor();
    await other.evaluate(`Notification.permission = 'granted'`);
  });

  await test.step('a visible tab suppresses notifications', async () => {
    await org.post(loud, ada, 'two');
    await row(page, 'Loud').getByText('Ada: two').waitFor();
    assert.deepEqual(await notifications(), []);
  });

  await test.step('one tab notifies, and not of the muted binder', async () => {
    await hide(true, page, other);
    await org.post(quiet, ada, 'psst');
    await row(page, 'Quiet').getByText('Ada: psst').waitFor();
    await org.post(loud, ada, 'three');
    await shows('Ada: three');
    await Promise.all([page, other].map((tab) => row(tab, 'Loud').getByText('Ada: three').waitFor()));
    assert.deepEqual(await notifications(), [['Loud', 'Ada: three']]);
    await expect(page).toHaveTitle(/^\(3\) /);
  });

  await test.step('a meet is announced before it begins and when it begins', async () => {
    const starts = Date.now() + 5 * 60_000;
    const planned = { name: 'Signing', binder_id: loud, start_time: starts, end_time: starts + 600_000 };
    const json = { json: planned, token: ada.token };
    assert.equal((await service.call('POST', '/meets/schedule', json)).status, 200);
    await remindOfMeets(service.env);
    const reminder = /^“Signing” starts at \d/;
    await shows(reminder);
    await service.call('POST', `/${loud}/meets`, { token: ada.token, json: { name: 'At once' } });
    await shows(/^Meeting started: .*At once/);
    assert.equal(
      (await notifications()).filter(([, body]) => reminder.test(body ?? '')).length,
      1,
      'by one tab',
    );
  });

  await test.step('a click on the notification opens the binder', async () => {
    await org.post(loud, ada, 'four');
    await shows('Ada: four');
    const isLast = (await notificationsOf(page)).at(-1)?.[1] === 'Ada: four';
    const tab = isLast ? page : other;
    await tab.evaluate('window.last.onclick()');
    await tab.getByRole('heading', { name: 'Loud', level: 1 }).waitFor();
  });
});

test('[NOTIFY-18] a browser with push shows neither messages nor reminders of saved ones, which are pushed', async ({
  app,
  service,
  org,
}) => {
  const { ada, ben } = org;
  const unfreeze = service.clock.freeze();
  try {
    const { loud, page, other, notifications } = await openTabs(app);
    for (const tab of [page, other]) {
      await tab.evaluate(
        `localStorage.setItem('ringbinder-notifications', JSON.stringify({ isOn: true, isDecided: true }))`,
      );
      await tab.reload();
      await row(tab, 'Loud').waitFor();
      await tab.locator('.bell').waitFor();
      await tab.evaluate(`Notification.permission = 'granted'`);
    }
    await page.evaluate(`localStorage.setItem('ringbinder-push  ${ben.id}', 'true')`);
    const id = await org.post(loud, ada, 'The appraisal is on page 3');
    const save = { token: ben.token, json: { remind_time: service.clock.now() + 60_000 } };
    assert.equal((await service.call('POST', `/${loud}/messages/${id}/save`, save)).status, 200);
    await hide(true, page, other);
    await org.post(loud, ada, 'This is pushed');
    await Promise.all([page, other].map((tab) => row(tab, 'Loud').getByText('This is pushed').waitFor()));
    service.clock.advance(60_000);
    await messageReminders.work(service.env);
    await org.post(loud, ada, 'This comes after the reminder');
    await Promise.all(
      [page, other].map((tab) => row(tab, 'Loud').getByText('This comes after the reminder').waitFor()),
    );
    assert.deepEqual(await notifications(), []);
  } finally {
    unfreeze();
  }
});

test('[APP-30] with do not disturb, the app does not notify', async ({ app, service, org }) => {
  const { ada, ben } = org;
  const status = { availability: 'do_not_disturb' };
  await service.call('POST', '/me', { token: ben.token, json: { status } });
  const { loud, page, other, notifications } = await openTabs(app);
  for (const tab of [page, other]) {
    await tab.evaluate(
      `localStorage.setItem('ringbinder-notifications', JSON.stringify({ isOn: true, isDecided: true }))`,
    );
    await tab.reload();
    await row(tab, 'Loud').waitFor();
    await tab.evaluate(`Notification.permission = 'granted'`);
  }
  await hide(true, page, other);
  await org.post(loud, ada, 'hush');
  await Promise.all([page, other].map((tab) => row(tab, 'Loud').getByText('Ada: hush').waitFor()));
  assert.deepEqual(await notifications(), []);
});

test('[NOTIFY-17] the account menu shows whether notifications and their sound are on, and no keys on touch screens', async ({
  app,
  org,
}) => {
  const page = await app.open(org.ben, { hasTouch: true, isMobile: true });
  const openMenu = () => page.getByRole('button', { name: /^Account: / }).tap();
  const sound = page.getByRole('menuitemcheckbox', { name: 'Play a sound' });
  const box = sound.locator('.menu-check');
  await openMenu();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Notifications' })).toHaveAttribute(
    'aria-checked',
    'false',
  );
  await expect(sound).toHaveAttribute('aria-checked', 'false');
  await expect(sound.locator('svg')).toHaveCount(0);
  await expect(box).toHaveCSS('border-top-style', 'solid');
  await expect(page.getByRole('menuitem', { name: 'Keyboard shortcuts' })).toHaveCount(0);
  await sound.tap();
  await openMenu();
  await expect(sound).toHaveAttribute('aria-checked', 'true');
  await sound.locator('svg').waitFor();
});
