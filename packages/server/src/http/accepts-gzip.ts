import type { FastifyRequest } from 'fastify';

/** False without an Accept-Encoding header. */
export const acceptsGzip = ({ headers }: FastifyRequest): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(headers['accept-encoding'] ?? '');
