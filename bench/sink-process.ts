/** Takes deliveries with 204 and says how many by IPC; those to /dead are never answered. Ends with its parent. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SinkCount } from './sink.ts';

let count: SinkCount = { taken: 0, seconds: 0 };
let first = 0;

const server = createServer((request, response) => {
  request.resume();
  if (request.url === '/dead') return;
  request.on('end', () => {
    response.writeHead(204).end();
    const now = performance.now();
    if (count.taken === 0) first = now;
    count = { taken: count.taken + 1, seconds: (now - first) / 1000 };
  });
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));

process.on('message', (request) => {
  process.send?.(count);
  if (request === 'reset') count = { taken: 0, seconds: 0 };
});
process.on('disconnect', () => process.exit());
