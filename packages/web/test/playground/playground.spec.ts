import assert from 'node:assert/strict';
import type { TestService } from '@ringbinder/testkit';
import {
  expect,
  inspectEverywhere,
  saveScreenshot,
  type TestOrg,
  test,
} from '@ringbinder/testkit/playwright/index.ts';
import { transformWithOxc } from 'vite';

const setOrigins = ({ env }: TestService, { client }: TestOrg, origins: string[]) =>
  env.db.query('UPDATE clients SET origins = $2 WHERE id = $1', [client.id, origins]);

test('[SDK-43] the playground shows each module beside its code, its events and the doctor', {
  tag: '@slow',
}, async ({ app, org, service }) => {
  const { ada, ben } = org;
  await setOrigins(service, org, [service.origin]);
  const binderId = await org.addBinder('Loan 4711', ada, [ben]);
  await org.post(binderId, ben, 'The valuation of the shop came in: 184,000. That covers the loan.');
  await org.post(binderId, ada, 'Good. I need the last two balance sheets before I can sign.');
  const page = await app.open(ada, { path: '/playground' });
  const frame = page.frameLocator('#module iframe');
  const composer = frame.locator('[data-composer]');
  const events = page.getByRole('log', { name: 'Events' });
  const code = page.locator('.play-code pre');

  await test.step('the log shows the events of the module', async () => {
    await composer.fill('From the playground');
    await composer.press('Enter');
    await events.getByText('publish_feed').waitFor();
    const names = await events.locator('.play-event').allTextContents();
    assert.deepEqual([...new Set(names)].sort(), ['publish_feed', 'start_chat']);
  });

  await test.step('the code embeds the module in each of the ways, without a token', async () => {
    const script = (await code.textContent()) ?? '';
    for (const part of [
      `client_id: '${org.client.id}'`,
      `binder_id: '${binderId}'`,
      `${service.origin}/sdk/service.js`,
    ])
      assert.ok(script.includes(part), part);
    assert.ok(!script.includes(`access_token: '`), 'the code has a token');
    await page.getByRole('tab', { name: 'ES module' }).click();
    await code.getByText('service.mjs').waitFor();
    await page.getByRole('tab', { name: 'Element' }).click();
    await code.getByText(`<service-chat binder-id="${binderId}"`).waitFor();
    await page.getByRole('tab', { name: 'React' }).click();
    await code.getByText(`binderId="${binderId}"`).waitFor();
    const component = (await code.textContent()) ?? '';
    for (const part of [
      `from '@ringbinder/react'`,
      `clientId="${org.client.id}"`,
      'onReceiveFeed={(event) =>',
    ])
      assert.ok(component.includes(part), part);
    await transformWithOxc(component, 'page.tsx');
    await page.getByRole('tab', { name: 'Script tag' }).click();
  });

  await test.step('an option changes the code, and the module when it is applied', async () => {
    await page.getByLabel('iframeheight').fill('600');
    await code.getByText(`iframeheight: '600'`).waitFor();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.locator('#module iframe')).toHaveAttribute('style', /(^|[\s;])height: 600px/);
    await composer.waitFor();
  });

  await test.step('a theme shows its contrast, and is CSS to copy', async () => {
    const field = (name: string) => page.getByLabel(name, { exact: true });
    await field('accent').fill('#ffd400');
    await field('surface').fill('#ffffff');
    await page.getByText('light accent on surface: 1.4 : 1.').waitFor();
    await page.getByLabel('density').selectOption('compact');
    await page.getByRole('tab', { name: 'CSS' }).click();
    await code.getByText('--service-surface: #ffffff;').waitFor();
    await code.getByText('--service-density: compact;').waitFor();
    for (const name of ['accent', 'surface']) await field(name).fill('');
    await page.getByLabel('density').selectOption('comfortable');
    await page.getByRole('tab', { name: 'Script tag' }).click();
  });

  await test.step('the doctor examines the page', async () => {
    await page.getByRole('button', { name: 'Check this page' }).click();
    await page.getByText('No problems found.').waitFor();
    await inspectEverywhere(page, 'playground');
  });

  await test.step('the preview is as wide as a phone, and dark', async () => {
    await page.getByRole('radio', { name: 'Phone' }).check();
    await page.locator('.play-preview').getByRole('radio', { name: 'Dark' }).check();
    await frame.locator(':root[data-theme="dark"] [data-composer]').waitFor();
    await code.getByText(`theme: { scheme: 'dark' },`).waitFor();
    await expect
      .poll(async () => (await page.locator('#module iframe').boundingBox())?.width)
      .toBeLessThanOrEqual(390);
    await saveScreenshot(page, 'playground phone preview');
  });

  await test.step('the other modules are shown', async () => {
    await page.getByRole('button', { name: 'Timeline', exact: true }).click();
    await frame.locator('.binder-row').first().waitFor();
    await page.getByRole('button', { name: 'Draw', exact: true }).click();
    await frame.locator('.draw').waitFor();
    await page.getByRole('button', { name: 'Meetings', exact: true }).click();
    await frame.getByText('No meetings yet').waitFor();
    await events.getByText('start_meetview').waitFor();
    await code.getByText('Service.meetView({').waitFor();
    await expect(page.getByRole('tab', { name: 'React' })).toHaveCount(0);
    await saveScreenshot(page, 'playground meets');
  });

  await test.step('a sample request shows the approval, whose token is not in the code', async () => {
    await page.getByRole('button', { name: 'Approval', exact: true }).click();
    await page.getByText('Create a sample request, or paste').waitFor();
    await expect(page.getByRole('tab', { name: 'Window' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Create a sample request' }).click();
    await frame.getByRole('button', { name: 'Approve' }).waitFor();
    const token = await page.getByLabel('token', { exact: true }).inputValue();
    assert.notEqual(token, '');
    for (const name of ['React', 'Element', 'Script tag']) {
      await page.getByRole('tab', { name }).click();
      await code.getByText('token').first().waitFor();
      assert.ok(!(await code.textContent())?.includes(token), 'the code has the token');
    }
    await saveScreenshot(page, 'playground approval');
    await page.locator('#module').scrollIntoViewIfNeeded();
    await frame.getByRole('button', { name: 'Approve' }).and(frame.locator('[data-sight=clear]')).click();
    await events.getByText('answered').waitFor();
  });

  await test.step('a module opens in a window', async () => {
    const opening = page.context().waitForEvent('page');
    await page.getByRole('button', { name: 'Chat', exact: true }).click();
    await composer.waitFor();
    await page.getByRole('button', { name: 'Open in a window' }).click();
    await (await opening).locator('[data-composer]').waitFor();
  });
});

test('[SDK-72] the playground edits the colours of both schemes, with their contrast and the code to copy', async ({
  app,
  org,
  service,
}) => {
  const { ada, ben } = org;
  await setOrigins(service, org, [service.origin]);
  await org.addBinder('Loan 4711', ada, [ben]);
  const page = await app.open(ada, { path: '/playground' });
  const frame = page.frameLocator('#module iframe');
  const composer = frame.locator('[data-composer]');
  const code = page.locator('.play-code pre');
  const field = (name: string) => page.getByLabel(name, { exact: true });
  await field('accent').fill('#1f3a8a');
  await field('dark.accent').fill('#9db4ff');
  await field('dark.surface').fill('#10233f');
  await page.getByText('light accent on surface: 10.3 : 1').waitFor();
  await page.getByText('dark accent on surface: 7.8 : 1').waitFor();
  await page.getByRole('tab', { name: 'CSS' }).click();
  await code
    .getByText(
      `:root { color-scheme: light dark; --service-accent: #1f3a8a; } @media (prefers-color-scheme: dark) { :root { --service-accent: #9db4ff; --service-surface: #10233f; } }`,
    )
    .waitFor();
  const literal = `{ accent: '#9db4ff', surface: '#10233f' }`;
  for (const [tab, part] of [
    ['Element', `element.theme = { dark: ${literal} };`],
    ['React', `theme={{ accent: '#1f3a8a', dark: ${literal} }}`],
    ['Script tag', `theme: { accent: '#1f3a8a', dark: ${literal} },`],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await code.getByText(part).waitFor();
  }
  await page.getByRole('button', { name: 'Apply' }).click();
  await composer.waitFor();
  const style = () => frame.locator('html').getAttribute('style');
  await expect.poll(style).toMatch(/--accent: rgb\(31 58 138\)/);
  await page.locator('.play-preview').getByRole('radio', { name: 'Dark' }).check();
  await expect.poll(style).toMatch(/--accent: rgb\(157 180 255\).*--surface: rgb\(16 35 63\)/);
  await inspectEverywhere(page, 'playground schemes');
});

test('[SDK-43] the playground asks strangers to sign in', async ({ org, service }) => {
  await setOrigins(service, org, [service.origin]);
  const answer = await fetch(`${service.origin}/playground`, { redirect: 'manual' });
  const location = new URL(answer.headers.get('location') ?? '', service.origin);
  assert.deepEqual([answer.status, location.pathname], [303, '/sign-in']);
});

test('[SDK-43] the playground is closed until a client has the server’s own origin', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/status of 403/);
  await setOrigins(service, org, []);
  const page = await app.open(org.ben, { path: '/playground' });
  await page.getByText(`an admin adds ${service.origin} to the origins`).waitFor();
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  assert.equal((await fetch(`${service.origin}/playground`, { headers: { cookie } })).status, 403);
  const ask = async (origin: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${service.origin}/playground/token`, {
      method: 'POST',
      headers: { origin, ...headers },
    });
    return answer.status;
  };
  assert.equal(await ask(service.origin, { cookie }), 404);
  await setOrigins(service, org, [service.origin]);
  assert.equal(await ask(service.origin, { cookie }), 200);
  assert.equal(await ask('https://evil.example', { cookie }), 403, 'only its own page gets a token');
  assert.equal(await ask(service.origin), 401);
});
