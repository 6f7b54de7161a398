import { type App, expect, inspect, loaded, type Page, test } from '@ringbinder/testkit/playwright/index.ts';
import { makeBoard } from '../support/draw-page.ts';
import { hasPictureOf, meetButton, startMeet } from '../support/meet-people.ts';
import { startOtherSite } from '../support/other-site.ts';
import { SMALL_MEDIA } from '../support/small-media.ts';
import {
  expectNoMotion,
  expectReflow,
  expectTargetSizes,
  expectTextSpacing,
  expectVisibleFocus,
} from '../support/wcag.ts';

const WINDOW = { width: 1280, height: 860 };
const ZOOMED = { width: 320, height: 256 };

/** axe-core reads the colours of hidden style sheets, and expects menus in landmarks. */
const SKIPPED = ['color-contrast', 'region'];

async function check(page: Page, name: string, content?: string): Promise<void> {
  await loaded(page);
  await expectNoMotion(page);
  await expectTargetSizes(page);
  await expectTextSpacing(page);
  const size = page.viewportSize() ?? WINDOW;
  // The tiles resize a moment after the window.
  await expect(() => expectReflow(page, content)).toPass();
  await page.setViewportSize(size);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    await inspect(page, `${name} forced colours ${colorScheme}`, SKIPPED);
  }
  await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' });
}

const join = (page: Page) => page.getByRole('button', { name: 'Join', exact: true });
const isIn = (page: Page) => meetButton(page, /^Leave/).waitFor();

async function checkPanels(page: Page, name: string): Promise<void> {
  await check(page, `${name} people`, '.meet-stage');
  await expectVisibleFocus(page);
  await meetButton(page, /^People/).click();
  await check(page, `${name} list of people`, '.meet-people');
  await expectVisibleFocus(page);
  await page.emulateMedia({ forcedColors: 'active' });
  const highlight = await page.evaluate<string>(`(() => {
    document.body.style.color = 'Highlight';
    const { color } = getComputedStyle(document.body);
    document.body.style.color = '';
    return color;
  })()`);
  await expect(meetButton(page, /^People/)).toHaveCSS('background-color', highlight);
  await page.emulateMedia({ forcedColors: 'none' });
  await meetButton(page, 'Chat').click();
  await page.locator('.chat-viewport').waitFor();
  await check(page, `${name} chat`, '.chat-viewport');
  await meetButton(page, 'Chat').click();
}

async function checkMenus(page: Page, name: string): Promise<void> {
  await page.setViewportSize(ZOOMED);
  for (const button of ['React', 'More', 'Leave or end']) {
    await meetButton(page, button).press('Enter');
    await check(page, `${name} ${button}`);
    await page.keyboard.press('Escape');
  }
  const choose = async (item: string) => {
    await meetButton(page, 'More').press('Enter');
    await page.getByRole('menuitem', { name: item, exact: true }).press('Enter');
  };
  await choose('Choose camera');
  await check(page, `${name} cameras`);
  await page.keyboard.press('Escape');
  await choose('Share screen');
  await page.getByRole('button', { name: 'Stop sharing' }).waitFor();
  await choose('Stop sharing');
  await expect(page.locator('.toast')).toHaveCount(0);
  await choose('Connection details');
  await check(page, `${name} connection`, '.meet-quality');
  await page.keyboard.press('Escape');
  for (const item of ['Start recording', 'Keyboard shortcuts', 'Show a page']) {
    await choose(item);
    await page.getByRole('dialog').waitFor();
    await check(page, `${name} ${item}`);
    await page.keyboard.press('Escape');
  }
  await page.setViewportSize(WINDOW);
}

async function checkStage(presenter: Page, other: Page, name: string): Promise<void> {
  await meetButton(presenter, 'Show a page').click();
  await presenter.getByRole('dialog').getByRole('button', { name: 'Board', exact: true }).click();
  await presenter.locator('.draw-surface').waitFor();
  await check(presenter, `${name} shown page`, '.meet-staged');
  await other.locator('.meet-staged-head').waitFor();
  await check(other, `${name} followed page`, '.meet-staged');
  await expectVisibleFocus(other);
}

async function prepare({ org, service }: App): Promise<string> {
  const binderId = await org.addBinder('Loan 4711', org.ada, [org.ben]);
  await org.post(binderId, org.ada, 'The valuation of the shop came in: 184,000. That covers the loan.');
  await makeBoard(service, binderId, org.ada);
  return binderId;
}

async function checkMeet(one: Page, two: Page, name: string): Promise<void> {
  await check(one, `${name} before`);
  await expectVisibleFocus(one);
  await join(one).click();
  await join(two).click();
  await Promise.all([isIn(one), isIn(two)]);
  await hasPictureOf(one, 'Ben Okafor');
  await checkPanels(one, name);
  await checkMenus(one, name);
  await checkStage(one, two, name);
}

test('[WCAG-18] [WCAG-19] a meet at 400 %, with text spacing, by keyboard, without motion and in forced colours', {
  tag: '@slow',
}, async ({ app, org }) => {
  test.slow();
  const { path } = await startMeet(app, await prepare(app));
  const [one, two] = await Promise.all(
    [org.ada, org.ben].map((person) =>
      app.open(person, { path, scripts: [SMALL_MEDIA], reducedMotion: 'reduce' }),
    ),
  );
  await checkMeet(one as Page, two as Page, 'meet');
});

const hostPage = (app: App, token: string, sessionKey: string) => {
  const options = { mode: 'production', client_id: app.org.client.id, access_token: token, sdk_version: 4 };
  return `<!doctype html><html lang="en"><title>Host</title>
    <script src="${app.service.origin}/sdk/service.js"></script>
    <script>Service.init(${JSON.stringify(options)})</script>
    <button onclick="Service.joinMeet({ session_key: '${sessionKey}', options: { MEET_ATTENDEE_WITHOUT_INVITE: true } })">Open</button>`;
};

test('[WCAG-18] [WCAG-19] an embedded meet at 400 %, with text spacing, by keyboard, without motion and in forced colours', {
  tag: '@slow',
}, async ({ app, org, service }) => {
  test.slow();
  const { sessionKey } = await startMeet(app, await prepare(app));
  const site = await startOtherSite();
  await service.env.db.query('UPDATE clients SET origins = $2 WHERE id = $1', [org.client.id, [site.origin]]);
  const open = async (token: string) => {
    site.html = hostPage(app, token, sessionKey);
    const host = await app.newPage({ reducedMotion: 'reduce', viewport: WINDOW });
    await host.context().addInitScript(SMALL_MEDIA);
    await host.goto(site.origin);
    const opening = host.context().waitForEvent('page');
    await host.getByRole('button', { name: 'Open' }).click();
    const page = await opening;
    await join(page).waitFor();
    await page.setViewportSize(WINDOW);
    return page;
  };
  try {
    const one = await open(org.ada.token);
    await checkMeet(one, await open(org.ben.token), 'embedded meet');
  } finally {
    await site.close();
  }
});
