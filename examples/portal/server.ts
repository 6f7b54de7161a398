/** A portal with its own sign-in. Its page contains Chat. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tokenFor } from './token.ts';

const { BASE_URL = '', CLIENT_ID = '', PORT = '3000' } = process.env;

/** Users' names by session cookie. A real portal has a database, passwords and sessions that expire. */
const sessions = new Map<string, string>();

function nameOf(request: IncomingMessage): string | undefined {
  const [, session = ''] = /(?:^|; )session=([\w-]+)/.exec(request.headers.cookie ?? '') ?? [];
  return sessions.get(session);
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk;
    if (text.length > 1_000) break;
  }
  return new URLSearchParams(text);
}

/** The page shows the customer's chat with the adviser, so the adviser must exist. */
await tokenFor('portal-adviser', 'Adviser');

const server = createServer(async (request, response) => {
  const { method, url = '/' } = request;
  const name = nameOf(request);
  try {
    if (method === 'POST' && request.headers['sec-fetch-site'] !== 'same-origin') {
      // Only our page may sign users in or request tokens.
      response.writeHead(403).end();
    } else if (method === 'POST' && url === '/sign-in') {
      const providedName = (await formOf(request)).get('name')?.trim().slice(0, 40);
      const session = randomBytes(32).toString('base64url');
      if (providedName) sessions.set(session, providedName);
      const cookie = `session=${session}; HttpOnly; SameSite=Lax; Path=/`;
      response.writeHead(303, { location: '/', ...(providedName && { 'set-cookie': cookie }) }).end();
    } else if (method === 'POST' && url === '/token') {
      if (name === undefined) return void response.writeHead(401).end();
      const token = await tokenFor(`portal-${name.toLowerCase()}`, name);
      response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      response.end(JSON.stringify(token));
    } else if (method === 'GET' && url === '/') {
      const file = name === undefined ? 'sign-in.html' : 'page.html';
      const html = await readFile(new URL(file, import.meta.url), 'utf8');
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(
        html.replaceAll('{{server}}', new URL(BASE_URL).origin).replaceAll('{{client_id}}', CLIENT_ID),
      );
    } else response.writeHead(url === '/favicon.ico' ? 204 : 404).end();
  } catch (error) {
    console.error(error);
    response.writeHead(502).end();
  }
});
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`listening at http://localhost:${(server.address() as AddressInfo).port}/`);
});
