import type { FastifyReply } from 'fastify';

/** Aborts when the caller disconnects. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}
