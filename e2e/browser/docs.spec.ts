import assert from 'node:assert/strict';
import { type App, expect, type Page, SCREENS, test } from '@ringbinder/testkit/playwright/index.ts';

/**
 * Fails if the page shows traces of the documentation library, calls other servers, or is wider than the
 * screen.
 */
async function assertOurs(app: App, page: Page, background: 'light' | 'dark'): Promise<void> {
  const text = await page.evaluate<string>('document.body.innerText');
  assert.doesNotMatch(text, /scalar|powered by|ask ai|\bmcp\b|generate sdk|developer tools/i);
  assert.equal(await page.getByRole('button', { name: /^(share|deploy|configure$)\b/i }).count(), 0);
  for (const link of await page.locator('a[href*="//"]:visible').all())
    assert.doesNotMatch((await link.getAttribute('href')) ?? '', /scalar/);
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  assert.ok(overflow <= 0, `${overflow} pixels wider than the screen`);
  const colour = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  assert.equal(Number(/\d+/.exec(colour)) < 128 ? 'dark' : 'light', background, colour);
  assert.deepEqual(
    app.requestsOf(page).filter((url) => !url.startsWith(`${app.service.origin}/`)),
    [],
  );
}

const openReference = async (page: Page, origin: string) => {
  await page.goto(`${origin}/docs`);
  await page.getByRole('heading', { name: 'Ringbinder', level: 1 }).waitFor();
};

test('[OPS-6] [OPS-13] the API reference shows the operations, and a call can be tried', {
  tag: '@slow',
}, async ({ app, org, service }) => {
  const page = await app.newPage();
  await openReference(page, service.origin);
  await expect(page).toHaveTitle('Ringbinder API');
  const sidebar = page.getByRole('complementary');
  const token = page.getByPlaceholder('Token').first();

  await test.step('the introduction explains tokens and links to the guides', async () => {
    await page.getByRole('heading', { name: 'Get a token' }).first().waitFor();
    await token.waitFor();
    // Readers have no client to authorize themselves with.
    await expect(page.getByText(/Authorize via/)).toBeHidden();
    await expect(page.getByRole('link', { name: 'The guides' })).toHaveAttribute('href', '/docs/guides');
  });

  await test.step('the sidebar leads to an operation with its samples', async () => {
    await sidebar.getByText('Pages', { exact: true }).click();
    await sidebar.getByText('Upload a file and make pages of it').click();
    await page.getByText('-F file=@loan-agreement.pdf').first().waitFor();
    await assertOurs(app, page, 'light');
  });

  await test.step('a call is sent with the token', async () => {
    await token.fill(org.ada.token);
    await sidebar.getByText('Users', { exact: true }).click();
    await sidebar.getByText('Get the calling user’s profile').click();
    await page.getByRole('button', { name: /Test Request.*get \/me\b/i }).click();
    await page.getByRole('button', { name: /^Send get request/ }).click();
    await page.getByText(org.ada.id).first().waitFor();
    await assertOurs(app, page, 'light');
  });
});

test('[OPS-6] the API reference fits a phone, and is dark when the system is dark', { tag: '@slow' }, async ({
  app,
  service,
}) => {
  const page = await app.newPage(SCREENS['phone, dark']);
  await openReference(page, service.origin);
  await assertOurs(app, page, 'dark');
});

test('[OPS-6] [OPS-13] an address leads to its operation, with samples of the request and the response', {
  tag: '@slow',
}, async ({ app, service }) => {
  const page = await app.newPage();
  await page.goto(`${service.origin}/docs#tag/transactions/POST/{binder_id}/transactions`);
  await test.step('the heading is marked, not the sides', async () => {
    await page.locator('section:focus').waitFor();
    const outlines = await page.evaluate<string[]>(
      "[document.activeElement, document.activeElement.querySelector('h3')].map((e) => getComputedStyle(e).outlineStyle)",
    );
    assert.deepEqual(outlines, ['none', 'solid']);
  });
  const section = page.getByRole('region', { name: 'Create a transaction' });
  await section.getByText('rejected the loan').first().waitFor();
  await section.getByText('"$API$BINDER_ID/transactions"').waitFor();
  await section.getByRole('button', { name: /curl/i }).first().click();
  await page.getByRole('option', { name: '@ringbinder/client' }).first().click();
  await section.getByText('createClient').first().waitFor();
});
