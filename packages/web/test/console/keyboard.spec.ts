import assert from 'node:assert/strict';
import { startDelivery } from '@ringbinder/server/features/bots/index.ts';
import { makeSigningKey } from '@ringbinder/server/features/saml/testing/certificate.ts';
import { createOutbound } from '@ringbinder/server/outbound/index.ts';
import { newVisitor } from '@ringbinder/testkit';
import { type App, PASSWORD, type Page, saveScreenshot } from '@ringbinder/testkit/playwright/index.ts';
import { addReceivingBot, fillConsole, openConsole, test } from '../support/console-page.ts';
import { type KeyboardUser, useKeyboard } from '../support/keyboard.ts';

const REDIRECT = 'https://desk.example.com/back';

const dialog = (page: Page, state: 'visible' | 'detached' = 'visible') =>
  page.getByRole('dialog').first().waitFor({ state });

const announced = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text).waitFor();

async function signIn({ service, org }: App, page: Page, user: KeyboardUser): Promise<void> {
  await page.goto(`${service.origin}/admin`);
  await user.expectAt('Email address');
  await user.type(org.ada.email);
  await user.tabTo('Password');
  await user.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await skipToContent(user);
}

async function skipToContent(user: KeyboardUser): Promise<void> {
  await user.press('Tab');
  await user.expectAt('Skip to content');
  await user.press('Enter');
  await user.expectAt('Overview');
}

async function chooseOrg(page: Page, user: KeyboardUser, from: string, to: string): Promise<void> {
  await user.tabTo(`Organisation: ${from}`, 'back');
  await user.press('Enter');
  await dialog(page);
  await user.expectAt('Search organisations');
  await user.type(to.slice(0, 5));
  await announced(page, '1 entry.');
  await user.tabTo(to);
  await user.press('Enter');
  await dialog(page, 'detached');
  await user.expectAt(`Organisation: ${to}`);
}

async function createPerson(page: Page, user: KeyboardUser): Promise<void> {
  await user.goTo('People', 'on');
  await user.tabTo('Add a person');
  await user.press('Space');
  await dialog(page);
  await user.expectAt('First name');
  await user.press('Shift+Tab');
  await user.expectAt('Save');
  await user.press('Tab');
  await user.expectAt('First name');
  await user.type('Zoe');
  await user.tabTo('Email address');
  await user.type('zoe@example.com');
  await page.keyboard.press('Enter');
  await dialog(page, 'detached');
  await announced(page, 'Saved');
  await user.expectAt('Add a person');
  await page.getByRole('cell', { name: /^Zoe/ }).waitFor();
}

async function manageClient({ service, org }: App, page: Page, user: KeyboardUser): Promise<void> {
  await user.goTo('Clients', 'on');
  await user.tabTo('Register a client');
  await user.press('Enter');
  await user.expectAt('Name');
  await user.type('Ticket desk');
  await page.keyboard.press('Enter');
  const secret = page.getByRole('textbox', { name: 'Client secret' });
  await secret.waitFor();
  const value = await secret.inputValue();
  assert.ok(value.length > 20);
  await saveScreenshot(page, 'client secret');
  await user.tabTo('Copy: Client secret');
  await user.press('Space');
  await announced(page, 'Copied: Client secret');
  await user.press('Escape');
  await dialog(page, 'detached');
  await user.expectAt('Register a client');
  await page.getByRole('cell', { name: /^Ticket desk/ }).waitFor();
  assert.equal((await page.content()).includes(value), false, 'the secret is shown once');

  await user.tabTo('New secret: Ticket desk');
  await user.press('Enter');
  await user.expectAt('Old secret');
  await user.press('ArrowDown');
  await user.tabTo('New secret');
  await page.keyboard.press('Enter');
  await secret.waitFor();
  assert.notEqual(await secret.inputValue(), value);
  await user.tabTo('Done');
  await user.press('Enter');
  await dialog(page, 'detached');
  await user.expectAt('New secret: Ticket desk');

  await user.tabTo('Edit Ticket desk', 'back');
  await user.press('Enter');
  await user.tabTo('Redirect URIs');
  await user.type(`${REDIRECT}\nhttps://desk.example.com/other`);
  await user.tabTo('Save');
  await page.keyboard.press('Enter');
  await dialog(page, 'detached');
  await user.expectAt('Edit Ticket desk');
  const { body } = await service.call('GET', `/partners/${org.partner.id}/clients?q=ticket`, {
    token: org.ada.token,
  });
  assert.deepEqual(body.data.clients[0].redirect_uris, [REDIRECT, 'https://desk.example.com/other']);
  assert.ok(body.data.clients[0].old_secret_until > 0, 'the old secret works for another hour');
}

async function endSession({ service, org }: App, page: Page, user: KeyboardUser): Promise<void> {
  const visitor = newVisitor(service.origin);
  await visitor.submit(await visitor.get('/sign-in'), { email: org.ben.email, password: PASSWORD });
  await user.goTo('Sessions');
  const button = `Sign out: ${org.ben.name}`;
  await user.tabTo(button);
  await user.press('Enter');
  await user.expectAt('Cancel');
  await user.press('Enter');
  await user.expectAt(button);
  await user.press('Enter');
  await user.tabTo('Sign out');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: button }).waitFor({ state: 'detached' });
  await announced(page, 'Done');
  await user.expectAt(/^Ada Lovelace/);
  assert.equal((await visitor.get('/account')).status, 303);
}

async function addProvider(page: Page, user: KeyboardUser): Promise<void> {
  await user.goTo('Single sign-on');
  await user.tabTo('This organisation');
  await user.press('ArrowRight');
  await user.expectAt('All organisations');
  await user.press('Home');
  await user.expectAt('This organisation');
  await user.tabTo('Add an identity provider');
  await user.press('Enter');
  await user.expectAt('Paste metadata');
  await user.press('ArrowLeft');
  await user.expectAt('Enter by hand');
  await user.tabTo('Entity ID');
  await user.type('https://idp.example.com');
  await user.tabTo('Certificates (PEM)');
  await user.type(makeSigningKey().certificate);
  await user.tabTo(/SHA-1/);
  await user.press('Space');
  await user.tabTo('Save');
  await page.keyboard.press('Enter');
  await dialog(page, 'detached');
  await announced(page, 'Identity provider added.');
  await user.expectAt('Add an identity provider');
  await page.getByText('SHA-1 accepted').waitFor();
  await user.tabTo(/^Remove: /);
  await user.press('Enter');
  await user.tabTo('Remove');
  await page.keyboard.press('Enter');
  await page.getByText('Nothing here yet').waitFor();
  await user.expectAt(/^Identity providers/);
}

async function watchBots(page: Page, user: KeyboardUser): Promise<void> {
  await user.goTo('Bots');
  await user.tabTo('In this organisation');
  await user.press('ArrowRight');
  await user.expectAt('Bot apps');
  await page.getByRole('button', { name: 'Edit Weekly digest' }).waitFor();
  await user.tabTo('Edit Weekly digest');
  await user.press('Enter');
  await user.tabTo('Message posted');
  await user.press('Space');
  await user.tabTo('Save');
  await page.keyboard.press('Enter');
  await dialog(page, 'detached');
  await user.expectAt('Edit Weekly digest');
  await page.getByRole('cell', { name: '1 of 21' }).waitFor();
  await user.tabTo('Bot apps', 'back');
  await user.press('ArrowLeft');
  await page.getByRole('link', { name: 'Deliveries: Approvals' }).waitFor();
  await user.tabTo('Deliveries: Approvals');
  await user.press('Enter');
  await page.getByRole('heading', { name: 'Deliveries to Approvals' }).waitFor();
  await user.expectAt('Deliveries to Approvals');
  await user.tabTo('Send test event');
  await page.keyboard.press('Enter');
  await announced(page, /^The endpoint answered 204/);
  await user.expectAt('Send test event');
  await user.tabTo('Period');
  await user.press('ArrowUp');
  await page.getByText('Delivered: 2', { exact: true }).waitFor();
  await user.expectAt('Period');
  await user.tabTo('Show event 2');
  await user.press('Enter');
  await page.getByRole('dialog').getByRole('region').waitFor();
  await user.tabTo('Message as sent');
  await user.press('Escape');
  await dialog(page, 'detached');
  await user.expectAt('Show event 2');
  await user.tabTo('Replay event 2');
  await page.keyboard.press('Enter');
  await announced(page, 'One event is being pushed.');
  await page.getByRole('cell', { name: '2', exact: true }).waitFor();
  await user.expectAt(/event 2|bot_installed/);
}

async function readAuditAndUsage(page: Page, user: KeyboardUser): Promise<void> {
  await user.goTo('Audit log');
  await user.tabTo('Type');
  for (const _ of ['People', 'Organisations', 'Clients']) await user.press('ArrowDown');
  await page.getByRole('cell', { name: 'Created a person' }).first().waitFor({ state: 'detached' });
  await page.getByRole('cell', { name: 'Rotated the secret of a client' }).first().waitFor();
  await user.expectAt('Type');
  await user.tabTo(/^Show change /);
  await user.press('Enter');
  await dialog(page);
  await user.tabTo('Details');
  await user.press('Escape');
  await dialog(page, 'detached');
  await user.expectAt(/^Show change /);
  await user.goTo('Overview');
  await user.tabTo('Period');
  await user.press('ArrowUp');
  await page.getByRole('img', { name: /^Messages: / }).waitFor();
  await user.expectAt('Period');
  await user.tabTo('Figures');
  await user.press('Enter');
  await user.press('Tab');
  await user.expectAt('Figures: Messages');
}

test('[ORG-26] [WEB-2] a keyboard is enough to sign in and manage people, clients and sessions, and the focus is never lost', {
  tag: '@slow',
}, async ({ app, org, service }) => {
  await fillConsole(service, org);
  const page = await app.newPage();
  const user = useKeyboard(page);
  await test.step('sign in', () => signIn(app, page, user));
  await test.step('add a person to another organisation', async () => {
    await chooseOrg(page, user, 'Harbour Bank', 'Delta Logistics');
    await createPerson(page, user);
    await chooseOrg(page, user, 'Delta Logistics', 'Harbour Bank');
  });
  await test.step('register and edit a client', () => manageClient(app, page, user));
  await test.step('end a session', () => endSession(app, page, user));
  await test.step('read the audit log and the usage', () => readAuditAndUsage(page, user));
  await test.step('sign out', async () => {
    await user.tabTo('Sign out', 'back');
    await page.keyboard.press('Enter');
    await page.getByLabel('Password').waitFor();
    await user.expectAt('Email address');
  });
});

test('[ORG-26] [WEB-2] a keyboard is enough to manage identity providers and bots, and the focus is never lost', async ({
  app,
  org,
  service,
}) => {
  const outbound = createOutbound({ allowsHttp: true, timeoutMs: 1_000 });
  const delivery = startDelivery(service.env, outbound);
  const { receiver } = await addReceivingBot(service, org);
  const { id } = await service.make.botApp(org.partner.id, ['comment_posted', 'todo_created']);
  await service.env.db.query(`UPDATE clients SET name = 'Weekly digest' WHERE id = $1`, [id]);
  const page = await openConsole(app);
  const user = useKeyboard(page);
  await skipToContent(user);
  await test.step('add and remove an identity provider', () => addProvider(page, user));
  await test.step('edit a bot app, and test and replay a delivery', () => watchBots(page, user));
  await delivery.stop();
  await outbound.close();
  await receiver.close();
});
