import assert from 'node:assert/strict';
import { inspectEverywhere, saveScreenshot } from '@ringbinder/testkit/playwright/index.ts';
import { makeApproval } from './support/approval.ts';
import { bankPage } from './support/bank-page.ts';
import {
  codesOf,
  eventsOf,
  expect,
  frameIn,
  initPage,
  messageIn,
  openHost,
  pageWith,
  test,
} from './support/embed.ts';

test('[SDK-39] elements wait for init, show what their attributes name and dispatch DOM events', async ({
  app,
  org,
  service,
  host,
}) => {
  const { ada, ben } = org;
  const loan = await org.addBinder('Loan', ada, [ben]);
  const house = await org.addBinder('House', ada, [ben]);
  await org.post(loan, ada, 'About the loan');
  await org.post(house, ada, 'About the house');
  const { token } = await makeApproval(app, loan);
  host.put(
    '/',
    bankPage(
      service,
      `<service-transaction id="ask" token="${token}"></service-transaction>
         <service-chat id="one" binder-id="${loan}" alone></service-chat>
         <div id="place"><service-chat id="two" binder-id="${house}"></service-chat></div>
         <script>
           for (const name of ['start_chat', 'ready', 'close', 'answered', 'error'])
             for (const id of ['ask', 'one', 'two'])
               document.querySelector('#' + id).addEventListener(name, ({ detail }) => told.push([name, { id, ...detail }]));
         </script>`,
      '<style>service-chat { block-size: 20rem; }</style>',
    ),
  );
  const page = await openHost(app, `${host.origin}/`);
  assert.equal(await page.locator('iframe').count(), 0);
  assert.equal(await page.evaluate(`document.querySelector('#one').handle`), undefined);
  assert.equal(await page.locator('[token]').count(), 0, 'a token does not stay in the document');
  await initPage(page, org, { sdk_version: 2 });
  await messageIn(page, 'one', 'About the loan').waitFor();
  await messageIn(page, 'two', 'About the house').waitFor();
  await frameIn(page, 'ask').getByRole('button', { name: 'Approve' }).waitFor();
  await expect
    .poll(async () => (await eventsOf(page, 'ready')).map(({ id }) => id).sort())
    .toEqual(['ask', 'one', 'two']);
  assert.equal((await eventsOf(page, 'start_chat')).find(({ id }) => id === 'two')?.binder_id, house);
  assert.equal(Math.round((await page.locator('#one iframe').boundingBox())?.height ?? 0), 320);
  assert.equal(await frameIn(page, 'one').locator('.binder-tabs').count(), 0, 'alone');
  await inspectEverywhere(page, 'elements in a page');

  await page.evaluate(`document.querySelector('#one').setAttribute('binder-id', '${house}')`);
  await messageIn(page, 'one', 'About the house').waitFor();
  await page.evaluate(`document.querySelector('main').append(document.querySelector('#two'))`);
  await messageIn(page, 'two', 'About the house').waitFor();
  assert.deepEqual(
    (await eventsOf(page, 'close')).map(({ id }) => id),
    ['one'],
  );
  await page.evaluate(`window.two = document.querySelector('#two'); two.remove()`);
  await expect.poll(async () => (await eventsOf(page, 'close')).map(({ id }) => id)).toEqual(['one', 'two']);
  assert.equal(await page.evaluate('two.handle'), undefined);
  await page.evaluate(`document.querySelector('#place').append(two)`);
  await messageIn(page, 'two', 'About the house').waitFor();

  const approve = frameIn(page, 'ask').getByRole('button', { name: 'Approve' });
  await approve.scrollIntoViewIfNeeded();
  const pressed = async () =>
    (await eventsOf(page, 'answered')).map(({ click_button_id }) => click_button_id);
  // The module ignores a press while the page moves.
  await expect(async () => {
    if ((await pressed()).length === 0)
      await approve.and(frameIn(page, 'ask').locator('[data-sight="clear"]')).click({ timeout: 5_000 });
    await expect.poll(pressed, { timeout: 5_000 }).toEqual(['approve']);
  }).toPass({ timeout: 30_000 });
  assert.deepEqual(await codesOf(page), []);
});

test('[SDK-39] an element takes a token, options and a theme as properties, also before the script has loaded', async ({
  app,
  org,
  service,
  host,
}) => {
  app.allowErrors(/./);
  const { ada, ben } = org;
  const binderId = await org.addBinder('Garden', ada, [ben]);
  await org.post(binderId, ada, 'Seeds');
  host.put(
    '/early',
    `<!doctype html><html lang="en"><title>Host</title><service-chat id="one"></service-chat><div id="rest"></div>
<script>
  window.told = [];
  const one = document.querySelector('#one');
  one.options = { binder_id: '${binderId}' };
  one.token = '${ben.token}';
  one.theme = { accent: 'rebeccapurple' };
  window.tell = (name) => ({ detail }) => told.push([name, detail]);
</script><script src="${service.origin}/sdk/service.js"></script>`,
  );
  const page = await openHost(app, `${host.origin}/early`);
  await initPage(page, org, { access_token: undefined });
  await messageIn(page, 'one', 'Seeds').waitFor();
  const accent = () =>
    frameIn(page, 'one')
      .locator('html')
      .getAttribute('style')
      .then((style) => /--accent: ([^;]+)/.exec(style ?? '')?.[1]);
  await expect.poll(accent).toEqual('rgb(102 51 153)');
  await page.evaluate(`one.theme = { accent: '#1f3a8a' }`);
  await expect.poll(accent).toEqual('rgb(31 58 138)');
  await page.evaluate(
    `one.addEventListener('error', tell('error')); one.theme = { accent: 'red; color: blue' }`,
  );
  await expect.poll(() => codesOf(page)).toEqual(['invalid theme']);
  assert.equal(await accent(), 'rgb(31 58 138)');
});

test('[SDK-39] elements without a token report an error, and are shown after the init with a token', async ({
  app,
  org,
  service,
  host,
}) => {
  app.allowErrors(/./);
  const { ada, ben } = org;
  const binderId = await org.addBinder('Garden', ada, [ben]);
  host.put('/early', pageWith(service, '<div id="rest"></div>'));
  const page = await openHost(app, `${host.origin}/early`);
  await initPage(page, org, { access_token: undefined });
  for (const [index, name] of ['service-timeline', 'service-draw', 'service-clip', 'service-meet'].entries())
    await page.evaluate(`{
        const made = document.createElement('${name}');
        made.id = 'made${index}';
        if ('${name}' !== 'service-timeline') made.setAttribute('binder-id', '${binderId}');
        made.addEventListener('error', ({ detail }) => told.push(['${name}', detail]));
        document.querySelector('#rest').append(made);
      }`);
  await expect
    .poll(
      async () =>
        (await eventsOf(page, 'service-timeline')).some(
          ({ error_code }) => error_code === 'invalid access_token',
        ),
      'the timeline says that it has no token',
    )
    .toBeTruthy();
  await initPage(page, org, { sdk_version: 2 });
  await frameIn(page, 'made0').getByText('Garden').first().waitFor();
  await frameIn(page, 'made1').locator('main').first().waitFor();
  await frameIn(page, 'made2').locator('main').first().waitFor();
  await frameIn(page, 'made3').getByRole('button', { name: /^Join/ }).waitFor();
  await page.evaluate(`made3.setAttribute('alone', '')`);
  await frameIn(page, 'made3').getByRole('heading', { name: 'Meetings' }).waitFor();
});

test('[SDK-40] [SDK-41] a module takes colour, font, corners, scheme and direction from the page, and follows changes', async ({
  app,
  org,
  service,
  host,
}) => {
  const { ada, ben } = org;
  const binderId = await org.addBinder('Loan 4711', ada, [ben]);
  await org.post(binderId, ben, 'The valuation of the shop came in: 184,000. That covers the loan.');
  const { token } = await makeApproval(app, binderId);
  host.put(
    '/themed',
    bankPage(
      service,
      `<service-transaction id="one" token="${token}"></service-transaction>`,
      `<style>
          :root { --service-accent: #ffd400; --service-font: Georgia, serif; --service-radius: 14px; }
          :root.night { color-scheme: dark; --service-accent: #9db4ff; }
          service-chat { block-size: 24rem; margin-block-start: 1rem; }
        </style>`,
      `<service-chat id="two" binder-id="${binderId}" alone></service-chat>`,
    ),
  );
  const page = await openHost(app, `${host.origin}/themed`);
  await initPage(page, org, { sdk_version: 2 });
  const root = frameIn(page, 'one').locator('html');
  const button = frameIn(page, 'one').getByRole('button', { name: 'Approve' });
  await button.waitFor();
  const style = async () => (await root.getAttribute('style')) ?? '';
  await expect.poll(async () => /--accent: rgb\((?!255 212 0)[\d ]+\)/.test(await style())).toEqual(true);
  assert.match(await style(), /--font: Georgia, serif, system-ui;.*--radius: 14px/);
  assert.equal(await root.getAttribute('data-theme'), 'light');
  await messageIn(page, 'two', 'That covers the loan').waitFor();
  await inspectEverywhere(page, 'approval themed');
  await page.evaluate(`document.documentElement.style.setProperty('--service-accent', '#1f3a8a')`);
  for (const id of ['one', 'two'])
    await expect
      .poll(async () =>
        /--accent: rgb\(31 58 138\)/.test(
          (await frameIn(page, id).locator('html').getAttribute('style')) ?? '',
        ),
      )
      .toEqual(true);
  await saveScreenshot(page, 'embedded in a page');
  await page.evaluate(`document.documentElement.style.removeProperty('--service-accent')`);
  await page.evaluate(`document.documentElement.className = 'night'`);
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await expect.poll(async () => /--accent: rgb\(157 180 255\)/.test(await style())).toEqual(true);
  await inspectEverywhere(page, 'approval themed at night');

  await page.evaluate(`document.documentElement.dir = 'rtl'`);
  await expect(root).toHaveAttribute('dir', 'rtl');
  await inspectEverywhere(page, 'approval from right to left');
  await page.evaluate(`document.documentElement.style.colorScheme = 'normal';
      document.querySelector('#one').parentElement.style.background = '#fff'`);
  await expect(root).toHaveAttribute('data-theme', 'light');
  await page.evaluate(`document.querySelector('#one').setAttribute('scheme', 'dark')`);
  await expect(root).toHaveAttribute('data-theme', 'dark');
});

test('[SDK-71] a module takes background, surface, border and density, and its texts can be read', async ({
  app,
  org,
  service,
  host,
}) => {
  const { ada, ben } = org;
  const binderId = await org.addBinder('Loan 4711', ada, [ben]);
  await org.post(binderId, ben, 'The valuation of the shop came in.');
  const style = '<style>service-chat { block-size: 24rem; }</style>';
  host.put(
    '/coloured',
    bankPage(service, `<service-chat id="one" binder-id="${binderId}" alone></service-chat>`, style),
  );
  const page = await openHost(app, `${host.origin}/coloured`);
  await initPage(page, org, { sdk_version: 4 });
  await messageIn(page, 'one', 'The valuation').waitFor();
  const root = frameIn(page, 'one').locator('html');
  const setTheme = (theme: string) => page.evaluate(`document.querySelector('#one').theme = ${theme}`);
  const styleOf = async () => (await root.getAttribute('style')) ?? '';
  for (const [surface, background] of [
    ['#10233f', '#0a1628'],
    ['#fff7e8', '#f2dcb0'],
  ] as const) {
    await setTheme(
      `{ surface: '${surface}', background: '${background}', border: '#88909a', density: 'compact' }`,
    );
    await expect.poll(styleOf).toMatch(/--surface: rgb\([\d ]+\).*--text: rgb/);
    assert.match(await styleOf(), /--space-4: 0\.7rem/);
    await expect(root).toHaveAttribute('data-theme', surface === '#10233f' ? 'dark' : 'light');
    await inspectEverywhere(page, `chat on ${surface}`);
  }
  await setTheme('undefined');
  await expect.poll(styleOf).not.toMatch(/--surface|--space-4/);
});

test('[SDK-40] an invalid theme is refused with the name of its field and never reaches the styles', async ({
  app,
  org,
  service,
  host,
}) => {
  app.allowErrors(/./);
  const { ada, ben } = org;
  const binderId = await org.addBinder('Refused', ada, [ben]);
  host.put('/call', bankPage(service, '<div id="one"></div>'));
  const page = await openHost(app, `${host.origin}/call`);
  await initPage(page, org);
  const chat = (theme: string) =>
    page.evaluate(
      `Service.chat({ iframe: true, tagid4iframe: 'one', binder_id: '${binderId}', language: 'de', theme: ${theme} }).then((handle) => { window.handle = handle; return handle.ready; }).then(() => 'shown', (error) => error.error_code + ': ' + error.error_message)`,
    );
  const wrong = [
    [`{ accent: 'url(https://evil.example/x)' }`, 'accent'],
    [`{ accent: 'var(--x)' }`, 'accent'],
    [`{ accent: 'inherit' }`, 'accent'],
    [`{ font: 'a; background: url(x)' }`, 'font'],
    [`{ font: 'x}body{display:none' }`, 'font'],
    [`{ radius: 'calc(1px + 1vw)' }`, 'radius'],
    [`{ scheme: 'purple' }`, 'scheme'],
    [`{ surface: 'url(x)' }`, 'surface'],
    [`{ density: 'tiny' }`, 'density'],
    [`{ css: 'body{}' }`, 'css'],
  ] as const;
  for (const [theme, name] of wrong) {
    const result = String(await chat(theme));
    assert.ok(result.startsWith(`invalid theme: theme.${name} is not`), result);
  }
  assert.equal(await page.locator('iframe').count(), 0);
  assert.equal(await chat(`{ accent: 'oklch(0.5 0.2 260)', radius: 0 }`), 'shown');
  const style = () => frameIn(page, 'one').locator('html').getAttribute('style');
  assert.match((await style()) ?? '', /--radius: 0px/);
  await page.evaluate(`{
      const { contentWindow, src } = document.querySelector('#one iframe');
      const widget = new URL(src).searchParams.get('widget');
      contentWindow.postMessage({ ringbinder: 1, widget, type: 'update', options: {
        theme: { accent: 'red;--x:1', font: 'a;--x:1', radius: '9;--x:1', scheme: 'x' }, dir: 'x' } }, '${service.origin}');
      contentWindow.postMessage({ ringbinder: 1, widget, type: 'update', options: { theme: { radius: 3 } } }, '${service.origin}');
    }`);
  await expect.poll(async () => /--radius: 3px/.test((await style()) ?? '')).toEqual(true);
  assert.ok(!(await style())?.includes('--x'));
});
