/** The baseline of a read: Fastify answers every GET with the same JSON. Ends with its parent. */
import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';

const app = fastify();

process.on('message', async ({ body }: { body: string }) => {
  app.get('/*', (_request, reply) => {
    reply.type('application/json; charset=utf-8').send(body);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  process.send?.({ port: (app.server.address() as AddressInfo).port });
});
process.on('disconnect', () => process.exit());
