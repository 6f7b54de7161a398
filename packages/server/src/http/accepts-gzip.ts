import type { FastifyRequest } from 'fastify';

/** Whether a caller takes an answer that is compressed with gzip. Who says nothing of codings is sent the plain bytes. */
export const acceptsGzip = ({ headers }: FastifyRequest): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(headers['accept-encoding'] ?? '');
