import assert from 'node:assert/strict';
import {
  inspectEverywhere,
  type Page,
  saveScreenshot,
  type TestOrg,
} from '@ringbinder/testkit/playwright/index.ts';
import { makeApproval } from './support/approval.ts';
import { bankPage } from './support/bank-page.ts';
import {
  codesOf,
  eventsOf,
  expect,
  frameIn,
  type HostSite,
  initPage,
  messageIn,
  openHost,
  test,
} from './support/embed.ts';

type App = Parameters<typeof openHost>[0];
type Service = Parameters<typeof bankPage>[0];

async function openChat(parts: { app: App; org: TestOrg; service: Service; host: HostSite }): Promise<Page> {
  const { app, org, service, host } = parts;
  const { ada, ben } = org;
  const binderId = await org.addBinder('Loan 4711', ada, [ben]);
  await org.post(binderId, ben, 'The valuation of the shop came in.');
  const style = '<style>service-chat { block-size: 24rem; }</style>';
  const listen = `<script>document.querySelector('#one').addEventListener('error', ({ detail }) => told.push(['error', detail]))</script>`;
  host.put(
    '/both',
    bankPage(service, `<service-chat id="one" binder-id="${binderId}" alone></service-chat>${listen}`, style),
  );
  const page = await openHost(app, `${host.origin}/both`);
  await initPage(page, org, { sdk_version: 4 });
  await messageIn(page, 'one', 'The valuation').waitFor();
  return page;
}

const rootOf = (page: Page) => frameIn(page, 'one').locator('html');
const styleOf = (page: Page) => async () => (await rootOf(page).getAttribute('style')) ?? '';
const setTheme = (page: Page, theme: string) =>
  page.evaluate(`document.querySelector('#one').theme = ${theme}`);

const BOTH = `{ accent: '#1f3a8a', radius: 3, light: { surface: '#fffaf0' }, dark: { accent: '#9db4ff', surface: '#10233f' } }`;
const [BLUE, PALE, CREAM, NAVY] = [
  '--accent: rgb(31 58 138)',
  '--accent: rgb(157 180 255)',
  '--surface: rgb(255 250 240)',
  '--surface: rgb(16 35 63)',
] as const;

test('[SDK-72] a theme has parts for light and dark, and a module follows the system without a reload', async ({
  app,
  org,
  service,
  host,
}) => {
  const page = await openChat({ app, org, service, host });
  const [root, style] = [rootOf(page), styleOf(page)];
  await root.evaluate((html) => html.setAttribute('data-first', ''));
  await setTheme(page, BOTH);
  for (const scheme of ['light', 'dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    const [accent, surface] = scheme === 'dark' ? [PALE, NAVY] : [BLUE, CREAM];
    await expect.poll(style).toContain(accent);
    await expect.poll(style).toContain(surface);
    assert.match(await style(), /--radius: 3px/);
    await expect(root).toHaveAttribute('data-theme', scheme);
  }
  await expect(root).toHaveAttribute('data-first', '');
  await inspectEverywhere(page, 'chat with a theme of both schemes');

  await test.step('`scheme` chooses a part', async () => {
    await page.evaluate(`document.querySelector('#one').setAttribute('scheme', 'dark')`);
    await expect.poll(style).toContain(NAVY);
    await page.evaluate(`document.querySelector('#one').removeAttribute('scheme')`);
    await expect.poll(style).toContain(CREAM);
  });

  await test.step('a theme of one scheme leaves the other one as it is', async () => {
    await setTheme(page, `{ dark: { accent: '#9db4ff' }, light: null }`);
    await expect.poll(style).not.toContain('--accent');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(style).toContain(PALE);
    for (const empty of ['{ light: {}, dark: {} }', 'null']) {
      await setTheme(page, BOTH);
      await expect.poll(style).toContain(NAVY);
      await setTheme(page, empty);
      await expect.poll(style).not.toMatch(/--accent|--surface|--radius/);
    }
  });

  await test.step('the last of many changes counts', async () => {
    await page.evaluate(`for (let each = 0; each < 100; each++)
      document.querySelector('#one').theme = { dark: { accent: 'hsl(' + each * 3 + ' 80% 80%)' } };
      document.querySelector('#one').theme = ${BOTH}`);
    await expect.poll(style).toContain(PALE);
    await expect.poll(style).toContain(NAVY);
  });
});

test('[SDK-72] an invalid part of a scheme is refused with its name, and the previous theme stays', async ({
  app,
  org,
  service,
  host,
}) => {
  app.allowErrors(/./);
  const page = await openChat({ app, org, service, host });
  await setTheme(page, BOTH);
  await expect.poll(styleOf(page)).toContain(BLUE);
  const wrong = [
    [`{ dark: { accent: 'blu' } }`, 'dark.accent'],
    [`{ light: { surface: 'var(--x)' } }`, 'light.surface'],
    [`{ light: { border: 'env(x)' } }`, 'light.border'],
    [`{ light: { border: 'url(x)' } }`, 'light.border'],
    [String.raw`{ light: { border: 'color-mix(in srgb,\nvar(--x), red)' } }`, 'light.border'],
    [String.raw`{ light: { border: 'var(\\2d-x)' } }`, 'light.border'],
    [`{ dark: { accent: 'CurrentColor' } }`, 'dark.accent'],
    [`{ dark: { accent: 'color-mix(in srgb, currentcolor, red)' } }`, 'dark.accent'],
    [`{ dark: { accent: 'rgb(from CurrentColor r g b)' } }`, 'dark.accent'],
    [`{ dark: { density: 'compact' } }`, 'dark.density'],
    [`{ dark: { css: 'x' } }`, 'dark.css'],
    [`{ dark: { dark: {} } }`, 'dark.dark'],
    [`{ dark: { constructor: 'red' } }`, 'dark.constructor'],
    [`{ dark: 'navy' }`, 'dark'],
    [`{ light: 7 }`, 'light'],
    [`{ night: {} }`, 'night'],
    [`JSON.parse('{ "__proto__": { "accent": "red" } }')`, '__proto__'],
  ] as const;
  for (const [theme] of wrong) await setTheme(page, theme);
  await expect.poll(async () => (await codesOf(page)).length).toEqual(wrong.length);
  assert.deepEqual(
    (await eventsOf(page, 'error')).map(({ error_message }) => error_message),
    wrong.map(([, name]) => `theme.${name} is not valid`),
  );
  assert.match(await styleOf(page)(), /rgb\(31 58 138\).*rgb\(255 250 240\)/s);
});

test('[SDK-72] a colour is shown as CSS shows it on the surface', async ({ app, org, service, host }) => {
  const page = await openChat({ app, org, service, host });
  const cases = [
    [`'rebeccapurple'`, '102 51 153'],
    [`'color-mix(in srgb, #000 50%, #1f3a8a)'`, '1[56] 29 69'],
    [`'light-dark(#1f3a8a, #9db4ff)'`, '31 58 138'],
    [`'rgb(0 0 0 / 60%)'`, '102 102 102'],
    [`'oklch(0.4 0.1 260)'`, '\\d+ \\d+ \\d+'],
    [`'rgb(from #1f3a8a r g b)'`, '31 58 138'],
    [`'RED'`, '\\d+ 0 0'],
  ] as const;
  for (const [colour, shown] of cases) {
    await setTheme(page, `{ accent: ${colour} }`);
    await expect.poll(styleOf(page), colour).toMatch(new RegExp(`--accent: rgb\\(${shown}\\)`));
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await setTheme(page, `{ accent: 'light-dark(#1f3a8a, #9db4ff)' }`);
  await expect.poll(styleOf(page)).toContain(PALE);
});

test('[SDK-72] custom properties of both schemes follow the system, in an approval too', async ({
  app,
  org,
  service,
  host,
}) => {
  const binderId = await org.addBinder('Loan 4711', org.ada, [org.ben]);
  const { token } = await makeApproval(app, binderId);
  const style = `<style>
    :root { --service-accent: #1f3a8a; --service-border: light-dark(#c5cad6, #3a455f); }
    @media (prefers-color-scheme: dark) { :root { --service-accent: #9db4ff; --service-surface: #10233f; } }
  </style>`;
  const approval = `<service-transaction id="one" token="${token}"></service-transaction>`;
  host.put('/properties', bankPage(service, approval, style));
  const page = await openHost(app, `${host.origin}/properties`);
  await initPage(page, org, { sdk_version: 4 });
  await frameIn(page, 'one').getByRole('button', { name: 'Approve' }).waitFor();
  for (const [colorScheme, parts] of [
    ['light', [BLUE, '--line: rgb(197 202 214)']],
    ['dark', [PALE, NAVY, '--line: rgb(58 69 95)']],
    ['light', [BLUE, '--line: rgb(197 202 214)']],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    for (const part of parts) await expect.poll(styleOf(page)).toContain(part);
  }
  await page.emulateMedia({ contrast: 'more' });
  await expect.poll(styleOf(page)).not.toMatch(/--accent|--line/);
  await page.emulateMedia({ contrast: null });
  await expect.poll(styleOf(page)).toContain(BLUE);
});

test('[SDK-73] the colours of a theme give way to more contrast and to the colours of the system', async ({
  app,
  org,
  service,
  host,
}) => {
  const page = await openChat({ app, org, service, host });
  const [root, style] = [rootOf(page), styleOf(page)];
  await setTheme(page, BOTH);
  await expect.poll(style).toContain(CREAM);
  const token = (name: string) =>
    root.evaluate((html, property) => {
      const sample = html.ownerDocument.createElement('i');
      sample.style.color = `var(${property})`;
      html.append(sample);
      const color = html.ownerDocument.defaultView?.getComputedStyle(sample).color;
      sample.remove();
      return color;
    }, name);
  await setTheme(page, '{}');
  await expect.poll(style).not.toContain('--surface');
  const usual = await token('--muted');
  await setTheme(page, BOTH);
  await expect.poll(style).toContain(CREAM);

  for (const [prefers, none] of [
    [{ contrast: 'more' }, { contrast: null }],
    [{ forcedColors: 'active' }, { forcedColors: null }],
  ] as const) {
    await page.emulateMedia(prefers);
    await expect.poll(style).not.toMatch(/--(accent|surface|page|text|line)/);
    assert.match(await style(), /--radius: 3px/, 'the corners stay');
    if ('contrast' in prefers) assert.notEqual(await token('--muted'), usual);
    await saveScreenshot(page, `theme with ${Object.keys(prefers)[0]}`);
    await setTheme(page, `{ accent: 'rebeccapurple' }`);
    await expect.poll(style).not.toContain('--radius');
    assert.doesNotMatch(await style(), /--accent/);
    await setTheme(page, BOTH);
    await page.emulateMedia(none);
    await expect.poll(style).toContain(CREAM);
    await expect.poll(style).toContain(BLUE);
  }
});
