import assert from 'node:assert/strict';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import type { CreatedUser } from '../factory.ts';
import { PASSWORD, type TestOrg } from '../org.ts';
import type { TestService } from '../service.ts';
import { newVisitor } from '../visitor.ts';

const OTHER_PAGES = /^\/(account|admin|playground)\b/;

/** Turns on data saving, so that pages preload nothing. */
const SAVES_DATA = `Object.defineProperty(navigator.connection ?? {}, 'saveData', { get: () => true });`;

export interface PageOptions extends BrowserContextOptions {
  /** Default: false, because preloading doubles the requests. */
  loadsAhead?: boolean;
}

export interface App {
  service: TestService;
  org: TestOrg;
  newPage(options?: PageOptions): Promise<Page>;
  /** @param scripts run before the page's own */
  open(
    person: CreatedUser,
    options?: PageOptions & { path?: string; scripts?: readonly string[] },
  ): Promise<Page>;
  openBoth(name: string, options?: BothOptions): Promise<Both>;
  requestsOf(page: Page): string[];
  allowErrors(pattern: RegExp): void;
}

export interface Both {
  binderId: string;
  ada: Page;
  ben: Page;
}

export interface BothOptions {
  part?: string;
  members?: CreatedUser[];
  prepare?: (binderId: string) => Promise<unknown>;
}

/** `finish` fails the test if pages had errors. */
export function createApp(
  browser: Browser,
  service: TestService,
  org: TestOrg,
): App & { finish(): Promise<void> } {
  const contexts: BrowserContext[] = [];
  const errors: string[] = [];
  const allowed: RegExp[] = [/net::ERR_NETWORK_CHANGED/];
  const requests = new WeakMap<Page, string[]>();

  const app: App = {
    service,
    org,
    async newPage({ loadsAhead = false, ...options } = {}) {
      const context = await browser.newContext(options);
      contexts.push(context);
      if (!loadsAhead) await context.addInitScript(SAVES_DATA);
      context.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      context.on('weberror', (error) => errors.push(error.error().message));
      const page = await context.newPage();
      const requested: string[] = [];
      requests.set(page, requested);
      page.on('request', (request) => {
        if (!/^(data|blob):/.test(request.url())) requested.push(request.url());
      });
      return page;
    },
    async open({ email }, { path = '/', scripts = [], ...options } = {}) {
      const page = await app.newPage({ storageState: await signIn(service, email), ...options });
      for (const script of scripts) await page.addInitScript(script);
      await page.goto(`${service.origin}${path}`);
      if (!OTHER_PAGES.test(path)) await page.locator('.app').waitFor();
      return page;
    },
    async openBoth(name, { part = '', members = [org.ben], prepare = async () => undefined } = {}) {
      const { ada, ben, addBinder } = org;
      const binderId = await addBinder(name, ada, members);
      await prepare(binderId);
      const path = `/b/${binderId}${part}`;
      const [one, two] = await Promise.all([app.open(ada, { path }), app.open(ben, { path })]);
      return { binderId, ada: one, ben: two };
    },
    requestsOf: (page) => requests.get(page) ?? [],
    allowErrors: (pattern) => void allowed.push(pattern),
  };
  return Object.assign(app, {
    async finish() {
      const unexpected = errors.filter((error) => !allowed.some((pattern) => pattern.test(error)));
      await Promise.all(contexts.map((context) => context.close()));
      assert.deepEqual(unexpected, [], 'the pages reported errors');
    },
  });
}

type State = Exclude<BrowserContextOptions['storageState'], string | undefined>;
const sessions = new Map<string, Promise<State>>();

export function signIn(service: TestService, email: string): Promise<State> {
  const key = `${service.origin} ${email}`;
  const session = sessions.get(key) ?? createSession(service, email);
  sessions.set(key, session);
  return session;
}

/** Signs in over HTTP, which takes a third of the time of a browser. */
async function createSession(service: TestService, email: string): Promise<State> {
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
