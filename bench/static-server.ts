/**
 * The yardstick of a read: Fastify answering every GET with the same JSON, and nothing else. Told the text by its parent;
 * answers with its port. Ends with its parent.
 */
import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';

const app = fastify();
let body = '';
app.get('/', (_request, reply) => {
  reply.type('application/json; charset=utf-8').send(body);
});

process.on('message', async (text: string) => {
  body = text;
  await app.listen({ port: 0, host: '127.0.0.1' });
  process.send?.((app.server.address() as AddressInfo).port);
});
process.on('disconnect', () => process.exit());
process.on('SIGINT', () => {});
