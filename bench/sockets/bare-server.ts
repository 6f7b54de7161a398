/** The baseline: broadcasts frames in a bare loop. Exits with its parent. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

const server = createServer();
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on('connection', (ws) => ws.once('message', () => ws.send('{"type":"welcome"}')));
server.listen(0, '127.0.0.1');

process.on('message', ({ frame }: { frame?: string }) => {
  const bytes = Buffer.from(frame ?? '');
  for (const ws of sockets.clients) ws.send(bytes, { binary: false });
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on('disconnect', () => process.exit());
