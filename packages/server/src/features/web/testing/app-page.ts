import assert from 'node:assert/strict';
import { after } from 'node:test';
import {
  type CreatedClient,
  type CreatedPartner,
  type CreatedUser,
  newVisitor,
  startService,
  type TestService,
  type TestServiceOptions,
  until,
} from '@ringbinder/testkit';
import { type TestBrowser, type TestPage, testBrowser } from '@ringbinder/testkit/browser.ts';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { hashPassword } from '../../users/index.ts';
import { SCREENS } from './console-page.ts';
import { buildPages } from './fixture.ts';

const PASSWORD = 'correct horse battery';
let hashed: Promise<string> | undefined;

/** People of one org who can sign in to the app, and what they have. */
export interface AppFixture {
  partner: CreatedPartner;
  client: CreatedClient;
  /** Of the org and its admin. */
  ada: CreatedUser;
  ben: CreatedUser;
  carla: CreatedUser;
  /** Someone else of the org. */
  addUser(name: string): Promise<CreatedUser>;
  /** Makes a binder by REST as its owner, with members who may write. Gives its id. */
  addBinder(name: string, owner: CreatedUser, members?: readonly CreatedUser[]): Promise<string>;
  /** Posts a message by REST. Gives its id. */
  post(binderId: string, author: CreatedUser, text: string): Promise<number>;
}

/** Makes an org with three people. Call it once for a test, or for a file. */
export async function createAppFixture(service: TestService): Promise<AppFixture> {
  const { make, env, call } = service;
  const partner = await make.partner();
  const client = await make.client({ partnerId: partner.id });
  await env.db.query('UPDATE orgs SET name = $2 WHERE id = $1', [partner.orgId, 'Harbour Bank']);
  hashed ??= hashPassword(PASSWORD);
  const password = await hashed;

  async function addUser(name: string): Promise<CreatedUser> {
    const user = await make.user({ partner, client, name });
    const email = `${name.split(' ')[0]?.toLowerCase()}@${partner.id.toLowerCase()}.example`;
    const [firstName, lastName = ''] = name.split(' ');
    await env.db.query(
      'UPDATE users SET email = $2, password_hash = $3, first_name = $4, last_name = $5 WHERE id = $1',
      [user.id, email, password, firstName, lastName],
    );
    return { ...user, email };
  }

  const ada = await addUser('Ada Lovelace');
  await env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [ada.id]);
  return {
    partner,
    client,
    addUser,
    ada,
    ben: await addUser('Ben Okafor'),
    carla: await addUser('Carla Mendes'),
    async addBinder(name, owner, members = []) {
      const made = await call('POST', '/me/binders', { token: owner.token, json: { name } });
      assert.equal(made.status, 200, JSON.stringify(made.body));
      const { id } = made.body.data;
      if (members.length === 0) return id;
      const users = members.map((member) => ({ user: { id: member.id } }));
      const added = await call('POST', `/${id}/addorguser`, { token: owner.token, json: { users } });
      assert.equal(added.status, 200, JSON.stringify(added.body));
      return id;
    },
    async post(binderId, author, text) {
      const json = { message: { text } };
      const posted = await call('POST', `/${binderId}/messages`, { token: author.token, json });
      assert.equal(posted.status, 200, JSON.stringify(posted.body));
      return posted.body.data.binder_comment_id;
    },
  };
}

/** What the tests of a file share. */
export interface App {
  browser: TestBrowser;
  service: TestService;
  fixture: AppFixture;
}

/**
 * Starts what the tests of a file share: a service with the pages as they are now, an org with three people, and a
 * browser. It is closed after the last test.
 * @param more arguments of the browser's command line
 */
export async function startApp(options?: TestServiceOptions, more?: readonly string[]): Promise<App> {
  buildPages();
  const service = await startService(options);
  const browser = testBrowser(process.env, more);
  after(async () => {
    await browser.close();
    await service.close();
  });
  return { browser, service, fixture: await createAppFixture(service) };
}

type State = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;
/** The sessions of those who have signed in, by service and e-mail address. */
const sessions = new Map<string, State>();

/**
 * Opens the app in a browser context of its own, as someone who is signed in; what is in IndexedDB is of this context.
 * @param path where to go, like `/b/{id}`
 */
export async function openApp(
  browser: TestBrowser,
  service: TestService,
  email: string,
  { path = '/', ...options }: BrowserContextOptions & { path?: string } = {},
): Promise<TestPage> {
  const key = `${service.origin} ${email}`;
  const session = sessions.get(key) ?? (await signIn(service, email));
  sessions.set(key, session);
  const opened = await browser.newPage({
    ...SCREENS['desktop, light'],
    storageState: session,
    ...options,
  });
  await opened.page.goto(`${service.origin}${path}`);
  if (path !== '/account') await opened.page.locator('.app').waitFor();
  return opened;
}

/** Signs in without a browser: that takes a third of the time. */
async function signIn(service: TestService, email: string): Promise<State> {
  const visitor = newVisitor(service.origin);
  const { status } = await visitor.submit(await visitor.get('/sign-in'), { email, password: PASSWORD });
  assert.equal(status, 303, `${email} can sign in`);
  const domain = new URL(service.origin).hostname;
  const cookies = [...visitor.cookies].map(([name, value]) => ({
    name,
    value,
    domain,
    path: '/',
    expires: -1,
    httpOnly: true,
    secure: false,
    sameSite: 'Lax' as const,
  }));
  return { cookies, origins: [] };
}

/** Waits until there are pictures at a selector, and all of them have loaded. */
export const picturesLoad = (page: Page, selector: string) =>
  until(`the pictures at ${selector} have loaded`, () =>
    page.evaluate<boolean>(`(() => {
      const all = [...document.querySelectorAll('${selector}')];
      return all.length > 0 && all.every((img) => img.naturalWidth > 0);
    })()`),
  );

/** Two people who look at the same part of a binder, each in a browser of their own. */
export interface Both {
  binderId: string;
  ada: Page;
  ben: Page;
  /** Closes both. Fails for what a page has written to its console, unless that is `expected`. */
  close(expected?: RegExp): Promise<void>;
}

/**
 * Makes a binder of Ada's with Ben, and opens it for both.
 * @param part what of it, like `/todos`
 * @param prepare what is done with the binder before it is opened
 */
export async function openBoth(
  { browser, service, fixture }: App,
  name: string,
  {
    part = '',
    members = [fixture.ben],
    prepare = async () => undefined,
  }: { part?: string; members?: CreatedUser[]; prepare?: (binderId: string) => Promise<unknown> } = {},
): Promise<Both> {
  const { ada, ben } = fixture;
  const binderId = await fixture.addBinder(name, ada, members);
  await prepare(binderId);
  const path = `/b/${binderId}${part}`;
  const one = await openApp(browser, service, ada.email, { path });
  const two = await openApp(browser, service, ben.email, { path });
  return {
    binderId,
    ada: one.page,
    ben: two.page,
    async close(expected) {
      const errors = [...one.errors, ...two.errors];
      assert.deepEqual(expected ? errors.filter((error) => !expected.test(error)) : errors, []);
      await one.page.context().close();
      await two.page.context().close();
    },
  };
}
