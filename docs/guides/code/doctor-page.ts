/** A page that calls the doctor and shows its findings. */
import { createServer } from 'node:http';

const { API = '', CLIENT_ID = '', PORTAL = '' } = process.env;

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Portal</title>
<pre id="found" aria-busy="true"></pre>
<script src="${new URL('/sdk/service.js', API)}"></script>
<script type="module">
  Service.init({ mode: 'production', client_id: '${CLIENT_ID}', sdk_version: 4 });
  const found = await Service.doctor();
  const lines = found
    .filter(({ severity }) => severity !== 'info')
    .map(({ severity, sentence, mend }) => severity + ': ' + sentence + '\\n' + mend);
  const list = document.querySelector('#found');
  list.textContent = lines.join('\\n') || 'Nothing keeps modules from this page.';
  list.ariaBusy = 'false';
</script>
`;

createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(page);
}).listen(Number(new URL(PORTAL).port), '127.0.0.1');
