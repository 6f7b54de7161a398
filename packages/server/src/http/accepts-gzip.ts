import type { FastifyRequest } from 'fastify';

/** Whether the client accepts gzip. Without the header it gets plain bytes. */
export const acceptsGzip = ({ headers }: FastifyRequest): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(headers['accept-encoding'] ?? '');
