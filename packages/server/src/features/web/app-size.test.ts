import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '@ringbinder/testkit';
import { openApp, startApp } from './testing/app-page.ts';
import { bytesOnTheWire } from './testing/bytes-on-the-wire.ts';

const { browser, service, fixture } = await startApp();

/** Bytes on the wire. */
const STYLES_BUDGET = 24_000;

test(
  '[APP-9] the app loads what is shown later after Timeline, and its styles stay within their budget',
  browser.needed,
  async () => {
    const { ada } = fixture;
    await fixture.addBinder('Small', ada);
    const { page, requests } = await openApp(browser, service, ada.email);
    await page.getByRole('link', { name: 'Small' }).waitFor();
    const sheets = new Set(
      requests.map((address) => new URL(address).pathname).filter((path) => path.endsWith('.css')),
    );
    const sizes = await Promise.all([...sheets].map((path) => bytesOnTheWire(service.origin, path)));
    const styles = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(styles > 10_000 && styles <= STYLES_BUDGET, `${styles} bytes of styles`);
    await until('what is shown later has been fetched, too', () =>
      ['/menus-', '/shortcut-sheet-'].every((name) => requests.some((address) => address.includes(name))),
    );
    await page.context().close();
  },
);

const MANY = 10_000;

test(
  '[APP-9] a Timeline of ten thousand binders has as many lines in the page as are seen',
  browser.needed,
  async () => {
    const { ben } = fixture;
    await service.env.db.query(
      `WITH made AS (
       INSERT INTO binders (id, partner_id, org_id, owner_id, name, created_at, updated_at)
       SELECT 'Bmany' || lpad(n::text, 18, '0'), $1, $2, $3, 'Binder ' || n, n, n FROM generate_series(1, $4::int) AS n
       RETURNING id
     )
     INSERT INTO binder_members (binder_id, user_id, role, created_at, updated_at) SELECT id, $3, 'owner', 1, 1 FROM made`,
      [ben.partnerId, ben.orgId, ben.id, MANY],
    );
    const { page, errors } = await openApp(browser, service, ben.email);
    await page.getByRole('link', { name: `Binder ${MANY}` }).waitFor();
    const countLines = () => page.locator('.virtual-line').count();
    const firstLines = await countLines();
    assert.ok(firstLines < 60, `${firstLines} lines`);
    assert.equal(await page.locator('.virtual-line').first().getAttribute('aria-setsize'), String(MANY));
    const list = page.locator('.virtual');
    for (const part of [0.25, 0.5, 0.75, 1]) {
      await list.evaluate((element, to) => {
        const box = element as unknown as { scrollTop: number; scrollHeight: number };
        box.scrollTop = box.scrollHeight * to;
      }, part);
      const expected = new RegExp(
        `^Binder ${
          part === 1
            ? 1
            : Math.round(MANY * (1 - part))
                .toString()
                .slice(0, 1)
        }`,
      );
      await until('it is drawn there', async () =>
        (await page.locator('.binder-row-name').allInnerTexts()).some((name) => expected.test(name)),
      );
      const lines = await countLines();
      assert.ok(lines < 60, `${lines} lines`);
    }
    await page.locator('.binder-row a').last().focus();
    await page.keyboard.press('Home');
    await until('the first has the focus', () =>
      page
        .getByRole('link', { name: `Binder ${MANY}`, exact: false })
        .first()
        .evaluate(
          (element) =>
            element ===
            (element as unknown as { ownerDocument: { activeElement: unknown } }).ownerDocument.activeElement,
        ),
    );
    await page.keyboard.press('End');
    const last = page.getByRole('link', { name: /^Binder 1\b/ });
    await last.waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Binder 1', exact: true, level: 1 }).waitFor();
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);
