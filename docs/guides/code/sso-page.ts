/** A page without a server that could know anybody: its people sign in with their company, in a window. */
import { createServer } from 'node:http';

const { API = '', CLIENT_ID = '', ORG = '', IDP = '', PORTAL = '' } = process.env;

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Portal</title>
<output id="said"></output>
<button id="show">Show my binders</button> <button id="out">Sign out</button>
<div id="timeline"></div>
<script src="${new URL('/sdk/service.js', API)}"></script>
<script type="module">
  const said = document.querySelector('#said');
  const say = (words) => {
    said.textContent = words;
    said.ariaBusy = 'false';
  };
  Service.init({
    mode: 'production',
    client_id: '${CLIENT_ID}',
    org_id: '${ORG}',
    idp_id: '${IDP}/metadata',
    sdk_version: 4,
    error: ({ error_code, error_message }) => say(error_code + ': ' + error_message),
  });
  // Within the click, so that the window may open.
  document.querySelector('#show').onclick = () => {
    said.ariaBusy = 'true';
    Service.timeline({
      iframe: true,
      tagid4iframe: 'timeline',
      iframewidth: '100%',
      start_timeline: () => say('Timeline is there.'),
    });
  };
  document.querySelector('#out').onclick = () => {
    Service.logout();
    say('The token has ended.');
  };
</script>
`;

createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(page);
}).listen(Number(new URL(PORTAL).port), '127.0.0.1');
