import assert from 'node:assert/strict';
import { expect, test } from '@ringbinder/testkit/playwright/index.ts';

const STYLES_BUDGET = 25_000;

test('[APP-9] the app loads menus and the list of shortcuts after Timeline, and its styles stay within their budget', {
  tag: '@slow',
}, async ({ app, org }) => {
  await org.addBinder('Small', org.ada);
  const page = await app.open(org.ada, { loadsAhead: true });
  await page.getByRole('link', { name: 'Small' }).waitFor();
  const styles = await page.evaluate<number>(`performance.getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('.css'))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`);
  assert.ok(styles > 10_000 && styles <= STYLES_BUDGET, `${styles} bytes of styles`);
  const isLoaded = (name: string) => app.requestsOf(page).some((address) => address.includes(name));
  await expect.poll(() => ['/menus-', '/shortcut-sheet-'].every(isLoaded)).toBe(true);
});

const MANY = 10_000;

test('[APP-9] a Timeline of ten thousand binders has only the visible lines in the page', {
  tag: '@slow',
}, async ({ app, org, service }) => {
  const { ben } = org;
  await service.env.db.query(
    `WITH made AS (
       INSERT INTO binders (id, partner_id, org_id, owner_id, name, created_at, updated_at)
       SELECT 'Bmany' || lpad(n::text, 18, '0'), $1, $2, $3, 'Binder ' || n, n, n FROM generate_series(1, $4::int) AS n
       RETURNING id
     )
     INSERT INTO binder_members (binder_id, user_id, role, created_at, updated_at) SELECT id, $3, 'owner', 1, 1 FROM made`,
    [ben.partnerId, ben.orgId, ben.id, MANY],
  );
  const page = await app.open(ben);
  await page.getByRole('link', { name: `Binder ${MANY}` }).waitFor();
  const countLines = () => page.locator('.virtual-line').count();
  const firstLines = await countLines();
  assert.ok(firstLines < 60, `${firstLines} lines`);
  assert.equal(await page.locator('.virtual-line').first().getAttribute('aria-setsize'), String(MANY));
  const names = page.locator('.binder-row-name');
  // The newest binder is first.
  for (const [part, name] of [
    [0.25, /^Binder 7/],
    [0.5, /^Binder 5/],
    [0.75, /^Binder 2/],
    [1, /^Binder 1$/],
  ] as const) {
    await page.locator('.virtual').evaluate((element, to) => {
      const box = element as unknown as { scrollTop: number; scrollHeight: number };
      box.scrollTop = box.scrollHeight * to;
    }, part);
    await names.filter({ hasText: name }).first().waitFor();
    const lines = await countLines();
    assert.ok(lines < 60, `${lines} lines`);
  }
  await page.locator('.binder-row a').last().focus();
  await page.keyboard.press('Home');
  await expect(page.getByRole('link', { name: `Binder ${MANY}` }).first()).toBeFocused();
  await page.keyboard.press('End');
  await page.getByRole('link', { name: /^Binder 1\b/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Binder 1', exact: true, level: 1 }).waitFor();
});
