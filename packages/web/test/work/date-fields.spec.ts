import {
  type App,
  expect,
  inspectEverywhere,
  type Page,
  test,
} from '@ringbinder/testkit/playwright/index.ts';

const NOW = new Date('2026-12-01T12:00:00Z');

async function openTodo(app: App, profile: Record<string, string> = {}, options = {}) {
  const { ada } = app.org;
  const { call } = app.service;
  await call('POST', '/me', { token: ada.token, json: profile });
  const id = await app.org.addBinder('Loan', ada);
  const { body } = await call('POST', `/${id}/todos`, { token: ada.token, json: { name: 'Sign' } });
  const [todo] = body.data.todos;
  const page = await app.open(ada, { path: `/b/${id}/todos/${todo.id}`, ...options });
  const stored = async () => {
    const list = await call('GET', `/${id}/todos`, { token: ada.token });
    const { due_time, reminder_time } = list.body.data.todos[0];
    return { due: due_time && new Date(due_time).toISOString(), reminder: reminder_time };
  };
  return { page, stored };
}

const field = (page: Page, index: number) => page.locator('.todo-fields .date-field input').nth(index);
const calendar = (page: Page) => page.locator('.calendar');

test('[APP-37] a day is chosen by keyboard, as the date picker pattern has it', async ({ app }) => {
  const { page } = await openTodo(app);
  await page.clock.setFixedTime(NOW);
  const due = field(page, 0);
  await due.press('ArrowDown');
  const focused = page.locator(':focus');
  await expect(focused).toHaveAccessibleName('Tuesday, 1 December 2026');
  await expect(focused).toHaveAttribute('aria-current', 'date');
  const steps = [
    ['ArrowRight', 'Wednesday, 2 December 2026'],
    ['ArrowDown', 'Wednesday, 9 December 2026'],
    ['Home', 'Monday, 7 December 2026'],
    ['End', 'Sunday, 13 December 2026'],
    ['ArrowLeft', 'Saturday, 12 December 2026'],
    ['ArrowUp', 'Saturday, 5 December 2026'],
    ['PageDown', 'Tuesday, 5 January 2027'],
    ['PageUp', 'Saturday, 5 December 2026'],
    ['Shift+PageDown', 'Sunday, 5 December 2027'],
    ['Shift+PageUp', 'Saturday, 5 December 2026'],
  ] as const;
  for (const [key, day] of steps) {
    await page.keyboard.press(key);
    await expect(focused).toHaveAccessibleName(day);
  }
  await inspectEverywhere(page, 'calendar');
  await page.keyboard.press('Escape');
  await expect(calendar(page)).toBeHidden();
  await expect(focused).toHaveAccessibleName('Choose a date');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(calendar(page)).toBeHidden();
  await expect(due).toHaveValue('08/12/2026');
});

test('[APP-37] by touch, days and quick choices are at least 44 pixels high at 360 pixels', async ({
  app,
}) => {
  const { page, stored } = await openTodo(
    app,
    {},
    { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  );
  await page.getByRole('button', { name: 'Choose a date' }).first().tap();
  const buttons = calendar(page).getByRole('button');
  await expect(buttons.first()).toBeVisible();
  const boxes = await buttons.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()));
  for (const { width, height, left, right } of boxes) {
    expect(height).toBeGreaterThanOrEqual(43.9);
    expect(width).toBeGreaterThanOrEqual(43.9);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(360);
  }
  await calendar(page).getByRole('button', { name: 'Tomorrow', exact: true }).tap();
  await expect(calendar(page)).toBeHidden();
  await expect.poll(async () => (await stored()).due).toBeTruthy();
});

for (const [language, format, typed, shown, weekday] of [
  ['de', 'TT.MM.JJJJ', '6.5.2030', '06.05.2030', 'Mo'],
  ['ja', '年/月/日', '2030/5/6', '2030/05/06', '日'],
  ['th', 'วัน/เดือน/ปี', '6/5/2573', '06/05/2573', 'อา'],
] as const)
  test(`[APP-37] a date is typed and shown in the format of the language ${language}`, async ({ app }) => {
    const { page, stored } = await openTodo(app, { language, timezone: 'Europe/London' });
    await page.clock.setFixedTime(NOW);
    const due = field(page, 0);
    await due.fill('');
    await expect(due).toHaveAttribute('placeholder', format);
    await due.fill(typed);
    await due.press('Enter');
    await expect(due).toHaveValue(shown);
    await expect.poll(async () => (await stored()).due).toBe('2030-05-06T22:59:00.000Z');
    await due.press('ArrowDown');
    await expect(calendar(page).locator('th').first()).toHaveText(weekday);
    await expect(page.locator(':focus')).toHaveText('6');
  });

test('[APP-37] from right to left, the left arrow leads to the next day', async ({ app }) => {
  const { page } = await openTodo(app);
  await page.clock.setFixedTime(NOW);
  await page.evaluate('document.documentElement.dir = "rtl"');
  await field(page, 0).press('ArrowDown');
  await expect(page.locator(':focus')).toHaveAccessibleName('Tuesday, 1 December 2026');
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator(':focus')).toHaveAccessibleName('Wednesday, 2 December 2026');
});

test('[APP-37] the calendar of a due date disables past days, and a typed one is explained', async ({
  app,
}) => {
  const { page, stored } = await openTodo(app);
  await page.clock.setFixedTime(NOW);
  const due = field(page, 0);
  await due.press('ArrowDown');
  await expect(page.getByRole('button', { name: 'Monday, 30 November 2026' })).toBeDisabled();
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator(':focus')).toHaveAccessibleName('Tuesday, 1 December 2026');
  await page.keyboard.press('Escape');
  await due.fill('30/11/2026');
  await due.press('Enter');
  await expect(due).toHaveAccessibleDescription('Choose 01/12/2026 or a later date.');
  await due.fill('1/12/2026');
  await due.press('Enter');
  await expect.poll(async () => (await stored()).due).toMatch(/^2026-12-01/);
});

test('[APP-38] a wrong date is explained at its field, and Escape restores the value', async ({ app }) => {
  const { page, stored } = await openTodo(app);
  await page.clock.setFixedTime(NOW);
  const due = field(page, 0);
  for (const [typed, reason] of [
    ['31/2/2027', 'This day doesn’t exist.'],
    ['soon', 'Enter a date, such as 31/12/2026.'],
  ] as const) {
    await due.fill(typed);
    await due.press('Enter');
    await expect(due).toHaveAccessibleDescription(reason);
    await expect(due).toHaveAttribute('aria-invalid', 'true');
    await expect(due).toHaveValue(typed);
  }
  await inspectEverywhere(page, 'wrong date');
  await due.press('Escape');
  await expect(due).toHaveValue('');
  await expect(due).not.toHaveAttribute('aria-invalid');
  expect((await stored()).due).toBeUndefined();
});

test('[APP-38] clock changes are explained in the time zone of the person', async ({ app }) => {
  const { page, stored } = await openTodo(app, { timezone: 'America/New_York' });
  await page.clock.setFixedTime(NOW);
  const reminder = field(page, 1);
  await reminder.fill('14/3/2027 2:30');
  await reminder.press('Enter');
  await expect(reminder).toHaveAccessibleDescription(
    'This time doesn’t exist, because the clocks are put forward. Choose another time.',
  );
  await reminder.fill('7/11/2027 1:30');
  await reminder.press('Enter');
  await expect(reminder).toHaveAccessibleDescription(
    'The clocks are put back, so this time occurs twice. The first is used.',
  );
  await expect.poll(async () => (await stored()).reminder).toBe(Date.parse('2027-11-07T01:30:00-04:00'));
});

test('[APP-37] the calendar of a date and time keeps the time, which can be typed there', async ({ app }) => {
  const { page, stored } = await openTodo(app, { timezone: 'Europe/London' });
  await page.clock.setFixedTime(NOW);
  const reminder = field(page, 1);
  await reminder.press('ArrowDown');
  const time = calendar(page).getByLabel('Time');
  await time.fill('2.30 pm');
  await time.press('Enter');
  await time.press('ArrowUp');
  await expect(time).toHaveValue('14:45');
  await calendar(page).getByRole('button', { name: 'Next Monday' }).click();
  await expect(reminder).toHaveValue('07/12/2026 14:45');
  await expect.poll(async () => (await stored()).reminder).toBe(Date.parse('2026-12-07T14:45Z'));
});
