import fastJson from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';

/** Compiles each serializer at first use, because most of an operation's ten responses never occur. */
export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  let write: ((answer: unknown) => string) | undefined;
  return (answer: unknown) => {
    // Declares the format `text` without a check, because responses are not validated.
    write ??= fastJson(schema, { ajv: { formats: { text: true } } });
    return write(answer);
  };
};
