/** A page with a module that looks like it, and goes dark with it. */
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
<p><span id="said" aria-busy="true"></span> <button>Night</button></p>
<service-chat binder-id="${BINDER}"></service-chat>
<script src="${new URL('/sdk/service.js', API)}"></script>
<script type="module">
  const say = (words) => {
    document.querySelector('#said').textContent = words;
    document.querySelector('#said').ariaBusy = 'false';
  };
  const chat = document.querySelector('service-chat');
  chat.addEventListener('ready', () => say('Chat is there.'));
  chat.addEventListener('error', ({ detail }) => say(detail.error_message));
  document.querySelector('button').addEventListener('click', () => {
    document.documentElement.classList.toggle('night'); // the module follows
    chat.theme = { accent: 'blue; color: red' }; // this is no colour, and is refused
  });
  Service.init({ mode: 'production', client_id: '${CLIENT_ID}', access_token: '${TOKEN}', sdk_version: 4 });
</script>
`;

createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  response.end(page);
}).listen(Number(new URL(PORTAL).port), '127.0.0.1');
