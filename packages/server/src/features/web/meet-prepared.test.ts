import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes } from '@ringbinder/testkit';
import { fakeMedia } from '@ringbinder/testkit/browser.ts';
import { openApp, startApp } from './testing/app-page.ts';
import { inspectEverywhere } from './testing/console-page.ts';
import { bar, joinByPath, startMeet } from './testing/meet-people.ts';

const app = await startApp({}, fakeMedia);
const { browser, service, fixture } = app;
const { ada, ben } = fixture;

test(
  '[WORK-21] at the end of a meet, in its row and among the pages a recording is being prepared, and how far it is',
  browser.needed,
  async () => {
    const id = await fixture.addBinder('Pier', ada, [ben]);
    const { path } = await startMeet(app, id);
    const { db } = service.env;
    // As one that is being recorded, which nobody composes.
    await db.query(
      `INSERT INTO meet_recording_jobs (binder_id, meet_id, id, user_id, state, started_at, claimed_until, updated_at, from_seq)
       SELECT binder_id, id, 'held', host_id, 'recording', $2::bigint, $2::bigint + 3600000, $2::bigint, 0 FROM meets WHERE binder_id = $1`,
      [id, Date.now()],
    );
    const move = (state: string, progress: number) =>
      db.query('UPDATE meet_recording_jobs SET state = $2, progress = $3 WHERE binder_id = $1', [
        id,
        state,
        progress,
      ]);
    const host = await joinByPath(app, path, ada.email);
    const rows = await openApp(browser, service, ben.email, { path: `/b/${id}/meets` });
    const pages = await openApp(browser, service, ben.email, { path: `/b/${id}/pages` });
    const row = rows.page.locator('.meet-row');
    await row.getByRole('link', { name: /^Join/ }).waitFor();
    assert.equal(await row.getByText('being prepared').count(), 0, 'it is recorded still');

    await bar(host.page, 'Leave or end').click();
    await host.page.getByRole('menuitem', { name: 'End for everyone' }).click();
    const confirm = host.page.getByRole('dialog').getByRole('button', { name: /^End/ });
    await confirm.or(host.page.locator('.meet-ended')).first().waitFor();
    if (await confirm.isVisible()) await confirm.click();
    const ended = host.page.locator('.meet-ended');
    const among = pages.page.getByRole('region', { name: 'Recordings that are being prepared' });
    for (const place of [ended, row, among])
      await place.getByText('The recording is being prepared: 0%').waitFor();
    await move('composing', 0.42);
    for (const place of [ended, row, among]) {
      await place.getByText('The recording is being prepared: 42%').waitFor();
      const bars = place.getByRole('progressbar', { name: 'The recording is being prepared: 42%' });
      await becomes(() => bars.getAttribute('value'), '0.42');
    }
    await inspectEverywhere(host.page, 'meet-ended-preparing');
    await inspectEverywhere(rows.page, 'meets-preparing');
    await inspectEverywhere(pages.page, 'pages-preparing');
    await move('failed', 0.42);
    for (const place of [ended, row]) await place.getByText('The recording could not be prepared.').waitFor();
    await among.waitFor({ state: 'detached' });
    for (const { page } of [host, rows, pages]) await page.context().close();
  },
);
