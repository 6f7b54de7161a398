import { type ErrorCode, errorCodes, responseCodes } from '@ringbinder/protocol';
import type { FastifySchema } from 'fastify';
import Type, { type TProperties, type TSchema } from 'typebox';

const errorFields = {
  message: Type.String({ description: 'Text for a person, with the name of the field.' }),
  request_id: Type.String({
    description: 'The same as the X-Request-Id header; quote it when you report a problem.',
  }),
};

const why = {
  reason: Type.Optional(
    Type.String({
      description:
        'Why, for programs: a name of docs/errors.md, which never changes. Omitted for errors that only developers meet.',
    }),
  ),
  params: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
      description: 'The values of the sentence of `reason`, in its order.',
    }),
  ),
};

const fieldErrors = Type.Optional(
  Type.Array(Type.Object({ path: Type.String(), message: Type.String(), ...why }), {
    description: 'The invalid fields, if any.',
  }),
);

export interface OperationParts {
  summary: string;
  description?: string;
  deprecated?: true;
  params?: TSchema;
  querystring?: TSchema;
  headers?: TSchema;
  body?: TSchema;
  data?: TSchema;
  response?: Record<string, unknown>;
  auth?: 'none';
  consumes?: string[];
}

export function successOf(data?: TSchema) {
  const code = Type.Literal('RESPONSE_SUCCESS');
  return Type.Object(data ? { code, data } : { code }, {
    description: responseCodes.RESPONSE_SUCCESS.meaning,
  });
}

export function errorAnswers(fieldsOf: (code: ErrorCode) => TProperties): Record<string, TSchema> {
  return Object.fromEntries(
    errorCodes.map((code) => [
      responseCodes[code].status,
      Type.Object(
        { code: Type.Literal(code), ...errorFields, ...fieldsOf(code) },
        { description: `${code}: ${responseCodes[code].meaning}.` },
      ),
    ]),
  );
}

const usualErrors = errorAnswers((code) => ({
  ...(code === 'RESPONSE_ERROR_INVALID_TOKEN' ? { error: Type.Literal('invalid_token') } : {}),
  ...why,
  errors: fieldErrors,
}));

/** Serializers of error schemas took 30 MB, so only the document contains them. */
function answers({ response, data }: OperationParts): { response: Answers; errors: Answers } {
  const all = Object.entries({ ...usualErrors, ...(response ?? { 200: successOf(data) }) });
  const isError = ([status]: [string, unknown]) => Number(status) >= 400;
  return {
    response: Object.fromEntries(all.filter((answer) => !isError(answer))),
    errors: Object.fromEntries(all.filter(isError)),
  };
}

type Answers = Record<string, unknown>;

export function documentErrors(schema: FastifySchema & { errors?: Answers }): FastifySchema {
  const { errors, ...rest } = schema;
  return errors ? { ...rest, response: { ...errors, ...(rest.response as Answers) } } : rest;
}

export function operation<const P extends OperationParts>(tag: string, id: string, parts: P) {
  const { params, querystring, headers, body, consumes } = parts;
  const schema = {
    operationId: id,
    summary: parts.summary,
    ...(parts.description === undefined ? {} : { description: parts.description }),
    ...(parts.deprecated ? { deprecated: true } : {}),
    tags: [tag],
    security: parts.auth === 'none' ? [] : [{ bearer: [] }, { query_token: [] }],
    ...(consumes ? { consumes } : {}),
    ...(params ? { params } : {}),
    ...(querystring ? { querystring } : {}),
    ...(headers ? { headers } : {}),
    ...(body ? { body } : {}),
    ...answers(parts),
  };
  return schema as unknown as Omit<
    typeof schema,
    'params' | 'querystring' | 'body' | 'headers' | 'response' | 'errors'
  > &
    Pick<P, Extract<keyof P, 'params' | 'querystring' | 'body' | 'headers'>>;
}

export function success<T>(data: T): { code: 'RESPONSE_SUCCESS'; data: T } {
  return { code: 'RESPONSE_SUCCESS', data };
}

export const emptySuccess: { code: 'RESPONSE_SUCCESS' } = { code: 'RESPONSE_SUCCESS' };
