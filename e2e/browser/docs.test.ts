import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startService, type TestService } from '@ringbinder/testkit';
import { type TestPage, testBrowser } from '@ringbinder/testkit/browser.ts';

const browser = testBrowser();
let service: TestService;
before(async () => {
  service = await startService();
});
after(async () => {
  await browser.close();
  await service.close();
});

const DESKTOP = { viewport: { width: 1280, height: 800 }, colorScheme: 'light' } as const;
const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const;

async function openReference(options: typeof DESKTOP | typeof PHONE): Promise<TestPage> {
  const opened = await browser.newPage(options);
  await opened.page.goto(`${service.origin}/docs`);
  await opened.page.getByRole('heading', { name: 'Ringbinder', level: 1 }).waitFor();
  return opened;
}

/** Asserts that the page is ours from edge to edge, and that it asked nobody else. */
async function assertOurs({ page, errors, requests }: TestPage, background: 'light' | 'dark'): Promise<void> {
  const text = await page.evaluate<string>('document.body.innerText');
  assert.doesNotMatch(text, /scalar|powered by|ask ai|\bmcp\b|generate sdk|developer tools/i);
  assert.equal(await page.getByRole('button', { name: /^(share|deploy|configure$)\b/i }).count(), 0);
  for (const link of await page.locator('a[href*="//"]:visible').all())
    assert.doesNotMatch((await link.getAttribute('href')) ?? '', /scalar/);
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  assert.ok(overflow <= 0, `${overflow} pixels wider than the screen`);
  const colour = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  assert.equal(Number(/\d+/.exec(colour)) < 128 ? 'dark' : 'light', background, colour);
  assert.deepEqual(errors, []);
  assert.deepEqual(
    requests.filter((url) => !url.startsWith(`${service.origin}/`)),
    [],
  );
}

test('[OPS-6] the API reference shows the operations, and a call can be tried', browser.needed, async () => {
  const { owner } = await service.make.cast();
  const opened = await openReference(DESKTOP);
  const { page } = opened;
  assert.equal(await page.title(), 'Ringbinder API');
  const sidebar = page.getByRole('complementary');
  await sidebar.getByText('Pages', { exact: true }).click();
  await sidebar.getByText('Upload a file and make pages of it').click();
  await page.getByText('-F file=@loan-agreement.pdf').first().waitFor();
  await assertOurs(opened, 'light');

  await page.getByPlaceholder('Token').first().fill(owner.token);
  await sidebar.getByText('Users', { exact: true }).click();
  await sidebar.getByText('Get the calling user’s profile').click();
  await page.getByRole('button', { name: /Test Request.*get \/me\b/i }).click();
  await page.getByRole('button', { name: /^Send get request/ }).click();
  await page.getByText(owner.id).first().waitFor();
  await assertOurs(opened, 'light');
});

test('[OPS-6] the API reference fits a phone, and is dark where the system is', browser.needed, async () => {
  await assertOurs(await openReference(PHONE), 'dark');
});

test(
  '[OPS-13] a call shows what was sent and answered, also by the typed client',
  browser.needed,
  async () => {
    const { page } = await openReference(DESKTOP);
    await page.getByRole('heading', { name: 'Get a token' }).first().waitFor();
    await page.getByPlaceholder('Token').first().waitFor();
    assert.equal(
      await page.getByText(/Authorize via/).isVisible(),
      false,
      'it has no client to go there with',
    );
    const guide = page.getByRole('link', { name: 'The guides' });
    assert.equal(await guide.getAttribute('href'), '/docs/guides');
    await page.goto(`${service.origin}/docs#tag/transactions/POST/{binder_id}/transactions`);
    const section = page.getByRole('region', { name: 'Create a transaction' });
    await section.getByText('rejected the loan').first().waitFor();
    // The sample for curl is ours, with variables, not the library's.
    await section.getByText('"$API$BINDER_ID/transactions"').waitFor();
    await section.getByRole('button', { name: /curl/i }).first().click();
    await page.getByRole('option', { name: '@ringbinder/client' }).first().click();
    await section.getByText('createClient').first().waitFor();
  },
);

test(
  '[OPS-6] what an address leads to is marked at its heading, not along its sides',
  browser.needed,
  async () => {
    const { page } = await browser.newPage(DESKTOP);
    await page.goto(`${service.origin}/docs#tag/transactions/POST/{binder_id}/transactions`);
    await page.waitForFunction("document.activeElement.matches('section')");
    const outlines = await page.evaluate<string[]>(
      "[document.activeElement, document.activeElement.querySelector('h3')].map((e) => getComputedStyle(e).outlineStyle)",
    );
    assert.deepEqual(outlines, ['none', 'solid']);
  },
);

test('[OPS-6] the script of the reference comes compressed, and is cached by its content', async () => {
  const script = await fetch(`${service.origin}/docs/reference.js`);
  assert.equal(script.status, 200);
  assert.equal(script.headers.get('content-encoding'), 'gzip');
  const etag = script.headers.get('etag') ?? '';
  const again = await fetch(`${service.origin}/docs/reference.js`, { headers: { 'if-none-match': etag } });
  assert.equal(again.status, 304);
  const plain = await fetch(`${service.origin}/docs/reference.js`, {
    headers: { 'accept-encoding': 'identity' },
  });
  assert.equal(plain.headers.get('content-encoding'), null);
  assert.equal(await plain.text(), await script.text());
  const page = await fetch(`${service.origin}/docs/`, { redirect: 'manual' });
  assert.equal(page.status, 200, 'with a slash too');
  assert.match(
    page.headers.get('content-security-policy') ?? '',
    /default-src 'none'.*frame-ancestors 'none'/,
  );
});
