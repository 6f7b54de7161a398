import { type App, test } from '@ringbinder/testkit/playwright/index.ts';

test.use({ serviceOptions: { background: true } });
const call = async ({ service }: App, token: string, path: string, json: object) => {
  const { status, body } = await service.call('POST', path, { token, json });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data;
};
for (const language of ['de', 'ru', 'ja'])
  test(`shots ${language}`, async ({ app, org }) => {
    const { ada, ben } = org;
    await call(app, ada.token, '/me', { language });
    const id = await app.org.addBinder('Loan 4711', ada, [ben]);
    const messageId = await app.org.post(id, ben, 'Please look at the contract');
    await call(app, ada.token, `/${id}/messages/${messageId}/save`, { remind_time: Date.now() + 86_400_000 });
    await call(app, ben.token, `/${id}/messages`, {
      message: { text: 'Can you check this?', mentions: [ada.id] },
    });
    const steps = [
      {
        assignee: { user_id: ada.id },
        actions: [
          { id: 'a', text: 'OK' },
          { id: 'b', text: 'Nein' },
        ],
      },
    ];
    await call(app, ben.token, `/${id}/transactions`, { title: 'Approve the loan', content: '', steps });
    await call(app, ben.token, `/${id}/todos`, {
      name: 'Ask for pay slips',
      assignee_id: ada.id,
      description: 'x',
      due_time: Date.now() + 86_400_000,
      reminder_time: Date.now() + 86_400_000,
    });
    await call(app, ben.token, `/${id}/todos`, { name: 'Land register', assignee_id: ben.id });
    await call(app, ada.token, `/${id}/inviteuser`, {
      users: [{ user: { unique_id: 'u-42' }, type: 'BOARD_READ_ONLY' }],
    });
    const page = await app.open(ada, { path: '/home', viewport: { width: 1280, height: 900 } });
    const shot = async (name: string) => {
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await page.screenshot({ path: `/tmp/rb/words/shots/${language}-${name}-${width}.png` });
      }
      await page.setViewportSize({ width: 1280, height: 900 });
    };
    await page.getByText('Ask for pay slips').first().waitFor();
    await page.getByText('Can you check this?').first().waitFor();
    await shot('home');
    await page.goto(page.url().replace(/\/home$/, `/b/${id}/todos`));
    await page.getByText('Ask for pay slips').first().click();
    await page.locator('textarea').first().waitFor();
    await shot('todos');
    await page.goto(page.url().replace(/\/todos.*$/, '/members'));
    await page.locator('.member').nth(2).waitFor();
    await shot('members');
    await page.locator('.profile.bell').click();
    await page.locator('.notification-list li').nth(1).waitFor();
    await shot('notices');
  });
