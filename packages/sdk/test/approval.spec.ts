import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { announceDepartures } from '@ringbinder/server/features/assignments/index.ts';
import {
  createWorkflow,
  sharedStep,
  stepFor,
} from '@ringbinder/server/features/transactions/testing/workflow.ts';
import { type CreatedUser, uploadFile } from '@ringbinder/testkit';
import {
  type App,
  inspectEverywhere,
  type Locator,
  type Page,
} from '@ringbinder/testkit/playwright/index.ts';
import { makeApproval, stepToken } from './support/approval.ts';
import { bankPage } from './support/bank-page.ts';
import {
  codesOf,
  detailsOf,
  errorsOf,
  expect,
  frameIn,
  type HostSite,
  initPage,
  openHost,
  test,
} from './support/embed.ts';

const DEED = readFileSync(new URL('../../../docs/assets/loan-agreement.pdf', import.meta.url));

const addLoan = ({ org }: App, ...more: CreatedUser[]) =>
  org.addBinder('Loan 4711', org.ada, [org.ben, ...more]);
const workflowOf = ({ service, org }: App, binderId: string) =>
  createWorkflow(service, { binderId, owner: org.ada });

async function show(app: App, host: HostSite, token: string) {
  host.put('/', bankPage(app.service, '<div id="one"></div>'));
  const page = await openHost(app, `${host.origin}/`);
  await initPage(page, app.org, { access_token: 'of-a-session' });
  await ask(page, token);
  return { page, card: frameIn(page, 'one') };
}

const ask = (page: Page, token: string) =>
  page.evaluate(
    `Service.transaction({ ...callbacks, answered: tell('answered'), tagid4iframe: 'one', token: '${token}' }).then((handle) => void (window.handle = handle))`,
  );

const BORDERS = 2;

test('[SDK-22] [SDK-34] an approval in a page of another site waits for its turn and is answered once', async ({
  app,
  org,
  service,
  host,
}) => {
  const { ada, ben } = org;
  app.allowErrors(/401/);
  const binderId = await addLoan(app);
  const workflow = workflowOf(app, binderId);
  const { id, steps } = await workflow.create([stepFor(ada), stepFor(ben)], ada.token, {
    title: 'Approve the loan',
    content: '20,000 over five years, at 3.4 %.',
  });
  const token = await stepToken(app, binderId, id, steps[1], ben);
  const { page, card } = await show(app, host, token);
  await card.getByText('It is not your turn yet').waitFor();
  await workflow.press(id, steps[0] ?? 0, ada.token);
  const approve = card.getByRole('button', { name: 'Approve' });
  await approve.and(card.locator('[data-sight="clear"]')).waitFor();
  await card.getByText('Ada Lovelace asks for your answer in “Loan 4711”.').waitFor();

  const frame = page.locator('#one iframe');
  assert.equal(await frame.getAttribute('title'), 'Approval');
  const heightOf = async (locator: Locator) => Math.round((await locator.boundingBox())?.height ?? 0);
  await expect
    .poll(async () => (await heightOf(frame)) - (await heightOf(card.locator('.approval'))))
    .toEqual(BORDERS);
  await inspectEverywhere(page, 'approval in a page');
  await approve.and(card.locator('[data-sight="clear"]')).waitFor();
  await page.locator('#before').focus();
  await page.keyboard.press('Tab');
  await approve.and(card.locator(':focus')).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate('document.activeElement.id')).toEqual('after');

  await approve.click();
  await card.getByRole('heading', { name: 'Thank you' }).waitFor();
  await expect
    .poll(() => detailsOf(page, 'answered'))
    .toEqual([{ transaction_id: id, step_id: steps[1], click_button_id: 'approve' }]);
  assert.equal((await workflow.steps(id))[1]?.status, 'completed');
  await inspectEverywhere(page, 'approval answered');

  await ask(page, token);
  await card.getByText('This request is no longer available').waitFor();
  await expect.poll(() => codesOf(page)).toEqual([401]);
  assert.ok(
    !app.requestsOf(page).some((address) => /realtime|\/embed\/me/.test(address) || address.includes(token)),
  );
  assert.ok(!service.logLines.some((line) => line.includes(token)));
  assert.deepEqual(await page.context().cookies(), []);
});

test('[TX-46] the card says that an earlier person is unavailable, and shows the buttons after somebody else has answered', async ({
  app,
  org,
  service,
  host,
}) => {
  app.allowErrors(/./);
  const { ada, ben } = org;
  const eve = await org.addUser('Eve Earlier');
  const binderId = await addLoan(app, eve);
  const workflow = workflowOf(app, binderId);
  const { id, steps } = await workflow.create([stepFor(eve), stepFor(ben)], ada.token);
  const { page, card } = await show(app, host, await stepToken(app, binderId, id, steps[1], ben));
  await card.getByText('Others answer first').waitFor();
  const removed = { token: ada.token, json: { id: eve.id } };
  assert.equal((await service.call('POST', `/${binderId}/removeuser`, removed)).status, 200);
  await announceDepartures(service.env);
  await card.getByText('Someone who answers before you is no longer available').waitFor();
  await inspectEverywhere(page, 'approval blocked');
  const path = `${workflow.path(id, steps[0])}/assignee`;
  const reassigned = { token: ada.token, json: { user_id: ada.id } };
  assert.equal((await service.call('POST', path, reassigned)).status, 200);
  await workflow.press(id, steps[0], ada.token);
  await card.getByRole('button', { name: 'Approve' }).waitFor();
});

test('[TX-72] the card asks for the answers to a form, and names beside each field what does not fit', async ({
  app,
  org,
  host,
}) => {
  app.allowErrors(/status of 400/);
  const { ada, ben } = org;
  const binderId = await addLoan(app);
  const workflow = workflowOf(app, binderId);
  const fields = [
    { id: 'income', type: 'money', label: 'Income', currency: 'EUR', required: true, help: 'After taxes' },
    { id: 'terms', type: 'checkbox', label: 'I accept', required: true },
  ];
  const { id, steps } = await workflow.create([stepFor(ben, { action_style: 'FORM', fields })], ada.token);
  const { page, card } = await show(app, host, await stepToken(app, binderId, id, steps[0], ben));
  const approve = card.getByRole('button', { name: 'Approve' }).and(card.locator('[data-sight="clear"]'));
  await card.getByLabel('Income (EUR)').fill('12.345');
  await approve.click();
  await card.getByText('Must be ticked.').waitFor();
  await expect(card.getByLabel('Income (EUR)')).toBeFocused();
  await expect(card.getByLabel('Income (EUR)')).toHaveValue('12.345');
  await inspectEverywhere(page, 'approval with a form');
  await card.getByLabel('Income (EUR)').fill('1250');
  await card.getByLabel('I accept').check();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const sent = Promise.withResolvers<void>();
  await page.route('**/steplink', async (route) => {
    if (route.request().method() === 'POST') {
      sent.resolve();
      await released;
    }
    await route.continue();
  });
  await approve.click();
  await sent.promise;
  await card.getByLabel('Income (EUR)').focus();
  await page.keyboard.type('9');
  await expect(card.getByLabel('Income (EUR)'), 'no input while the answer is sent').toHaveValue('1250');
  release();
  await card.getByText('Thank you').waitFor();
  assert.deepEqual((await workflow.steps(id))[0]?.answers, { income: '1250.00', terms: true });
});

test('[WCAG-20] with `confirm` the card asks before it sends an answer, and “Back” keeps the entries', async ({
  app,
  org,
  host,
}) => {
  app.allowErrors(/./);
  const { ada, ben } = org;
  const binderId = await addLoan(app);
  const workflow = workflowOf(app, binderId);
  const fields = [{ id: 'income', type: 'number', label: 'Income', required: true }];
  const { id, steps } = await workflow.create([stepFor(ben, { action_style: 'FORM', fields })], ada.token);
  const token = await stepToken(app, binderId, id, steps[0], ben);
  const element = `<service-transaction id="one" token="${token}" confirm></service-transaction>
    <script>Service.init({ mode: 'production', client_id: '${org.client.id}', sdk_version: 4 });
      one.addEventListener('error', ({ detail }) => tell('error')(detail));</script>`;
  host.put('/', bankPage(app.service, element));
  const page = await openHost(app, `${host.origin}/`);
  const card = frameIn(page, 'one');
  const buttonOf = (name: string) => card.getByRole('button', { name });
  const seen = (name: string) => buttonOf(name).and(card.locator('[data-sight="clear"]'));
  const stateOf = async () => (await workflow.steps(id))[0]?.status;
  const question = card.getByRole('group', { name: 'Send this answer? Your answer: Approve' });

  // The browser cannot parse this entry, so the form is invalid.
  const income = card.getByLabel('Income');
  await income.pressSequentially('-');
  await seen('Approve').click();
  await expect(income).toBeFocused();
  await expect(question).toHaveCount(0);
  await income.fill('1250');
  await seen('Approve').focus();
  await page.keyboard.press('Enter');
  await expect(question).toBeFocused();
  await expect(buttonOf('Approve')).toHaveCount(0);
  await inspectEverywhere(page, 'approval before the answer is sent');
  await buttonOf('Back').click();
  await expect(buttonOf('Approve')).toBeFocused();
  await expect(income).toHaveValue('1250');
  await page.evaluate(`one.toggleAttribute('confirm'), one.toggleAttribute('confirm')`);
  await expect(income).toHaveValue('1250');

  await seen('Approve').click();
  await seen('Send answer').waitFor();
  await page.evaluate(`document.querySelector('#one iframe').style.opacity = '0.01'`);
  await buttonOf('Send answer').and(card.locator('[data-sight="covered"]')).click();
  await expect.poll(() => codesOf(page)).toEqual(['covered']);
  await card.getByText('Something covers this request').waitFor();
  assert.equal(await stateOf(), 'current');
  await page.evaluate(`document.querySelector('#one iframe').style.opacity = ''`);
  await seen('Send answer').click();
  await card.getByText('Thank you').waitFor();
  assert.equal((await workflow.steps(id))[0]?.answers?.income, 1250);

  const next = await makeApproval(app, binderId);
  await page.evaluate(`one.token = '${next.token}'`);
  await seen('Approve').waitFor();
  await page.evaluate(`one.handle.update({ confirm: false })`);
  await seen('Approve').click();
  await card.getByText('Thank you').waitFor();
});

test('[TX-90] the card uploads the files for which a step asks', async ({ app, org, host }) => {
  app.allowErrors(/status of 4(00|12)/);
  const { ada, ben } = org;
  const binderId = await addLoan(app);
  const workflow = workflowOf(app, binderId);
  const file_requests = [{ id: 'deed', label: 'Deed', required: true, types: ['text/plain'] }];
  const step = stepFor(ben, { action_style: 'FILE_REQUEST', file_requests });
  const { id, steps } = await workflow.create([step], ada.token);
  const { page, card } = await show(app, host, await stepToken(app, binderId, id, steps[0], ben));
  const approve = card.getByRole('button', { name: 'Approve' }).and(card.locator('[data-sight="clear"]'));
  await approve.click();
  await card.getByText('File request “Deed” needs a file.').waitFor();
  const choose = card.getByLabel('Deed', { exact: true });
  await choose.setInputFiles({ name: 'a.json', mimeType: 'text/plain', buffer: Buffer.from('%PDF-1.4') });
  await card.locator('.file-requests [role="alert"]').waitFor();
  await inspectEverywhere(page, 'approval with a file request');
  await choose.setInputFiles({ name: 'deed.txt', mimeType: 'text/plain', buffer: Buffer.from('A deed') });
  await card.getByText('deed.txt').waitFor();
  await expect(choose).toHaveCount(0);
  await approve.click();
  await card.getByText('Thank you').waitFor();
  assert.equal((await workflow.steps(id))[0]?.file_requests?.[0]?.files[0]?.name, 'deed.txt');
});

test('[TX-97] the card takes a drawn or typed signature', async ({ app, org, host, service }) => {
  app.allowErrors(/status of 412/);
  const { ada, ben } = org;
  const binderId = await addLoan(app);
  const workflow = workflowOf(app, binderId);
  const { pages } = await uploadFile(service, { binderId, token: ada.token }, DEED, 'Deed.pdf');
  const place = { page_id: pages[0]?.id, x: 10, width: 200, height: 60, required: true };
  const signatures = [
    { ...place, id: 'drawn', label: 'Seller', y: 10 },
    { ...place, id: 'typed', label: 'Witness', y: 100 },
  ];
  const step = stepFor(ben, { action_style: 'SIGN', signatures });
  const { id, steps } = await workflow.create([step], ada.token);
  const { page, card } = await show(app, host, await stepToken(app, binderId, id, steps[0], ben));
  const approve = card.getByRole('button', { name: 'Approve' }).and(card.locator('[data-sight="clear"]'));
  await card.getByRole('group', { name: 'Witness' }).getByLabel('Or type your name').fill('Ben Okafor');
  await card.getByRole('button', { name: 'Approve' }).scrollIntoViewIfNeeded();
  await approve.click();
  await card.getByText('Signature “Seller” needs a signature.').waitFor();
  const pad = card.getByRole('img', { name: 'Area to draw: Seller' });
  // Waits until the page has scrolled to the area.
  await pad.hover({ position: { x: 10, y: 10 } });
  const box = await pad.boundingBox();
  if (!box) throw new Error('the area to draw has no size');
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 10, box.y + box.height - 10, { steps: 5 });
  await page.mouse.up();
  await expect(pad.locator('path')).toHaveAttribute('d', /^M[\d.]+ [\d.]+L/);
  await inspectEverywhere(page, 'approval with signatures');
  await card.getByRole('button', { name: 'Approve' }).scrollIntoViewIfNeeded();
  await approve.click();
  await card.getByText('Thank you').waitFor();
  const [seller, witness] = (await workflow.steps(id))[0]?.signatures ?? [];
  assert.equal(witness?.signature?.text, 'Ben Okafor');
  assert.ok((seller?.signature?.strokes?.[0]?.length ?? 0) >= 4);
});

test('[SDK-34] the card shows that a request was answered elsewhere or belongs to another client, and another token shows another request', async ({
  app,
  org,
  service,
  host,
}) => {
  const { ada, ben } = org;
  app.allowErrors(/./);
  const binderId = await addLoan(app);
  const first = await makeApproval(app, binderId);
  const { page, card } = await show(app, host, first.token);
  const approve = card.getByRole('button', { name: 'Approve' }).and(card.locator('[data-sight="clear"]'));
  await approve.waitFor();
  await workflowOf(app, binderId).press(first.id, first.step ?? 0, ben.token, 'decline');
  await approve.click();
  await card.getByText('This request is already closed.').waitFor();
  await expect.poll(() => codesOf(page)).toEqual([409]);

  const next = await makeApproval(app, binderId);
  await page.evaluate(`handle.update({ token: '${next.token}' })`);
  await approve.waitFor();
  const other = await service.make.client({ partnerId: org.partner.id });
  const dora = await service.make.user({ partner: org.partner, client: other, name: 'Dora' });
  const users = [{ user: { id: dora.id } }];
  await service.call('POST', `/${binderId}/addorguser`, { token: ada.token, json: { users } });
  const ofOther = await makeApproval(app, binderId, dora);
  await page.evaluate(`handle.update({ token: '${ofOther.token}' })`);
  await card.getByText('Answer it on the website of the organisation that sent it.').waitFor();
  await expect.poll(() => codesOf(page)).toEqual([409, 403]);
  assert.equal((await workflowOf(app, binderId).steps(ofOther.id))[0]?.status, 'current');
});

test('[SDK-34] an approval needs a token of its own and cannot open in a window', async ({
  app,
  org,
  service,
  host,
}) => {
  app.allowErrors(/./);
  host.put('/', bankPage(service, '<div id="one"></div>'));
  const page = await openHost(app, `${host.origin}/`);
  await initPage(page, org);
  for (const [options, code] of [
    [`tagid4iframe: 'one'`, 'invalid token'],
    [`token: 'a', iframe: false`, 'invalid iframe'],
  ]) {
    const told = await page.evaluate(
      `Service.transaction({ ${options}, error: () => {} }).catch(({ error_code }) => error_code)`,
    );
    assert.equal(told, code);
  }
});

test('[SDK-35] an approval cannot be framed by a page of an origin that is not registered', async ({
  app,
  org,
  service,
  host,
  startHost,
}) => {
  const { client } = org;
  app.allowErrors(/./);
  const foreign = await startHost();
  const { token } = await makeApproval(app, await addLoan(app));
  host.put(
    '/framed',
    bankPage(
      service,
      `<div id="one"></div><script>
        Service.init({ mode: 'production', client_id: '${client.id}', sdk_version: 3 });
        Service.transaction({ tagid4iframe: 'one', token: '${token}' });
      </script>`,
    ),
  );
  foreign.put('/', `<!doctype html><title>Win a car</title><iframe src="${host.origin}/framed"></iframe>`);
  const lured = await app.newPage();
  const errors = errorsOf(lured);
  await lured.goto(`${foreign.origin}/`);
  const inner = lured.frameLocator('iframe').frameLocator('iframe');
  await inner.getByText(`Pages of ${foreign.origin} may not embed this`).waitFor();
  assert.equal(await inner.locator('button').count(), 0);
  const query = new URLSearchParams({ client_id: client.id, origin: host.origin, widget: 'w' });
  const address = `${service.origin}/embed/transaction?${query}`.replaceAll('&', '&amp;');
  host.put('/framed', `<!doctype html><title>Silent</title><iframe src="${address}"></iframe>`);
  await lured.reload();
  await expect
    .poll(() => errors.some((error) => /frame-ancestors/.test(error)), 'the browser has refused')
    .toBeTruthy();
  assert.equal(await inner.locator('button').count(), 0);
});

test('[SDK-35] an approval cannot be pressed while it is covered or hardly visible', async ({
  app,
  host,
}) => {
  app.allowErrors(/./);
  const binderId = await addLoan(app);
  const { id, token } = await makeApproval(app, binderId);
  const stateOf = async () => (await workflowOf(app, binderId).steps(id))[0]?.status;
  const { page, card } = await show(app, host, token);
  const approve = card.getByRole('button', { name: 'Approve' });
  await approve.and(card.locator('[data-sight="clear"]')).waitFor();
  const covers = [
    [
      `document.body.append(Object.assign(document.createElement('div'), { id: 'cover' }));
         document.querySelector('#cover').style.cssText = 'position:fixed;inset:0;pointer-events:none;background:#fff'`,
      `document.querySelector('#cover').remove()`,
    ],
    [
      `document.querySelector('#one iframe').style.opacity = '0.01'`,
      `document.querySelector('#one iframe').style.opacity = ''`,
    ],
  ] as const;
  for (const [index, [cover, uncover]] of covers.entries()) {
    await page.evaluate(cover);
    await approve.and(card.locator('[data-sight="covered"]')).waitFor();
    await approve.click();
    await expect.poll(async () => (await codesOf(page)).length).toEqual(index + 1);
    await card.getByText('Something covers this request').waitFor();
    await page.evaluate(uncover);
    await approve.and(card.locator('[data-sight="clear"]')).waitFor();
  }
  assert.deepEqual(await codesOf(page), ['covered', 'covered']);
  assert.equal(await stateOf(), 'current');
  await page.evaluate(`document.querySelector('#one').style.display = 'none'`);
  await card.locator('[data-sight="covered"]').first().waitFor({ state: 'attached' });
  const frame = page.frames().find((each) => each.url().includes('/embed/transaction'));
  await frame?.evaluate(`{
      const button = document.querySelector('.step-buttons button');
      new MutationObserver(() => button.dataset.sight === 'early' && button.click())
        .observe(button, { attributes: true });
    }`);
  await page.evaluate(`document.querySelector('#one').style.display = ''`);
  await card.getByText('Please read the request first, then press again.').waitFor();
  assert.equal(await stateOf(), 'current');
  await approve.and(card.locator('[data-sight="clear"]')).click();
  await card.getByRole('heading', { name: 'Thank you' }).waitFor();
  assert.equal(await stateOf(), 'completed');
});

test('[SDK-22] [TX-56] an approval of several people shows how many have answered', async ({
  app,
  org,
  host,
}) => {
  const { ada, ben } = org;
  const binderId = await addLoan(app);
  const workflow = workflowOf(app, binderId);
  const actions = [{ id: 'approve', text: 'Approve' }];
  const { id, steps } = await workflow.create([sharedStep([ada, ben], { required: 'all', actions })]);
  await workflow.press(id, steps[0] ?? 0, ada.token);
  const { card } = await show(app, host, await stepToken(app, binderId, id, steps[0], ben));
  await card.getByText('2 of 2 people must agree. 1 has answered so far.').waitFor();
  await card.getByRole('button', { name: 'Approve' }).and(card.locator('[data-sight="clear"]')).click();
  await card.getByText('Thank you').waitFor();
  await expect.poll(async () => (await workflow.get(id)).body.data.outcome).toBe('completed');
});
