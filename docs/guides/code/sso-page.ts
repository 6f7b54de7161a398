/** A page without a server. Its users sign in at their company's identity provider, in a window. */
import { createServer } from 'node:http';

const { API = '', CLIENT_ID = '', ORG = '', IDP = '', PORTAL = '' } = process.env;

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Portal</title>
<output id="status"></output>
<button id="show">Show my binders</button> <button id="out">Sign out</button>
<div id="timeline"></div>
<script src="${new URL('/sdk/service.js', API)}"></script>
<script type="module">
  const status = document.querySelector('#status');
  const show = (text) => {
    status.textContent = text;
    status.ariaBusy = 'false';
  };
  Service.init({
    mode: 'production',
    client_id: '${CLIENT_ID}',
    org_id: '${ORG}',
    idp_id: '${IDP}/metadata',
    sdk_version: 4,
    error: ({ error_code, error_message }) => show(error_code + ': ' + error_message),
  });
  // Called in the click handler, because browsers block windows that no click opened.
  document.querySelector('#show').onclick = () => {
    status.ariaBusy = 'true';
    Service.timeline({
      iframe: true,
      tagid4iframe: 'timeline',
      iframewidth: '100%',
      start_timeline: () => show('Timeline is open.'),
    });
  };
  document.querySelector('#out').onclick = () => {
    Service.logout();
    show('The token is revoked.');
  };
</script>
`;

createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(page);
}).listen(Number(new URL(PORTAL).port), '127.0.0.1');
