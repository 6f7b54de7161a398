import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import type { TestService } from '@ringbinder/testkit';
import type { TestBrowser, TestPage } from '@ringbinder/testkit/browser.ts';
import type { BrowserContextOptions, FrameLocator, Page } from 'playwright-core';

/** A site of somebody else: `localhost` is another site than `127.0.0.1`, so cookies of the service are a third party's. */
export interface HostSite {
  origin: string;
  /** Puts a page at a path. @param headers like Content-Security-Policy */
  put(path: string, html: string, headers?: Record<string, string>): void;
}

/** Starts a site, closed after the last test of the file. */
export async function startHost(name = 'localhost'): Promise<HostSite> {
  const pages = new Map<string, { html: string; headers: Record<string, string> }>();
  const server: Server = createServer((request, response) => {
    const page = pages.get(request.url?.split(/[?#]/)[0] ?? '');
    // Browsers ask every site for its icon.
    const status = request.url === '/favicon.ico' ? 204 : page ? 200 : 404;
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...page?.headers });
    response.end(page?.html ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://${name}:${port}`,
    put: (path, html, headers = {}) => void pages.set(path, { html, headers }),
  };
}

/** The events that pages of tests write down, by the name of the callback. */
const CALLBACKS = [
  ...['start_chat', 'publish_feed', 'receive_feed', 'request_note', 'start_page', 'view_binder_page'],
  ...['start_todo', 'start_timeline', 'view_binder', 'create_binder', 'leave_binder', 'delete_binder'],
  ...['invite_member', 'remove_binder_user', 'start_note', 'save_note', 'cancel_note', 'start_annotate'],
  ...['stop_annotate', 'error'],
];

/** A page that loads the SDK, and keeps what it is told in `told`. @param body more of it, like elements and buttons */
export function pageWith(service: TestService, body: string, head = ''): string {
  return `<!doctype html><html lang="en"><head><title>Host</title>
${head}<script src="${service.origin}/sdk/service.js"></script>
<script>
  window.told = [];
  window.tell = (name) => (detail) => told.push([name, detail]);
  window.callbacks = Object.fromEntries(${JSON.stringify(CALLBACKS)}.map((name) => [name, tell(name)]));
</script></head><body>${body}</body></html>`;
}

/** Registers origins for a client. */
export function registerOrigins(
  { env }: Pick<TestService, 'env'>,
  clientId: string,
  origins: string[],
): Promise<unknown> {
  return env.db.query('UPDATE clients SET origins = $2 WHERE id = $1', [clientId, origins]);
}

/** Opens a page of a site. */
export async function openHost(
  browser: TestBrowser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<TestPage> {
  const opened = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
  await opened.page.goto(address);
  return opened;
}

/** What the page was told of an event so far; nothing while its script has not run. */
export function toldOf(page: Page, name: string): Promise<Record<string, unknown>[]> {
  return page.evaluate(
    `(globalThis.told ?? []).filter(([each]) => each === ${JSON.stringify(name)}).map(([, detail]) => detail)`,
  );
}

/** The frame in an element. */
export const frameIn = (page: Page, tag: string): FrameLocator => page.frameLocator(`#${tag} iframe`);

/** The body of an answer. */
export async function jsonOf<T>(answer: Response): Promise<T> {
  return (await answer.json()) as T;
}
