/** Serves a page with a strict policy, and tokens for its user. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tokenFor } from './token.ts';

const {
  BASE_URL = '',
  CLIENT_ID = '',
  UNIQUE_ID = 'demo-1',
  COLLEAGUE = 'demo-2',
  PORT = '3000',
} = process.env;

const { origin } = new URL(BASE_URL);
const page = (await readFile(new URL('page.html', import.meta.url), 'utf8'))
  .replaceAll('{{server}}', origin)
  .replaceAll('{{client_id}}', CLIENT_ID)
  .replaceAll('{{colleague}}', COLLEAGUE);

/** Separate files, because the policy forbids inline scripts and styles. */
const files: Readonly<Record<string, string>> = { '/page.js': 'text/javascript', '/page.css': 'text/css' };

/** A module needs Ringbinder's origin in three directives. */
const policy = [
  "default-src 'none'",
  `script-src 'self' ${origin}`,
  "style-src 'self'",
  `connect-src 'self' ${origin}`,
  `frame-src ${origin}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const server = createServer(async ({ method, url = '/', headers }, response) => {
  try {
    if (method === 'POST' && url === '/token') {
      // Only our page may request a token.
      if (headers['sec-fetch-site'] !== 'same-origin') return void response.writeHead(403).end();
      // A real server would take the user from its own session.
      const token = await tokenFor(UNIQUE_ID);
      response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      response.end(JSON.stringify(token));
    } else if (url === '/') {
      const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy };
      response.writeHead(200, headers).end(page);
    } else if (files[url]) {
      response.writeHead(200, { 'content-type': files[url] });
      response.end(await readFile(new URL(`.${url}`, import.meta.url)));
    } else response.writeHead(url === '/favicon.ico' ? 204 : 404).end();
  } catch (error) {
    console.error(error);
    response.writeHead(502).end();
  }
});
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`listening at http://localhost:${(server.address() as AddressInfo).port}/`);
});
