import assert from 'node:assert/strict';
import { seriousFindings } from '@ringbinder/testkit/accessibility.ts';
import { type App, loaded, type Page, test } from '@ringbinder/testkit/playwright/index.ts';
import { addConversation, addTimeline } from '../support/timeline-org.ts';
import { loanBinder } from '../support/viewer-page.ts';
import {
  expectNoMotion,
  expectReflow,
  expectTargetSizes,
  expectTextSpacing,
  expectVisibleFocus,
} from '../support/wcag.ts';

interface Screen {
  path: string;
  /** Selects the part that must keep a third of the height at 400 % zoom. */
  content?: string;
  isSignedOut?: boolean;
  isServerPage?: boolean;
}

const section = (name: string): Screen => ({ path: `/b/BINDER/${name}` });

const SCREENS: Record<string, Screen> = {
  home: { path: '/home' },
  chat: { path: '/b/BINDER', content: '.chat-viewport' },
  pages: section('pages'),
  todos: section('todos'),
  approvals: section('transactions'),
  meetings: section('meets'),
  members: section('members'),
  viewer: { path: '/DOCUMENT', content: '.viewer-body' },
  account: { path: '/account' },
  profile: { path: '/profile', isServerPage: true },
  console: { path: '/admin' },
  'users in the console': { path: '/admin/users' },
  'the audit': { path: '/admin/audit' },
  'sign-in': { path: '/sign-in', isSignedOut: true, isServerPage: true },
  'the API reference': { path: '/docs', isServerPage: true },
  guides: { path: '/docs/guides', isServerPage: true },
};

async function open(app: App, { path, isSignedOut = false, isServerPage = false }: Screen): Promise<Page> {
  const { org, service } = app;
  const loanId = await addTimeline(app);
  await addConversation(app, loanId);
  await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [org.ada.id]);
  const document = (await loanBinder(app, 'Loan')).to(0);
  const address = path.replace('BINDER', loanId).replace('/DOCUMENT', document);
  const page = await app.open(org.ada, {
    path: isServerPage ? '/account' : address,
    reducedMotion: 'reduce',
  });
  if (isSignedOut) await page.context().clearCookies();
  if (isServerPage) await page.goto(`${service.origin}${address}`);
  await page.getByRole('heading').first().waitFor();
  await loaded(page);
  return page;
}

for (const [name, screen] of Object.entries(SCREENS))
  test(`[WCAG-1] [WCAG-2] [WCAG-3] [WCAG-4] [WCAG-5] ${name} at 400 %, with text spacing, by keyboard and without motion`, async ({
    app,
  }) => {
    const page = await open(app, screen);
    await expectNoMotion(page);
    await expectTargetSizes(page);
    await expectVisibleFocus(page);
    await expectTextSpacing(page);
    await expectReflow(page, screen.content);
  });

for (const name of ['home', 'chat', 'approvals', 'console', 'sign-in'])
  test(`[WCAG-8] text in ${name} has a contrast of 7:1 for people who ask for more`, async ({ app }) => {
    const page = await open(app, SCREENS[name] as Screen);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ contrast: 'more', colorScheme });
      assert.deepEqual(await seriousFindings(page, undefined, [], ['color-contrast-enhanced']), []);
    }
  });

test('[WCAG-9] text on videos has an opaque background for people who ask for less transparency', async ({
  app,
}) => {
  const page = await open(app, SCREENS.home as Screen);
  const session = await page.context().newCDPSession(page);
  const backgroundOf = async (value: string) => {
    const features = [{ name: 'prefers-reduced-transparency', value }];
    await session.send('Emulation.setEmulatedMedia', { features });
    return page.evaluate<string>(`(() => {
      document.body.style.backgroundColor = 'var(--veil)';
      return getComputedStyle(document.body).backgroundColor;
    })()`);
  };
  assert.equal(await backgroundOf('no-preference'), 'rgba(10, 14, 12, 0.8)');
  assert.equal(await backgroundOf('reduce'), 'rgb(10, 14, 12)');
});
