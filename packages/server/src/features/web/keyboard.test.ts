import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newVisitor } from '@ringbinder/testkit';
import type { Page } from 'playwright-core';
import { makeSigningKey } from '../saml/testing/certificate.ts';
import { keep, SCREENS } from './testing/console-page.ts';
import { PASSWORD, startConsole } from './testing/fixture.ts';
import { type KeyboardUser, useKeyboard } from './testing/keyboard.ts';

const { certificate } = makeSigningKey();
const REDIRECT = 'https://desk.example.com/back';

const { browser, service, fixture } = await startConsole({ botLog: true });

/** Waits for a dialog, or until there is none. */
const dialog = (page: Page, state: 'visible' | 'detached' = 'visible') =>
  page.getByRole('dialog').first().waitFor({ state });

/** Waits until something was said to all, also to those who cannot see it. */
const said = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text).waitFor();

async function signIn(page: Page, user: KeyboardUser): Promise<void> {
  await page.goto(`${service.origin}/admin`);
  await user.expectAt('E-mail address');
  await user.type(fixture.admin.email);
  await user.tabTo('Password');
  await user.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await user.press('Tab');
  await user.expectAt('Skip to content');
  await user.press('Enter');
  await user.expectAt('Overview');
}

async function chooseOrg(page: Page, user: KeyboardUser, from: string, to: string): Promise<void> {
  await user.tabTo(`Organisation: ${from}`, 'back');
  await user.press('Enter');
  await dialog(page);
  await user.expectAt('Find an organisation');
  await user.type(to.slice(0, 5));
  await said(page, '1 entry.');
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
  await user.tabTo('E-mail address');
  await user.type('zoe@example.com');
  await page.keyboard.press('Enter');
  await dialog(page, 'detached');
  await said(page, 'Saved');
  await user.expectAt('Add a person');
  await page.getByRole('cell', { name: /^Zoe/ }).waitFor();
}

async function manageClient(page: Page, user: KeyboardUser): Promise<void> {
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
  await keep(page, 'client secret');
  await user.tabTo('Copy: Client secret');
  await user.press('Space');
  await said(page, 'Copied: Client secret');
  await user.press('Escape');
  await dialog(page, 'detached');
  await user.expectAt('Register a client');
  await page.getByRole('cell', { name: /^Ticket desk/ }).waitFor();
  assert.equal((await page.content()).includes(value), false, 'the secret is shown once');

  await user.tabTo('New secret: Ticket desk');
  await user.press('Enter');
  await user.expectAt('The old secret');
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
  await user.tabTo('Redirect addresses');
  await user.type(`${REDIRECT}\nhttps://desk.example.com/other`);
  await user.tabTo('Save');
  await page.keyboard.press('Enter');
  await dialog(page, 'detached');
  await user.expectAt('Edit Ticket desk');
  const { body } = await service.call('GET', `/partners/${fixture.partner.id}/clients?q=ticket`, {
    token: fixture.admin.token,
  });
  assert.deepEqual(body.data.clients[0].redirect_uris, [REDIRECT, 'https://desk.example.com/other']);
  assert.ok(body.data.clients[0].old_secret_until > 0, 'the old secret goes on for an hour');
}

async function endSession(page: Page, user: KeyboardUser): Promise<void> {
  const visitor = newVisitor(service.origin);
  await visitor.submit(await visitor.get('/sign-in'), { email: fixture.member.email, password: PASSWORD });
  await user.goTo('Sessions');
  const button = `Sign out: ${fixture.member.name}`;
  await user.tabTo(button);
  await user.press('Enter');
  await user.expectAt('Cancel');
  await user.press('Enter');
  await user.expectAt(button);
  await user.press('Enter');
  await user.tabTo('Sign out');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: button }).waitFor({ state: 'detached' });
  await said(page, 'Done');
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
  await user.tabTo('Entity id');
  await user.type('https://idp.example.com');
  await user.tabTo('Certificates (PEM)');
  await user.type(certificate);
  await user.tabTo(/SHA-1/);
  await user.press('Space');
  await user.tabTo('Save');
  await page.keyboard.press('Enter');
  await dialog(page, 'detached');
  await said(page, 'Identity provider added.');
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
  await page.getByRole('cell', { name: '1 of 13' }).waitFor();
  await user.tabTo('Bot apps', 'back');
  await user.press('ArrowLeft');
  await page.getByRole('link', { name: 'Deliveries: Approvals' }).waitFor();
  await user.tabTo('Deliveries: Approvals');
  await user.press('Enter');
  await page.getByRole('heading', { name: 'Deliveries to Approvals' }).waitFor();
  await user.expectAt('Deliveries to Approvals');
  await user.tabTo('Send a test');
  await page.keyboard.press('Enter');
  await said(page, /^The receiver answered 204/);
  await user.expectAt('Send a test');
  await user.tabTo('Period');
  await user.press('ArrowUp');
  await page.getByText('Delivered: 2', { exact: true }).waitFor();
  await user.expectAt('Period');
  await user.tabTo('Show event 2');
  await user.press('Enter');
  await page.getByRole('dialog').getByRole('region').waitFor();
  await user.tabTo('Message as it is sent');
  await user.press('Escape');
  await dialog(page, 'detached');
  await user.expectAt('Show event 2');
  await user.tabTo('Replay event 2');
  await page.keyboard.press('Enter');
  await said(page, 'One event is pushed now.');
  await page.getByRole('cell', { name: '2', exact: true }).waitFor();
  await user.expectAt(/event 2|bot_installed/);
}

async function readAuditAndUsage(page: Page, user: KeyboardUser): Promise<void> {
  await user.goTo('Audit log');
  await user.tabTo('About');
  for (const _ of ['People', 'Organisations', 'Clients']) await user.press('ArrowDown');
  // What the arrows passed by was asked for too: nothing of people, then nothing at all, then clients.
  await page.getByRole('cell', { name: 'Created a person' }).first().waitFor({ state: 'detached' });
  await page.getByRole('cell', { name: 'Gave a client a new secret' }).first().waitFor();
  await user.expectAt('About');
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
  await user.expectAt('Messages: the figures');
}

test(
  '[ORG-26] [WEB-2] the whole console is worked by keyboard alone, and the focus is never lost',
  browser.needed,
  async () => {
    const { page, errors } = await browser.newPage(SCREENS['desktop, light']);
    const user = useKeyboard(page);
    await signIn(page, user);
    await chooseOrg(page, user, 'Harbour Bank', 'Delta Logistics');
    await createPerson(page, user);
    await chooseOrg(page, user, 'Delta Logistics', 'Harbour Bank');
    await manageClient(page, user);
    await endSession(page, user);
    await addProvider(page, user);
    await watchBots(page, user);
    await readAuditAndUsage(page, user);
    await user.tabTo('Sign out', 'back');
    await page.keyboard.press('Enter');
    await page.getByLabel('Password').waitFor();
    await user.expectAt('E-mail address');
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);
