import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { registerOrigins } from '@ringbinder/server/features/embed/testing/host-page.ts';
import type { TestService } from '@ringbinder/testkit';
import {
  type App,
  type BrowserContextOptions,
  test as base,
  type FrameLocator,
  type Page,
  type TestOrg,
} from '@ringbinder/testkit/playwright/index.ts';

export { expect, expectText } from '@ringbinder/testkit/playwright/index.ts';
export { registerOrigins };

export interface HostSite {
  origin: string;
  put(path: string, html: string, headers?: Record<string, string>): void;
}

/** @param name the host name; on `localhost`, unlike `127.0.0.1`, the service's cookies are third-party */
export type Serve = (listener: RequestListener, name?: string) => Promise<string>;

export type OpenReady = (init?: object, page?: HostPage) => Promise<Page>;

export interface HostPage {
  body?: string;
  head?: string;
  headers?: Record<string, string>;
}

interface EmbedFixtures {
  serve: Serve;
  startHost: (name?: string) => Promise<HostSite>;
  /** Site whose origin the client has registered. */
  host: HostSite;
  openReady: OpenReady;
}

export const test = base.extend<EmbedFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
  serve: async ({}, use) => {
    const closing: (() => void)[] = [];
    await use(async (listener, name = 'localhost') => {
      const server = createServer(listener);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      closing.push(() => {
        server.closeAllConnections();
        server.close();
      });
      return `http://${name}:${(server.address() as AddressInfo).port}`;
    });
    for (const close of closing) close();
  },
  startHost: ({ serve }, use) => use((name) => startHost(serve, name)),
  host: async ({ startHost, service, org }, use) => {
    const host = await startHost();
    await registerOrigins(service, org.client.id, [host.origin]);
    await use(host);
  },
  openReady: ({ app, host, org, service }, use) =>
    use(async (init = {}, { body = ELEMENTS, head = '', headers = {} } = {}) => {
      host.put('/ready', pageWith(service, body, head), headers);
      const page = await openHost(app, `${host.origin}/ready`);
      await initPage(page, org, init);
      return page;
    }),
});

const ELEMENTS = ['one', 'two', 'three', 'four'].map((id) => `<div id="${id}"></div>`).join('');

export const initOptions = (clientId: string, token: string) => ({
  mode: 'production',
  client_id: clientId,
  access_token: token,
  sdk_version: 4,
});

export async function initPage(page: Page, { client, ada }: TestOrg, more: object = {}): Promise<void> {
  await page.evaluate(`Service.init(${JSON.stringify({ ...initOptions(client.id, ada.token), ...more })})`);
}

async function startHost(serve: Serve, name?: string): Promise<HostSite> {
  const pages = new Map<string, { html: string; headers: Record<string, string> }>();
  const origin = await serve((request, response) => {
    const page = pages.get(request.url?.split(/[?#]/)[0] ?? '');
    const status = request.url === '/favicon.ico' ? 204 : page ? 200 : 404;
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...page?.headers });
    response.end(page?.html ?? '');
  }, name);
  return { origin, put: (path, html, headers = {}) => void pages.set(path, { html, headers }) };
}

const CALLBACKS = [
  ...['start_chat', 'publish_feed', 'receive_feed', 'request_note', 'start_page', 'view_binder_page'],
  ...['start_todo', 'start_timeline', 'view_binder', 'create_binder', 'leave_binder', 'delete_binder'],
  ...['invite_member', 'remove_binder_user', 'start_note', 'save_note', 'cancel_note', 'start_annotate'],
  ...['stop_annotate', 'error'],
];

export function pageWith(service: TestService, body: string, head = ''): string {
  return `<!doctype html><html lang="en"><head><title>Host</title>
${head}<script src="${service.origin}/sdk/service.js"></script>
<script>
  window.told = [];
  window.tell = (name) => (detail) => told.push([name, detail]);
  window.callbacks = Object.fromEntries(${JSON.stringify(CALLBACKS)}.map((name) => [name, tell(name)]));
</script></head><body>${body}</body></html>`;
}

export async function openHost(
  app: App,
  address: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await app.newPage(options);
  await page.goto(address);
  return page;
}

export function eventsOf(page: Page, name: string): Promise<Record<string, unknown>[]> {
  return page.evaluate(
    `(globalThis.told ?? []).filter(([each]) => each === ${JSON.stringify(name)}).map(([, detail]) => detail)`,
  );
}

export async function detailsOf(page: Page, name: string): Promise<Record<string, unknown>[]> {
  return (await eventsOf(page, name)).map(({ session_id: _, ...rest }) => rest);
}

export const codesOf = async (page: Page): Promise<unknown[]> =>
  (await eventsOf(page, 'error')).map(({ error_code }) => error_code);

export const frameIn = (page: Page, id: string): FrameLocator => page.frameLocator(`#${id} iframe`);

export const composerIn = (page: Page, id: string) => frameIn(page, id).locator('[data-composer]');

export const messageIn = (page: Page, id: string, words: string) =>
  frameIn(page, id).locator('.chat-content .message').filter({ hasText: words });

export async function openWindow(page: Page, name: string): Promise<Page> {
  const opening = page.context().waitForEvent('page');
  await page.getByRole('button', { name, exact: true }).click();
  return opening;
}

/** @param callbacks the names of additional events to record */
export async function showModule(
  page: Page,
  call: string,
  id: string,
  options: object,
  callbacks: readonly string[] = [],
): Promise<void> {
  const given = JSON.stringify({ iframe: 'true', tagid4iframe: id, ...options });
  const more = callbacks.map((name) => `${name}: tell('${name}'),`).join('');
  await page.evaluate(
    `Service.${call}({ ...callbacks, ${more} ...${given} }).then((handle) => { window.handle = handle; return handle.ready; })`,
  );
}

export function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return errors;
}

export async function newToken(
  { base, clock }: TestService,
  client: { id: string; secret: string },
  uniqueId: string,
): Promise<{ access_token: string; expires_in: number }> {
  const body = new URLSearchParams({
    grant_type: 'http://www.service.com/auth_uniqueid',
    client_id: client.id,
    client_secret: client.secret,
    uniqueid: uniqueId,
    timestamp: String(clock.now()),
  });
  return (await fetch(`${base}/oauth/token`, { method: 'POST', body })).json() as never;
}

export const revoke = ({ base }: TestService, token: string) =>
  fetch(`${base}/oauth/revoke`, {
    method: 'POST',
    body: new URLSearchParams({ access_token: token }),
  });

export async function addWhiteboard(
  { call }: TestService,
  binderId: string,
  { token }: { token: string },
  name: string,
): Promise<number> {
  const json = { type: 'whiteboard', name };
  return (await call('POST', `/${binderId}/pages`, { token, json })).body.data.page_id;
}
