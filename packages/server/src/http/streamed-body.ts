import type { FastifyRequest } from 'fastify';
import { drainRequest } from './drain-request.ts';
import { compileValidator } from './validation.ts';

export const streamedBody = {
  validatorCompiler: ((part) =>
    part.httpPart === 'body' ? () => true : compileValidator(part)) satisfies typeof compileValidator,
  /** A rejected caller must be able to read the response. */
  onSend: async ({ raw }: FastifyRequest) => drainRequest(raw),
};
