import fastJson from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';

/**
 * Writes answers by their schemas. A schema is compiled when the first answer of its kind is written: an operation has
 * some ten kinds, most of which a process never gives.
 */
export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  let write: ((answer: unknown) => string) | undefined;
  return (answer: unknown) => {
    // Answers are not validated: the format of what callers send has no meaning there.
    write ??= fastJson(schema, { ajv: { formats: { text: true } } });
    return write(answer);
  };
};
