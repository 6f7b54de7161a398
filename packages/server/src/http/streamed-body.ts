import type { FastifyRequest } from 'fastify';
import { drainRequest } from './drain-request.ts';
import { compileValidator } from './validation.ts';

/**
 * Route options for handlers that read the body themselves after authentication. The schema only documents the body.
 */
export const streamedBody = {
  validatorCompiler: ((part) =>
    part.httpPart === 'body' ? () => true : compileValidator(part)) satisfies typeof compileValidator,
  /** Drains the body, so that a rejected caller receives the response. */
  onSend: async ({ raw }: FastifyRequest) => drainRequest(raw),
};
