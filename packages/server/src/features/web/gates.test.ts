import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { becomes, startService, type TestService } from '@ringbinder/testkit';
import { testBrowser } from '@ringbinder/testkit/browser.ts';
import { prepareSetupLink } from '../setup/index.ts';
import { inspectEverywhere } from './testing/console-page.ts';
import { buildPages, PASSWORD } from './testing/fixture.ts';

const EMAIL = 'ada@harbour.example';

const browser = testBrowser();
let service: TestService;
let link: string;
before(async () => {
  buildPages();
  service = await startService();
  link = (await prepareSetupLink(service.env)) ?? '';
});
after(async () => {
  await browser.close();
  await service.close();
});

test(
  '[ORG-10] the first admin sets an empty installation up, and is in the console',
  browser.needed,
  async () => {
    const { page, errors } = await browser.newPage();
    await page.goto(`${service.origin}/admin`);
    await page.getByRole('heading', { name: 'This server is not set up yet' }).waitFor();
    await inspectEverywhere(page, 'not set up');
    await page.goto(link);
    await inspectEverywhere(page, 'set-up');
    await page.getByLabel('Your company').fill('Harbour');
    await page.getByLabel('Its first organisation').fill('Harbour Bank');
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Lovelace');
    await page.getByLabel('E-mail address').fill(EMAIL);
    await page.getByLabel('Password').fill('short');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('The password must have 10 to 200 characters.').waitFor();
    await becomes(() => page.evaluate('document.activeElement.name'), 'password');
    await becomes(() => page.getByLabel('Your company').inputValue(), 'Harbour');
    await inspectEverywhere(page, 'set-up refused');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByText('What happened in Harbour Bank.').waitFor();
    await page.getByText('Ada Lovelace').waitFor();
    await inspectEverywhere(page, 'first console');
    await page.goto(link);
    await page.getByRole('heading', { name: 'This link does not work any more' }).waitFor();
    await inspectEverywhere(page, 'set-up used');
    assert.equal(await page.getByRole('link', { name: 'Sign in' }).getAttribute('href'), '/sign-in');
    // What was refused was answered with 400, the link that was used with 403, and the console before it with 503.
    assert.deepEqual(
      errors.filter((error) => !/40[03]|503/.test(error)),
      [],
    );
    await page.context().close();
  },
);

test(
  '[SIGNIN-4] [WEB-1] the pages at the gate can be used by all, at any width, in light and dark',
  browser.needed,
  async () => {
    const { page } = await browser.newPage();
    await page.goto(`${service.origin}/sign-in`);
    await page.getByLabel('E-mail address').fill(EMAIL);
    await page.getByLabel('Password').fill('not this one');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await inspectEverywhere(page, 'gate sign-in wrong');
    await page.getByRole('link', { name: 'Forgotten password' }).click();
    await page.getByRole('heading', { name: 'Forgotten password' }).waitFor();
    await inspectEverywhere(page, 'gate forgotten password');
    await page.goto(`${service.origin}/sign-in`);
    await page.getByLabel('E-mail address').fill(EMAIL);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${service.origin}/`);
    await page.goto(`${service.origin}/account`);
    await page.getByRole('heading', { name: 'You are signed in' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Go to your binders' }).getAttribute('href'), '/');
    await inspectEverywhere(page, 'gate account');
    assert.equal(await page.getByRole('link', { name: 'Open the console' }).getAttribute('href'), '/admin');
    await page.getByRole('link', { name: 'Change your password' }).click();
    await page.getByRole('heading', { name: 'Change your password' }).waitFor();
    await inspectEverywhere(page, 'gate password');

    const redirect = 'https://portal.harbour.example/back';
    const [partner] = await service.env.db.query<{ id: string }>('SELECT id FROM partners');
    const client = await service.make.client({ partnerId: partner?.id ?? '' });
    await service.env.db.query(
      `UPDATE clients SET redirect_uris = $2, name = 'Customer portal' WHERE id = $1`,
      [client.id, [redirect]],
    );
    const request = new URLSearchParams({
      client_id: client.id,
      response_type: 'code',
      redirect_uri: redirect,
    });
    await page.goto(`${service.base}/oauth/authorize?${request}`);
    await page.getByRole('heading', { name: 'Allow Customer portal?' }).waitFor();
    await inspectEverywhere(page, 'gate consent');
    await page.goto(`${service.base}/oauth/authorize?client_id=x`);
    await inspectEverywhere(page, 'gate problem');

    await service.env.db.query('UPDATE users SET is_partner_admin = false, role = $1', ['member']);
    await page.goto(`${service.origin}/admin`);
    await page.getByRole('heading', { name: 'You are not an admin' }).waitFor();
    await inspectEverywhere(page, 'gate no admin');
    await page.context().close();
  },
);
