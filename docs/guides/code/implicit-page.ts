/** Serves a page whose script gets a token in the hash of its address. */
import { createServer } from 'node:http';

const { API = '', CLIENT_ID = '', REDIRECT_URI = '' } = process.env;

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Inbox</title>
<p id="status"></p>
<button hidden>Sign in</button>
<script type="module">
  const api = ${JSON.stringify(API)};
  const status = document.querySelector('#status');
  const button = document.querySelector('button');

  button.addEventListener('click', () => {
    const state = crypto.randomUUID();
    sessionStorage.setItem('state', state);
    location.assign(api + 'oauth/authorize?' + new URLSearchParams({
      response_type: 'token', client_id: ${JSON.stringify(CLIENT_ID)}, scope: 'read', state,
    }));
  });

  const answer = new URLSearchParams(location.hash.slice(1));
  // Remove the token from the address, so that it is in no history and no link.
  history.replaceState(null, '', location.pathname);
  const expected = sessionStorage.getItem('state');
  sessionStorage.removeItem('state');

  if (answer.size === 0) button.hidden = false;
  else if (answer.get('state') !== expected || answer.get('iss') !== api) status.textContent = 'This response belongs to another request.';
  else if (answer.has('error')) status.textContent = answer.get('error_description');
  else {
    const authorization = 'Bearer ' + answer.get('access_token');
    const response = await fetch(api + 'me', { headers: { authorization } });
    const { data } = await response.json();
    status.textContent = 'Hello, ' + data.name;
  }
</script>
`;

createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'referrer-policy': 'no-referrer' });
  response.end(page);
}).listen(Number(new URL(REDIRECT_URI).port), '127.0.0.1');
