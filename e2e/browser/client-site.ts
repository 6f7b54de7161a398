import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

const source = new URL('../../packages/client/src/', import.meta.url);
const openapiFetch = fileURLToPath(import.meta.resolve('openapi-fetch'));

const PAGE = `<!doctype html><title>An integrator’s page</title>
<script type="importmap">{"imports": {"openapi-fetch": "/openapi-fetch.js"}}</script>`;

export interface ClientSite {
  origin: string;
  close(): Promise<void>;
}

export async function startClientSite(): Promise<ClientSite> {
  const site = createServer(async ({ url = '/' }, response) => {
    if (url === '/') return response.setHeader('content-type', 'text/html').end(PAGE);
    if (url === '/favicon.ico') return response.writeHead(204).end();
    if (!/^\/client\/[\w./-]+\.ts$|^\/openapi-fetch\.js$/.test(url)) return response.writeHead(404).end();
    response.setHeader('content-type', 'text/javascript');
    if (url === '/openapi-fetch.js') return response.end(await readFile(openapiFetch, 'utf8'));
    const code = await readFile(new URL(`.${url.slice('/client'.length)}`, source), 'utf8');
    response.end(stripTypeScriptTypes(code));
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        site.close(() => resolve());
        site.closeAllConnections();
      }),
  };
}
