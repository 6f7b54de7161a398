/** A portal with Chat in its page. The portal has its own sign-in and requests tokens for its users. */
import { createServer } from 'node:http';

const { API = '', CLIENT_ID = '', CLIENT_SECRET = '', BINDER = '', PORTAL = '' } = process.env;

/** Requests a token for the user with this id in the portal. */
async function tokenFor(uniqueId: string): Promise<unknown> {
  const form = new URLSearchParams({
    grant_type: 'http://www.service.com/auth_uniqueid',
    client_id: CLIENT_ID,
    client_secret: CLIENT_SECRET,
    uniqueid: uniqueId,
    timestamp: String(Date.now()),
  });
  const answer = await fetch(`${API}oauth/token`, { method: 'POST', body: form });
  return answer.json();
}

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Portal</title>
<h1>Loan 4711</h1>
<p id="status" aria-busy="true"></p>
<div id="chat"></div>
<script src="${new URL('/sdk/service.js', API)}"></script>
<script type="module">
  const fetchToken = async () => (await fetch('/token', { method: 'POST' })).json();
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
    invalid_token: fetchToken, // called when the token expires
    error: ({ error_message }) => show(error_message),
  });
  Service.chat({
    iframe: true,
    tagid4iframe: 'chat',
    iframewidth: '100%',
    binder_id: '${BINDER}',
    start_chat: () => show('Chat is open.'),
    receive_feed: ({ message }) => show('New: ' + message),
  });
</script>
`;

createServer(async (request, response) => {
  if (request.method === 'POST' && request.url === '/token') {
    // A real portal takes the user from its own session. Only its own pages may call this.
    if (request.headers['sec-fetch-site'] !== 'same-origin') return response.writeHead(403).end();
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    return response.end(JSON.stringify(await tokenFor('demo-1')));
  }
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  return response.end(page);
}).listen(Number(new URL(PORTAL).port), '127.0.0.1');
