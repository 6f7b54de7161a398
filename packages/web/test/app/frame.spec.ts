import assert from 'node:assert/strict';
import { newVisitor, startService } from '@ringbinder/testkit';
import { createOrg, expect, PASSWORD, type Page, test } from '@ringbinder/testkit/playwright/index.ts';
import { bell } from '../support/push-worker.ts';

const pathOf = (page: Page) => new URL(page.url()).pathname;

test('[APP-1] [APP-10] an address opens its message after the sign-in, and the browser goes back through the parts of a binder', async ({
  app,
  org,
  service,
}) => {
  const { ada, ben } = org;
  const id = await org.addBinder('Deep', ada, [ben]);
  const messageId = await org.post(id, ada, 'Look here');
  const page = await app.newPage();
  await page.goto(`${service.origin}/b/${id}/chat/${messageId}`);
  await page.getByRole('textbox', { name: 'Email address' }).fill(ben.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Deep', level: 1 }).waitFor();
  await expect.poll(() => pathOf(page)).toBe(`/b/${id}/chat/${messageId}`);
  const part = (name: string) =>
    page.getByRole('navigation', { name: 'Binder sections' }).getByRole('link', { name });
  for (const [name, path] of [
    ['To-dos', 'todos'],
    ['Members', 'members'],
    ['Chat', ''],
  ] as const) {
    await part(name).click();
    await expect(part(name)).toHaveAttribute('aria-current', 'page');
    await expect.poll(() => pathOf(page)).toBe(`/b/${id}${path && `/${path}`}`);
  }
  await page.goBack();
  await expect(part('Members')).toHaveAttribute('aria-current', 'page');
});

test('[APP-1] [APP-10] the app reports an address that names nothing, and a binder that the person cannot read', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/status of 40[34]/);
  const id = await org.addBinder('Deep', org.ada, [org.ben]);
  const page = await app.open(org.ben, { path: '/account' });
  for (const wrong of [`/b/${id}/nothing`, '/b/B123', `/b/${id}/members/7`]) {
    await page.goto(service.origin + wrong);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  }
  await page.goto(`${service.origin}/b/B${'0'.repeat(22)}`);
  await page.getByRole('heading', { name: 'You don’t have access to this binder' }).waitFor();
});

test('[APP-10] a session of production does not open the sandbox, which is an installation of its own', async () => {
  const service = await startService({ environments: ['production', 'sandbox'] });
  const { ada, addBinder } = await createOrg(service);
  const id = await addBinder('Deep', ada);
  const visitor = newVisitor(service.origin);
  await visitor.submit(await visitor.get('/sign-in'), { email: ada.email, password: PASSWORD });
  const headers = { accept: 'text/html,*/*' };
  assert.equal((await visitor.get(`/b/${id}`, headers)).status, 200);
  const { text } = await visitor.get(`/sandbox/b/${id}`, headers);
  assert.match(text, /<h1[^>]*>This server is not set up yet</);
  await service.close();
});

test('[APP-10] an admin opens the console from the app and returns; other people see no link to it', async ({
  app,
  org,
}) => {
  const page = await app.open(org.ada);
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('menuitem', { name: 'Administration' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.getByRole('link', { name: 'Your binders' }).click();
  await page.getByRole('heading', { name: 'For you', exact: true }).waitFor();
  const other = await app.open(org.ben);
  await other.getByRole('button', { name: /^Account: / }).click();
  await other.getByRole('menuitem', { name: 'Your account' }).waitFor();
  await expect(other.getByRole('menuitem', { name: 'Administration' })).toHaveCount(0);
});

test('[APP-15] the app sets the time zone of the browser in a profile that has none', async ({
  app,
  org,
  service,
}) => {
  const { token } = org.ada;
  await app.open(org.ada, { timezoneId: 'Asia/Tokyo' });
  const zone = async () => (await service.call('GET', '/me', { token })).body.data.timezone;
  await expect.poll(zone).toBe('Asia/Tokyo');
});

test('[APP-15] a time zone that a person removes stays removed, whoever had set it', async ({
  app,
  org,
  service,
}) => {
  const { ada } = org;
  const set = async (timezone: string) => {
    const { status } = await service.call('POST', '/me', { token: ada.token, json: { timezone } });
    assert.equal(status, 200);
  };
  await set('Asia/Tokyo');
  const page = await app.open(ada, { timezoneId: 'Europe/Berlin' });
  const isMarked = `localStorage.getItem('ringbinder-zone-sent ${ada.id}')`;
  await expect.poll(() => page.evaluate(isMarked)).toBe('true');
  await set('');
  const sent: (string | null)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/me')) sent.push(request.postData());
  });
  await page.reload();
  // By the time that the new binder appears, the app would have sent the zone.
  await bell(page).waitFor();
  await org.addBinder('Tokyo', org.ben, [ada]);
  await page.locator('.binder-row').filter({ hasText: 'Tokyo' }).waitFor();
  assert.deepEqual(sent, []);
  const { body } = await service.call('GET', '/me', { token: ada.token });
  assert.equal(body.data.timezone, '');
});

test('[APP-15] the app sends the time zone once it is connected', async ({ app, org, service }) => {
  const { ada } = org;
  const page = await app.open(ada, { path: '/account', timezoneId: 'Asia/Tokyo' });
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.routeWebSocket(/\/realtime$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage(async (message) => {
      await isReleased;
      socket.send(message);
    });
  });
  await page.goto(`${service.origin}/`);
  await bell(page).waitFor();
  const zone = async () => (await service.call('GET', '/me', { token: ada.token })).body.data.timezone;
  assert.equal(await zone(), '');
  release();
  await expect.poll(zone).toBe('Asia/Tokyo');
});

test('[APP-15] [APP-18] times are shown in the time zone and the format that the person has set', async ({
  app,
  org,
  service,
}) => {
  const { ada, carla } = org;
  const id = await org.addBinder('Tokyo', carla, [ada]);
  const set = { token: carla.token, json: { timezone: 'Asia/Tokyo', language: 'ja' } };
  assert.equal((await service.call('POST', '/me', set)).status, 200);
  await org.post(id, ada, 'What time is it?');
  const page = await app.open(carla, {
    path: `/b/${id}`,
    timezoneId: 'America/New_York',
    locale: 'en-US',
  });
  const { body } = await service.call('GET', `/${id}/messages`, { token: carla.token });
  const at = new Date(body.data.messages[0].created_time);
  const localTime = at.toLocaleTimeString('en-JP', { timeZone: 'Asia/Tokyo', timeStyle: 'short' });
  const message = page.locator('.message', { hasText: 'What time is it?' });
  await message.getByText(localTime, { exact: true }).waitFor();
  const row = page.locator('.binder-row').filter({ hasText: 'Tokyo' });
  await row.getByText(localTime, { exact: true }).waitFor();
});
