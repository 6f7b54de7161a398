import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { App } from './types.ts';

/** Query parameters whose values may stand in a log. Everything else may be a secret. */
const PUBLIC_PARAMETERS = new Set(['limit', 'cursor', 'before', 'after', 'wait', 'filter', 'file_id', 'raw']);

/** A new request id. Ours alone: a caller cannot choose what stands in our log. */
export function newRequestId(): string {
  return `req_${randomBytes(12).toString('hex')}`;
}

/** The path of a request with the values of its query redacted, but for those that cannot be secret. */
export function redactedUrl(url: string): string {
  const [path = '', query] = url.split('?', 2);
  if (query === undefined) return path;
  const parameters = [...new URLSearchParams(query)].map(
    ([name, value]) => `${name}=${PUBLIC_PARAMETERS.has(name) ? value : '[redacted]'}`,
  );
  return `${path}?${parameters.join('&')}`;
}

/** Writes one line for each answered request, and gives every answer its request id. No header and no body is logged. */
export function logRequests(app: App): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        url: redactedUrl(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...callerFields(request),
      },
      'request',
    );
  });
}

function callerFields(request: FastifyRequest): { user?: string; client?: string } {
  const { caller } = request;
  return caller ? { user: caller.userId, client: caller.clientId } : {};
}
