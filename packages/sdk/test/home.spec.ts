import assert from 'node:assert/strict';
import { type App, inspectEverywhere } from '@ringbinder/testkit/playwright/index.ts';
import { makeApproval } from './support/approval.ts';
import { bankPage } from './support/bank-page.ts';
import { detailsOf, expect, frameIn, initPage, openHost, showModule, test } from './support/embed.ts';

test.use({ serviceOptions: { background: true } });

async function addWork(app: App) {
  const { org, service } = app;
  const { ada, ben } = org;
  const loan = await org.addBinder('Loan', ben, [ada]);
  const { id: request } = await makeApproval(app, loan, ada);
  const post = async (path: string, json: object) => {
    const { status, body } = await service.call('POST', path, { token: ben.token, json });
    assert.equal(status, 200, body.message);
    return body.data;
  };
  const { todos } = await post(`/${loan}/todos`, { name: 'Book the notary', assignee_id: ada.id });
  const start_time = Date.now() + 60_000;
  const meet = await post('/meets/schedule', {
    name: 'Signing',
    binder_id: loan,
    start_time,
    end_time: start_time + 600_000,
  });
  return { loan, request, todo: todos[0].id as number, meet: meet.session_key as string };
}

const counts = (approvals: number) => ({ approvals, meets: 1, todos: 1, mentions: 0, saved: 0, requests: 0 });

test('[SDK-68] Home and Inbox show what waits, open it in their frame, and report the numbers', async ({
  app,
  org,
  service,
  host,
}) => {
  const { loan } = await addWork(app);
  host.put(
    '/',
    bankPage(
      service,
      `<service-inbox id="one"></service-inbox><service-home id="two"></service-home>
       <script>
         for (const name of ['start_home', 'start_inbox', 'home_counts', 'view_binder'])
           for (const id of ['one', 'two'])
             document.querySelector('#' + id).addEventListener(name, ({ detail }) => told.push([name, { id, ...detail }]));
       </script>`,
    ),
  );
  const page = await openHost(app, `${host.origin}/`);
  await initPage(page, org);
  const [inbox, home] = [frameIn(page, 'one'), frameIn(page, 'two')];
  await inbox.getByRole('heading', { name: 'Waiting for me', level: 1 }).waitFor();
  await home.getByText('Book the notary').waitFor();
  await home.getByText('Signing').waitFor();
  assert.equal(
    await page.evaluate('document.activeElement === document.body'),
    true,
    'the page has the focus',
  );
  await inspectEverywhere(page, 'home and inbox in a page');
  await expect.poll(() => detailsOf(page, 'start_inbox')).toEqual([{ id: 'one' }]);
  await expect.poll(() => detailsOf(page, 'start_home')).toEqual([{ id: 'two' }]);
  await expect
    .poll(async () => (await detailsOf(page, 'home_counts')).filter(({ id }) => id === 'two').at(-1))
    .toEqual({ id: 'two', ...counts(1) });
  assert.equal(await inbox.locator('.home-head .back').isVisible(), false, 'nowhere to go back to');

  await home.getByRole('link', { name: 'Book the notary' }).click();
  await home.getByRole('heading', { name: 'Loan', level: 1 }).waitFor();
  await expect.poll(() => detailsOf(page, 'view_binder')).toEqual([{ id: 'two', binder_id: loan }]);
  await page.setViewportSize({ width: 390, height: 844 });
  await home.locator('.binder-head .back').click();
  await home.getByRole('link', { name: 'Show all by due date' }).click();
  await home.getByRole('heading', { name: 'Waiting for me', level: 1 }).waitFor();
  await home.locator('.home-head .back').click();
  await home.getByRole('heading', { name: 'For you', level: 1 }).waitFor();

  await inbox.getByRole('button', { name: 'Approve' }).click();
  await inbox.getByText('Nothing is waiting for you').waitFor();
  await expect
    .poll(async () => (await detailsOf(page, 'home_counts')).filter(({ id }) => id === 'two').at(-1))
    .toEqual({ id: 'two', ...counts(0) });
});

test('[SDK-68] a page that handles the requests opens the items of Home itself', async ({
  app,
  openReady,
}) => {
  const { loan, request, todo, meet } = await addWork(app);
  const page = await openReady();
  await showModule(page, 'home', 'one', {}, ['request_view_binder', 'request_join_meet']);
  const home = frameIn(page, 'one');
  await home.getByRole('link', { name: 'Approve the loan' }).click();
  await home.getByRole('link', { name: 'Book the notary' }).click();
  await home.getByRole('link', { name: 'Open Signing' }).click();
  await expect
    .poll(() => detailsOf(page, 'request_view_binder'))
    .toEqual([
      { binder_id: loan, transaction_id: request },
      { binder_id: loan, todo_id: todo },
    ]);
  await expect
    .poll(() => detailsOf(page, 'request_join_meet'))
    .toEqual([{ binder_id: loan, session_key: meet, meet_id: meet }]);
  await home.getByRole('heading', { name: 'For you', level: 1 }).waitFor();
});
