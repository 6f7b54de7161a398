/**
 * Opens an address in the browser and prints the address of the redirect: `node browse.ts ADDRESS REDIRECT_URI`.
 * The redirect URI is on this machine: http://127.0.0.1:PORT/….
 */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { stderr, stdout } from 'node:process';

const [, , address = '', redirectUri = ''] = process.argv;
const { origin, port, pathname } = new URL(redirectUri);

const server = createServer((request, response) => {
  const came = new URL(request.url ?? '/', origin);
  // Browsers request an icon as well.
  if (came.pathname !== pathname) return response.writeHead(404).end();
  stdout.write(`${came.href}\n`);
  response.writeHead(200, { 'content-type': 'text/plain', connection: 'close' });
  response.end('Done. You can close this window.', () => server.close(() => process.exit()));
});
server.listen(Number(port), '127.0.0.1', () => {
  stderr.write(`Opening ${address}\n`);
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open';
  // Without a desktop, paste the address into a browser on this machine.
  spawn(program, [address], { stdio: 'ignore' }).on('error', () => stderr.write('Open it by hand.\n'));
});
