import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { ignoredOf, reportIgnored } from './ignored-fields.ts';
import { compileValidator, describeInvalid } from './validation.ts';

export function createBodyCheck<T extends TSchema>(schema: T) {
  const validate = compile(schema);
  return (request: FastifyRequest, reply: FastifyReply, body: unknown): Static<T> => {
    if (!validate(body)) throw describeInvalid(validate.errors ?? [], 'body');
    reportIgnored(request, reply, ignoredOf(body));
    return body as Static<T>;
  };
}

export function createValueCheck(schema: TSchema): (value: unknown) => void {
  const validate = compile(schema);
  return (value) => {
    if (!validate(value)) throw describeInvalid(validate.errors ?? [], 'body');
  };
}

const compile = (schema: TSchema) =>
  compileValidator({ schema, method: 'POST', url: '', httpPart: 'body' }) as ((body: unknown) => boolean) & {
    errors?: Parameters<typeof describeInvalid>[0] | null;
  };
