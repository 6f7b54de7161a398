import fastJson from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';

export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  let write: ((answer: unknown) => string) | undefined;
  return (answer: unknown) => {
    // Responses are not validated.
    write ??= fastJson(schema, { ajv: { formats: { text: true } } });
    return write(answer);
  };
};
