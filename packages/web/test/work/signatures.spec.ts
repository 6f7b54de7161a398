import { readFile } from 'node:fs/promises';
import { makePdf } from '@ringbinder/page-renderer/testing';
import { uploadFile } from '@ringbinder/testkit';
import { expect, inspectEverywhere, type Page, test } from '@ringbinder/testkit/playwright/index.ts';
import { PDF } from '../support/work-binder.ts';

test.use({ serviceOptions: { background: true } });

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

test('[TX-97] a request asks for signatures on a page, which the person draws or types', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/status of 4(00|12)/);
  const { ada, ben } = await app.openBoth('Loan', {
    part: '/transactions',
    prepare: async (binderId: string) => {
      await uploadFile(service, { binderId, token: org.ada.token }, PDF, 'Agreement.pdf');
    },
  });
  await button(ada, 'Request').first().click();
  const dialog = ada.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Loan application');
  await dialog.getByRole('combobox', { name: 'Person 1' }).selectOption('Ben Okafor');
  await dialog.locator('summary', { hasText: 'Signatures to request' }).click();
  for (let count = 0; count < 2; count++) await button(ada, 'Request a signature').click();
  await button(ada, 'Send request').click();
  await dialog.getByText('Choose the page to sign.').first().waitFor();
  for (const [at, position] of [
    [1, 'Bottom left'],
    [2, 'Bottom right'],
  ] as const) {
    await dialog.getByLabel(`Signature ${at}`, { exact: true }).fill(`Borrower ${at}`);
    await dialog.getByLabel(`Page of signature ${at}`).selectOption('Agreement.pdf, page 1');
    await dialog.getByLabel(`Position of signature ${at}`).selectOption(position);
  }
  await expect(dialog.locator('summary', { hasText: 'Questions' })).toHaveCount(0);
  await inspectEverywhere(ada, 'signatures form');
  await button(ada, 'Send request').click();
  await dialog.waitFor({ state: 'hidden' });

  await button(ben, 'Approve').click();
  const signing = ben.getByRole('dialog');
  await signing.getByRole('button', { name: 'Approve' }).click();
  await signing.getByText(/“Borrower 1” needs a signature/).waitFor();
  const pad = signing.getByRole('img', { name: 'Area to draw: Borrower 1' });
  const draw = async () => {
    await pad.scrollIntoViewIfNeeded();
    const box = await pad.boundingBox();
    if (!box) throw new Error('the area to draw has no size');
    await ben.mouse.move(box.x + 20, box.y + 20);
    await ben.mouse.down();
    await ben.mouse.move(box.x + box.width / 2, box.y + box.height - 15, { steps: 8 });
    await ben.mouse.move(box.x + box.width - 20, box.y + 25, { steps: 8 });
    await ben.mouse.up();
    await expect(pad.locator('path')).toHaveAttribute('d', /^M[\d.]+ [\d.]+L/);
  };
  await draw();
  await ben.keyboard.press('Escape');
  await button(ben, 'Continue editing').click();
  await signing.getByRole('group', { name: 'Borrower 2' }).getByLabel('Or type your name').fill('Ben Okafor');
  await inspectEverywhere(ben, 'signing');
  await button(ben, 'Clear: Borrower 1').click();
  await expect(pad.locator('path')).toHaveAttribute('d', '');
  await draw();
  await signing.getByRole('button', { name: 'Approve' }).click();
  await ada.locator('.badge', { hasText: 'Completed' }).waitFor();
  await ada.getByRole('img', { name: 'Borrower 1: drawn signature' }).waitFor();
  await ada.getByRole('img', { name: 'Borrower 2: signed as Ben Okafor' }).waitFor();
  await expect(ada.getByText('The signed page appears in a moment.')).toHaveCount(0);
  await inspectEverywhere(ada, 'signed request');
});

test('[TX-97] on “For you” the dialog links the pages to read, and they lead back to the request', async ({
  app,
  org,
  service,
}) => {
  const { ada, ben } = org;
  const binderId = await org.addBinder('Loan to read', ada, [ben]);
  const upload = await uploadFile(service, { binderId, token: ada.token }, PDF, 'Agreement.pdf');
  const page_id = upload.pages[0].id;
  const place = { id: 'borrower', page_id, label: 'Borrower', x: 60, y: 60, width: 200, height: 60 };
  const step = {
    assignee: { user_id: ben.id },
    actions: [{ id: 'sign', text: 'Sign', feed_msg: 'signed' }],
    action_style: 'SIGN',
    signatures: [place],
  };
  const { status, body } = await service.call('POST', `/${binderId}/transactions`, {
    token: ada.token,
    json: { title: 'Sign the loan', content: '', steps: [step] },
  });
  expect(status, JSON.stringify(body)).toBe(200);

  const home = await app.open(ben, { path: '/home' });
  await button(home, 'Sign').click();
  const signing = home.getByRole('dialog', { name: 'Sign the loan' });
  await signing.getByText('Read these pages, then sign:').waitFor();
  const opened = home.waitForEvent('popup');
  await signing.getByRole('link', { name: 'Borrower' }).click();
  const page = await opened;
  await page.waitForURL((url) => url.pathname.endsWith(`/pages/${page_id}`));
  await expect(signing).toBeVisible();
  await page.locator('.stage').waitFor();
  await page.locator('.section-back', { hasText: 'Sign the loan' }).click();
  await page.getByRole('heading', { name: 'Sign the loan' }).waitFor();
  await page.getByRole('link', { name: 'Borrower' }).click();
  await page.waitForURL((url) => url.pathname.endsWith(`/pages/${page_id}`));
  await page.locator('.section-back', { hasText: 'Sign the loan' }).waitFor();
});

test('[TX-97] the page to sign marks the place for the person whose turn it is, and the mark opens the dialog', async ({
  app,
  org,
  service,
}) => {
  const { ada, ben } = org;
  const binderId = await org.addBinder('Loan to sign', ada, [ben]);
  const upload = await uploadFile(service, { binderId, token: ada.token }, PDF, 'Agreement.pdf');
  const page_id = upload.pages[0].id;
  const step = {
    assignee: { user_id: ben.id },
    actions: [
      { id: 'sign', text: 'Approve' },
      { id: 'no', text: 'Reject', outcome: 'rejected' },
    ],
    action_style: 'SIGN',
    signatures: [{ id: 'borrower', page_id, label: 'Borrower', x: 300, y: 60, width: 200, height: 60 }],
  };
  const { status, body } = await service.call('POST', `/${binderId}/transactions`, {
    token: ada.token,
    json: { title: 'Sign the loan', content: '', steps: [step] },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  const path = `/b/${binderId}/pages/${page_id}`;

  const page = await app.open(ben, { path });
  const mark = page.getByRole('button', { name: 'Sign here' });
  await mark.waitFor();
  const [sheet, box] = await Promise.all([page.locator('.stage-page').boundingBox(), mark.boundingBox()]);
  if (!sheet || !box) throw new Error('the page has no size');
  const { width } = upload.pages[0];
  expect((box.x - sheet.x) / sheet.width).toBeCloseTo(300 / width, 1);
  expect(box.width / sheet.width).toBeCloseTo(200 / width, 1);
  await page.getByRole('link', { name: 'Sign the loan' }).waitFor();
  await inspectEverywhere(page, 'page to sign');

  const others = await app.open(ada, { path });
  await others.locator('.stage').waitFor();
  await expect(others.getByRole('button', { name: /Sign here|Approve/ })).toHaveCount(0);

  await mark.focus();
  await page.keyboard.press('Enter');
  const signing = page.getByRole('dialog', { name: 'Sign the loan' });
  await signing.getByLabel('Or type your name').fill('Ben Okafor');
  await page.keyboard.press('Enter');
  await signing.waitFor({ state: 'hidden' });
  await expect(mark).toHaveCount(0);
  await expect(button(page, 'Approve')).toHaveCount(0);
  await expect(page.locator('.stage')).toBeFocused();
  await page.getByText('You signed.').waitFor();
  await page.getByRole('link', { name: 'Sign the loan' }).click();
  await page.getByRole('img', { name: 'Borrower: signed as Ben Okafor' }).waitFor();
  const saved = page.waitForEvent('download');
  await button(page, 'Download the signed “Agreement.pdf”').click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('Agreement.pdf');
  expect((await readFile(await download.path())).equals(PDF), 'it is the signed version').toBe(false);

  await test.step('[PAGE-94] a drawing after the signature is reported beside the signed version', async () => {
    await others.locator('.stage').waitFor();
    await expect(others.getByText('Changed after')).toHaveCount(0);
    const drawn = await service.call('POST', `/${binderId}/pages/${page_id}/annotations`, {
      token: ada.token,
      json: { client_uuid: 'later', svg_tag: '<circle cx="200" cy="200" r="50"/>' },
    });
    expect(drawn.status, JSON.stringify(drawn.body)).toBe(200);
    await others.getByText(/^Changed after it was signed by Ben Okafor on /).waitFor();
    await inspectEverywhere(others, 'changed after the signature');
    const again = others.waitForEvent('download');
    await button(others, 'Download the signed “Agreement.pdf”').click();
    expect((await again).suggestedFilename()).toBe('Agreement.pdf');
  });
});

test('[PAGE-95] the menus of a document ask for a signature on it, and start a request about it', async ({
  app,
  org,
  service,
}) => {
  const { ada, ben } = org;
  const binderId = await org.addBinder('Loan', ada, [ben]);
  const upload = await uploadFile(service, { binderId, token: ada.token }, PDF, 'Agreement.pdf');
  const page = await app.open(ada, { path: `/b/${binderId}/pages/${upload.pages[0].id}` });
  const dialog = page.getByRole('dialog');
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Ask for a signature', exact: true }).click();
  await expect(dialog.getByLabel('Title')).toHaveValue('Agreement.pdf');
  await inspectEverywhere(page, 'signature of a document');
  await button(page, 'Send request').click();
  await page.getByRole('heading', { name: 'Agreement.pdf' }).waitFor();
  await page.getByText('Not signed').waitFor();

  await page.goto(`${service.origin}/b/${binderId}/pages`);
  await button(page, 'More actions: Agreement.pdf').click();
  await page.getByRole('menuitem', { name: 'Start a request', exact: true }).click();
  await dialog.getByLabel('Title').fill('Approve it');
  await button(page, 'Send request').click();
  await page.getByRole('heading', { name: 'Approve it' }).waitFor();
  const { transactions } = (await service.call('GET', `/${binderId}/transactions`, { token: ada.token })).body
    .data;
  const approval = transactions.find(({ title }: { title: string }) => title === 'Approve it');
  expect(approval.steps[0].pages.map(({ id }: { id: number }) => id)).toEqual(
    upload.pages.map(({ id }: { id: number }) => id),
  );
});

test('[TX-97] a bar on the other pages of the document leads to the page to sign', async ({
  app,
  org,
  service,
}) => {
  const { ada, ben } = org;
  const binderId = await org.addBinder('Long loan', ada, [ben]);
  const pdf = new Uint8Array(makePdf({ pages: 3 }));
  const upload = await uploadFile(service, { binderId, token: ada.token }, pdf, 'Agreement.pdf');
  const [first, , last] = upload.pages;
  const place = {
    id: 'borrower',
    page_id: last?.id,
    label: 'Borrower',
    x: 20,
    y: 20,
    width: 100,
    height: 50,
  };
  const step = {
    assignee: { user_id: ben.id },
    actions: [{ id: 'sign', text: 'Sign' }],
    action_style: 'SIGN',
    signatures: [place],
  };
  const json = { title: 'Sign the loan', content: '', steps: [step] };
  const { status } = await service.call('POST', `/${binderId}/transactions`, { token: ada.token, json });
  expect(status).toBe(200);
  const page = await app.open(ben, { path: `/b/${binderId}/pages/${first?.id}` });
  const link = page.getByRole('link', { name: 'Sign on page 3' });
  await link.waitFor();
  await expect(button(page, 'Sign')).toHaveCount(0);
  await inspectEverywhere(page, 'page before the one to sign');
  await link.click();
  await page.waitForURL((url) => url.pathname.endsWith(`/pages/${last?.id}`));
  await button(page, 'Sign here').waitFor();
  await expect(link).toHaveCount(0);
});

test('[TX-97] the form shows the page, and a click, a drag or the arrow keys move the place', async ({
  app,
  org,
  service,
}) => {
  const { ada, ben } = org;
  const binderId = await org.addBinder('Loan to place', ada, [ben]);
  const upload = await uploadFile(service, { binderId, token: ada.token }, PDF, 'Agreement.pdf');
  const { width, height } = upload.pages[0];
  const page = await app.open(ada, { path: `/b/${binderId}/transactions` });
  await button(page, 'Request').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Loan application');
  await dialog.locator('summary', { hasText: 'Signatures to request' }).click();
  await button(page, 'Request a signature').click();
  await dialog.getByLabel('Signature 1', { exact: true }).fill('Borrower');
  await dialog.getByLabel('Page of signature 1').selectOption('Agreement.pdf, page 1');
  const position = dialog.getByLabel('Position of signature 1').locator('option:checked');
  await expect(position).toHaveText('Bottom right');

  const sheet = dialog.getByRole('button', { name: /^Move signature 1/ });
  await sheet.scrollIntoViewIfNeeded();
  const box = await sheet.boundingBox();
  if (!box) throw new Error('the page has no size');
  await sheet.click({ position: { x: box.width / 2, y: box.height / 2 } });
  await expect(position).toHaveText('Custom position');
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(middle.x + 20, middle.y + 8);
  await page.mouse.down();
  await page.mouse.move(middle.x + 20, middle.y + 8 + box.height / 4, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowUp');
  await inspectEverywhere(page, 'place of a signature');
  await button(page, 'Send request').click();
  await dialog.waitFor({ state: 'hidden' });

  const { body } = await service.call('GET', `/${binderId}/transactions`, { token: ada.token });
  const [place] = body.data.transactions[0].steps[0].signatures;
  expect(Math.abs(place.x - (width / 2 - 100 + 20))).toBeLessThan(5);
  expect(Math.abs(place.y - (height * 0.75 - 35 - 4))).toBeLessThan(5);
});

test('[TX-97] a line explains why a step with signatures has no other part, and the parts return without them', async ({
  app,
  org,
  service,
}) => {
  const binderId = await org.addBinder('Loan to change', org.ada, [org.ben]);
  await uploadFile(service, { binderId, token: org.ada.token }, PDF, 'Agreement.pdf');
  const page = await app.open(org.ada, { path: `/b/${binderId}/transactions` });
  await button(page, 'Request').first().click();
  const dialog = page.getByRole('dialog');
  const reason = dialog.getByText(/^A step has only one of these/);
  const parts = dialog.locator('summary', { hasText: /Documents to read|Questions|Files to request/ });
  await expect(parts).toHaveCount(3);
  await expect(reason).toHaveCount(0);
  await dialog.locator('summary', { hasText: 'Signatures to request' }).click();
  await button(page, 'Request a signature').click();
  await reason.waitFor();
  await expect(parts).toHaveCount(0);
  await button(page, 'Remove signature 1').click();
  await expect(parts).toHaveCount(3);
  await expect(reason).toHaveCount(0);
});

test('[TX-97] the type “Signature” asks at once for a page, and its answers are Sign and Decline', async ({
  app,
  org,
  service,
}) => {
  const binderId = await org.addBinder('Loan of one signer', org.ada, [org.ben]);
  const page = await app.open(org.ada, { path: `/b/${binderId}/transactions` });
  await button(page, 'Request').first().click();
  const dialog = page.getByRole('dialog');
  const type = dialog.getByRole('radio').first();
  await expect(type).toHaveAccessibleName(/^Approval/);
  await button(page, 'Cancel').click();
  await uploadFile(service, { binderId, token: org.ada.token }, PDF, 'Agreement.pdf');
  await button(page, 'Request').first().click();
  await expect(type).toHaveAccessibleName(/^Signature/);
  await type.check();
  await dialog.getByLabel('Title').fill('Sign the loan');
  await dialog.getByLabel('Page of signature 1').selectOption('Agreement.pdf, page 1');
  await button(page, 'Send request').click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('· Not signed').waitFor();
  const { body } = await service.call('GET', `/${binderId}/transactions`, { token: org.ada.token });
  const [step] = body.data.transactions[0].steps;
  expect(step.actions.map(({ text }: { text: string }) => text)).toEqual(['Sign', 'Decline']);
  expect(step.signatures).toHaveLength(1);
});
