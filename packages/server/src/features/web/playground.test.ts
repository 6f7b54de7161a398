import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes } from '@ringbinder/testkit';
import { transformWithOxc } from 'vite';
import { registerOrigins } from '../embed/testing/host-page.ts';
import { openApp, startApp } from './testing/app-page.ts';
import { inspectEverywhere, keep } from './testing/console-page.ts';

const { browser, service, fixture } = await startApp();
const { ada, ben } = fixture;

test(
  '[SDK-43] the playground shows each module live beside the code that embeds it, with its events and the doctor',
  browser.needed,
  async () => {
    await registerOrigins(service, fixture.client.id, [service.origin]);
    const binderId = await fixture.addBinder('Loan 4711', ada, [ben]);
    await fixture.post(binderId, ben, 'The valuation of the shop came in: 184,000. That covers the loan.');
    await fixture.post(binderId, ada, 'Good. I need the last two balance sheets before I can sign.');
    const visitor = await browser.newPage();
    await visitor.page.goto(`${service.origin}/playground`);
    assert.equal(new URL(visitor.page.url()).pathname, '/sign-in', 'for who is signed in');
    await visitor.page.context().close();

    const { page, errors } = await openApp(browser, service, ada.email ?? '', { path: '/account' });
    await page.goto(`${service.origin}/playground`);
    const frame = page.frameLocator('#module iframe');
    const composer = frame.locator('[data-composer]');
    await composer.fill('From the playground');
    await composer.press('Enter');
    const events = page.getByRole('log', { name: 'Events' });
    await events.getByText('publish_feed').waitFor();
    const names = await events.locator('.play-event').allTextContents();
    assert.deepEqual([...new Set(names)].sort(), ['publish_feed', 'start_chat']);

    const code = page.locator('.play-code pre');
    const said = (await code.textContent()) ?? '';
    for (const part of [
      `client_id: '${fixture.client.id}'`,
      `binder_id: '${binderId}'`,
      `${service.origin}/sdk/service.js`,
    ])
      assert.ok(said.includes(part), part);
    assert.ok(!said.includes(`access_token: '`), 'no token is in the code');
    await page.getByRole('tab', { name: 'ES module' }).click();
    await code.getByText('service.mjs').waitFor();
    await page.getByRole('tab', { name: 'Element' }).click();
    await code.getByText(`<service-chat binder-id="${binderId}"`).waitFor();
    await page.getByRole('tab', { name: 'React' }).click();
    await code.getByText(`binderId="${binderId}"`).waitFor();
    const component = (await code.textContent()) ?? '';
    for (const part of [
      `from '@ringbinder/react'`,
      `clientId="${fixture.client.id}"`,
      'onReceiveFeed={(event) =>',
    ])
      assert.ok(component.includes(part), part);
    // What is copied can be compiled.
    await transformWithOxc(component, 'page.tsx');
    await page.getByRole('tab', { name: 'Script tag' }).click();

    await page.getByLabel('iframeheight').fill('600');
    await code.getByText(`iframeheight: '600'`).waitFor();
    await page.getByRole('button', { name: 'Apply' }).click();
    const heightOf = () => page.evaluate<string>(`document.querySelector('#module iframe').style.height`);
    await becomes(heightOf, '600px');
    await composer.waitFor();

    await page.getByRole('button', { name: 'Examine this page' }).click();
    await page.getByText('Nothing keeps modules from this page.').waitFor();
    await inspectEverywhere(page, 'playground');

    await page.getByRole('radio', { name: 'Phone' }).check();
    await page.locator('.play-preview').getByRole('radio', { name: 'Dark' }).check();
    await frame.locator(':root[data-theme="dark"] [data-composer]').waitFor();
    await code.getByText(`theme: { scheme: 'dark' },`).waitFor();
    await becomes(
      async () => ((await page.locator('#module iframe').boundingBox())?.width ?? 0) <= 390,
      true,
    );
    await keep(page, 'playground phone preview');
    await page.getByRole('button', { name: 'Timeline', exact: true }).click();
    await frame.locator('.binder-row').first().waitFor();
    await page.getByRole('button', { name: 'Draw', exact: true }).click();
    await frame.locator('.draw').waitFor();
    await page.getByRole('button', { name: 'Meets', exact: true }).click();
    await frame.getByText('No meets yet').waitFor();
    await events.getByText('start_meetview').waitFor();
    await code.getByText('Service.meetView({').waitFor();
    assert.equal(await page.getByRole('tab', { name: 'React' }).count(), 0);
    await keep(page, 'playground meets');
    // An approval has no token yet, and one is made.
    await page.getByRole('button', { name: 'Approval', exact: true }).click();
    await page.getByText('Make a sample request, or paste').waitFor();
    assert.equal(await page.getByRole('tab', { name: 'Window' }).count(), 0);
    await page.getByRole('button', { name: 'Make a sample request' }).click();
    await frame.getByRole('button', { name: 'Approve' }).waitFor();
    const link = await page.getByLabel('token', { exact: true }).inputValue();
    for (const name of ['React', 'Element', 'Script tag']) {
      await page.getByRole('tab', { name }).click();
      await code.getByText('token').first().waitFor();
      assert.ok(link !== '' && !(await code.textContent())?.includes(link), 'no token is in the code');
    }
    await keep(page, 'playground approval');
    await page.locator('#module').scrollIntoViewIfNeeded();
    await frame.getByRole('button', { name: 'Approve' }).and(frame.locator('[data-sight=clear]')).click();
    await events.getByText('answered').waitFor();
    const opening = page.context().waitForEvent('page');
    await page.getByRole('button', { name: 'Chat', exact: true }).click();
    await composer.waitFor();
    await page.getByRole('button', { name: 'In a window' }).click();
    await (await opening).locator('[data-composer]').waitFor();
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);

test(
  '[SDK-43] the playground is closed until a client has the server’s own origin, and gives tokens to itself alone',
  browser.needed,
  async () => {
    await registerOrigins(service, fixture.client.id, []);
    const { page } = await openApp(browser, service, ben.email ?? '', { path: '/account' });
    const answer = await page.goto(`${service.origin}/playground`);
    assert.equal(answer?.status(), 403);
    await page.getByText(`add ${service.origin} to the origins`).waitFor();
    const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
    const ask = async (origin: string, headers: Record<string, string> = {}) =>
      (
        await fetch(`${service.origin}/playground/token`, {
          method: 'POST',
          headers: { origin, ...headers },
        })
      ).status;
    assert.equal(await ask(service.origin, { cookie }), 404);
    await registerOrigins(service, fixture.client.id, [service.origin]);
    assert.equal(await ask(service.origin, { cookie }), 200);
    assert.equal(await ask('https://evil.example', { cookie }), 403);
    assert.equal(await ask(service.origin), 401);
    await page.context().close();
  },
);
