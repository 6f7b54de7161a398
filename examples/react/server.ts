/** Serves the built page, and tokens for its user. */
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tokenFor } from './token.ts';

const {
  BASE_URL = '',
  CLIENT_ID = '',
  UNIQUE_ID = 'demo-1',
  COLLEAGUE = 'demo-2',
  PORT = '3000',
  DIST = 'dist',
} = process.env;

const dist = new URL(`${DIST}/`, import.meta.url);
const page = (await readFile(new URL('index.html', dist), 'utf8'))
  .replaceAll('{{server}}', new URL(BASE_URL).origin)
  .replaceAll('{{client_id}}', CLIENT_ID)
  .replaceAll('{{colleague}}', COLLEAGUE);
const assets = await readdir(new URL('assets/', dist));

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
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    } else if (assets.some((name) => url === `/assets/${name}`)) {
      response.writeHead(200, { 'content-type': 'text/javascript' });
      response.end(await readFile(new URL(`.${url}`, dist)));
    } else response.writeHead(url === '/favicon.ico' ? 204 : 404).end();
  } catch (error) {
    console.error(error);
    response.writeHead(502).end();
  }
});
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`listening at http://localhost:${(server.address() as AddressInfo).port}/`);
});
