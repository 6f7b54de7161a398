/** A page with a module that takes on its theme, light or dark. */
import { createServer } from 'node:http';

const { API = '', CLIENT_ID = '', TOKEN = '', BINDER = '', PORTAL = '' } = process.env;

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Portal</title>
<style>
  :root { color-scheme: light; --service-accent: #1f3a8a; --service-font: Georgia, serif; --service-radius: 14px; }
  :root.night { color-scheme: dark; --service-accent: #9db4ff; }
  service-chat { block-size: 30rem; }
</style>
<p><span id="status" aria-busy="true"></span> <button>Night</button></p>
<service-chat binder-id="${BINDER}"></service-chat>
<script src="${new URL('/sdk/service.js', API)}"></script>
<script type="module">
  const show = (text) => {
    document.querySelector('#status').textContent = text;
    document.querySelector('#status').ariaBusy = 'false';
  };
  const chat = document.querySelector('service-chat');
  chat.addEventListener('ready', () => show('Chat is open.'));
  chat.addEventListener('error', ({ detail }) => show(detail.error_message));
  document.querySelector('button').addEventListener('click', () => {
    document.documentElement.classList.toggle('night'); // the module follows the page
    chat.theme = { accent: 'blue; color: red' }; // not a colour: rejected
  });
  Service.init({ mode: 'production', client_id: '${CLIENT_ID}', access_token: '${TOKEN}', sdk_version: 4 });
</script>
`;

createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  response.end(page);
}).listen(Number(new URL(PORTAL).port), '127.0.0.1');
