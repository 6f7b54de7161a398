import fastJson from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';

/**
 * Serializes responses by their schemas. Compiles a schema at its first response: an operation has about ten, and most
 * are never used.
 */
export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  let write: ((answer: unknown) => string) | undefined;
  return (answer: unknown) => {
    // Responses are not validated, so the format is irrelevant.
    write ??= fastJson(schema, { ajv: { formats: { text: true } } });
    return write(answer);
  };
};
