import type { FastifyRequest } from 'fastify';
import { discardRest } from './discard.ts';
import { compileValidator } from './validation.ts';

/** For calls whose handler reads the body itself, after the caller is let in: the schema only documents the body. */
export const streamedBody = {
  validatorCompiler: ((part) =>
    part.httpPart === 'body' ? () => true : compileValidator(part)) satisfies typeof compileValidator,
  /** A caller who is refused before the body is read gets the answer as well. */
  onSend: async ({ raw }: FastifyRequest) => discardRest(raw),
};
