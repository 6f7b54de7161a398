import { expect, inspectEverywhere, test } from '@ringbinder/testkit/playwright/index.ts';
import { joinByPath, meetButton, startMeet } from '../support/meet-people.ts';

test('[WORK-21] the progress of a recording is shown at the end of the meet, in its row and among the pages', {
  tag: '@slow',
}, async ({ app, org, service }) => {
  const { ada, ben } = org;
  const id = await org.addBinder('Pier', ada, [ben]);
  const { path } = await startMeet(app, id);
  const { db } = service.env;
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
  const [host, rows, pages] = await Promise.all([
    joinByPath(app, path, ada),
    app.open(ben, { path: `/b/${id}/meets` }),
    app.open(ben, { path: `/b/${id}/pages` }),
  ]);
  const row = rows.locator('.meet-row');
  await row.getByRole('link', { name: /^Join/ }).waitFor();
  await expect(row.getByText('being prepared'), 'it is still recorded').toHaveCount(0);

  await meetButton(host, 'Leave or end').click();
  await host.getByRole('menuitem', { name: 'End for everyone' }).click();
  const confirm = host.getByRole('dialog').getByRole('button', { name: /^End/ });
  const ended = host.locator('.meet-ended');
  await confirm.or(ended).first().waitFor();
  if (await confirm.isVisible()) await confirm.click();
  const among = pages.getByRole('region', { name: 'Recordings being prepared' });
  for (const place of [ended, row, among])
    await place.getByText('The recording is being prepared: 0%').waitFor();

  await move('composing', 0.42);
  for (const place of [ended, row, among]) {
    await place.getByText('The recording is being prepared: 42%').waitFor();
    const progress = place.getByRole('progressbar', { name: 'The recording is being prepared: 42%' });
    await expect(progress).toHaveAttribute('value', '0.42');
  }
  await inspectEverywhere(host, 'meet-ended-preparing');
  await inspectEverywhere(rows, 'meets-preparing');
  await inspectEverywhere(pages, 'pages-preparing');

  await move('failed', 0.42);
  for (const place of [ended, row]) await place.getByText('The recording could not be prepared.').waitFor();
  await among.waitFor({ state: 'detached' });
});
