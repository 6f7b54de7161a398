import { testBrowser } from '@ringbinder/testkit/browser.ts';
import type { Page } from 'playwright-core';
import type { Installation } from '../installation.ts';
import { alternate, type Measurement, medianOf } from '../measurement.ts';

const SHORT = 100;
const LONG = 100_000;
const LONG_WHEN_QUICK = 2_000;

export const app: Measurement = {
  figures: {
    'app.open.100k_to_100_time': {
      what: 'opening a chat of 100,000 messages, half of them unread, until the first unread one is drawn ÷ one of 100',
      unit: '× time',
      atMost: 2,
    },
  },
  async run({ installation, quick, rounds }) {
    const [short = '', long = ''] = (await installation.binders(quick ? 2 : 60)).slice(-2);
    const counts = { short: SHORT, long: quick ? LONG_WHEN_QUICK : LONG };
    await fillBinder(installation, short, counts.short);
    await fillBinder(installation, long, counts.long);
    const { origin } = await installation.server();
    const browser = testBrowser();
    try {
      const { page: signedIn } = await browser.newPage();
      await signIn(signedIn, installation);
      const storageState = await signedIn.context().storageState({ indexedDB: false });
      await signedIn.context().close();
      const opening = (binderId: string) => async () => {
        const { page } = await browser.newPage({ storageState, viewport: { width: 1280, height: 800 } });
        await page.goto(`${origin}/b/${binderId}`);
        await page.locator('.unread-line').waitFor();
        const at = (await page.evaluate('performance.now()')) as number;
        await page.context().close();
        await setRead(installation, binderId);
        return at;
      };
      const times = await alternate(rounds, { short: opening(short), long: opening(long) });
      return { 'app.open.100k_to_100_time': medianOf(times, (time) => time.long / time.short) };
    } finally {
      await browser.close();
    }
  },
};

async function signIn(page: Page, installation: Installation): Promise<void> {
  const [user] = (await installation.demo()).users;
  const { origin } = await installation.server();
  await page.goto(`${origin}/sign-in`);
  await page.locator('[name=email]').fill(user?.email ?? '');
  await page.locator('[name=password]').fill(user?.password ?? '');
  await page.locator('[name=password]').press('Enter');
  await page.locator('.app').waitFor();
}

async function fillBinder(installation: Installation, binderId: string, count: number): Promise<void> {
  const [, author] = (await installation.demo()).users;
  await installation.withDatabase(async (db) => {
    await db.query(
      `WITH taken AS (
         UPDATE binders SET next_id = next_id + $2, total_messages = total_messages + $2 WHERE id = $1
         RETURNING next_id - $2 AS first
       )
       INSERT INTO messages (binder_id, id, user_id, text, created_at, updated_at)
       SELECT $1, first + n, $4, 'Message ' || (n + 1) || repeat(' and some more words', n % 7), $3, $3
       FROM taken, generate_series(0, $2::int - 1) n`,
      [binderId, count, Date.now(), author?.id],
    );
    await db.query('VACUUM (ANALYZE) messages');
  });
  await setRead(installation, binderId);
}

function setRead({ withDatabase }: Installation, binderId: string): Promise<void> {
  return withDatabase(async (db) => {
    await db.query(
      `UPDATE binder_members SET read_id = (SELECT (min(id) + max(id)) / 2 FROM messages WHERE binder_id = $1)
       WHERE binder_id = $1`,
      [binderId],
    );
  });
}
