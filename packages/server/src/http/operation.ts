import { type ErrorCode, errorCodes, responseCodes } from '@ringbinder/protocol';
import type { FastifySchema } from 'fastify';
import Type, { type TProperties, type TSchema } from 'typebox';

/** What every error says beside its code. */
const errorFields = {
  message: Type.String({ description: 'Text for a person, with the name of the field.' }),
  request_id: Type.String({
    description: 'The same as the X-Request-Id header; quote it when you report a problem.',
  }),
};

const fieldErrors = Type.Optional(
  Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
    description: 'The invalid fields, if any.',
  }),
);

export interface OperationParts {
  summary: string;
  description?: string;
  params?: TSchema;
  querystring?: TSchema;
  headers?: TSchema;
  body?: TSchema;
  /** The schema of `data`; left out when the call answers with the code only. */
  data?: TSchema;
  /** Operations outside the envelope (token endpoints, bytes) give their own answers by status. */
  response?: Record<string, unknown>;
  /** `none`: no bearer token needed. */
  auth?: 'none';
  /** Media types of a body that is not JSON. */
  consumes?: string[];
}

/** The envelope of a success, with `data` of the schema given. */
export function successOf(data?: TSchema) {
  const code = Type.Literal('RESPONSE_SUCCESS');
  return Type.Object(data ? { code, data } : { code }, {
    description: responseCodes.RESPONSE_SUCCESS.meaning,
  });
}

/**
 * An error answer under each status of the catalogue.
 * @param fieldsOf what the body holds beside code, message and request_id
 */
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
  errors: fieldErrors,
}));

/**
 * The answers that an operation can give: the envelope, and an error under each status of the catalogue. Errors are
 * only documented (`documentErrors`), not serialised by their schema: Fastify would compile a function for each, a dozen
 * for every operation, which took 30 MB and a tenth of the start.
 */
function answers({ response, data }: OperationParts): { response: Answers; errors: Answers } {
  const all = Object.entries({ ...usualErrors, ...(response ?? { 200: successOf(data) }) });
  const isError = ([status]: [string, unknown]) => Number(status) >= 400;
  return {
    response: Object.fromEntries(all.filter((answer) => !isError(answer))),
    errors: Object.fromEntries(all.filter(isError)),
  };
}

type Answers = Record<string, unknown>;

/** The schema of an operation as it is to be documented, its errors included. */
export function documentErrors(schema: FastifySchema & { errors?: Answers }): FastifySchema {
  const { errors, ...rest } = schema;
  return errors ? { ...rest, response: { ...errors, ...(rest.response as Answers) } } : rest;
}

/**
 * The schema of an operation: what Fastify validates, serialises and documents. Keeps the types of the parts, so a
 * handler's request is typed by them.
 * @param tag the group of the operation in the OpenAPI document
 * @param id its name in that document and in generated clients
 */
export function operation<const P extends OperationParts>(tag: string, id: string, parts: P) {
  const { params, querystring, headers, body, consumes } = parts;
  const schema = {
    operationId: id,
    summary: parts.summary,
    ...(parts.description === undefined ? {} : { description: parts.description }),
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

export const done: { code: 'RESPONSE_SUCCESS' } = { code: 'RESPONSE_SUCCESS' };
