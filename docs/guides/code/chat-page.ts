/** A portal whose pages have Chat in them. It signs its people in by itself, and gets their tokens as their server. */
import { createServer } from 'node:http';

const { API = '', CLIENT_ID = '', CLIENT_SECRET = '', BINDER = '', PORTAL = '' } = process.env;

/** A token for one of the portal's own people, by the id that the portal knows them by. */
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
<p id="said" aria-busy="true"></p>
<div id="chat"></div>
<script src="${new URL('/sdk/service.js', API)}"></script>
<script type="module">
  const fetchToken = async () => (await fetch('/token', { method: 'POST' })).json();
  const say = (words) => {
    document.querySelector('#said').textContent = words;
    document.querySelector('#said').ariaBusy = 'false';
  };
  const { access_token } = await fetchToken();

  Service.init({
    mode: 'production',
    client_id: '${CLIENT_ID}',
    access_token,
    sdk_version: 4,
    invalid_token: fetchToken, // in an hour: Chat goes on with what this gives
    error: ({ error_message }) => say(error_message),
  });
  Service.chat({
    iframe: true,
    tagid4iframe: 'chat',
    iframewidth: '100%',
    binder_id: '${BINDER}',
    start_chat: () => say('Chat is there.'),
    receive_feed: ({ message }) => say('New: ' + message),
  });
</script>
`;

createServer(async (request, response) => {
  if (request.method === 'POST' && request.url === '/token') {
    // Whoever is signed in with the portal; it knows by its own session. Only its own pages may ask.
    if (request.headers['sec-fetch-site'] !== 'same-origin') return response.writeHead(403).end();
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    return response.end(JSON.stringify(await tokenFor('demo-1')));
  }
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  return response.end(page);
}).listen(Number(new URL(PORTAL).port), '127.0.0.1');
