/** A portal with its own sign-in. It gives each page a token for the signed-in user. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { getToken } from '@ringbinder/client';

const { API = '', CLIENT_ID = '', CLIENT_SECRET = '', PORTAL = '' } = process.env;

/** The portal's sessions by cookie: the user's id, and the tokens of the user's pages. */
const sessions = new Map<string, { id: string; tokens: string[] }>();
const sessionOf = ({ headers }: IncomingMessage) =>
  sessions.get(/portal=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? '');

const page = (id: string | undefined) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Portal</title>
${
  id === undefined
    ? '<form method="post" action="/enter">Nobody is signed in. <button name="id" value="customer-4711">Sign in as Grace</button></form>'
    : `<output id="status" aria-busy="true"></output>
<button id="end">Let the token end</button> <button id="out">Sign out</button>
<div id="timeline"></div>
<script src="${new URL('/sdk/service.js', API)}"></script>
<script type="module">
  const post = (path) => fetch(path, { method: 'POST' });
  const fetchToken = async () => (await post('/token')).json();
  const show = (text) => {
    document.querySelector('#status').textContent = text;
    document.querySelector('#status').ariaBusy = 'false';
  };
  const { access_token } = await fetchToken();
  Service.init({
    mode: 'production',
    client_id: '${CLIENT_ID}',
    access_token,
    sdk_version: 4,
    error: ({ error_message }) => show(error_message),
    async invalid_token() {
      const next = await fetchToken();
      show('The token expired. Timeline continues with the next one.');
      return next;
    },
  });
  Service.timeline({
    iframe: true,
    tagid4iframe: 'timeline',
    iframewidth: '100%',
    start_timeline: () => show('Timeline is open for ${id}.'),
  });
  document.querySelector('#end').onclick = () => {
    document.querySelector('#status').ariaBusy = 'true';
    void post('/end-tokens');
  };
  document.querySelector('#out').onclick = async () => {
    document.querySelector('#status').ariaBusy = 'true';
    Service.logout(); // removes Timeline and forgets the token
    await post('/leave');
    location.reload();
  };
</script>`
}
`;

/** Revokes the tokens of a session's pages. */
async function revoke(tokens: string[]): Promise<void> {
  for (const access_token of tokens.splice(0))
    await fetch(`${API}oauth/revoke`, { method: 'POST', body: new URLSearchParams({ access_token }) });
}

createServer(async (request, response) => {
  const session = sessionOf(request);
  const path = `${request.method} ${request.url}`;
  // The portal accepts posts from its own pages only.
  const isOwn = (request.headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin';
  if (request.method === 'POST' && !isOwn) return response.writeHead(403).end();
  if (path === 'POST /enter') {
    // A real portal checks a password here.
    const key = randomUUID();
    sessions.set(key, { id: new URLSearchParams(await text(request)).get('id') ?? '', tokens: [] });
    const cookie = `portal=${key}; HttpOnly; SameSite=Lax; Path=/`;
    return response.writeHead(303, { location: '/', 'set-cookie': cookie }).end();
  }
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    return response.end(page(session?.id));
  }
  if (!session) return response.writeHead(401).end('nobody is signed in\n');
  if (path === 'POST /token') {
    // The id is from the portal's session, never from the page.
    const grant = {
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      uniqueId: session.id,
      firstName: 'Grace',
    };
    const { accessToken } = await getToken(API, grant);
    session.tokens.push(accessToken);
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    return response.end(JSON.stringify({ access_token: accessToken }));
  }
  await revoke(session.tokens);
  if (path === 'POST /leave') for (const [key, each] of sessions) if (each === session) sessions.delete(key);
  return response.writeHead(204).end();
}).listen(Number(new URL(PORTAL).port), '127.0.0.1');
